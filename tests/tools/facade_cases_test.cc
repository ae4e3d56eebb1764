// Sessions that hosts get wrong, as far as tools and their lists are concerned:
// each message of the cases in cases/facade goes to a catalog and a checker,
// and what they say is compared, message by message, with what the case asks
// for in its own words ("expect").

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gabarit/tool_checker.h"
#include "gabarit/tools.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/json_file.h"

namespace gabarit::tests {
namespace {

using document::ItemIterator;
using ::testing::HasSubstr;

// A host that has a catalog and a checker, and nothing else.
class PlainHost {
 public:
  explicit PlainHost(ProtocolRevision revision)
      : revision_(revision),
        catalog_(Options(revision)),
        checker_(catalog_.cache()) {}

  void Load(const std::string& tools) {
    const absl::StatusOr<ListReport> report = catalog_.LoadPage("", tools);
    ASSERT_TRUE(report.ok()) << report.status();
  }

  // What is said about a message: in short, and at length.
  struct Decision {
    std::string brief;
    std::string text;
  };

  Decision Take(const std::string& message, bool from_client) {
    const std::optional<Value> root = checker_.Parse(message);
    if (!root.has_value()) return {"not JSON", checker_.failure().message};
    return from_client ? FromClient(*root) : FromServer(*root, message);
  }

 private:
  static ToolCatalogOptions Options(ProtocolRevision revision) {
    ToolCatalogOptions options;
    options.revision = revision;
    return options;
  }

  static std::string FirstPlaces(const std::string& text) {
    std::vector<std::string> places;
    size_t begin = 0;
    while (begin < text.size()) {
      const size_t end = std::min(text.find('\n', begin), text.size());
      const std::string line = text.substr(begin, end - begin);
      if (line.starts_with('/'))
        places.push_back(line.substr(0, line.find(':')));
      begin = end + 1;
    }
    return absl::StrJoin(places, " ");
  }

  static Decision Say(const ToolCheck& check) {
    static const std::map<CheckOutcome, std::string> kNames = {
        {CheckOutcome::kValid, "valid"},
        {CheckOutcome::kInvalid, "invalid"},
        {CheckOutcome::kNotJson, "not JSON"},
        {CheckOutcome::kLimitReached, "limit"},
        {CheckOutcome::kToolRefused, "refused tool"},
        {CheckOutcome::kNotCheckable, "not checkable"},
        {CheckOutcome::kNoSchema, "no schema"},
        {CheckOutcome::kMissing, "missing"},
        {CheckOutcome::kMalformed, "malformed"},
        {CheckOutcome::kErrorResult, "tool error"}};
    const std::string places = FirstPlaces(check.text);
    return {kNames.at(check.outcome) + (places.empty() ? "" : " ") + places,
            check.text};
  }

  Decision FromClient(Value root) {
    const std::optional<Value> params = root.Find("params");
    if (root.Find("method")->string() == "tools/list") {
      cursor_.clear();
      if (params.has_value() && params->Find("cursor").has_value()) {
        cursor_ = params->Find("cursor")->string();
      }
      listing_ = root.Find("id")->integer();
      return {"list request", ""};
    }
    const std::string name(params->Find("name")->string());
    const ToolLookup lookup = checker_.Find(catalog_, name);
    tool_ = lookup.tool;
    if (lookup.outcome == ToolLookup::Outcome::kUnknown) return {"unknown", ""};
    if (lookup.outcome == ToolLookup::Outcome::kNoList) return {"no list", ""};
    Decision decision =
        Say(checker_.CheckArguments(*tool_, params->Find("arguments")));
    if (lookup.list == ListState::kStale) decision.brief += ", stale";
    return decision;
  }

