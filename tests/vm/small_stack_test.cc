// No input is followed on the native stack: everything here runs in a thread
// that has very little of it.

#include <pthread.h>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "gabarit/schema.h"
#include "gabarit/validator.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace gabarit {
namespace {

using ::testing::HasSubstr;

#ifdef GABARIT_SANITIZED
constexpr size_t kStack = size_t{1} << 20;  // instrumented frames are larger
#else
constexpr size_t kStack = size_t{256} << 10;
#endif

void OnSmallStack(std::function<void()> work) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, kStack), 0);
  pthread_t thread;
  ASSERT_EQ(pthread_create(
                &thread, &attributes,
                [](void* given) -> void* {
                  (*static_cast<std::function<void()>*>(given))();
                  return nullptr;
                },
                &work),
            0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

std::string Nested(size_t depth, std::string_view open, std::string_view inside,
                   std::string_view close) {
  std::string text;
  for (size_t i = 0; i < depth; ++i) text += open;
  text += inside;
  for (size_t i = 0; i < depth; ++i) text += close;
  return text;
}

TEST(SmallStack, HoldsInstancesAtTheLimitAndBeyond) {
  OnSmallStack([] {
    const absl::StatusOr<Schema> schema = Schema::Compile(
        R"({"items": {"$ref": "#"}, "additionalProperties": {"$ref": "#"},
            "type": ["array", "object"]})");
    ASSERT_TRUE(schema.ok()) << schema.status();
    Validator validator;
    EXPECT_EQ(validator.Validate(*schema, Nested(1024, "[", "", "]")),
              Verdict::kValid);
    EXPECT_EQ(validator.Validate(*schema, Nested(1023, "[", "1", "]")),
              Verdict::kInvalid);
    EXPECT_EQ(validator.Validate(*schema, Nested(1025, "[", "", "]")),
              Verdict::kLimitReached);
    EXPECT_THAT(validator.failure().message, HasSubstr("max_depth"));
    EXPECT_EQ(validator.Validate(*schema, std::string(1'000'000, '[')),
              Verdict::kLimitReached);
    EXPECT_EQ(validator.Explain(*schema, Nested(1024, "[", "", "]")).outcome(),
              Report::Outcome::kValid);
    const Report report = validator.Explain(
        *schema, Nested(1000, R"({"a":)", "1", "}"), Detail::kEverything);
    EXPECT_EQ(report.outcome(), Report::Outcome::kInvalid);
    for (const OutputFormat format :
         {OutputFormat::kFlag, OutputFormat::kBasic, OutputFormat::kDetailed,
          OutputFormat::kVerbose}) {
      EXPECT_THAT(report.ToJson(format), HasSubstr(R"("valid":false)"));
    }
  });
}

