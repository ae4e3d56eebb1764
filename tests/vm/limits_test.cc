// Work is bounded, and a bound that is reached is named and is no verdict.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "gabarit/schema.h"
#include "gabarit/validator.h"
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

std::string Nested(size_t depth, std::string_view inside) {
  return std::string(depth, '[') + std::string(inside) +
         std::string(depth, ']');
}

// Two alternatives that both fit every level: the innermost failure makes the
// evaluation go through 2^depth of them.
constexpr std::string_view kOverlapping = R"({
  "$ref": "#/$defs/n",
  "$defs": {"n": {"anyOf": [
    {"type": "array", "items": {"$ref": "#/$defs/n"}, "minItems": 1},
    {"type": "array", "items": {"$ref": "#/$defs/n"}, "maxItems": 9},
    {"const": 0}]}}})";

TEST(StepLimit, EndsWorkThatMultiplies) {
  const Schema schema = MustCompile(kOverlapping);
  ValidatorOptions options;
  options.limits.max_steps = 100'000;
  Validator validator(options);
  EXPECT_EQ(validator.Validate(schema, Nested(60, "1")),
            Verdict::kLimitReached);
  EXPECT_THAT(validator.failure().message, HasSubstr("max_steps = 100000"));
  EXPECT_EQ(validator.failure().line, 0u);
  // Not because of the depth: what fits is found at once.
  EXPECT_EQ(validator.Validate(schema, Nested(60, "0")), Verdict::kValid);
}

TEST(StepLimit, CountsAboutWhatTheManualSays) {
  const Schema schema = MustCompile(
      R"({"items": {"type": "object", "properties": {"a": {"minimum": 0}},
                    "required": ["a"]}})");
  std::string instance = "[";
  for (int i = 0; i < 1000; ++i) instance += R"({"a": 1},)";
  instance.back() = ']';
  Validator validator;
  EXPECT_EQ(validator.Validate(schema, instance), Verdict::kValid);
  EXPECT_GE(validator.steps(), 1000u);
  EXPECT_LE(validator.steps(), instance.size());
}

TEST(StepLimit, IsEnoughIfAVerdictTookThatMany) {
  const Schema schema = MustCompile(R"({"items": {"minimum": 0}})");
  const std::string_view instance = "[1.5, 2.5, 3.5]";
  Validator validator;
  ASSERT_EQ(validator.Validate(schema, instance), Verdict::kValid);
  const uint64_t steps = validator.steps();
  ValidatorOptions options;
  options.limits.max_steps = steps;
  EXPECT_EQ(Validator(options).Validate(schema, instance), Verdict::kValid);
  options.limits.max_steps = steps / 2;
  EXPECT_EQ(Validator(options).Validate(schema, instance),
            Verdict::kLimitReached);
  options.limits.max_steps = 0;
  EXPECT_EQ(Validator(options).Validate(schema, instance),
            Verdict::kLimitReached);
}

TEST(StepLimit, LeavesTheValidatorUsable) {
  const Schema hostile = MustCompile(kOverlapping);
  const Schema plain = MustCompile(R"({"type": "array"})");
  ValidatorOptions options;
  options.limits.max_steps = 1000;
  Validator validator(options);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(validator.Validate(hostile, Nested(60, "1")),
              Verdict::kLimitReached);
    EXPECT_EQ(validator.Validate(plain, "[]"), Verdict::kValid);
    EXPECT_EQ(validator.Validate(plain, "{}"), Verdict::kInvalid);
  }
}

TEST(ExplainLimit, IsNamed) {
  const Schema schema = MustCompile(kOverlapping);
  Validator validator;
  const Report report = validator.Explain(schema, Nested(60, "1"));
  EXPECT_EQ(report.outcome(), Report::Outcome::kLimitReached);
  ASSERT_EQ(report.errors().size(), 1u);
  EXPECT_THAT(report.errors()[0].message, HasSubstr("max_"));
}

TEST(Recursion, ThreeHundredLevelsAreAnswered) {
  const Schema schema = MustCompile(
      R"({"type": "object", "properties": {"next": {"$ref": "#"}},
          "additionalProperties": false})");
  std::string valid = "{}";
  std::string invalid = R"({"other": 1})";
  for (int i = 0; i < 300; ++i) {
    valid = R"({"next":)" + valid + "}";
    invalid = R"({"next":)" + invalid + "}";
  }
  Validator validator;
  EXPECT_EQ(validator.Validate(schema, valid), Verdict::kValid);
  EXPECT_LT(validator.steps(), 10'000u);
  EXPECT_EQ(validator.Validate(schema, invalid), Verdict::kInvalid);
  const Report report = validator.Explain(schema, invalid);
  ASSERT_EQ(report.errors().size(), 1u);
  EXPECT_EQ(report.errors()[0].instance_location.size(),
            300 * std::string_view("/next").size() +
                std::string_view("/other").size());
}

}  // namespace
}  // namespace gabarit
