// What the protocol asks of one tool: the table is cases/tool_rules.json.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gabarit/tools.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/json_file.h"

namespace gabarit::tests {
namespace {

using ::testing::HasSubstr;

std::string Member(document::Value value, const char* name) {
  const std::optional<document::Value> member = value.Find(name);
  return member.has_value() ? std::string(member->string()) : std::string();
}

TEST(ToolRules, AreThoseOfTheTable) {
  const std::string file = ReadFile(std::string(GABARIT_SOURCE_DIR) +
                                    "/tests/tools/cases/tool_rules.json");
  std::string error;
  const std::unique_ptr<JsonText> cases = JsonText::Parse(file, &error);
  ASSERT_NE(cases, nullptr) << error;
  size_t count = 0;
  for (document::ItemIterator item(cases->root()); !item.done(); item.Next()) {
    const document::Value test = item.value();
    SCOPED_TRACE(test.Find("description")->string());
    ++count;
    ToolCatalogOptions options;
    if (test.Find("revision").has_value()) {
      options.revision = *FindProtocolRevision(Member(test, "revision"));
    }
    ToolCatalog catalog(options);
    const std::string tool = test.Find("text").has_value()
                                 ? Member(test, "text")
                                 : std::string(cases->MemberText(test, "tool"));
    // A sound tool stands beside it, and must not suffer.
    const absl::StatusOr<ListReport> report = catalog.LoadPage(
        "",
        absl::StrCat("{\"tools\":[", tool,
                     R"(,{"name":"sound","inputSchema":{"type":"object"}}]})"));
    ASSERT_TRUE(report.ok()) << report.status();
    ASSERT_NE(catalog.list()->Find("sound"), nullptr);
    EXPECT_TRUE(catalog.list()->Find("sound")->usable());

    const std::string says = Member(test, "says");
    if (test.Find("refused").has_value()) {
      ASSERT_EQ(report->refused.size(), 1u);
      EXPECT_EQ(report->refused[0].location, Member(test, "refused"));
      EXPECT_THAT(report->refused[0].reason, HasSubstr(says));
      EXPECT_EQ(report->refused[0].index, 0u);
      continue;
    }
    ASSERT_TRUE(report->refused.empty()) << report->refused[0].reason;
    const Tool& made = *catalog.list()->tools()[0];
    EXPECT_TRUE(made.usable());
    EXPECT_TRUE(made.input().ok());
    EXPECT_EQ(made.json(), tool);
    if (test.Find("unchecked").has_value()) {
      ASSERT_EQ(report->unchecked_outputs.size(), 1u);
      EXPECT_EQ(report->unchecked_outputs[0].location,
                Member(test, "unchecked"));
      EXPECT_THAT(report->unchecked_outputs[0].reason, HasSubstr(says));
      EXPECT_NE(made.output_problem(), nullptr);
      EXPECT_EQ(made.output().status().code(),
                absl::StatusCode::kFailedPrecondition);
    } else {
      EXPECT_TRUE(report->unchecked_outputs.empty());
    }
    if (test.Find("warned").has_value()) {
      ASSERT_EQ(report->warnings.size(), 1u);
      EXPECT_EQ(report->warnings[0].location, Member(test, "warned"));
    }
    if (test.Find("taskSupport").has_value()) {
      const std::string support = Member(test, "taskSupport");
      EXPECT_EQ(made.task_support(),
                support == "required"   ? TaskSupport::kRequired
                : support == "optional" ? TaskSupport::kOptional
                                        : TaskSupport::kForbidden);
    }
    if (test.Find("headers").has_value()) {
      std::vector<std::string> headers;
      for (const HeaderParameter& parameter : made.header_parameters()) {
        headers.push_back(parameter.header + "=" + parameter.location);
      }
      EXPECT_EQ(absl::StrJoin(headers, " "), Member(test, "headers"));
    }
  }
  EXPECT_GE(count, 50u);
}

TEST(ToolRules, ReadTheHintsThatAreThere) {
  ToolCatalog catalog;
  ASSERT_TRUE(catalog
                  .LoadPage("", R"([{"name":"a","inputSchema":{"type":"object"},
                    "annotations":{"readOnlyHint":true,"destructiveHint":false,
                    "idempotentHint":1}}])")
                  .ok());
  const ToolHints& hints = catalog.list()->Find("a")->hints();
  EXPECT_EQ(hints.read_only, true);
  EXPECT_EQ(hints.destructive, false);
  EXPECT_EQ(hints.idempotent, std::nullopt);
  EXPECT_EQ(hints.open_world, std::nullopt);
}

struct LimitCase {
  std::string name;
  std::string tool;
  std::string location;
};

TEST(ToolRules, NameTheLimitThatIsPassed) {
  ProgramCacheOptions cache;
  cache.compile.limits.max_schema_bytes = 400;
  cache.compile.limits.max_schema_depth = 5;
  cache.compile.limits.max_subschemas = 8;
  ToolCatalogOptions options;
  options.limits.max_name_bytes = 20;
  options.cache = std::make_shared<ProgramCache>(cache);
  ToolCatalog catalog(options);
  std::string deep = "{}";
  for (int i = 0; i < 6; ++i) deep = "{\"not\":" + deep + "}";
  std::string many;
  for (int i = 0; i < 9; ++i) {
    absl::StrAppend(&many, i == 0 ? "" : ",", "\"p", i, "\":{}");
  }
  const std::vector<LimitCase> cases = {
      {"max_name_bytes",
       R"({"name":"abcdefghijklmnopqrstuvwxyz","inputSchema":{"type":"object"}})",
       "/name"},
      {"max_schema_bytes",
       absl::StrCat(R"({"name":"a","inputSchema":{"type":"object","title":")",
                    std::string(400, 'x'), "\"}}"),
       "/inputSchema"},
      {"max_schema_depth",
       absl::StrCat(R"({"name":"b","inputSchema":{"type":"object","not":)",
                    deep, "}}"),
       "/inputSchema"},
      {"max_subschemas",
       absl::StrCat(R"({"name":"c","inputSchema":{"type":"object",)",
                    R"("properties":{)", many, "}}}"),
       "/inputSchema"},
  };
  for (const LimitCase& test : cases) {
    const absl::StatusOr<ListReport> report =
        catalog.LoadPage("", "[" + test.tool + "]");
    ASSERT_TRUE(report.ok()) << report.status();
    ASSERT_EQ(report->refused.size(), 1u) << test.name;
    EXPECT_THAT(report->refused[0].reason, HasSubstr(test.name));
    EXPECT_THAT(report->refused[0].location,
                testing::StartsWith(test.location));
  }
}

}  // namespace
}  // namespace gabarit::tests
