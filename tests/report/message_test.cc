// What people read: one line for each cause, which says where, what was
// expected and what was found.

#include <ostream>
#include <string>
#include <string_view>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/report/explain.h"

namespace gabarit {
namespace {

using ::testing::HasSubstr;

struct MessageCase {
  std::string_view keyword;
  std::string_view schema;
  std::string_view instance;
  std::string_view errors;
};

void PrintTo(const MessageCase& message, std::ostream* out) {
  *out << message.keyword;
}

class MessageTest : public testing::TestWithParam<MessageCase> {};

TEST_P(MessageTest, SaysWhatIsWrong) {
  EXPECT_EQ(ErrorsOf(Explain(GetParam().schema, GetParam().instance)),
            GetParam().errors);
}

INSTANTIATE_TEST_SUITE_P(
    Keywords, MessageTest,
    testing::Values(
        MessageCase{"type", R"({"type":["string","null"]})", "5",
                    ": expected a string or null, found 5"},
        MessageCase{"enum", R"({"enum":["asc","desc"]})", R"("up")",
                    R"(: must be one of "asc", "desc", found "up")"},
        MessageCase{"const", R"({"const":{"a":1}})", R"({"a":2})",
                    R"(: must be {"a":1}, found {"a":2})"},
        MessageCase{"minimum", R"({"properties":{"a":{"minimum":0}}})",
                    R"({"a":-1})", "/a: must be at least 0, found -1"},
        MessageCase{"multipleOf", R"({"multipleOf":0.01})", "1.005",
                    ": must be a multiple of 0.01, found 1.005"},
        MessageCase{"lengths", R"({"minLength":5,"maxLength":2})", R"("💩b1")",
                    ": must have at most 2 characters, found 3\n"
                    ": must have at least 5 characters, found 3"},
        MessageCase{"pattern", R"({"pattern":"^[a-z]+$"})", R"("AB1")",
                    R"(: must match the pattern ^[a-z]+$, found "AB1")"},
        MessageCase{"required", R"({"required":["a","b"]})", R"({"b":1})",
                    R"(: missing required property "a")"},
        MessageCase{"properties of several names", R"({"required":["a","b"]})",
                    "{}", R"(: missing required properties "a", "b")"},
        MessageCase{"additionalProperties",
                    R"({"properties":{"shard":{}},
                        "additionalProperties":false})",
                    R"({"shrd":1})",
                    "/shrd: unknown property \"shrd\" (did you mean "
                    "\"shard\"?)"},
        MessageCase{"a property that is false", R"({"properties":{"a":false}})",
                    R"({"a":1})", R"(/a: the property "a" is not allowed)"},
        MessageCase{"propertyNames", R"({"propertyNames":{"maxLength":2}})",
                    R"({"abc":1})",
                    ": property name: must have at most 2 characters, found 3"},
        MessageCase{"uniqueItems", R"({"uniqueItems":true})", "[1,1.0]",
                    ": items must all be different, found two that are equal"},
        MessageCase{"items", R"({"items":{"type":"string"}})", R"(["a",3])",
                    "/1: expected a string, found 3"},
        MessageCase{
            "contains", R"({"contains":{"type":"string"},"minContains":2})",
            R"(["a",1])", ": must contain at least 2 items that fit, found 1"},
        MessageCase{"then",
                    R"({"if":{"type":"string"},"then":{"minLength":3}})",
                    R"("a")", ": must have at least 3 characters, found 1"},
        MessageCase{"escapes of a location",
                    R"({"additionalProperties":{"type":"null"}})",
                    R"({"a/b~c":1})", "/a~1b~0c: expected null, found 1"},
        MessageCase{"not JSON", "true", "[1,\n 2",
                    ": line 2, column 3: expected ',' or ']' after an element, "
                    "found the end of the text; the array that begins at line "
                    "1, column 1 is not closed"}));

