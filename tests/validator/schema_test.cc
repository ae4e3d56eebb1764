// gabarit/schema.h, item by item.

#include "gabarit/schema.h"

#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gabarit/validator.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace gabarit {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

Verdict VerdictOn(const absl::StatusOr<Schema>& schema,
                  std::string_view instance) {
  EXPECT_TRUE(schema.ok()) << schema.status();
  return schema.ok() ? Validator().Validate(*schema, instance)
                     : Verdict::kLimitReached;
}

// ---- errors of Compile
// -----------------------------------------------------------

struct ErrorCase {
  std::string_view rule;
  std::string_view schema;
  absl::StatusCode code;
  std::string_view location;
  std::string_view says;  // a part of the message
};

void PrintTo(const ErrorCase& error, std::ostream* out) { *out << error.rule; }

class CompileErrorTest : public testing::TestWithParam<ErrorCase> {};

TEST_P(CompileErrorTest, NamesThePlaceAndTheRemedy) {
  const absl::StatusOr<Schema> schema = Schema::Compile(GetParam().schema);
  ASSERT_FALSE(schema.ok());
  EXPECT_EQ(schema.status().code(), GetParam().code) << schema.status();
  EXPECT_EQ(SchemaLocation(schema.status()), GetParam().location);
  EXPECT_THAT(schema.status().ToString(),
              HasSubstr(std::string(GetParam().says)));
}

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
constexpr auto kNotFound = absl::StatusCode::kNotFound;
constexpr auto kUnimplemented = absl::StatusCode::kUnimplemented;

INSTANTIATE_TEST_SUITE_P(
    Cases, CompileErrorTest,
    testing::Values(
        ErrorCase{"no text", "", kInvalid, "", "line 1, column 1"},
        ErrorCase{"not JSON", "{\"type\":\n  strin}", kInvalid, "",
                  "line 2, column 3"},
        ErrorCase{"not a schema", "[]", kInvalid, "", "schema"},
        ErrorCase{"a number", "12", kInvalid, "", "schema"},
        ErrorCase{"a misspelt type", R"({"properties":{"a":{"type":"str"}}})",
                  kInvalid, "/properties/a/type", "write \"string\""},
        ErrorCase{"a bound in quotes", R"({"minimum":"3"})", kInvalid,
                  "/minimum", "without quotes"},
        ErrorCase{"items of an older dialect", R"({"items":[{}]})", kInvalid,
                  "/items", "prefixItems"},
        ErrorCase{"a reference to nothing",
                  R"({"properties":{"a":{"$ref":"#/$defs/x"}}})", kNotFound,
                  "/properties/a/$ref", "#/$defs/x"},
        ErrorCase{"a document that is not known",
                  R"({"$ref":"http://example.com/other"})", kNotFound, "/$ref",
                  "http://example.com/other"},
        ErrorCase{"a schema that applies for ever",
                  R"({"allOf":[{"$ref":"#"}]})", kInvalid, "/allOf",
                  "for ever"},
        ErrorCase{"a pattern with a fault", R"({"pattern":"(a"})", kInvalid,
                  "/pattern", "parenthesis"},
        ErrorCase{"a pattern beyond linear time", R"({"pattern":"(a)\\1"})",
                  kUnimplemented, "/pattern", "backreference"},
        ErrorCase{"an unknown dialect",
                  R"({"$schema":"http://example.com/dialect"})", kUnimplemented,
                  "/$schema", "forced_dialect"},
        ErrorCase{"a location with escapes",
                  R"({"$defs":{"a/b":{"minLength":-1}}})", kInvalid,
                  "/$defs/a~1b/minLength", "minLength"}));

TEST(Compile, StatusesOfOthersHaveNoSchemaLocation) {
  EXPECT_EQ(SchemaLocation(absl::OkStatus()), "");
  EXPECT_EQ(SchemaLocation(absl::NotFoundError("elsewhere")), "");
}

TEST(Compile, KeepsNothingOfTheText) {
  std::string text = R"({"enum": ["a", {"b": 1.5}], "pattern": "^a"})";
  const absl::StatusOr<Schema> schema = Schema::Compile(text);
  std::fill(text.begin(), text.end(), '?');
  EXPECT_EQ(VerdictOn(schema, R"("a")"), Verdict::kValid);
  EXPECT_EQ(VerdictOn(schema, R"({"b": 1.50})"), Verdict::kValid);
  EXPECT_EQ(VerdictOn(schema, R"("b")"), Verdict::kInvalid);
}

// ---- options
// -------------------------------------------------------------------

TEST(CompileOptions, BaseUriIsWhatReferencesAreRelativeTo) {
  SchemaStore store;
  ASSERT_TRUE(
      store.Add("http://example.com/a/other", R"({"type": "null"})").ok());
  CompileOptions options;
  options.store = &store;
  options.base_uri = "http://example.com/a/this";
  const auto schema = Schema::Compile(R"({"$ref": "other"})", options);
  EXPECT_EQ(VerdictOn(schema, "null"), Verdict::kValid);
  EXPECT_EQ(VerdictOn(schema, "1"), Verdict::kInvalid);
}

TEST(CompileOptions, DefaultDialectIsForDocumentsThatDeclareNone) {
  CompileOptions options;
  options.default_dialect = "http://json-schema.org/draft-07/schema#";
  auto schema = Schema::Compile(R"({"items": [{"type": "null"}]})", options);
  EXPECT_EQ(VerdictOn(schema, "[1]"), Verdict::kInvalid);
  EXPECT_THAT(std::string(schema->dialect()), HasSubstr("draft-07"));
  schema = Schema::Compile(
      R"({"$schema": "https://json-schema.org/draft/2020-12/schema",
          "prefixItems": [{"type": "null"}]})",
      options);
  EXPECT_EQ(VerdictOn(schema, "[1]"), Verdict::kInvalid);
  EXPECT_THAT(std::string(schema->dialect()), HasSubstr("2020-12"));
}

