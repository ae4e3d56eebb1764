// Arguments, structured content and whole results against one tool.

#include <optional>
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

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr std::string_view kTools = R"([
  {"name":"sum","inputSchema":{"type":"object","properties":{
      "a":{"type":"number"},"tags":{"type":"array","items":{"type":"string"}}},
      "required":["a"]},
    "outputSchema":{"type":"object","properties":{"total":{"type":"integer"}},
      "required":["total"]}},
  {"name":"free","inputSchema":{"type":"object"}},
  {"name":"hidden_type","inputSchema":{"type":"object",
      "$schema":"http://json-schema.org/draft-07/schema#",
      "$ref":"#/definitions/any","definitions":{"any":{}}}},
  {"name":"blind","inputSchema":{"type":"object"},
    "outputSchema":{"type":"object","properties":{"x":{"$ref":"#/nowhere"}}}},
  {"name":"broken","inputSchema":{"type":"string"}}
])";

class Checks : public testing::Test {
 protected:
  Checks() : checker_(catalog_.cache()) {
    EXPECT_TRUE(catalog_.LoadPage("", kTools).ok());
  }

  const Tool& Named(std::string_view name) {
    return *catalog_.list()->Find(name);
  }
  // In place, inside of a message.
  ToolCheck InMessage(std::string_view tool, const std::string& params) {
    message_ = absl::StrCat(
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":)", params,
        "}");
    const std::optional<Value> root = checker_.Parse(message_);
    EXPECT_TRUE(root.has_value()) << message_;
    return checker_.CheckArguments(Named(tool),
                                   root->Find("params")->Find("arguments"));
  }
  ToolCheck Result(std::string_view tool, const std::string& json,
                   ProtocolRevision revision = ProtocolRevision::k2025_11_25) {
    message_ = json;
    const std::optional<Value> result = checker_.Parse(message_);
    EXPECT_TRUE(result.has_value()) << json;
    return checker_.CheckResult(Named(tool), *result, revision);
  }

  ToolCatalog catalog_;
  ToolChecker checker_;
  std::string message_;
};

TEST_F(Checks, ArgumentsInTheirMessage) {
  EXPECT_EQ(InMessage("sum", R"({"arguments":{"a":1}})").outcome,
            CheckOutcome::kValid);
  const ToolCheck check =
      InMessage("sum", R"({"arguments":{"a":"1","tags":[1]}})");
  EXPECT_EQ(check.outcome, CheckOutcome::kInvalid);
  ASSERT_EQ(check.report.errors().size(), 2u);
  EXPECT_EQ(check.report.errors()[0].instance_location, "/a");
  EXPECT_EQ(check.report.errors()[1].instance_location, "/tags/0");
  // Offsets are those of the message.
  EXPECT_EQ(message_.substr(check.report.errors()[0].offset, 3), "\"1\"");
  EXPECT_THAT(check.text, StartsWith("/arguments/a: "));
}

TEST_F(Checks, AbsentArgumentsAreAnEmptyObject) {
  EXPECT_EQ(InMessage("free", "{}").outcome, CheckOutcome::kValid);
  const ToolCheck check = InMessage("sum", "{}");
  EXPECT_EQ(check.outcome, CheckOutcome::kInvalid);
  EXPECT_THAT(check.text, HasSubstr("missing required property \"a\""));
}

TEST_F(Checks, ArgumentsThatAreNoObjectAreRefused) {
  for (const char* value : {"null", "[]", "\"{}\"", "1", "true"}) {
    for (const char* tool : {"sum", "free", "hidden_type"}) {
      const ToolCheck check =
          InMessage(tool, absl::StrCat("{\"arguments\":", value, "}"));
      EXPECT_EQ(check.outcome, CheckOutcome::kInvalid) << value << " " << tool;
      EXPECT_THAT(check.text, StartsWith("/arguments: expected an object"));
    }
  }
}

TEST_F(Checks, ArgumentsAsTheTextOfAString) {
  const struct {
    std::string text;
    CheckOutcome outcome;
  } kCases[] = {
      {R"({"a":1})", CheckOutcome::kValid},
      {" {\"a\" : 1 }\n", CheckOutcome::kValid},
      {R"({"a":"x"})", CheckOutcome::kInvalid},
      {"", CheckOutcome::kInvalid},  // {}, which lacks "a"
      {" ", CheckOutcome::kInvalid},
      {"[1]", CheckOutcome::kInvalid},
      {"\"{\\\"a\\\":1}\"", CheckOutcome::kInvalid},  // a string once more
      {"{\"a\":1", CheckOutcome::kNotJson},
      {"{'a':1}", CheckOutcome::kNotJson},
      {"{\"a\":1,\"a\":2}", CheckOutcome::kNotJson},
      {"{\"a\":\"\\ud800\"}", CheckOutcome::kNotJson},
      {"{\"a\":\"\xff\"}", CheckOutcome::kNotJson},
  };
  for (const auto& test : kCases) {
    const ToolCheck check =
        checker_.CheckArgumentsText(Named("sum"), test.text);
    EXPECT_EQ(check.outcome, test.outcome) << test.text << ": " << check.text;
    if (test.outcome != CheckOutcome::kValid) {
      EXPECT_THAT(check.text, StartsWith("/arguments"));
    }
  }
  EXPECT_EQ(checker_.CheckArgumentsText(Named("free"), "").outcome,
            CheckOutcome::kValid);
}

