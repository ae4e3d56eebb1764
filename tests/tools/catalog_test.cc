// Lists: pages, changes, staleness, names that come twice, programs shared and
// dropped.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gabarit/tool_checker.h"
#include "gabarit/tools.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace gabarit::tests {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// A tool whose argument "x" must have the given type.
std::string ToolText(std::string_view name, std::string_view type = "integer") {
  return absl::StrCat(
      "{\"name\":\"", std::string(name),
      "\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"x\":{"
      "\"type\":\"",
      std::string(type), "\"}}}}");
}

std::string Page(const std::vector<std::string>& tools,
                 std::string_view next_cursor = {}) {
  std::string text = "{\"tools\":[";
  for (const std::string& tool : tools) {
    absl::StrAppend(&text, text.back() == '[' ? "" : ",", tool);
  }
  text += "]";
  if (!next_cursor.empty()) {
    absl::StrAppend(&text, ",\"nextCursor\":\"", std::string(next_cursor),
                    "\"");
  }
  return text + "}";
}

ListReport Load(ToolCatalog& catalog, const std::string& json,
                std::string_view cursor = {}) {
  absl::StatusOr<ListReport> report = catalog.LoadPage(cursor, json);
  EXPECT_TRUE(report.ok()) << report.status();
  return report.ok() ? *std::move(report) : ListReport();
}

CheckOutcome Check(ToolChecker& checker, const ToolCatalog& catalog,
                   std::string_view name, std::string_view arguments) {
  const ToolLookup lookup = checker.Find(catalog, name);
  if (lookup.tool == nullptr) return CheckOutcome::kToolRefused;
  return checker.CheckArguments(*lookup.tool, arguments).outcome;
}

TEST(LoadPage, TakesAResponseAResultAnObjectOrAnArray) {
  const std::string tool = ToolText("a");
  for (const std::string& text :
       {"[" + tool + "]", "{\"tools\":[" + tool + "]}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[" + tool + "]}}",
        " {\n\"result\" : { \"_meta\":{\"tools\":[1]} , \"tools\" : [ " + tool +
            " ] } }\n",
        "{\"to\\u006fls\":[" + tool + "]}"}) {
    ToolCatalog catalog;
    EXPECT_THAT(Load(catalog, text).added, ElementsAre("a")) << text;
  }
}

TEST(LoadPage, TellsWhatIsNoList) {
  const struct {
    std::string text;
    std::string says;
  } kCases[] = {
      {"", "JSON"},
      {"{", "JSON"},
      {"[1,]", "JSON"},
      {"[{\"name\":\"a\"]", "JSON"},
      {"[{\"name\":\"a\" \"b\":1}]", "line 1"},
      {"{\"tools\":[{}],}", "JSON"},
      {"{\"tools\":[{}]} x", "JSON"},
      {"{\"tools\":[\"\\ud800\"]}", "surrogate"},
      {"12", "not an answer"},
      {"{}", "not an answer"},
      {"{\"result\":[]}", "not an answer"},
      {"{\"tools\":{}}", "must be an array"},
      {"{\"tools\":null}", "must be an array"},
      {"{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1}}", "error"},
      {"{\"tools\":[],\"tools\":[]}", "two members"},
      {"{\"tools\":[],\"result\":{\"tools\":[]}}", "both"},
      {"{\"tools\":[],\"nextCursor\":5}", "nextCursor"},
  };
  for (const auto& test : kCases) {
    ToolCatalog catalog;
    const absl::Status status = catalog.LoadPage("", test.text).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << test.text;
    EXPECT_THAT(std::string(status.message()), HasSubstr(test.says))
        << test.text;
    EXPECT_EQ(catalog.state(), ListState::kNone);
  }
}

