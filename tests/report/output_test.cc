// The standard's output formats (Core §12.4), on one example.

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "gabarit/schema.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/report/explain.h"

namespace gabarit {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::string_view kSchema = R"({
  "$id": "http://example.com/p",
  "properties": {"a": {"title": "A", "type": "string"}},
  "required": ["a"]})";

TEST(Output, FlagIsTheVerdictAlone) {
  EXPECT_EQ(Explain(kSchema, R"({"a":"b"})").ToJson(OutputFormat::kFlag),
            R"({"valid":true})");
  EXPECT_EQ(Explain(kSchema, "{}").ToJson(OutputFormat::kFlag),
            R"({"valid":false})");
}

TEST(Output, DetailedIsATreeOfWhatMatters) {
  EXPECT_EQ(
      Explain(kSchema, R"({"a":1})", Detail::kEverything)
          .ToJson(OutputFormat::kDetailed),
      R"({"valid":false,"keywordLocation":"",)"
      R"("absoluteKeywordLocation":"http://example.com/p#",)"
      R"("instanceLocation":"","errors":[{"valid":false,)"
      R"("keywordLocation":"/properties/a/type",)"
      R"("absoluteKeywordLocation":"http://example.com/p#/properties/a/type",)"
      R"("instanceLocation":"/a",)"
      R"("error":"expected a string, found 1"}]})");
}

TEST(Output, BasicIsAList) {
  const Report report = Explain(kSchema, R"({"a":"b"})", Detail::kEverything);
  const std::string basic = report.ToJson(OutputFormat::kBasic);
  EXPECT_THAT(basic, StartsWith(R"({"valid":true,"annotations":[)"));
  EXPECT_THAT(basic, HasSubstr(R"("annotation":"A")"));
  EXPECT_THAT(basic, Not(HasSubstr("errors")));
}

TEST(Output, VerboseHasWhatHeldToo) {
  const Report report = Explain(kSchema, R"({"a":1})", Detail::kEverything);
  EXPECT_THAT(report.ToJson(OutputFormat::kVerbose),
              HasSubstr(R"({"valid":true,"keywordLocation":"/required")"));
}

TEST(Output, TreeIsInPreorder) {
  const Report report = Explain(kSchema, R"({"a":1})", Detail::kEverything);
  ASSERT_FALSE(report.results().empty());
  EXPECT_EQ(report.results()[0].depth, 0u);
  for (size_t i = 1; i < report.results().size(); ++i) {
    EXPECT_GE(report.results()[i].depth, 1u);
    EXPECT_LE(report.results()[i].depth, report.results()[i - 1].depth + 1);
  }
}

TEST(Output, OfTextsThatAreNotJsonSaysSo) {
  for (const OutputFormat format :
       {OutputFormat::kBasic, OutputFormat::kDetailed,
        OutputFormat::kVerbose}) {
    EXPECT_THAT(Explain(kSchema, "{").ToJson(format),
                HasSubstr("line 1, column 2"));
  }
}

TEST(Output, EscapesWhatJsonMustEscape) {
  const Report report =
      Explain(R"({"additionalProperties":{"type":"null"}})",
              R"({"a\u0001\"\\\u00e9":1})", Detail::kEverything);
  const std::string output = report.ToJson(OutputFormat::kDetailed);
  EXPECT_TRUE(Validator().Parse(output).has_value()) << output;
  EXPECT_THAT(output, HasSubstr("\"/a\\u0001\\\"\\\\é\""));
}

}  // namespace
}  // namespace gabarit
