// Lists from servers that mean harm, and from those that break off: nothing
// crashes, hangs or half-loads, and the list before stays.

#include <chrono>
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "gabarit/tool_checker.h"
#include "gabarit/tools.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/json_file.h"

namespace gabarit::tests {
namespace {

constexpr std::string_view kGood =
    R"({"jsonrpc":"2.0","id":1,"result":{"tools":[)"
    R"({"name":"a","description":"say \"hi\" \\","inputSchema":{"type":)"
    R"("object","properties":{"x":{"enum":["}","]","\""]}}}},)"
    R"({"name":"b","inputSchema":{"type":"object"},"outputSchema":{"type":)"
    R"("object"}}],"nextCursor":null}})";

TEST(HostileLists, CutAnywhereAreRefusedAndLeaveTheListAsItWas) {
  ToolCatalog catalog;
  ASSERT_TRUE(catalog.LoadPage("", kGood).ok());
  const std::shared_ptr<const ToolList> before = catalog.list();
  for (size_t length = 0; length < kGood.size(); ++length) {
    EXPECT_FALSE(catalog.LoadPage("", kGood.substr(0, length)).ok()) << length;
    EXPECT_EQ(catalog.list(), before);
  }
}

// Every byte replaced by others: refused, or every tool of the list is what a
// catalog without a history makes of it.
TEST(HostileLists, WithAnyByteReplacedLoadAsIfForTheFirstTime) {
  ToolCatalog catalog;
  for (size_t at = 0; at < kGood.size(); ++at) {
    for (const char c :
         {'"', '\\', '{', '}', '[', ']', ',', ':', ' ', '0', '\0', '\x80'}) {
      std::string text(kGood);
      text[at] = c;
      ASSERT_TRUE(catalog.LoadPage("", kGood).ok());
      ToolCatalog fresh;
      const absl::StatusOr<ListReport> expected = fresh.LoadPage("", text);
      const absl::StatusOr<ListReport> report = catalog.LoadPage("", text);
      ASSERT_EQ(report.status(), expected.status()) << text;
      if (!report.ok()) continue;
      ASSERT_EQ(catalog.list()->tools().size(), fresh.list()->tools().size());
      for (size_t i = 0; i < fresh.list()->tools().size(); ++i) {
        const Tool& tool = *catalog.list()->tools()[i];
        EXPECT_EQ(tool.json(), fresh.list()->tools()[i]->json());
        EXPECT_EQ(tool.usable(), fresh.list()->tools()[i]->usable());
        EXPECT_TRUE(!tool.usable() ||
                    JsonText::Parse(tool.json(), nullptr) != nullptr);
      }
    }
  }
}

TEST(HostileLists, DeepOnesPassALimitThatIsNamed) {
  for (const char* bracket : {"[", "{\"tools\":", "[{\"a\":"}) {
    std::string text = "[";
    for (int i = 0; i < 200'000; ++i) text += bracket;
    ToolCatalog catalog;
    EXPECT_FALSE(catalog.LoadPage("", text).ok());
  }
  std::string deep =
      R"([{"name":"a","inputSchema":{"type":"object","default":)";
  deep += std::string(5000, '[') + std::string(5000, ']') + "}}]";
  ToolCatalog catalog;
  const absl::Status status = catalog.LoadPage("", deep).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
}

TEST(HostileLists, CostTimeInProportionToTheirSize) {
  // Quotes and backslashes by the hundred thousand, unclosed and closed.
  for (const std::string& filling :
       {std::string(300'000, '\\'), std::string(300'000, '"'),
        std::string(300'000, '{'), std::string(300'000, ',')}) {
    ToolCatalog catalog;
    EXPECT_FALSE(catalog.LoadPage("", "[\"" + filling).ok());
    EXPECT_FALSE(catalog.LoadPage("", "{\"tools\":[" + filling).ok());
    EXPECT_FALSE(catalog.LoadPage("", "{\"" + filling + "\":[]").ok());
  }
  std::string many = "[";
  for (int i = 0; i < 20'000; ++i) many += "{},";
  many += "{\"name\":\"x\",\"inputSchema\":{\"type\":\"object\"}}]";
  ToolCatalogOptions options;
  options.limits.max_tools = 30'000;
  ToolCatalog catalog(options);
  const absl::StatusOr<ListReport> report = catalog.LoadPage("", many);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->refused.size(), 20'000u);
  EXPECT_EQ(report->added.size(), 1u);
}

TEST(HostileLists, MayNameToolsAndPropertiesAsTheyLike) {
  ToolCatalog catalog;
  const absl::StatusOr<ListReport> report = catalog.LoadPage(
      "", R"([{"name":"__proto__","inputSchema":{"type":"object","properties":{
          "__proto__":{"type":"integer"},"constructor":{"type":"string"}},
          "additionalProperties":false}},
          {"name":"a\nb","inputSchema":{"type":"object"}},
          {"name":"\u0000","inputSchema":{"type":"object"}}])");
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->added.size(), 3u);
  ToolChecker checker(catalog.cache());
  const std::shared_ptr<const Tool> tool =
      checker.Find(catalog, "__proto__").tool;
  ASSERT_NE(tool, nullptr);
  EXPECT_TRUE(checker.CheckArguments(*tool, R"({"__proto__":1})").passed());
  EXPECT_FALSE(checker.CheckArguments(*tool, R"({"toString":1})").passed());
  EXPECT_NE(checker.Find(catalog, std::string_view("\0", 1)).tool, nullptr);
  EXPECT_EQ(checker.Find(catalog, "").outcome, ToolLookup::Outcome::kUnknown);
}

// Random texts made of JSON's own pieces.
TEST(HostileLists, MadeAtRandomLoadAsIfForTheFirstTime) {
  const uint64_t seed = 20'251'125;
  std::cout << "seed " << seed << "\n";
  uint64_t state = seed;
  const auto random = [&state](uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  };
  constexpr std::string_view kPieces[] = {
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      "\"",
      "\\",
      " ",
      "1",
      "null",
      "\"tools\"",
      "\"result\"",
      "\"name\"",
      "\"a\"",
      "\"inputSchema\"",
      "{\"type\":\"object\"}",
      "\"nextCursor\"",
      "\"type\"",
      "\"object\"",
      "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}}",
      "\\u0041",
      "{\"tools\":[",
      "]}"};
  ToolCatalog catalog;
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    const uint64_t length = 1 + random(12);
    for (uint64_t i = 0; i < length; ++i) {
      text += kPieces[random(std::size(kPieces))];
    }
    ToolCatalog fresh;
    const absl::StatusOr<ListReport> expected = fresh.LoadPage("", text);
    const absl::StatusOr<ListReport> report = catalog.LoadPage("", text);
    ASSERT_EQ(report.status(), expected.status()) << text;
    // A list is never taken from a text that is not JSON.
    if (report.ok()) {
      std::string error;
      EXPECT_NE(JsonText::Parse(text, &error), nullptr) << text << error;
    }
  }
}

}  // namespace
}  // namespace gabarit::tests
