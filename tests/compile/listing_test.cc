// What the compiler makes of schemas, by the listing. Each case names the lines
// that show what was decided while compiling, and what must not be left to be
// decided at run time.

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "gabarit/schema.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace gabarit {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct ListingCase {
  std::string_view rule;
  std::string_view schema;
  std::vector<std::string_view> has;
  std::vector<std::string_view> has_not = {};
};

void PrintTo(const ListingCase& listing, std::ostream* out) {
  *out << listing.rule;
}

class ListingTest : public testing::TestWithParam<ListingCase> {};

TEST_P(ListingTest, ShowsWhatWasDecided) {
  const absl::StatusOr<Schema> schema = Schema::Compile(GetParam().schema);
  ASSERT_TRUE(schema.ok()) << schema.status();
  const std::string listing = schema->Disassemble();
  for (const std::string_view line : GetParam().has) {
    EXPECT_THAT(listing, HasSubstr(std::string(line)));
  }
  for (const std::string_view line : GetParam().has_not) {
    EXPECT_THAT(listing, Not(HasSubstr(std::string(line))));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Types, ListingTest,
    testing::Values(
        ListingCase{"a boolean schema needs no code", "true", {"root accept"}},
        ListingCase{"nor does false", "false", {"root reject"}},
        ListingCase{"a schema without assertions accepts",
                    R"({"title": "x", "$defs": {"a": {"type": "null"}}})",
                    {"root accept"}},
        ListingCase{"type is dispatch, not code",
                    R"({"type": ["string", "object"]})",
                    {"string accept, object accept, others reject"}},
        ListingCase{
            "keywords cost nothing for other types",
            R"({"minimum": 3, "maxLength": 4})",
            {"others accept", "integer-at-least 3", "length-at-most 4"}},
        ListingCase{"only doubles are asked whether they are integers",
                    R"({"type": "integer"})",
                    {"integer accept", "require-integer", "others reject"}},
        ListingCase{"not of a type is dispatch",
                    R"({"not": {"type": "string"}})",
                    {"string reject, others accept"},
                    {"  not "}},
        ListingCase{"alternatives of different types are dispatch",
                    R"({"anyOf": [{"type": "string"},
                                  {"type": "array", "minItems": 1}]})",
                    {"string accept, array", "others reject"},
                    {"any-of"}},
        ListingCase{"a condition on the type is dispatch",
                    R"({"if": {"type": "string"}, "then": {"minLength": 2},
                        "else": {"minimum": 3}})",
                    {"length-at-least 2", "integer-at-least 3"},
                    {"  if "}}));

INSTANTIATE_TEST_SUITE_P(
    Merges, ListingTest,
    testing::Values(
        ListingCase{
            "references and allOf dissolve into one pass",
            R"({"allOf": [{"properties": {"a": {"type": "string"}}},
                                  {"$ref": "#/$defs/x"}],
                        "$defs": {"x": {"properties": {"a": {"minLength": 1}},
                                        "required": ["a"]}}})",
            {"object plan 0", R"("a" required -> block)", "length-at-least 1"},
            {"plan 1", "call"}},
        ListingCase{"all of an object's keywords are one plan",
                    R"({"properties": {"a": {"type": "null"}},
                        "patternProperties": {"^x-": {"type": "string"}},
                        "additionalProperties": false, "required": ["b"],
                        "dependentRequired": {"a": ["b"]},
                        "minProperties": 1, "maxProperties": 3,
                        "propertyNames": {"maxLength": 5}})",
                    {"object plan 0", R"("b" required)", R"("a" requires "b")",
                     R"(like "^x-")", "names ->"},
                    {"plan 1"}},
        ListingCase{"small integer bounds are one instruction",
                    R"({"type": "integer", "minimum": 0, "maximum": 100})",
                    {"integer-between 0 100"}},
        ListingCase{"lengths are one instruction",
                    R"({"minLength": 1, "maxLength": 10})",
                    {"length-between 1 10"}},
        ListingCase{"constants that must all hold",
                    R"({"allOf": [{"enum": ["a", "b"]}, {"const": "b"}]})",
                    {"string-in"},
                    {"any-of"}},
        ListingCase{"string alternatives are one table",
                    R"({"anyOf": [{"const": "a"}, {"const": "b"},
                                  {"enum": ["c", "d"]}]})",
                    {R"(string-in {"a", "b", "c", "d"})"},
                    {"any-of"}},
        ListingCase{
            "oneOf leaves out what two of them accept",
            R"({"oneOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]})",
            {R"(string-in {"a", "c"})"},
            {"one-of"}},
        ListingCase{"an integer constant is compared at once",
                    R"({"const": 5})",
                    {"integer-is 5"}},
        ListingCase{"a recursive schema is a block that leads to itself",
                    R"({"properties": {"next": {"$ref": "#"}}})",
                    {R"("next" -> block 2)"},
                    {"block 3"}}));

INSTANTIATE_TEST_SUITE_P(
    Alternatives, ListingTest,
    testing::Values(
        ListingCase{"a discriminator selects",
                    R"({"oneOf": [
                        {"properties": {"kind": {"const": "a"}},
                         "required": ["kind"]},
                        {"properties": {"kind": {"const": "b"}},
                         "required": ["kind"]}]})",
                    {R"(by the text of "kind")"}},
        ListingCase{"required names select",
                    R"({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]})",
                    {R"(by "a" by "b")"}},
        ListingCase{"one that accepts everything settles anyOf",
                    R"({"anyOf": [{"minLength": 3}, {}]})",
                    {"block 2  others accept"},
                    {"any-of"}},
        ListingCase{"one that accepts nothing is left out",
                    R"({"anyOf": [{"minLength": 3}, false]})",
                    {"length-at-least 3"},
                    {"any-of"}}));

INSTANTIATE_TEST_SUITE_P(
    Unevaluated, ListingTest,
    testing::Values(
        ListingCase{
            "static members need no record",
            R"({"allOf": [{"properties": {"a": true}},
                                  {"properties": {"b": true}}],
                        "unevaluatedProperties": false})",
            {R"("a" -> accept)", R"("b" -> accept)", "others -> reject"},
            {"record"}},
        ListingCase{"static items need no record",
                    R"({"prefixItems": [true], "unevaluatedItems": false})",
                    {"array plan 0", "other items -> reject"},
                    {"record"}},
        ListingCase{"alternatives need one",
                    R"({"anyOf": [{"properties": {"a": true},
                                   "required": ["a"]},
                                  {"properties": {"b": true}}],
                        "unevaluatedProperties": false})",
                    {"open-record", "unevaluated reject", "close-record 0"}},
        ListingCase{"a dynamic reference with one target is static",
                    R"({"$dynamicAnchor": "n",
                        "properties": {"a": {"$dynamicRef": "#n"}}})",
                    {R"("a" -> block 2)"},
                    {"block 3"}}));

// The listing is for people; the same schema always gives the same one.
TEST(Listing, IsReproducible) {
  constexpr std::string_view kSchema = R"({
    "properties": {"a": {"enum": ["x", "y"]}, "b": {"$ref": "#"}},
    "patternProperties": {"^c": {"format": "date"}},
    "oneOf": [{"required": ["a"]}, {"required": ["b"]}]})";
  EXPECT_EQ(Schema::Compile(kSchema)->Disassemble(),
            Schema::Compile(kSchema)->Disassemble());
}

}  // namespace
}  // namespace gabarit
