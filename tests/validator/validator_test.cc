// gabarit/validator.h, item by item.

#include "gabarit/validator.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "gabarit/schema.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace gabarit {
namespace {

using ::testing::HasSubstr;

Schema MustCompile(std::string_view json) {
  absl::StatusOr<Schema> schema = Schema::Compile(json);
  EXPECT_TRUE(schema.ok()) << schema.status();
  return *std::move(schema);
}

TEST(Validate, GivesAVerdictOnAText) {
  const Schema schema = MustCompile(R"({"type": "integer"})");
  Validator validator;
  EXPECT_EQ(validator.Validate(schema, "1"), Verdict::kValid);
  EXPECT_EQ(validator.Validate(schema, " 1.0 \r\n"), Verdict::kValid);
  EXPECT_EQ(validator.Validate(schema, "1.5"), Verdict::kInvalid);
}

TEST(Validate, SaysWhereATextIsNotJson) {
  const Schema schema = MustCompile("true");
  Validator validator;
  ASSERT_EQ(validator.Validate(schema, "{\"é\": 1,\n \"é\": tru}"),
            Verdict::kNotJson);
  EXPECT_EQ(validator.failure().line, 2u);
  EXPECT_EQ(validator.failure().column, 7u);
  EXPECT_EQ(validator.failure().offset, 17u);
  EXPECT_THAT(validator.failure().message, HasSubstr("line 2, column 7"));
  for (const std::string_view text :
       {"", " ", "{", "[1,]", "01", "1.", "\"\t\"", "\"\\ud800\"", "\xFF",
        "nul", "1 2", "{\"a\" 1}", "'a'", "\xEF\xBB\xBF{}", "[1 // c\n]", "NaN",
        "+1", "\"\\x\""}) {
    EXPECT_EQ(validator.Validate(schema, text), Verdict::kNotJson) << text;
    EXPECT_FALSE(validator.failure().message.empty());
    EXPECT_FALSE(validator.Parse(text).has_value());
    EXPECT_EQ(validator.Explain(schema, text).outcome(),
              Report::Outcome::kNotJson);
  }
}

TEST(Validate, TakesAPaddedTextWhereItLies) {
  const Schema schema = MustCompile(R"({"required": ["a"]})");
  Validator validator;
  // What follows the text does not matter, not even if it goes on.
  std::string buffer = R"({"a": 1}, {"b": 2})";
  const size_t length = std::string_view(R"({"a": 1})").size();
  buffer.append(kPadding, '}');
  const std::string_view text = std::string_view(buffer).substr(0, length);
  EXPECT_EQ(validator.Validate(schema, PaddedText{text}), Verdict::kValid);
  EXPECT_EQ(validator.Validate(schema, PaddedText{text.substr(0, length - 1)}),
            Verdict::kNotJson);
}

TEST(Validate, CanBeAskedSeveralThingsOfOneParse) {
  const Schema object = MustCompile(R"({"type": "object"})");
  const Schema array = MustCompile(R"({"type": "array", "minItems": 2})");
  Validator validator;
  const std::optional<Value> root =
      validator.Parse(R"({"a": [1, {"b": "c"}], "d~/e": null})");
  ASSERT_TRUE(root.has_value());
  EXPECT_EQ(validator.Validate(object, *root), Verdict::kValid);
  EXPECT_EQ(validator.Validate(array, *root), Verdict::kInvalid);
  EXPECT_EQ(validator.Validate(array, *root->Find("a")), Verdict::kValid);
  EXPECT_EQ(validator.Validate(object, *root->At("/a/1")), Verdict::kValid);
  EXPECT_EQ(validator.Validate(object, *root->At("/a/0")), Verdict::kInvalid);
}

TEST(Value, LeadsToWhatIsInside) {
  Validator validator;
  const std::optional<Value> root = validator.Parse(
      R"({"a": [1, {"b": "c"}], "d~/e": null, "": 0, "f": 1, "f": "last"})");
  ASSERT_TRUE(root.has_value());
  EXPECT_TRUE(root->is_object());
  EXPECT_FALSE(root->is_array());
  EXPECT_TRUE(root->Find("a")->is_array());
  EXPECT_EQ(root->At("/a/1/b")->string(), "c");
  EXPECT_TRUE(root->At("/a/1/b")->is_string());
  EXPECT_EQ(root->Find("f")->string(), "last");
  EXPECT_TRUE(root->At("")->is_object());
  EXPECT_TRUE(root->At("/").has_value());
  EXPECT_TRUE(root->At("/d~0~1e").has_value());
  EXPECT_EQ(root->string(), "");
  for (const std::string_view nowhere :
       {"a", "/b", "/a/2", "/a/-", "/a/01", "/a/x", "/a/1/b/0", "/d~2", "#/a",
        "/a/18446744073709551616"}) {
    EXPECT_FALSE(root->At(nowhere).has_value()) << nowhere;
  }
  EXPECT_FALSE(root->Find("b").has_value());
  EXPECT_FALSE(root->Find("a")->Find("b").has_value());
}

TEST(InstanceLimits, AreNamedWhereTheyArePassed) {
  const Schema schema =
      MustCompile(R"({"items": {"items": {"type": "null"}}})");
  ValidatorOptions options;
  options.limits.max_instance_bytes = 10;
  Validator small(options);
  EXPECT_EQ(small.Validate(schema, "[[null]]  "), Verdict::kValid);
  EXPECT_EQ(small.Validate(schema, "[[null]]   "), Verdict::kLimitReached);
  EXPECT_THAT(small.failure().message, HasSubstr("max_instance_bytes = 10"));

  options = ValidatorOptions();
  options.limits.max_depth = 3;
  Validator flat(options);
  EXPECT_EQ(flat.Validate(schema, "[[null, []]]"), Verdict::kInvalid);
  EXPECT_EQ(flat.Validate(schema, "[[null, [[]]]]"), Verdict::kLimitReached);
  EXPECT_THAT(flat.failure().message, HasSubstr("max_depth = 3"));
  EXPECT_EQ(flat.Explain(schema, "[[null, [[]]]]").outcome(),
            Report::Outcome::kLimitReached);

  options = ValidatorOptions();
  options.limits.max_steps = 2;
  Validator slow(options);
  EXPECT_EQ(slow.Validate(schema, "[[null, null], [null]]"),
            Verdict::kLimitReached);
  EXPECT_THAT(slow.failure().message, HasSubstr("max_steps = 2"));
}

TEST(ValidatorOptions, DuplicateNamesMayBeRefused) {
  const Schema schema =
      MustCompile(R"({"properties": {"a": {"type": "integer"}}})");
  constexpr std::string_view kTwice = R"({"b": {"a": 1, "\u0061": "x"}})";
  Validator lenient;
  EXPECT_EQ(lenient.Validate(schema, kTwice), Verdict::kValid);
  ValidatorOptions options;
  options.reject_duplicate_names = true;
  Validator strict(options);
  EXPECT_EQ(strict.Validate(schema, kTwice), Verdict::kNotJson);
  EXPECT_THAT(strict.failure().message, HasSubstr("two members named \"a\""));
  EXPECT_EQ(strict.failure().offset, 15u);
  EXPECT_FALSE(strict.Parse(kTwice).has_value());
  EXPECT_EQ(strict.Explain(schema, kTwice).outcome(),
            Report::Outcome::kNotJson);
  EXPECT_EQ(strict.Validate(schema, R"({"a": 1, "b": {"a": 2}})"),
            Verdict::kValid);
}

TEST(ValidatorOptions, EveryOccurrenceIsValidatedWhereDuplicatesAreNot) {
  const Schema schema =
      MustCompile(R"({"properties": {"a": {"type": "integer"}}})");
  Validator validator;
  EXPECT_EQ(validator.Validate(schema, R"({"a": "x", "a": 1})"),
            Verdict::kInvalid);
  EXPECT_EQ(validator.Validate(schema, R"({"a": 1, "a": "x"})"),
            Verdict::kInvalid);
  EXPECT_EQ(validator.Validate(schema, R"({"a": 1, "a": 2})"), Verdict::kValid);
}

TEST(Validator, IsReusedAfterAnything) {
  const Schema schema = MustCompile(R"({"items": {"type": "integer"}})");
  Validator validator;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(validator.Validate(schema, "[1, 2]"), Verdict::kValid);
    EXPECT_EQ(validator.Validate(schema, "[1, true]"), Verdict::kInvalid);
    EXPECT_EQ(validator.Validate(schema, "[1, tr"), Verdict::kNotJson);
    EXPECT_EQ(validator.Validate(schema, std::string(2000, '[')),
              Verdict::kLimitReached);
    EXPECT_EQ(validator.Explain(schema, "[1, true]").errors().size(), 1u);
    EXPECT_EQ(validator.Validate(schema, "[184467440737095516160]"),
              Verdict::kValid);
  }
}

TEST(Validator, CanBeMoved) {
  const Schema schema = MustCompile(R"({"type": "array"})");
  Validator first;
  EXPECT_EQ(first.Validate(schema, "[]"), Verdict::kValid);
  Validator second = std::move(first);
  EXPECT_EQ(second.Validate(schema, "{}"), Verdict::kInvalid);
  first = std::move(second);
  EXPECT_EQ(first.Validate(schema, "["), Verdict::kNotJson);
  EXPECT_EQ(first.failure().line, 1u);
}

TEST(Explain, IsPossibleForAValueInside) {
  const Schema schema = MustCompile(R"({"required": ["a"]})");
  Validator validator;
  const std::optional<Value> root =
      validator.Parse(R"({"params": {"arguments": {"b": 1}}})");
  ASSERT_TRUE(root.has_value());
  const Report report =
      validator.Explain(schema, *root->At("/params/arguments"));
  ASSERT_EQ(report.errors().size(), 1u);
  EXPECT_EQ(report.errors()[0].instance_location, "");
  EXPECT_EQ(report.errors()[0].offset, 25u);
}

}  // namespace
}  // namespace gabarit