TEST(CompileOptions, ForcedDialectIsForAllDocuments) {
  CompileOptions options;
  options.forced_dialect = "https://json-schema.org/draft/2020-12/schema";
  const auto schema = Schema::Compile(
      R"({"$schema": "http://example.com/unknown",
          "prefixItems": [{"type": "null"}]})",
      options);
  EXPECT_EQ(VerdictOn(schema, "[1]"), Verdict::kInvalid);
}

TEST(CompileOptions, EntryIsASubschema) {
  constexpr std::string_view kSchema = R"({
    "type": "object",
    "$defs": {"a/b": {"type": "null"}, "c": {"$anchor": "here",
                                             "type": "boolean"}}})";
  CompileOptions options;
  options.entry = "/$defs/a~1b";
  EXPECT_EQ(VerdictOn(Schema::Compile(kSchema, options), "null"),
            Verdict::kValid);
  options.entry = "#here";
  EXPECT_EQ(VerdictOn(Schema::Compile(kSchema, options), "true"),
            Verdict::kValid);
  EXPECT_EQ(VerdictOn(Schema::Compile(kSchema, options), "null"),
            Verdict::kInvalid);
  options.entry = "/$defs/missing";
  EXPECT_TRUE(absl::IsNotFound(Schema::Compile(kSchema, options).status()));
}

TEST(CompileOptions, MetaschemaIsCheckedUnlessToldOtherwise) {
  // The engine itself needs nothing of a title.
  constexpr std::string_view kSchema = R"({"properties": {"a": {"title": 5}}})";
  const auto schema = Schema::Compile(kSchema);
  EXPECT_TRUE(absl::IsInvalidArgument(schema.status())) << schema.status();
  EXPECT_EQ(SchemaLocation(schema.status()), "/properties/a/title");
  CompileOptions options;
  options.check_metaschema = false;
  EXPECT_TRUE(Schema::Compile(kSchema, options).ok());
  EXPECT_FALSE(Schema::Compile(R"({"minimum": "1"})", options).ok());
}

TEST(CompileOptions, FormatsAnnotateUnlessToldOtherwise) {
  constexpr std::string_view kSchema = R"({"format": "date"})";
  EXPECT_EQ(VerdictOn(Schema::Compile(kSchema), R"("x")"), Verdict::kValid);
  CompileOptions options;
  options.assert_formats = true;
  const auto schema = Schema::Compile(kSchema, options);
  EXPECT_EQ(VerdictOn(schema, R"("x")"), Verdict::kInvalid);
  EXPECT_EQ(VerdictOn(schema, R"("2024-02-29")"), Verdict::kValid);
}