TEST(LoadPage, TellsWhatChanged) {
  ToolCatalog catalog;
  ListReport report =
      Load(catalog, Page({ToolText("a"), ToolText("b"), ToolText("c")}));
  EXPECT_THAT(report.added, ElementsAre("a", "b", "c"));
  EXPECT_EQ(report.compiled, 1u);  // equal bytes, one program
  EXPECT_EQ(report.reused, 2u);

  report = Load(catalog, Page({ToolText("d"), ToolText("a"),
                               ToolText("c", "string"), "{\"name\":\"e\"}"}));
  EXPECT_THAT(report.added, ElementsAre("d"));
  EXPECT_THAT(report.changed, ElementsAre("c"));
  EXPECT_THAT(report.removed, ElementsAre("b"));
  EXPECT_EQ(report.unchanged, 1u);
  EXPECT_THAT(report.refused, SizeIs(1));
  EXPECT_EQ(report.compiled, 1u);
}

TEST(LoadPage, RecognisesToolsInAnyOrder) {
  std::vector<std::string> tools;
  for (int i = 0; i < 40; ++i) tools.push_back(ToolText(absl::StrCat("t", i)));
  ToolCatalog catalog;
  Load(catalog, Page(tools));
  const std::vector<std::shared_ptr<const Tool>> before(
      catalog.list()->tools().begin(), catalog.list()->tools().end());
  std::vector<std::string> mixed;
  for (size_t i = 0; i < tools.size(); ++i) {
    mixed.push_back(tools[(i * 7) % tools.size()]);
  }
  const ListReport report = Load(catalog, Page(mixed));
  EXPECT_EQ(report.unchanged, 40u);
  EXPECT_EQ(report.compiled, 0u);
  // The very same objects, not only equal ones.
  for (const auto& tool : before) {
    EXPECT_EQ(catalog.list()->Find(tool->name()), tool.get());
  }
}

// A text that begins like a known tool's is not that tool.
TEST(LoadPage, IsNotTakenInByACommonBeginning) {
  ToolCatalog catalog;
  Load(catalog, "[1,2]");
  EXPECT_THAT(Load(catalog, "[12,23]").refused, SizeIs(2));
  EXPECT_FALSE(catalog.LoadPage("", "[" + ToolText("a") + "x]").ok());
  Load(catalog, Page({ToolText("a")}));
  EXPECT_FALSE(catalog.LoadPage("", "[" + ToolText("a") + "x]").ok());
  EXPECT_FALSE(
      catalog.LoadPage("", "[" + ToolText("a") + ToolText("b") + "]").ok());
  EXPECT_EQ(catalog.list()->tools().size(), 1u);
}

TEST(LoadPage, SwapsAListInWhenItIsWhole) {
  ToolCatalog catalog;
  ToolChecker checker(catalog.cache());
  Load(catalog, Page({ToolText("old"), ToolText("x")}));
  ListReport report = Load(catalog, Page({ToolText("a")}, "2"));
  EXPECT_EQ(report.next_cursor, "2");
  EXPECT_THAT(report.added, IsEmpty());
  EXPECT_NE(catalog.list()->Find("old"), nullptr);
  EXPECT_EQ(catalog.list()->Find("a"), nullptr);
  report = Load(catalog, Page({ToolText("b")}, "3"), "2");
  EXPECT_EQ(catalog.list()->Find("b"), nullptr);
  report = Load(catalog, Page({ToolText("x")}), "3");
  EXPECT_EQ(report.next_cursor, std::nullopt);
  EXPECT_THAT(report.added, ElementsAre("a", "b"));
  EXPECT_THAT(report.removed, ElementsAre("old"));
  EXPECT_EQ(report.unchanged, 1u);
  EXPECT_EQ(checker.Find(catalog, "old").outcome,
            ToolLookup::Outcome::kUnknown);
}

TEST(LoadPage, ShowsTheVeryFirstListPageByPage) {
  ToolCatalog catalog;
  ToolChecker checker(catalog.cache());
  EXPECT_EQ(checker.Find(catalog, "a").outcome, ToolLookup::Outcome::kNoList);
  Load(catalog, Page({ToolText("a")}, "2"));
  EXPECT_EQ(catalog.state(), ListState::kPartial);
  EXPECT_EQ(checker.Find(catalog, "a").outcome, ToolLookup::Outcome::kFound);
  // It may stand on a page that has not come.
  EXPECT_EQ(checker.Find(catalog, "b").outcome, ToolLookup::Outcome::kNoList);
  Load(catalog, Page({}), "2");
  EXPECT_EQ(catalog.state(), ListState::kComplete);
  EXPECT_EQ(checker.Find(catalog, "b").outcome, ToolLookup::Outcome::kUnknown);
}