  Decision FromServer(Value root, const std::string& message) {
    if (root.Find("method").has_value()) {
      catalog_.MarkStale();
      return {"stale", ""};
    }
    const std::optional<Value> result = root.Find("result");
    if (!result.has_value()) return {"protocol error", ""};
    if (listing_ != root.Find("id")->integer()) {
      return Say(tool_ == nullptr || !tool_->usable()
                     ? checker_.CheckResult(*result, revision_)
                     : checker_.CheckResult(*tool_, *result, revision_));
    }
    const absl::StatusOr<ListReport> report =
        catalog_.LoadPage(cursor_, message);
    if (!report.ok()) return {"list refused", report.status().ToString()};
    Decision decision{
        absl::StrCat("+", report->added.size(), " ~", report->changed.size(),
                     " -", report->removed.size(), " =", report->unchanged),
        ""};
    for (const ToolProblem& problem : report->refused) {
      absl::StrAppend(&decision.brief, " !", problem.tool);
      absl::StrAppend(&decision.text, problem.tool, " ", problem.location, ": ",
                      problem.reason, "\n");
    }
    for (const ToolProblem& problem : report->unchecked_outputs) {
      absl::StrAppend(&decision.brief, " ?", problem.tool);
      absl::StrAppend(&decision.text, problem.tool, " ", problem.location, ": ",
                      problem.reason, "\n");
    }
    if (!report->warnings.empty()) {
      absl::StrAppend(&decision.text, report->warnings.size(), " warnings\n");
    }
    return decision;
  }