TEST(SmallStack, HoldsARaisedLimit) {
  OnSmallStack([] {
    const absl::StatusOr<Schema> schema = Schema::Compile(
        R"({"items": {"anyOf": [{"$ref": "#"}, false]}, "type": "array"})");
    ASSERT_TRUE(schema.ok()) << schema.status();
    ValidatorOptions options;
    options.limits.max_depth = 50'000;
    Validator validator(options);
    const std::string deep = Nested(50'000, "[", "", "]");
    EXPECT_EQ(validator.Validate(*schema, deep), Verdict::kValid);
    EXPECT_EQ(validator.Explain(*schema, deep).outcome(),
              Report::Outcome::kValid);
  });
}

TEST(SmallStack, HoldsEqualityOfDeepValues) {
  OnSmallStack([] {
    const std::string deep = Nested(1000, "[", "1", "]");
    const absl::StatusOr<Schema> schema =
        Schema::Compile(absl::StrCat(R"({"const":)", deep, "}"));
    ASSERT_TRUE(schema.ok()) << schema.status();
    Validator validator;
    EXPECT_EQ(validator.Validate(*schema, deep), Verdict::kValid);
    EXPECT_EQ(validator.Validate(*schema, Nested(1000, "[", "2", "]")),
              Verdict::kInvalid);
    const absl::StatusOr<Schema> unique =
        Schema::Compile(R"({"uniqueItems": true})");
    ASSERT_TRUE(unique.ok());
    EXPECT_EQ(
        validator.Validate(*unique, absl::StrCat("[", deep, ",", deep, "]")),
        Verdict::kInvalid);
  });
}

TEST(SmallStack, HoldsSchemasAtTheLimitAndBeyond) {
  OnSmallStack([] {
    for (const std::string_view open :
         {R"({"items":)", R"({"not":)", R"({"additionalProperties":)",
          R"({"if":)", R"({"unevaluatedProperties":)"}) {
      // The root is a level of its own.
      absl::StatusOr<Schema> schema =
          Schema::Compile(Nested(511, open, "{}", "}"));
      ASSERT_TRUE(schema.ok()) << schema.status();
      EXPECT_EQ(Validator().Validate(*schema, "1"),
                open == R"({"not":)" ? Verdict::kInvalid : Verdict::kValid);
      EXPECT_FALSE(schema->Disassemble().empty());
      schema = Schema::Compile(Nested(600, open, "{}", "}"));
      EXPECT_TRUE(absl::IsResourceExhausted(schema.status()))
          << schema.status();
      EXPECT_THAT(schema.status().ToString(), HasSubstr("max_schema_depth"));
      // Two levels of JSON to a subschema.
      schema =
          Schema::Compile(Nested(511, R"({"properties":{"a":)", "{}", "}}"));
      EXPECT_TRUE(schema.ok()) << schema.status();
      schema = Schema::Compile(Nested(1'000'000, open, "{}", "}"));
      EXPECT_TRUE(absl::IsResourceExhausted(schema.status()))
          << schema.status();
      EXPECT_THAT(schema.status().ToString(), HasSubstr("max_schema_depth"));
    }
    for (const std::string_view open :
         {R"({"allOf":[)", R"({"anyOf":[)", R"({"oneOf":[)"}) {
      const absl::StatusOr<Schema> schema =
          Schema::Compile(Nested(500, open, R"({"type":"string"})", "]}"));
      ASSERT_TRUE(schema.ok()) << schema.status();
      EXPECT_EQ(Validator().Validate(*schema, "1"), Verdict::kInvalid);
      EXPECT_EQ(Validator().Validate(*schema, "\"a\""), Verdict::kValid);
      EXPECT_FALSE(Validator().Explain(*schema, "1").valid());
    }
  });
}

TEST(SmallStack, HoldsLongChainsOfReferences) {
  OnSmallStack([] {
    for (const std::string_view form :
         {R"({"$ref":"#/$defs/)", R"({"allOf":[{"$ref":"#/$defs/)",
          R"({"anyOf":[{"$ref":"#/$defs/)",
          R"({"minimum":0,"properties":{"a":{"$ref":"#/$defs/)"}) {
      const std::string_view close =
          form.ends_with(R"([{"$ref":"#/$defs/)") ? "\"}]}"
          : form.find("{\"a\"") != form.npos      ? "\"}}}"
                                                  : "\"}";
      constexpr int kLength = 20'000;
      std::string schema_text = R"({"$ref":"#/$defs/0","$defs":{)";
      for (int i = 0; i < kLength; ++i) {
        absl::StrAppend(&schema_text, "\"", i, "\":", std::string(form), i + 1,
                        std::string(close), ",");
      }
      absl::StrAppend(&schema_text, "\"", kLength, R"(":{"type":"string"}}})");
      const absl::StatusOr<Schema> schema = Schema::Compile(schema_text);
      ASSERT_TRUE(schema.ok()) << schema.status();
      Validator validator;
      EXPECT_EQ(validator.Validate(*schema, "\"a\""), Verdict::kValid);
      const Report report = validator.Explain(*schema, "-1");
      EXPECT_EQ(report.valid(),
                validator.Validate(*schema, "-1") == Verdict::kValid);
    }
  });
}

TEST(SmallStack, HoldsNestedPatterns) {
  OnSmallStack([] {
    for (const size_t depth : {100u, 10'000u, 1'000'000u}) {
      std::string pattern = Nested(depth, "(", "a", ")");
      const absl::StatusOr<Schema> schema =
          Schema::Compile(absl::StrCat(R"({"pattern":")", pattern, "\"}"));
      if (schema.ok()) {
        EXPECT_EQ(Validator().Validate(*schema, "\"a\""), Verdict::kValid);
      } else {
        EXPECT_FALSE(absl::IsInternal(schema.status())) << schema.status();
      }
    }
  });
}

}  // namespace
}  // namespace gabarit