// The string stands in a message whose values stay good.
TEST_F(Checks, ArgumentsAsAStringLeaveTheMessageAlone) {
  const std::optional<Value> root =
      checker_.Parse(R"({"arguments":"{\"a\":1}","id":5})");
  EXPECT_TRUE(
      checker_
          .CheckArgumentsText(Named("sum"), root->Find("arguments")->string())
          .passed());
  EXPECT_EQ(root->Find("id")->integer(), 5);
}

TEST_F(Checks, ToolsThatWereSetAsideAreRefusedWithTheReason) {
  const ToolCheck check = InMessage("broken", R"({"arguments":{}})");
  EXPECT_EQ(check.outcome, CheckOutcome::kToolRefused);
  EXPECT_FALSE(check.passed());
  EXPECT_THAT(check.text, StartsWith("/inputSchema/type: "));
  EXPECT_THAT(check.text, HasSubstr("\"broken\" cannot be used"));
}

TEST_F(Checks, LimitsAreNoVerdict) {
  ToolCheckerOptions options;
  options.limits.max_depth = 4;
  options.limits.max_instance_bytes = 100;
  ToolChecker strict(catalog_.cache(), options);
  for (const std::string& text :
       {std::string("{\"a\":[[[[1]]]]}"),
        "{\"a\":\"" + std::string(200, 'x') + "\"}"}) {
    const ToolCheck check = strict.CheckArguments(Named("sum"), text);
    EXPECT_EQ(check.outcome, CheckOutcome::kLimitReached);
    EXPECT_THAT(check.text, HasSubstr("max_"));
    EXPECT_FALSE(check.passed());
    EXPECT_EQ(strict.CheckArgumentsText(Named("sum"), text).outcome,
              CheckOutcome::kLimitReached);
  }
  options = ToolCheckerOptions();
  options.limits.max_steps = 3;
  ToolChecker hasty(catalog_.cache(), options);
  EXPECT_EQ(hasty.CheckArguments(Named("sum"), R"({"a":1,"tags":["","",""]})")
                .outcome,
            CheckOutcome::kLimitReached);
}

struct ResultCase {
  std::string json;
  CheckOutcome outcome;
  std::string location = {};  // of the first fault, in the text
  ProtocolRevision revision = ProtocolRevision::k2025_11_25;
};

TEST_F(Checks, Results) {
  constexpr ProtocolRevision kNew = ProtocolRevision::k2026_07_28;
  const std::vector<ResultCase> cases = {
      {R"({"content":[],"structuredContent":{"total":1}})",
       CheckOutcome::kValid},
      {R"({"content":[],"structuredContent":{"total":"1"}})",
       CheckOutcome::kInvalid, "/structuredContent/total"},
      {R"({"content":[]})", CheckOutcome::kMissing, "/structuredContent"},
      {R"({"content":[{"type":"text","text":"{\"total\":1}"}]})",
       CheckOutcome::kMissing, "/structuredContent"},
      {R"({"content":[],"isError":true})", CheckOutcome::kErrorResult},
      {R"({"content":[],"isError":true,"structuredContent":{"x":1}})",
       CheckOutcome::kErrorResult},
      {R"({"content":[],"isError":false})", CheckOutcome::kMissing},
      {R"({"content":[],"structuredContent":null})", CheckOutcome::kMalformed,
       "/structuredContent"},
      {R"({"content":[],"structuredContent":null})", CheckOutcome::kInvalid,
       "/structuredContent", kNew},
      {R"({"structuredContent":{"total":1}})", CheckOutcome::kMalformed,
       "missing required property \"content\""},
      {R"([])", CheckOutcome::kMalformed, "expected an object"},
      {R"({"content":{}})", CheckOutcome::kMalformed, "/content"},
      {R"({"content":[1]})", CheckOutcome::kMalformed, "/content/0"},
      {R"({"content":[{}]})", CheckOutcome::kMalformed, "/content/0"},
      {R"({"content":[{"type":"video"}]})", CheckOutcome::kMalformed,
       "/content/0/type"},
      {R"({"content":[{"type":"text","text":"x"},{"type":"text"}]})",
       CheckOutcome::kMalformed, "/content/1"},
      {R"({"content":[{"type":"text","text":5}]})", CheckOutcome::kMalformed,
       "/content/0/text"},
      {R"({"content":[{"type":"image","data":"eA=="}]})",
       CheckOutcome::kMalformed, "/content/0"},
      {R"({"content":[{"type":"resource","resource":{"uri":"a:b"}}]})",
       CheckOutcome::kMalformed, "/content/0/resource"},
      {R"({"content":[{"type":"resource","resource":{"uri":"a:b","text":""}},
          {"type":"resource_link","uri":"a:b","name":"n"},
          {"type":"audio","data":"","mimeType":"audio/wav"}],
          "structuredContent":{"total":1}})",
       CheckOutcome::kValid},
      {R"({"content":[],"isError":"true"})", CheckOutcome::kMalformed,
       "/isError"},
      {R"({"content":[],"_meta":[]})", CheckOutcome::kMalformed, "/_meta"},
      {R"({"resultType":"complete","content":[],
          "structuredContent":{"total":1}})",
       CheckOutcome::kValid, "", kNew},
      {R"({"resultType":"task","content":[]})", CheckOutcome::kMalformed,
       "/resultType", kNew},
      {R"({"resultType":5,"content":[]})", CheckOutcome::kMalformed,
       "/resultType", kNew},
      // An older revision knows no such member.
      {R"({"resultType":"task","content":[],"structuredContent":{"total":1}})",
       CheckOutcome::kValid},
      {R"({"task":{"taskId":"1"}})", CheckOutcome::kMalformed,
       "missing required property \"content\""},
  };
  for (const ResultCase& test : cases) {
    const ToolCheck check = Result("sum", test.json, test.revision);
    EXPECT_EQ(check.outcome, test.outcome) << test.json << ": " << check.text;
    EXPECT_THAT(check.text, StartsWith(test.location)) << test.json;
  }
}

