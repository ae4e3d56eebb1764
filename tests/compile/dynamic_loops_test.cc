// Schemas that a dynamic reference applies to one value for ever.

#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gabarit/schema.h"
#include "gabarit/validator.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace gabarit {
namespace {

using ::testing::HasSubstr;

// The inner resource's reference leads, from the outer one, back to the root.
constexpr std::string_view kLoop = R"({
  "$id": "http://example.com/root",
  "$dynamicAnchor": "node",
  "anyOf": [{"$ref": "inner"}],
  "$defs": {
    "inner": {"$id": "inner",
              "anyOf": [{"$dynamicRef": "#node"}],
              "$defs": {"own": {"$dynamicAnchor": "node"}}}}})";

TEST(DynamicLoops, AreRefused) {
  const absl::StatusOr<Schema> schema = Schema::Compile(kLoop);
  ASSERT_TRUE(absl::IsInvalidArgument(schema.status())) << schema.status();
  EXPECT_THAT(schema.status().ToString(),
              HasSubstr("applies to one value for ever"));
  EXPECT_THAT(schema.status().ToString(), HasSubstr("$dynamicRef"));
  EXPECT_NE(SchemaLocation(schema.status()), "");
}

TEST(DynamicLoops, AreNoneWhereTheLoopIsNotInThatScope) {
  // Entered by itself, the inner resource refers to its own anchor.
  CompileOptions options;
  options.entry = "/$defs/inner";
  const absl::StatusOr<Schema> schema = Schema::Compile(kLoop, options);
  ASSERT_TRUE(schema.ok()) << schema.status();
  EXPECT_EQ(Validator().Validate(*schema, "1"), Verdict::kValid);
}

TEST(DynamicLoops, AreNoneWhereTheReferenceStepsIntoTheInstance) {
  const absl::StatusOr<Schema> schema = Schema::Compile(R"({
    "$id": "http://example.com/root",
    "$dynamicAnchor": "node",
    "allOf": [{"$ref": "inner"}],
    "required": ["a"],
    "$defs": {
      "inner": {"$id": "inner",
                "properties": {"b": {"$dynamicRef": "#node"}},
                "$defs": {"own": {"$dynamicAnchor": "node"}}}}})");
  ASSERT_TRUE(schema.ok()) << schema.status();
  Validator validator;
  EXPECT_EQ(validator.Validate(*schema, R"({"a": 1, "b": {"a": 1}})"),
            Verdict::kValid);
  EXPECT_EQ(validator.Validate(*schema, R"({"a": 1, "b": {}})"),
            Verdict::kInvalid);
}

TEST(DynamicLoops, AreFoundByRecursiveReferencesToo) {
  const absl::StatusOr<Schema> schema = Schema::Compile(R"({
    "$schema": "https://json-schema.org/draft/2019-09/schema",
    "$id": "http://example.com/root",
    "$recursiveAnchor": true,
    "oneOf": [{"$ref": "inner"}],
    "$defs": {
      "inner": {"$id": "inner",
                "$recursiveAnchor": true,
                "properties": {"a": {"type": "null"}},
                "not": {"items": {}, "$ref": "other"}},
      "other": {"$id": "other", "$recursiveAnchor": true,
                "if": {"$recursiveRef": "#"}}}})");
  EXPECT_TRUE(absl::IsInvalidArgument(schema.status())) << schema.status();
}

}  // namespace
}  // namespace gabarit
