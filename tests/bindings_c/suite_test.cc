// Verdicts through the C interface: the official suite and the engine's cases.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "bindings/c/gabarit.h"
#include "gtest/gtest.h"
#include "tests/support/json_file.h"
#include "tests/support/suite_file.h"

namespace gabarit {
namespace {

namespace fs = std::filesystem;

struct StoreDeleter {
  void operator()(gabarit_store* store) const { gabarit_store_free(store); }
};
using Store = std::unique_ptr<gabarit_store, StoreDeleter>;

std::string_view View(gabarit_text text) { return {text.data, text.size}; }

Store Remotes(const fs::path& folder) {
  Store store(gabarit_store_new());
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const std::string uri =
        "http://localhost:1234/" + fs::relative(entry.path(), folder).string();
    const std::string json = tests::ReadFile(entry.path());
    EXPECT_EQ(gabarit_store_add(store.get(), uri.data(), uri.size(),
                                json.data(), json.size(), nullptr),
              GABARIT_OK)
        << uri;
  }
  return store;
}

// Returns how many tests there were.
int RunFile(const fs::path& path, const gabarit_schema_options& options) {
  SCOPED_TRACE(path);
  int count = 0;
  gabarit_validator* const validator = gabarit_validator_new(nullptr);
  for (const tests::SuiteGroup& group : tests::ReadSuiteFile(path)) {
    SCOPED_TRACE(group.description);
    gabarit_schema* schema = nullptr;
    gabarit_error* error = nullptr;
    const gabarit_status status = gabarit_schema_compile(
        group.schema.data(), group.schema.size(), &options, &schema, &error);
    // A back-reference has no linear form, and is refused openly.
    if (status != GABARIT_UNSUPPORTED) {
      EXPECT_EQ(status, GABARIT_OK) << View(gabarit_error_message(error));
    }
    for (const tests::SuiteTest& test : group.tests) {
      if (schema == nullptr) break;
      SCOPED_TRACE(test.description);
      ++count;
      const gabarit_verdict expected =
          test.valid ? GABARIT_VALID : GABARIT_INVALID;
      const gabarit_verdict verdict = gabarit_validate(
          validator, schema, test.data.data(), test.data.size());
      // A limit that has a name is no wrong verdict.
      if (verdict != GABARIT_LIMIT_REACHED) {
        EXPECT_EQ(verdict, expected);
      }
      const gabarit_verdict explained =
          gabarit_explain(validator, schema, test.data.data(), test.data.size(),
                          GABARIT_ERRORS, nullptr);
      if (explained != GABARIT_LIMIT_REACHED) {
        EXPECT_EQ(explained, expected);
      }
    }
    gabarit_schema_free(schema);
    gabarit_error_free(error);
  }
  gabarit_validator_free(validator);
  return count;
}

TEST(ThroughC, TheRequiredSuiteOf2020Holds) {
  const fs::path suite = tests::DataDirectory() / "json-schema-test-suite";
  if (!fs::exists(suite)) GTEST_SKIP() << "no suite in " << suite;
  const Store remotes = Remotes(suite / "remotes");
  gabarit_schema_options options;
  gabarit_schema_options_init(&options);
  options.store = remotes.get();
  int count = 0;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(suite / "tests" / "draft2020-12")) {
    if (entry.path().extension() == ".json") {
      count += RunFile(entry.path(), options);
    }
  }
  EXPECT_EQ(count, 1299);
}

TEST(ThroughC, TheCasesHold) {
  const fs::path cases = tests::DataDirectory() / "cases" / "engine";
  if (!fs::exists(cases)) GTEST_SKIP() << "no cases in " << cases;
  int count = 0;
  for (const fs::path& path : tests::FilesOf(cases, ".json")) {
    // Its numbers are spelled `Infinity`, which is not JSON.
    if (path.filename() == "numbers-beyond-double.json") continue;
    gabarit_schema_options options;
    gabarit_schema_options_init(&options);
    options.assert_formats = path.filename() == "format-assertion.json" ? 1 : 0;
    count += RunFile(path, options);
  }
  EXPECT_GT(count, 300);
}

}  // namespace
}  // namespace gabarit
