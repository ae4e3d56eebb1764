// A verdict allocates nothing once its validator is warm. This program counts
// every allocation that goes through operator new.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "gabarit/schema.h"
#include "gabarit/validator.h"
#include "gtest/gtest.h"
#include "tests/support/json_file.h"
#include "tests/vm/counted_allocation.h"

namespace gabarit {
namespace {

namespace fs = std::filesystem;

// Judges all instances twice; returns how often the second round allocated.
size_t AllocationsWhenWarm(const Schema& schema,
                           const std::vector<std::string>& instances,
                           const ValidatorOptions& options = {}) {
  Validator validator(options);
  for (const std::string& instance : instances) {
    validator.Validate(schema, instance);
  }
  const size_t before = AllocationCount();
  for (const std::string& instance : instances) {
    validator.Validate(schema, instance);
  }
  return AllocationCount() - before;
}

// The same value with something wrong in it, most likely; or the value itself.
std::string Spoilt(const std::string& instance) {
  std::string spoilt = instance;
  const size_t string_value = spoilt.find(":\"");
  if (string_value == std::string::npos) return instance;
  spoilt.insert(string_value + 1, "[[]],\"?\":");
  return Validator().Parse(spoilt).has_value() ? spoilt : instance;
}

TEST(Allocation, IsCounted) {
  const size_t before = AllocationCount();
  const auto memory = std::make_unique<std::string>(100, 'x');
  EXPECT_EQ(AllocationCount() - before, 2u);
}

TEST(Allocation, ThereIsNoneOverTheDatasets) {
  const fs::path datasets = tests::DataDirectory() / "datasets";
  if (!fs::exists(datasets)) GTEST_SKIP() << "no data in " << datasets;
  for (const fs::path& path : tests::FilesBelow(datasets, "schema.json")) {
    const absl::StatusOr<Schema> schema =
        Schema::Compile(tests::ReadFile(path));
    if (!schema.ok()) continue;  // suites_test reports it
    std::vector<std::string> instances =
        tests::ReadLines(path.parent_path() / "instances.jsonl");
    if (instances.size() > 300) instances.resize(300);
    const size_t count = instances.size();
    for (size_t i = 0; i < count; ++i) {
      instances.push_back(Spoilt(instances[i]));
    }
    EXPECT_EQ(AllocationsWhenWarm(*schema, instances), 0u) << path;
  }
}

TEST(Allocation, ThereIsNoneOverTheToolCorpus) {
  const fs::path tools = tests::DataDirectory() / "tools";
  if (!fs::exists(tools)) GTEST_SKIP() << "no data in " << tools;
  constexpr std::string_view kLists = ".tools.json";
  for (const fs::path& path : tests::FilesOf(tools, kLists)) {
    std::string error;
    const auto list = tests::JsonText::Parse(tests::ReadFile(path), &error);
    ASSERT_NE(list, nullptr) << error;
    std::string payloads_path = path.string();
    payloads_path.replace(payloads_path.size() - kLists.size(), kLists.size(),
                          ".payloads.jsonl");
    std::vector<std::pair<std::string, std::string>> payloads;
    for (const std::string& line : tests::ReadLines(payloads_path)) {
      const auto payload = tests::JsonText::Parse(line, &error);
      ASSERT_NE(payload, nullptr) << error;
      if (payload->root().Find("target")->string() != "arguments") continue;
      payloads.emplace_back(payload->root().Find("tool")->string(),
                            payload->MemberText(payload->root(), "data"));
    }
    for (document::ItemIterator tool(*list->root().Find("tools")); !tool.done();
         tool.Next()) {
      const absl::StatusOr<Schema> schema =
          Schema::Compile(list->MemberText(tool.value(), "inputSchema"));
      if (!schema.ok()) continue;  // suites_test reports it
      std::vector<std::string> instances;
      for (const auto& [name, data] : payloads) {
        if (name == tool.value().Find("name")->string()) {
          instances.push_back(data);
        }
      }
      EXPECT_EQ(AllocationsWhenWarm(*schema, instances), 0u)
          << path << " " << tool.value().Find("name")->string();
    }
  }
}

struct KeywordCase {
  std::string_view description;
  std::string_view schema;
  std::vector<std::string> instances;
};

// Keywords that keep notes while they are evaluated.
TEST(Allocation, ThereIsNoneWhateverTheKeyword) {
  const std::vector<KeywordCase> cases = {
      {"unique items",
       R"({"uniqueItems": true})",
       {R"([1, 2.5, "a", {"a": [1]}, {"a": [2]}])",
        R"([{"a": 1}, {"a": 1.0}])"}},
      {"unevaluated members that only the instance can tell",
       R"({"anyOf": [{"properties": {"a": true}, "required": ["a"]},
                     {"properties": {"b": true}}],
           "unevaluatedProperties": false})",
       {R"({"a": 1, "b": 2})", R"({"b": 1, "c": 2})", R"({})"}},
      {"unevaluated items after contains",
       R"({"contains": {"type": "string"}, "unevaluatedItems": {"const": 1}})",
       {R"(["a", 1, "b"])", R"(["a", 2])"}},
      {"patterns for the small matchers and for RE2",
       R"({"items": {"pattern": "^[a-z]+$"},
           "contains": {"pattern": "^(a|b)*c\\d{2,3}(x|yz)$"}})",
       {R"(["aabc123yz", "abc"])", R"(["abc", "abcd"])"}},
      {"a recursive schema",
       R"({"properties": {"next": {"$ref": "#"}}, "required": ["value"]})",
       {R"({"value": 1, "next": {"value": 2, "next": {"value": 3}}})",
        R"({"value": 1, "next": {"value": 2, "next": {}}})"}},
      {"equality of nested constants",
       R"({"enum": [{"a": [1, {"b": 2}]}, [1, 2, 3], 1.5]})",
       {R"({"a": [1, {"b": 2.0}]})", R"([1, 2, 4])"}},
      {"decimal multiples",
       R"({"multipleOf": 0.01})",
       {"19.99", "19.995", "1e300"}},
      {"more names than a word has bits",
       R"({"required": ["a0","a1","a2","a3","a4","a5","a6","a7","a8","a9",
           "b0","b1","b2","b3","b4","b5","b6","b7","b8","b9",
           "c0","c1","c2","c3","c4","c5","c6","c7","c8","c9",
           "d0","d1","d2","d3","d4","d5","d6","d7","d8","d9",
           "e0","e1","e2","e3","e4","e5","e6","e7","e8","e9",
           "f0","f1","f2","f3","f4","f5","f6","f7","f8","f9",
           "g0","g1","g2","g3","g4","g5","g6","g7","g8","g9"]})",
       {R"({"a0": 1, "g9": 2})"}},
  };
  for (const KeywordCase& test : cases) {
    const absl::StatusOr<Schema> schema = Schema::Compile(test.schema);
    ASSERT_TRUE(schema.ok()) << schema.status();
    EXPECT_EQ(AllocationsWhenWarm(*schema, test.instances), 0u)
        << test.description;
  }
}

TEST(Allocation, ThereIsNoneWhenALimitIsReached) {
  const absl::StatusOr<Schema> schema = Schema::Compile(R"({
    "anyOf": [{"items": {"$ref": "#"}, "type": "array"},
              {"items": {"$ref": "#"}, "type": "array", "maxItems": 9}]})");
  ASSERT_TRUE(schema.ok()) << schema.status();
  ValidatorOptions options;
  options.limits.max_steps = 10;
  const std::vector<std::string> instances = {"[[[[[[[[[[1]]]]]]]]]]"};
  Validator validator(options);
  ASSERT_EQ(validator.Validate(*schema, instances[0]), Verdict::kLimitReached);
  EXPECT_EQ(AllocationsWhenWarm(*schema, instances, options), 0u);
}

}  // namespace
}  // namespace gabarit