TEST(LoadPage, ReplacesAPageThatIsLoadedAgain) {
  ToolCatalog catalog;
  Load(catalog, Page({ToolText("a")}, "2"));
  Load(catalog, Page({ToolText("b")}, "3"), "2");
  Load(catalog, Page({ToolText("c")}), "3");
  const ListReport report = Load(catalog, Page({ToolText("d")}, "3"), "2");
  EXPECT_EQ(report.next_cursor, std::nullopt);
  EXPECT_THAT(report.added, ElementsAre("d"));
  EXPECT_THAT(report.removed, ElementsAre("b"));
  EXPECT_EQ(report.unchanged, 2u);
  // One that leads elsewhere than before is the beginning of a new end.
  EXPECT_EQ(Load(catalog, Page({ToolText("d")}, "4"), "2").next_cursor, "4");
  EXPECT_NE(catalog.list()->Find("c"), nullptr);
  Load(catalog, Page({ToolText("e")}), "4");
  EXPECT_EQ(catalog.list()->Find("c"), nullptr);
  EXPECT_NE(catalog.list()->Find("a"), nullptr);
}

TEST(LoadPage, RefusesCursorsThatNobodyNamedAndThoseInACircle) {
  ToolCatalog catalog;
  EXPECT_EQ(catalog.LoadPage("x", Page({})).status().code(),
            absl::StatusCode::kFailedPrecondition);
  Load(catalog, Page({ToolText("a")}, "2"));
  EXPECT_EQ(catalog.LoadPage("3", Page({})).status().code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_FALSE(catalog.LoadPage("2", Page({}, "2")).ok());
  // The list under construction is as it was.
  Load(catalog, Page({ToolText("b")}), "2");
  EXPECT_THAT(catalog.list()->tools(), SizeIs(2));
}

TEST(LoadPage, NamesTheLimitOfTheList) {
  ToolCatalogOptions options;
  options.limits.max_tools = 2;
  options.limits.max_pages = 2;
  options.limits.max_list_bytes = 1000;
  ToolCatalog catalog(options);
  const std::string three = Page({ToolText("a"), ToolText("b"), ToolText("c")});
  EXPECT_THAT(catalog.LoadPage("", three).status().ToString(),
              HasSubstr("max_tools = 2"));
  EXPECT_THAT(catalog.LoadPage("", Page({ToolText(std::string(1000, 'a'))}))
                  .status()
                  .ToString(),
              HasSubstr("max_list_bytes = 1000"));
  Load(catalog, Page({ToolText("a"), ToolText("b")}, "2"));
  EXPECT_THAT(catalog.LoadPage("2", Page({ToolText("c")})).status().ToString(),
              HasSubstr("max_tools = 2"));
  Load(catalog, Page({}, "3"), "2");
  EXPECT_THAT(catalog.LoadPage("3", Page({})).status().ToString(),
              HasSubstr("max_pages = 2"));
}

TEST(Names, ThatComeTwiceAreSetAsideUnlessTheToolsAreEqual) {
  ToolCatalog catalog;
  ListReport report =
      Load(catalog, Page({ToolText("a"), ToolText("b"), ToolText("a")}));
  EXPECT_THAT(report.refused, IsEmpty());
  EXPECT_THAT(catalog.list()->tools(), SizeIs(2));

  report = Load(catalog,
                Page({ToolText("a"), ToolText("b"), ToolText("a", "string")}));
  ASSERT_THAT(report.refused, SizeIs(1));
  EXPECT_EQ(report.refused[0].tool, "a");
  EXPECT_EQ(report.refused[0].index, 2u);
  EXPECT_FALSE(catalog.list()->Find("a")->usable());
  EXPECT_TRUE(catalog.list()->Find("b")->usable());

  // When the other one goes, the name is good again.
  report = Load(catalog, Page({ToolText("a"), ToolText("b")}));
  EXPECT_THAT(report.added, ElementsAre("a"));
  EXPECT_TRUE(catalog.list()->Find("a")->usable());
}

TEST(Names, ThatAreEqualInTwoServersDoNotMeet) {
  Directory directory;
  auto first = *directory.Add("first");
  auto second = *directory.Add("second", ProtocolRevision::k2026_07_28);
  Load(*first, Page({ToolText("a", "integer")}));
  Load(*second, Page({ToolText("a", "string")}));
  ToolChecker checker(directory.cache());
  const std::shared_ptr<const Tool> one =
      checker.Find(directory, "first", "a").tool;
  const std::shared_ptr<const Tool> other =
      checker.Find(directory, "second", "a").tool;
  EXPECT_TRUE(checker.CheckArguments(*one, R"({"x":1})").passed());
  EXPECT_FALSE(checker.CheckArguments(*other, R"({"x":1})").passed());
  EXPECT_EQ(directory.Add("first").status().code(),
            absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(directory.servers(), ElementsAre("first", "second"));
  EXPECT_TRUE(directory.Remove("first"));
  EXPECT_FALSE(directory.Remove("first"));
  EXPECT_EQ(directory.Find("first"), nullptr);
  EXPECT_EQ(checker.Find(directory, "first", "a").outcome,
            ToolLookup::Outcome::kNoList);
  // What is held stays good.
  EXPECT_TRUE(checker.CheckArguments(*one, R"({"x":1})").passed());
}

TEST(Identifiers, ThatAreEqualInTwoToolsDoNotMeet) {
  const auto tool = [](const char* name, const char* type) {
    return absl::StrCat(R"({"name":")", name,
                        R"(","inputSchema":{"$id":"https://example.com/s",)"
                        R"("type":"object","properties":{"x":{"$ref":)"
                        R"("https://example.com/s#/$defs/d"}},"$defs":{"d":)"
                        R"({"type":")",
                        type, R"("}}}})");
  };
  ToolCatalog catalog;
  ToolChecker checker(catalog.cache());
  Load(catalog, Page({tool("a", "integer"), tool("b", "string")}));
  EXPECT_EQ(Check(checker, catalog, "a", R"({"x":1})"), CheckOutcome::kValid);
  EXPECT_EQ(Check(checker, catalog, "b", R"({"x":1})"), CheckOutcome::kInvalid);
  EXPECT_EQ(Check(checker, catalog, "b", R"({"x":""})"), CheckOutcome::kValid);
}