TEST(CompileOptions, FormatsOfOnesOwnAreAsked) {
  CompileOptions options;
  options.assert_formats = true;
  options.formats["even-length"] = [](std::string_view text) {
    return text.size() % 2 == 0;
  };
  options.formats["date"] = [](std::string_view text) {
    return text == "today";
  };
  const auto own = Schema::Compile(R"({"format": "even-length"})", options);
  EXPECT_EQ(VerdictOn(own, R"("ab")"), Verdict::kValid);
  EXPECT_EQ(VerdictOn(own, R"("abc")"), Verdict::kInvalid);
  EXPECT_EQ(VerdictOn(own, "5"), Verdict::kValid);
  const auto date = Schema::Compile(R"({"format": "date"})", options);
  EXPECT_EQ(VerdictOn(date, R"("today")"), Verdict::kValid);
}

TEST(CompileOptions, ContentAnnotatesUnlessToldOtherwise) {
  constexpr std::string_view kSchema = R"({
    "contentMediaType": "application/json",
    "contentSchema": {"required": ["a"]}})";
  EXPECT_EQ(VerdictOn(Schema::Compile(kSchema), R"("{")"), Verdict::kValid);
  CompileOptions options;
  options.assert_content = true;
  const auto schema = Schema::Compile(kSchema, options);
  EXPECT_EQ(VerdictOn(schema, R"("{")"), Verdict::kInvalid);
  EXPECT_EQ(VerdictOn(schema, R"("{\"a\": 1}")"), Verdict::kValid);
  EXPECT_EQ(VerdictOn(schema, R"("{}")"), Verdict::kInvalid);
}

TEST(CompileOptions, UnsupportedPatternsMayBeLeftUnchecked) {
  CompileOptions options;
  options.unsupported_pattern = UnsupportedPattern::kAnnotate;
  const auto schema = Schema::Compile(R"({"pattern": "(a)\\1"})", options);
  EXPECT_EQ(VerdictOn(schema, R"("b")"), Verdict::kValid);
  ASSERT_EQ(schema->warnings().size(), 1u);
  EXPECT_EQ(schema->warnings()[0].kind, SchemaWarning::Kind::kUncheckedPattern);
  EXPECT_EQ(schema->warnings()[0].location, "/pattern");
}

struct LimitCase {
  std::string_view name;
  std::string_view schema;
  SchemaLimits limits;
};

TEST(SchemaLimits, AreNamedWhereTheyArePassed) {
  const auto with = [](auto change) {
    SchemaLimits limits;
    change(&limits);
    return limits;
  };
  const std::vector<LimitCase> cases = {
      {"max_schema_bytes", R"({"type": "object"})",
       with([](SchemaLimits* l) { l->max_schema_bytes = 10; })},
      {"max_schema_depth", R"({"not": {"not": {"not": {}}}})",
       with([](SchemaLimits* l) { l->max_schema_depth = 2; })},
      {"max_subschemas", R"({"allOf": [{}, {}, {}]})",
       with([](SchemaLimits* l) { l->max_subschemas = 3; })},
      {"max_instructions", R"({"minLength": 1, "pattern": "a"})",
       with([](SchemaLimits* l) { l->max_instructions = 2; })},
      {"max_pattern_bytes", R"({"pattern": "^(?:[a-z]{1,50}x?){1,50}$"})",
       with([](SchemaLimits* l) { l->max_pattern_bytes = 2000; })},
  };
  for (const LimitCase& test : cases) {
    CompileOptions options;
    ASSERT_TRUE(Schema::Compile(test.schema, options).ok()) << test.name;
    options.limits = test.limits;
    const absl::Status status = Schema::Compile(test.schema, options).status();
    EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
    EXPECT_THAT(status.ToString(), HasSubstr(std::string(test.name)));
  }
}

// ---- warnings
// ------------------------------------------------------------------

TEST(Warnings, SayWhatIsProbablyAMistake) {
  const auto schema = Schema::Compile(R"({
    "properties": {"a": {"requird": ["b"]}, "b": {"format": "no-such"}},
    "dependencies": {"a": ["b"]},
    "then": {}})");
  ASSERT_TRUE(schema.ok()) << schema.status();
  std::map<SchemaWarning::Kind, std::string> places;
  for (const SchemaWarning& warning : schema->warnings()) {
    places[warning.kind] = warning.location;
    EXPECT_FALSE(warning.message.empty());
  }
  EXPECT_EQ(places[SchemaWarning::Kind::kUnknownKeyword],
            "/properties/a/requird");
  EXPECT_EQ(places[SchemaWarning::Kind::kUnknownFormat],
            "/properties/b/format");
  EXPECT_EQ(places[SchemaWarning::Kind::kOtherDialect], "/dependencies");
  EXPECT_EQ(places[SchemaWarning::Kind::kNoEffect], "/then");
}

TEST(Warnings, AreNoneForAGoodSchema) {
  const auto schema =
      Schema::Compile(R"({"type": "object", "title": "t", "format": "date"})");
  ASSERT_TRUE(schema.ok());
  EXPECT_THAT(schema->warnings(), IsEmpty());
}

// ---- the store
// -----------------------------------------------------------------

TEST(SchemaStore, KnowsDocumentsByUriAndById) {
  SchemaStore store;
  ASSERT_TRUE(store
                  .Add("http://example.com/retrieved",
                       R"({"$id": "http://example.com/own", "type": "null"})")
                  .ok());
  CompileOptions options;
  options.store = &store;
  for (const char* uri :
       {"http://example.com/retrieved", "http://example.com/own"}) {
    const auto schema =
        Schema::Compile(std::string(R"({"$ref": ")") + uri + R"("})", options);
    EXPECT_EQ(VerdictOn(schema, "1"), Verdict::kInvalid) << uri;
  }
}

TEST(SchemaStore, RefusesWhatItCannotKeep) {
  SchemaStore store;
  EXPECT_TRUE(absl::IsInvalidArgument(store.Add("http://a.example/", "{")));
  EXPECT_TRUE(absl::IsInvalidArgument(store.Add("", "{}")));
  EXPECT_TRUE(store.Add("", R"({"$id": "http://b.example/"})").ok());
  EXPECT_TRUE(store.Add("http://c.example/", "true").ok());
  EXPECT_TRUE(absl::IsAlreadyExists(
      store.Add("http://c.example/", R"({"type": "null"})")));
}

TEST(SchemaStore, MayGoBeforeTheSchema) {
  absl::StatusOr<Schema> schema = absl::InternalError("not yet");
  {
    SchemaStore store;
    ASSERT_TRUE(store
                    .Add("http://example.com/other",
                         R"({"enum": ["a", [1, 2]], "pattern": "^a"})")
                    .ok());
    SchemaStore moved = std::move(store);
    CompileOptions options;
    options.store = &moved;
    schema =
        Schema::Compile(R"({"$ref": "http://example.com/other"})", options);
  }
  EXPECT_EQ(VerdictOn(schema, R"("a")"), Verdict::kValid);
  EXPECT_EQ(VerdictOn(schema, "[1, 3]"), Verdict::kInvalid);
}

TEST(SchemaStore, AlwaysHasTheMetaschemas) {
  for (const char* uri : {"https://json-schema.org/draft/2020-12/schema",
                          "https://json-schema.org/draft/2019-09/schema",
                          "http://json-schema.org/draft-07/schema#",
                          "http://json-schema.org/draft-06/schema#",
                          "http://json-schema.org/draft-04/schema#"}) {
    const auto schema =
        Schema::Compile(std::string(R"({"$ref": ")") + uri + R"("})");
    EXPECT_EQ(VerdictOn(schema, R"({"type": "object"})"), Verdict::kValid);
    EXPECT_EQ(VerdictOn(schema, R"({"type": "objct"})"), Verdict::kInvalid);
  }
}

// ---- the schema
// ----------------------------------------------------------------

TEST(Schema, CopiesShareOneState) {
  absl::StatusOr<Schema> schema = Schema::Compile(R"({"type": "null"})");
  const Schema copy = *schema;
  schema = absl::InternalError("gone");
  EXPECT_EQ(Validator().Validate(copy, "null"), Verdict::kValid);
  EXPECT_GT(copy.program_bytes(), 0u);
  EXPECT_THAT(copy.Disassemble(), HasSubstr("root block"));
}

}  // namespace
}  // namespace gabarit