// Values may be of any size; messages may not.
TEST(Message, IsOneShortLineWhateverTheValue) {
  const std::string large = "[\"" + std::string(100'000, 'x') + "\\n\"]";
  for (const std::string& schema :
       {std::string(R"({"type":"null"})"), "{\"const\":" + large + "}",
        std::string(R"({"items":{"enum":["a"]}})"),
        std::string(R"({"items":{"pattern":"^y"}})"),
        std::string(R"({"items":{"format":"date"}})")}) {
    const Report report = Explain(schema, schema.size() > 1000 ? "1" : large);
    ASSERT_EQ(report.errors().size(), 1u);
    EXPECT_LT(report.errors()[0].message.size(), 500u);
    EXPECT_EQ(report.errors()[0].message.find('\n'), std::string::npos);
  }
}

TEST(Message, LeavesMostOfManyNamesOut) {
  std::string schema = R"({"required":["a")";
  for (int i = 0; i < 1000; ++i) schema += ",\"p" + std::to_string(i) + "\"";
  const Report report = Explain(schema + "]}", "{}");
  ASSERT_EQ(report.errors().size(), 1u);
  EXPECT_LT(report.errors()[0].message.size(), 1000u);
  EXPECT_THAT(report.errors()[0].message, HasSubstr("more"));
}

TEST(Error, HasEveryLocation) {
  const Report report = Explain(
      R"({"$id": "http://example.com/s",
          "properties": {"a": {"$ref": "#/$defs/x"}},
          "$defs": {"x": {"type": "string"}}})",
      R"({"b": 0, "a": 12})");
  ASSERT_EQ(report.errors().size(), 1u);
  const ErrorUnit& error = report.errors()[0];
  EXPECT_EQ(error.instance_location, "/a");
  EXPECT_EQ(error.keyword_location, "/properties/a/$ref/type");
  EXPECT_EQ(error.absolute_keyword_location,
            "http://example.com/s#/$defs/x/type");
  EXPECT_EQ(error.keyword, "type");
  EXPECT_EQ(error.expected, "string");
  EXPECT_EQ(error.found, "integer");
  EXPECT_EQ(error.offset, 14u);
}

TEST(Error, SaysWhereTheStringIsWhoseContentIsAtFault) {
  const Report report = Explain(
      R"({"properties": {"a": {"contentMediaType": "application/json",
                               "contentSchema": {"required": ["b"]}}}})",
      R"({"a": "{\"c\": 1}"})");
  ASSERT_EQ(report.errors().size(), 1u);
  EXPECT_EQ(report.errors()[0].instance_location, "/a");
  EXPECT_EQ(report.errors()[0].offset, 6u);
}

TEST(Error, SaysWhereTheNameIsThatIsAtFault) {
  const Report report =
      Explain(R"({"propertyNames": {"maxLength": 1}})", R"({"a": 1, "bc": 2})");
  ASSERT_EQ(report.errors().size(), 1u);
  EXPECT_EQ(report.errors()[0].offset, 9u);
}

TEST(Errors, AreAtMostAsManyAsTheLimit) {
  ValidatorOptions options;
  options.limits.max_errors = 3;
  constexpr std::string_view kSchema = R"({"items": {"type": "null"}})";
  Report report = Explain(kSchema, "[1,2,3]", Detail::kErrors, options);
  EXPECT_EQ(report.errors().size(), 3u);
  EXPECT_FALSE(report.truncated());
  report = Explain(kSchema, "[1,2,3,4]", Detail::kErrors, options);
  EXPECT_EQ(report.errors().size(), 3u);
  EXPECT_TRUE(report.truncated());
  EXPECT_EQ(report.outcome(), Report::Outcome::kInvalid);
}

TEST(Annotations, AreThoseOfSchemasThatHold) {
  const Report report = Explain(
      R"({"title": "root",
          "anyOf": [{"title": "no", "type": "null"}, {"title": "yes"}],
          "properties": {"a": {"description": "member"}}})",
      R"({"a": 1})", Detail::kEverything);
  std::string titles;
  for (const AnnotationUnit& unit : report.annotations()) {
    if (unit.keyword == "properties") continue;
    titles += unit.instance_location + " " + unit.keyword_location + " " +
              unit.value + "\n";
  }
  EXPECT_THAT(titles, HasSubstr(" /title \"root\"\n"));
  EXPECT_THAT(titles, HasSubstr(" /anyOf/1/title \"yes\"\n"));
  EXPECT_THAT(titles, HasSubstr("/a /properties/a/description \"member\"\n"));
  EXPECT_EQ(titles.find("\"no\""), std::string::npos);
}

}  // namespace
}  // namespace gabarit