TEST(Staleness, LastsUntilAListThatWasBegunLaterIsWhole) {
  ToolCatalog catalog;
  ToolChecker checker(catalog.cache());
  catalog.MarkStale();
  Load(catalog, Page({ToolText("a")}));
  EXPECT_EQ(catalog.state(), ListState::kComplete);
  catalog.MarkStale();
  EXPECT_EQ(catalog.state(), ListState::kStale);
  EXPECT_EQ(checker.Find(catalog, "a").list, ListState::kStale);
  Load(catalog, Page({ToolText("a")}, "2"));
  EXPECT_EQ(catalog.state(), ListState::kStale);
  catalog.MarkStale();  // while the new one is read
  Load(catalog, Page({}), "2");
  EXPECT_EQ(catalog.state(), ListState::kStale);
  Load(catalog, Page({ToolText("a")}, "2"));
  Load(catalog, Page({}), "2");
  EXPECT_EQ(catalog.state(), ListState::kComplete);
  // One page of a stale list, again, does not make it fresh.
  catalog.MarkStale();
  Load(catalog, Page({}), "2");
  EXPECT_EQ(catalog.state(), ListState::kStale);
}

TEST(CallsUnderWay, KeepTheToolTheyStartedWith) {
  ToolCatalog catalog;
  ToolChecker checker(catalog.cache());
  Load(catalog, Page({ToolText("a", "integer")}));
  const std::shared_ptr<const Tool> before = checker.Find(catalog, "a").tool;
  Load(catalog, Page({ToolText("a", "string")}));
  const std::shared_ptr<const Tool> after = checker.Find(catalog, "a").tool;
  EXPECT_TRUE(checker.CheckArguments(*before, R"({"x":1})").passed());
  EXPECT_FALSE(checker.CheckArguments(*after, R"({"x":1})").passed());
}

