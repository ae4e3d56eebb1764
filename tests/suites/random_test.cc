// Random schemas with random instances: the two evaluators must agree. To
// search for longer, or to see one failure again:
//
//   export GABARIT_RANDOM_CASES=1000000 GABARIT_RANDOM_SEED=7
//   suites_test --gtest_filter='*RandomTest*'
//
// Case n of seed s is case 0 of seed s + n.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/compile/compiler.h"
#include "engine/document/parser.h"
#include "engine/program/verifier.h"
#include "engine/schema/loader.h"
#include "gabarit/schema.h"
#include "gabarit/validator.h"
#include "gtest/gtest.h"
#include "tests/support/agreement.h"
#include "tests/support/instance_generator.h"
#include "tests/support/json_tree.h"
#include "tests/support/minimize.h"
#include "tests/support/schema_generator.h"

namespace gabarit::tests {
namespace {

#ifdef GABARIT_SANITIZED
constexpr uint64_t kCases = 300;  // twenty times as slow
#else
constexpr uint64_t kCases = 2000;
#endif

uint64_t Setting(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

class RandomTest : public testing::TestWithParam<Draft> {
 protected:
  RandomTest() : check_(Options()) {}

  static ValidatorOptions Options() {
    ValidatorOptions options;
    options.limits.max_steps = 1'000'000;
    return options;
  }

  // What the evaluators disagree about; empty if they agree, or if the schema
  // does not compile.
  std::string Difference(const Json& schema, const Json& instance) {
    const absl::StatusOr<Schema> compiled =
        Schema::Compile(Write(schema), options_);
    if (!compiled.ok()) return "";
    return check_.Check(*compiled, Write(instance)).differences;
  }

  void ReportMinimized(Json schema, Json instance, uint64_t seed,
                       const std::string& differences) {
    if (!Difference(schema, instance).empty()) {
      for (int round = 0; round < 2; ++round) {
        schema = Minimize(std::move(schema), [&](const Json& smaller) {
          return !Difference(smaller, instance).empty();
        });
        instance = Minimize(std::move(instance), [&](const Json& smaller) {
          return !Difference(schema, smaller).empty();
        });
      }
    }
    ADD_FAILURE() << "seed " << seed << ": " << differences << "minimized to\n"
                  << Write(schema) << "\n"
                  << Write(instance) << "\n"
                  << Difference(schema, instance);
  }

  // Judges one schema and a few instances. Returns whether it compiles.
  bool RunCase(uint64_t seed) {
    Randomness randomness(seed * 8 + static_cast<uint64_t>(GetParam()));
    const Json schema = SchemaGenerator(GetParam(), &randomness).Document();
    const std::string text = Write(schema, &randomness);
    options_ = CompileOptions();
    options_.default_dialect = MetaschemaOf(GetParam());
    options_.assert_formats = randomness.OneIn(2);
    options_.assert_content = randomness.OneIn(3);
    options_.check_metaschema = randomness.OneIn(16);
    const absl::StatusOr<Schema> compiled = Schema::Compile(text, options_);
    if (!compiled.ok()) {
      EXPECT_TRUE(absl::IsInvalidArgument(compiled.status()) ||
                  absl::IsNotFound(compiled.status()) ||
                  absl::IsUnimplemented(compiled.status()) ||
                  absl::IsResourceExhausted(compiled.status()))
          << "seed " << seed << ": " << compiled.status() << "\n"
          << text;
      return false;
    }
    if (randomness.OneIn(8)) VerifyProgram(text, seed);
    InstanceGenerator instances(&schema, &randomness);
    for (int i = 0; i < 12; ++i) {
      const Json instance = instances.Instance();
      const std::string json = Write(instance, &randomness);
      const Judgement judgement = i == 0
                                      ? check_.Check(*compiled, json)
                                      : check_.CheckVerdicts(*compiled, json);
      valid_ += judgement.verdict == Verdict::kValid ? 1 : 0;
      ++instances_;
      if (!judgement.differences.empty()) {
        ReportMinimized(schema, instance, seed, judgement.differences);
        break;
      }
    }
    return true;
  }

  void VerifyProgram(std::string_view text, uint64_t seed) {
    auto document = document::Document::Parse(text);
    ASSERT_TRUE(document.ok());
    schema::LoadOptions load;
    load.default_dialect = options_.default_dialect;
    load.assert_formats = options_.assert_formats;
    load.assert_content = options_.assert_content;
    const auto graph = schema::Load(*std::move(document), load);
    ASSERT_TRUE(graph.ok()) << graph.status();
    const auto program = compile::Compile(**graph);
    ASSERT_TRUE(program.ok()) << program.status();
    const absl::Status status = program::Verify(*program);
    EXPECT_TRUE(status.ok()) << "seed " << seed << ": " << status << "\n"
                             << text;
  }

  AgreementCheck check_;
  CompileOptions options_;
  uint64_t instances_ = 0;
  uint64_t valid_ = 0;
};

TEST_P(RandomTest, EvaluatorsAgree) {
  const uint64_t cases = Setting("GABARIT_RANDOM_CASES", kCases);
  const uint64_t seed = Setting("GABARIT_RANDOM_SEED", 1);
  uint64_t compiled = 0;
  for (uint64_t i = 0; i < cases; ++i) {
    if (RunCase(seed + i)) ++compiled;
    if (HasFailure() && Setting("GABARIT_RANDOM_KEEP_GOING", 0) == 0) return;
  }
  RecordProperty("compiled", std::to_string(compiled));
  // Agreement says little where everything is refused or everything is invalid.
  if (cases >= 1000) {
    EXPECT_GT(compiled, cases / 2);
    EXPECT_GT(valid_, instances_ / 10);
    EXPECT_GT(instances_ - valid_, instances_ / 10);
  }
}

INSTANTIATE_TEST_SUITE_P(Dialects, RandomTest, testing::ValuesIn(kDrafts),
                         [](const testing::TestParamInfo<Draft>& parameter) {
                           return std::string(NameOf(parameter.param));
                         });

}  // namespace

}  // namespace gabarit::tests
