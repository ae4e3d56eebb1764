// One schema serves many threads, each with a validator of its own.

#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "gabarit/schema.h"
#include "gabarit/validator.h"
#include "gtest/gtest.h"

namespace gabarit {
namespace {

TEST(Threads, ShareASchema) {
  CompileOptions options;
  options.assert_formats = true;
  options.assert_content = true;
  const absl::StatusOr<Schema> schema = Schema::Compile(
      R"({"properties": {
            "pattern": {"pattern": "^(a|b)*c\\d{2,3}(x|yz)$"},
            "format": {"format": "date-time"},
            "number": {"multipleOf": 0.01, "maximum": 123456789.125},
            "enum": {"enum": [1.5, {"a": [1e400]}, "x"]},
            "content": {"contentMediaType": "application/json",
                        "contentSchema": {"$ref": "#"}},
            "unique": {"uniqueItems": true}},
          "anyOf": [{"required": ["number"]}, {"required": ["enum"]}],
          "unevaluatedProperties": false})",
      options);
  ASSERT_TRUE(schema.ok()) << schema.status();
  constexpr std::string_view kValid = R"({
    "pattern": "abc123yz", "format": "2024-02-29T12:00:00Z", "number": 19.99,
    "enum": {"a": [10e399]}, "content": "{\"number\": 0.01}",
    "unique": [1, 1.5, "1"]})";
  constexpr std::string_view kInvalid = R"({
    "pattern": "abc123yz", "number": 123456789.1251})";
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (int& count : wrong) {
    threads.emplace_back([&schema, &count, kValid, kInvalid] {
      Validator validator;
      for (int round = 0; round < 50; ++round) {
        const Schema copy = *schema;
        count += validator.Validate(copy, kValid) != Verdict::kValid;
        count += validator.Validate(copy, kInvalid) != Verdict::kInvalid;
        count += validator.Explain(*schema, kInvalid).errors().empty();
        count +=
            !validator.Explain(*schema, kValid, Detail::kEverything).valid();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int count : wrong) EXPECT_EQ(count, 0);
}

TEST(Threads, CompileAtTheSameTime) {
  SchemaStore store;
  ASSERT_TRUE(
      store.Add("http://example.com/other", R"({"minimum": 1.5})").ok());
  std::vector<std::thread> threads;
  std::vector<int> compiled(4, 0);
  for (int& count : compiled) {
    threads.emplace_back([&store, &count] {
      CompileOptions options;
      options.store = &store;
      Validator validator;
      for (int round = 0; round < 10; ++round) {
        const absl::StatusOr<Schema> schema =
            Schema::Compile(R"({"$ref": "http://example.com/other"})", options);
        if (schema.ok() &&
            validator.Validate(*schema, "1.25") == Verdict::kInvalid) {
          ++count;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int count : compiled) EXPECT_EQ(count, 10);
}

}  // namespace
}  // namespace gabarit