TEST_F(Checks, ResultsWithoutASchemaOrWithOneThatCannotBeUsed) {
  const std::string result =
      R"({"content":[],"structuredContent":{"x":[1,null]}})";
  EXPECT_EQ(Result("free", result).outcome, CheckOutcome::kNoSchema);
  EXPECT_THAT(Result("free", result).text, IsEmpty());
  const ToolCheck check = Result("blind", result);
  EXPECT_EQ(check.outcome, CheckOutcome::kNotCheckable);
  EXPECT_TRUE(check.passed());
  EXPECT_THAT(check.text, HasSubstr("/outputSchema/properties/x/$ref"));
  EXPECT_EQ(InMessage("blind", "{}").outcome, CheckOutcome::kValid);
  EXPECT_EQ(Result("blind", R"({"content":[],"isError":true})").outcome,
            CheckOutcome::kErrorResult);
}

TEST_F(Checks, ResultsOfToolsThatNobodyKnows) {
  const std::optional<Value> good =
      checker_.Parse(R"({"content":[],"structuredContent":{"x":1}})");
  EXPECT_EQ(checker_.CheckResult(*good, ProtocolRevision::k2025_11_25).outcome,
            CheckOutcome::kNoSchema);
  const std::optional<Value> bad = checker_.Parse("{}");
  EXPECT_EQ(checker_.CheckResult(*bad, ProtocolRevision::k2025_11_25).outcome,
            CheckOutcome::kMalformed);
}

TEST_F(Checks, DuplicateNamesMayBeLetThrough) {
  ToolCheckerOptions options;
  options.reject_duplicate_names = false;
  ToolChecker lenient(catalog_.cache(), options);
  EXPECT_EQ(lenient.CheckArguments(Named("sum"), R"({"a":1,"a":2})").outcome,
            CheckOutcome::kValid);
  // Every occurrence is judged.
  EXPECT_EQ(lenient.CheckArguments(Named("sum"), R"({"a":"","a":2})").outcome,
            CheckOutcome::kInvalid);
  EXPECT_EQ(checker_.CheckArguments(Named("sum"), R"({"a":1,"a":2})").outcome,
            CheckOutcome::kNotJson);
}

TEST_F(Checks, IntegersOfValues) {
  const struct {
    const char* json;
    std::optional<int64_t> integer;
  } kCases[] = {{"5", 5},
                {"-5.0", -5},
                {"1e3", 1000},
                {"9223372036854775807", 9223372036854775807},
                {"9223372036854775808", std::nullopt},
                {"9223372036854775808.0", std::nullopt},
                {"-9223372036854775808.0", -9223372036854775807 - 1},
                {"1.5", std::nullopt},
                {"1e400", std::nullopt},
                {"\"5\"", std::nullopt},
                {"null", std::nullopt}};
  for (const auto& test : kCases) {
    EXPECT_EQ(checker_.Parse(test.json)->integer(), test.integer) << test.json;
  }
}

}  // namespace
}  // namespace gabarit::tests