  ProtocolRevision revision_;
  ToolCatalog catalog_;
  ToolChecker checker_;
  std::string cursor_;
  std::optional<int64_t> listing_;
  std::shared_ptr<const Tool> tool_;
};

struct Expected {
  size_t message;     // counted from 1, as the cases do
  std::string brief;  // Decision::brief
  // What the text must name.
  std::vector<std::string> named = {};
};

struct FacadeCase {
  std::string file;
  std::string description;
  std::vector<Expected> expected;
};

std::vector<FacadeCase> Cases() {
  return {
      {"arguments.json",
       "arguments left out",
       {{1, "valid"}, {2, "invalid /arguments", {"\"n\""}}, {3, "valid"}}},
      {"arguments.json",
       "parameters that arrive as JSON text",
       {{1, "invalid /arguments/args", {"an object", "without the quotes"}},
        {2, "invalid /arguments/ids", {"an array", "without the quotes"}},
        {3, "invalid /arguments/n", {"a number"}},
        {4, "valid"}}},
      {"arguments.json",
       "misspelt and misplaced arguments",
       {{1, "invalid /arguments/depth", {"maxDepth"}},
        {2, "invalid /arguments/search", {"\"filter\""}},
        {3, "valid"}}},
      {"arguments.json",
       "unknown tool",
       {{1, "unknown"},
        {2, "protocol error"},
        {3, "unknown"},
        {4, "tool error"}}},
      {"arguments.json",
       "parameters named like JS built-ins",
       {{1, "invalid /arguments", {"toString"}},
        {2, "valid"},
        {3, "invalid /arguments/constructor"},
        {4, "invalid /arguments/__proto__"}}},
      {"arguments.json",
       "what was judged is what is sent",
       {{1, "invalid /arguments/_proxy_auth"}, {2, "valid"}}},

      {"output.json",
       "error result with another shape (2025-11-25)",
       {{2, "+1 ~0 -0 =0"}, {3, "valid"}, {4, "tool error"}}},
      {"output.json",
       "error result without structured content",
       {{4, "tool error"}}},
      {"output.json",
       "structured content that does not fit",
       {{4,
         "invalid /structuredContent/total /structuredContent/note",
         {"an integer", "unknown property"}}}},
      {"output.json",
       "array as structured content, old revision",
       {{2, "malformed /structuredContent", {"an object"}}}},
      {"output.json",
       "null, zero, false and empty text are present",
       {{2, "valid"},
        {4, "valid"},
        {6, "valid"},
        {8, "valid"},
        {10, "invalid /structuredContent", {"expected an object, found null"}},
        {12, "missing /structuredContent", {"missing"}}}},
      {"output.json",
       "structured content without a declared schema",
       {{2, "no schema"}}},
      {"output.json",
       "2020-12 tuple in an un-stamped outputSchema",
       {{2, "valid"}, {4, "invalid /structuredContent/pair/2"}}},
      {"output.json",
       "closed list that lacks a value the server does send",
       {{2, "invalid /structuredContent/state", {"\"open\"", "\"shut\""}}}},
      {"output.json",
       "resultType left out by an older server",
       {{1, "valid"}, {2, "valid"}}},

      {"cache.json",
       "changed tool list replaces validators",
       {{4, "valid"},
        {5, "stale"},
        {7, "+0 ~1 -0 =0"},
        {9, "valid"},
        {11, "invalid /structuredContent/g"}}},
      {"cache.json",
       "refresh that contains a schema that does not compile",
       {{5, "+1 ~0 -0 =2 ?zzz", {"zzz /outputSchema/properties/v/$ref"}},
        {7, "invalid /structuredContent/g"}}},
      {"cache.json",
       "re-reading a single page",
       {{4, "+1 ~0 -0 =1"},
        {6, "+0 ~0 -0 =2"},
        {8, "invalid /structuredContent", {"\"a\""}}}},
      {"cache.json",
       "no reference from one tool into another",
       {{2, "+1 ~0 -0 =0 !uses", {"uses /inputSchema/properties/x/$ref"}},
        {3, "refused tool /inputSchema/properties/x/$ref"}}},
      {"cache.json",
       "empty list is a list",
       {{2, "+0 ~0 -0 =0"}, {3, "unknown"}}},
      {"cache.json",
       "call before any list",
       {{1, "no list"}, {2, "no schema"}}},

      {"raw-text.json",
       "one member twice in arguments",
       {{1, "not JSON", {"two members named \"path\""}},
        {2, "not JSON", {"two members named \"path\""}},
        {3, "not JSON", {"two members named \"path\""}}}},
      {"raw-text.json",
       "lone surrogates",
       {{1, "not JSON", {"surrogate"}},
        {2, "not JSON", {"surrogate"}},
        {3, "valid"},
        {4, "valid"}}},
      {"raw-text.json", "64-bit id passes unchanged", {{2, "valid"}}},

      {"tool-schemas.json",
       "one tool with a dangling pointer beside a sound tool",
       {{2,
         "+1 ~0 -0 =0 !make_panel",
         {"make_panel /inputSchema/properties/panel/$ref", "#/$defs/Frame"}},
        {3, "valid"},
        {4, "refused tool /inputSchema/properties/panel/$ref"}}},
      {"tool-schemas.json",
       "references that go round without consuming input",
       {{2,
         "+1 ~0 -0 =0 !loop_in !ring !empty_ref",
         {"ring /inputSchema/$defs/a/$ref", "/$defs/a (`$ref`)",
          "/$defs/b (`$ref`)"}},
        {3, "refused tool /inputSchema/$defs/a/$ref"}}},
      {"tool-schemas.json",
       "draft-07 stamped schemas",
       {{2, "+2 ~0 -0 =0"},
        {3, "valid"},
        {4, "valid"},
        {5, "valid"},
        {6, "invalid /structuredContent/pair/2"}}},
      {"tool-schemas.json",
       "inputSchema that is null, absent, a bare marker, not an object schema, "
       "or a bare union",
       {{2,
         "+1 ~0 -0 =0 !t_null !t_marker !t_string !t_union !t_absent",
         {"t_null /inputSchema:", "t_marker /inputSchema/type",
          "t_string /inputSchema/type", "t_union /inputSchema/type",
          "t_absent /inputSchema"}},
        {3, "valid"}}},
      {"tool-schemas.json",
       "oneOf beside type object at the root",
       {{2, "+1 ~0 -0 =0"},
        {3, "valid"},
        {4, "invalid /arguments", {"exactly one", "\"id\"", "\"x\""}},
        {5, "invalid /arguments", {"exactly one", "\"id\"", "\"x\""}}}},
      {"tool-schemas.json",
       "outputSchema with a bare oneOf, new revision",
       {{2, "+2 ~0 -0 =0"},
        {4, "valid"},
        {6, "invalid /structuredContent/ok"}}},
      {"tool-schemas.json",
       "vendor keywords and unknown formats",
       {{2, "+1 ~0 -0 =0"}, {3, "valid"}, {4, "valid"}, {5, "valid"}}},
      {"tool-schemas.json",
       "doubling references in a tool",
       {{2, "+2 ~0 -0 =0"}, {3, "valid"}, {4, "valid"}}},
      {"tool-schemas.json",
       "no-argument tool without 'properties'",
       {{2, "+1 ~0 -0 =0"}, {3, "valid"}, {4, "valid"}}},
  };
}

class FacadeCases : public testing::TestWithParam<FacadeCase> {};

TEST_P(FacadeCases, AreDecidedAsTheyAsk) {
  const FacadeCase& test = GetParam();
  const std::string file =
      ReadFile(DataDirectory() / "cases/facade" / test.file);
  if (file.empty()) GTEST_SKIP() << "no cases";
  std::string error;
  const std::unique_ptr<JsonText> cases = JsonText::Parse(file, &error);
  ASSERT_NE(cases, nullptr) << error;
  bool found = false;
  for (ItemIterator item(cases->root()); !item.done(); item.Next()) {
    const document::Value session = item.value();
    if (session.Find("description")->string() != test.description) continue;
    found = true;
    const std::optional<ProtocolRevision> revision =
        FindProtocolRevision(session.Find("protocol")->string());
    ASSERT_TRUE(revision.has_value());
    PlainHost host(*revision);
    std::vector<document::Value> messages;
    bool lists = false;
    for (ItemIterator message(*session.Find("messages")); !message.done();
         message.Next()) {
      messages.push_back(message.value());
      lists = lists || cases->TextOf(message.value()).find("tools/list") !=
                           std::string_view::npos;
    }
    const std::string tools(cases->MemberText(session, "tools"));
    if (!lists && tools != "[]") host.Load(tools);
    std::vector<PlainHost::Decision> decisions;
    for (const document::Value message : messages) {
      const std::optional<document::Value> exact = message.Find("messageText");
      const std::string text =
          exact.has_value()
              ? std::string(exact->string())
              : std::string(cases->MemberText(message, "message"));
      decisions.push_back(
          host.Take(text, message.Find("from")->string() == "client"));
    }
    for (const Expected& expected : test.expected) {
      ASSERT_LE(expected.message, decisions.size());
      const PlainHost::Decision& decision = decisions[expected.message - 1];
      EXPECT_EQ(decision.brief, expected.brief)
          << "message " << expected.message << ": " << decision.text
          << "\nexpect: " << session.Find("expect")->string();
      for (const std::string& name : expected.named) {
        EXPECT_THAT(decision.text, HasSubstr(name))
            << "message " << expected.message;
      }
    }
  }
  EXPECT_TRUE(found) << test.description;
}

INSTANTIATE_TEST_SUITE_P(
    All, FacadeCases, testing::ValuesIn(Cases()),
    [](const testing::TestParamInfo<FacadeCase>& parameter) {
      return NameForTest(
          absl::StrCat(parameter.index, "_", parameter.param.description));
    });

// A case that is new in the data must not go by unnoticed.
TEST(FacadeFiles, HaveNoCaseThatIsNotListed) {
  for (const char* name : {"arguments.json", "output.json", "cache.json",
                           "raw-text.json", "tool-schemas.json"}) {
    const std::string file = ReadFile(DataDirectory() / "cases/facade" / name);
    if (file.empty()) GTEST_SKIP() << "no cases";
    std::string error;
    const std::unique_ptr<JsonText> cases = JsonText::Parse(file, &error);
    ASSERT_NE(cases, nullptr) << error;
    for (ItemIterator item(cases->root()); !item.done(); item.Next()) {
      const std::string description(item.value().Find("description")->string());
      const std::vector<FacadeCase> known = Cases();
      EXPECT_TRUE(std::any_of(known.begin(), known.end(),
                              [&](const FacadeCase& test) {
                                return test.file == name &&
                                       test.description == description;
                              }))
          << name << ": " << description;
    }
  }
}

}  // namespace
}  // namespace gabarit::tests