TEST(Tools, OutliveTheirCatalogAndItsCache) {
  std::shared_ptr<const Tool> tool;
  {
    ToolCatalog catalog;
    Load(catalog, Page({ToolText("a")}));
    tool = catalog.list()->tools()[0];
  }
  const ToolCatalog other;
  ToolChecker checker(other.cache());
  // A tool of another cache: slower, and right.
  EXPECT_TRUE(checker.CheckArguments(*tool, R"({"x":1})").passed());
  EXPECT_FALSE(checker.CheckArguments(*tool, R"({"x":""})").passed());
  EXPECT_TRUE(tool->input().ok());
}

TEST(Programs, AreSharedByEqualBytesAlone) {
  Directory directory;
  for (const char* server : {"a", "b", "c"}) {
    Load(**directory.Add(server), Page({ToolText("x"), ToolText("y")}));
  }
  EXPECT_EQ(directory.cache()->statistics().programs, 1u);
  EXPECT_EQ(directory.cache()->statistics().compiled, 1u);
  EXPECT_EQ(directory.cache()->statistics().shared, 5u);
  // The same schema, but not the same bytes.
  Load(**directory.Add("d"),
       R"([{"name":"x","inputSchema":{ "type":"object"}}])");
  Load(**directory.Add("e"),
       R"([{"name":"x","inputSchema":{"type":"object"}}])");
  EXPECT_EQ(directory.cache()->statistics().programs, 3u);
}

TEST(Programs, ThatWereNotUsedForLongestAreDroppedAndComeBack) {
  DirectoryOptions options;
  options.cache.max_programs = 8;
  Directory directory(options);
  auto catalog = *directory.Add("s");
  std::vector<std::string> tools;
  for (int i = 0; i < 30; ++i) {
    // Schemas that differ: each has its own bound.
    tools.push_back(absl::StrCat(
        R"({"name":"t)", i,
        R"(","inputSchema":{"type":"object","properties":{"x":{"minimum":)", i,
        "}}}}"));
  }
  Load(*catalog, Page(tools));
  EXPECT_LE(directory.cache()->statistics().programs, 8u);
  ToolChecker checker(directory.cache());
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 30; ++i) {
      const std::string name = absl::StrCat("t", i);
      EXPECT_EQ(Check(checker, *catalog, name, absl::StrCat("{\"x\":", i, "}")),
                CheckOutcome::kValid);
      EXPECT_EQ(
          Check(checker, *catalog, name, absl::StrCat("{\"x\":", i - 1, "}")),
          CheckOutcome::kInvalid);
    }
    EXPECT_LE(directory.cache()->statistics().programs, 8u);
  }
  EXPECT_GT(directory.cache()->statistics().recompiled, 0u);
  // What is used all the time is not dropped.
  Check(checker, *catalog, "t3", "{}");
  const uint64_t before = directory.cache()->statistics().recompiled;
  for (int i = 10; i < 14; ++i) {
    Check(checker, *catalog, absl::StrCat("t", i), "{}");
    Check(checker, *catalog, "t3", "{}");
  }
  EXPECT_LE(directory.cache()->statistics().recompiled, before + 4);
}

TEST(Programs, StayWithinTheirBytes) {
  DirectoryOptions options;
  options.cache.max_bytes = 60'000;
  Directory directory(options);
  for (int server = 0; server < 20; ++server) {
    auto catalog = *directory.Add(absl::StrCat("s", server));
    Load(*catalog,
         absl::StrCat(
             R"([{"name":"a","inputSchema":{"type":"object","title":")",
             std::string(1000, static_cast<char>('a' + server)), R"("}}])"));
    EXPECT_LE(directory.cache()->statistics().bytes, 60'000u);
  }
  EXPECT_GT(directory.cache()->statistics().dropped, 0u);
}

}  // namespace
}  // namespace gabarit::tests
