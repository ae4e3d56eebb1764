// The official suite's optional/format files, for every dialect. Each test
// there says whether a text has a format; the checks must say the same.

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "engine/format/format.h"
#include "gtest/gtest.h"
#include "simdjson.h"
#include "tests/format/printable.h"

namespace gabarit::format {
namespace {

std::filesystem::path SuiteDirectory() {
  if (const char* directory = std::getenv("GABARIT_SUITE_DIR")) {
    return directory;
  }
  if (const char* directory = std::getenv("GABARIT_DATA_DIR")) {
    return std::filesystem::path(directory) / "json-schema-test-suite";
  }
  return std::filesystem::path(GABARIT_SOURCE_DIR) / ".." / "shared" / "data" /
         "json-schema-test-suite";
}

struct Dialect {
  std::string_view name;
  // How many tests the files hold at least: newer suites have more. Guards
  // against a suite that is read only in part.
  size_t least_tests;
};

void PrintTo(const Dialect& dialect, std::ostream* out) {
  *out << dialect.name;
}

class FormatSuiteTest : public testing::TestWithParam<Dialect> {};

// Runs the tests of one group; returns how many there are.
size_t RunGroup(std::string_view file, simdjson::dom::element group) {
  const std::string_view format = group["schema"]["format"];
  const std::string_view group_description = group["description"];
  const Check check = Find(format);
  EXPECT_EQ(check != nullptr, format != "unknown") << file << ": " << format;
  size_t tests = 0;
  for (const simdjson::dom::element test : group["tests"].get_array()) {
    ++tests;
    const bool valid = test["valid"];
    std::string_view text;
    if (test["data"].get(text) != simdjson::SUCCESS) {
      EXPECT_TRUE(valid) << file << ": other types are no format's business";
      continue;
    }
    if (check == nullptr) continue;
    const std::string_view description = test["description"];
    EXPECT_EQ(check(text), valid) << file << ": " << group_description << ": "
                                  << description << ": " << Printable(text);
  }
  return tests;
}

TEST_P(FormatSuiteTest, EveryTestHasTheVerdictTheSuiteGives) {
  const std::filesystem::path directory =
      SuiteDirectory() / "tests" / GetParam().name / "optional" / "format";
  std::error_code error;
  if (!std::filesystem::is_directory(directory, error)) {
    GTEST_SKIP() << "no official suite at " << directory
                 << "; set GABARIT_SUITE_DIR to its root";
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());

  size_t tests = 0;
  simdjson::dom::parser parser;
  for (const std::filesystem::path& file : files) {
    simdjson::dom::element groups;
    ASSERT_EQ(parser.load(file.string()).get(groups), simdjson::SUCCESS)
        << file;
    for (const simdjson::dom::element group : groups.get_array()) {
      tests += RunGroup(file.filename().string(), group);
    }
  }
  EXPECT_GE(tests, GetParam().least_tests);
}

INSTANTIATE_TEST_SUITE_P(Dialects, FormatSuiteTest,
                         testing::Values(Dialect{"draft4", 219},
                                         Dialect{"draft6", 325},
                                         Dialect{"draft7", 676},
                                         Dialect{"draft2019-09", 757},
                                         Dialect{"draft2020-12", 764}),
                         [](const testing::TestParamInfo<Dialect>& dialect) {
                           std::string name(dialect.param.name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace gabarit::format
