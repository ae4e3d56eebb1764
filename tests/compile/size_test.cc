// What a schema compiles to is bounded by what it says, not by how its parts
// can be combined.

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "gabarit/schema.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace gabarit {
namespace {

using ::testing::HasSubstr;

size_t ProgramBytes(std::string_view json) {
  const absl::StatusOr<Schema> schema = Schema::Compile(json);
  EXPECT_TRUE(schema.ok()) << schema.status();
  return schema.ok() ? schema->program_bytes() : 0;
}

// A schema of `count` parts, each of which `part` writes.
template <typename Part>
std::string SchemaOf(int count, std::string_view opening, Part part,
                     std::string_view closing) {
  std::string schema(opening);
  for (int i = 0; i < count; ++i) {
    if (i > 0) schema += ',';
    schema += part(i);
  }
  schema += closing;
  return schema;
}

TEST(ProgramSize, GrowsWithTheSchema) {
  const auto properties = [](int count) {
    return ProgramBytes(SchemaOf(
        count, R"({"properties":{)",
        [](int i) {
          return absl::StrCat("\"p", i, R"(":{"minLength":)", i, "}");
        },
        "}}"));
  };
  EXPECT_LT(properties(2000), 25 * properties(100));
}

// Every pair of these meets at one location: merging all would take 2^n blocks.
TEST(ProgramSize, IsNotThatOfAllCombinations) {
  const auto overlapping = [](int count) {
    return ProgramBytes(SchemaOf(
        count, R"({"allOf":[)",
        [](int i) {
          return absl::StrCat(R"({"properties":{"a":{"$ref":"#/allOf/)", i,
                              R"("},"b)", i, R"(":{"$ref":"#"}}})");
        },
        "]}"));
  };
  EXPECT_LT(overlapping(60), 2'000'000u);
}

TEST(ProgramSize, IsBoundedWherePatternsOverlap) {
  const auto patterns = [](int count) {
    return ProgramBytes(SchemaOf(
        count, R"({"patternProperties":{)",
        [](int i) {
          return absl::StrCat("\"a{", i, R"(}":{"maxLength":)", i, "}");
        },
        R"(},"properties":{"aaaa":{"type":"string"}}})"));
  };
  EXPECT_LT(patterns(200), 200'000u);
}

TEST(ProgramSize, HasALimitWithAName) {
  CompileOptions options;
  options.limits.max_instructions = 10;
  const absl::StatusOr<Schema> schema = Schema::Compile(
      SchemaOf(
          20, R"({"properties":{)",
          [](int i) {
            return absl::StrCat("\"p", i, R"(":{"minLength":)", i + 1, "}");
          },
          "}}"),
      options);
  EXPECT_TRUE(absl::IsResourceExhausted(schema.status())) << schema.status();
  EXPECT_THAT(schema.status().ToString(), HasSubstr("max_instructions = 10"));
}

// Dynamic references under many dynamic scopes unfold; the limit ends it.
TEST(ProgramSize, OfManyDynamicScopesIsLimited) {
  const auto resources = [](int count) {
    std::string schema =
        R"({"$id":"http://example.com/","$ref":"r0","$defs":{)";
    for (int i = 0; i < count; ++i) {
      absl::StrAppend(&schema, "\"r", i, R"(":{"$id":"r)", i,
                      R"(","properties":{)");
      for (int j = 0; j < count; ++j) {
        absl::StrAppend(&schema, "\"to", j, R"(":{"$ref":"r)", j, "\"},");
      }
      absl::StrAppend(&schema, R"("x":{"$dynamicRef":"#n"}},"$defs":{"n":)",
                      R"({"$dynamicAnchor":"n","minimum":)", i,
                      "},\"m\":", R"({"$dynamicAnchor":"m)", i, R"("},"o":)",
                      R"({"$dynamicAnchor":"m)", (i + 1) % count, R"("}}},)");
    }
    schema.back() = '}';
    return schema + "}";
  };
  const absl::StatusOr<Schema> schema = Schema::Compile(resources(24));
  if (!schema.ok()) {
    EXPECT_TRUE(absl::IsResourceExhausted(schema.status())) << schema.status();
  } else {
    EXPECT_GT(schema->program_bytes(), 0u);
  }
}

}  // namespace
}  // namespace gabarit
