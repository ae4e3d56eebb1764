// Small inputs that have broken validators, each file on its own: those of the
// data folder, and our own in tests/cases.

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "gabarit/schema.h"
#include "gtest/gtest.h"
#include "tests/support/json_file.h"
#include "tests/support/suite_file.h"

namespace gabarit::tests {
namespace {

namespace fs = std::filesystem;

struct CaseFile {
  fs::path path;
};

void PrintTo(const CaseFile& file, std::ostream* out) { *out << file.path; }

std::string FileName(const testing::TestParamInfo<CaseFile>& parameter) {
  return NameForTest(parameter.param.path.stem().string());
}

std::vector<CaseFile> CaseFiles(const fs::path& folder) {
  std::vector<CaseFile> files;
  for (const fs::path& path : FilesOf(folder, ".json")) {
    // Its numbers beyond a double are written Infinity, which JSON has not;
    // tests/cases/numbers.json has such numbers as JSON writes them.
    if (path.stem() == "numbers-beyond-double") continue;
    files.push_back({path});
  }
  return files;
}

CompileOptions OptionsFor(const fs::path& path) {
  CompileOptions options;
  options.assert_formats = path.stem() == "format-assertion";
  options.assert_content = path.stem() == "content-assertion";
  return options;
}

// What may be refused openly is said of each file in the data folder's README.
Tolerance ToleranceFor(const fs::path& path) {
  const std::string name = path.stem().string();
  Tolerance tolerance;
  tolerance.refused_pattern =
      name == "regex-needs-backtracking" || name == "regex-large-repetition";
  tolerance.limit = name == "time-bound";
  return tolerance;
}

class DataCasesTest : public testing::TestWithParam<CaseFile> {};

TEST_P(DataCasesTest, EveryVerdictIsTheFiles) {
  const fs::path& path = GetParam().path;
  EXPECT_GT(RunSuiteFile(path, OptionsFor(path), ToleranceFor(path)), 0);
}

INSTANTIATE_TEST_SUITE_P(Files, DataCasesTest,
                         testing::ValuesIn(CaseFiles(DataDirectory() / "cases" /
                                                     "engine")),
                         FileName);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(DataCasesTest);

class OwnCasesTest : public testing::TestWithParam<CaseFile> {};

TEST_P(OwnCasesTest, EveryVerdictIsTheFiles) {
  const fs::path& path = GetParam().path;
  EXPECT_GT(RunSuiteFile(path, OptionsFor(path)), 0);
}

INSTANTIATE_TEST_SUITE_P(Files, OwnCasesTest,
                         testing::ValuesIn(CaseFiles(
                             fs::path(GABARIT_SOURCE_DIR) / "tests" / "cases")),
                         FileName);

TEST(DataCases, AreThere) {
  if (!fs::exists(DataDirectory())) {
    GTEST_SKIP() << "no data in " << DataDirectory()
                 << "; GABARIT_DATA_DIR says where it is";
  }
  EXPECT_GE(CaseFiles(DataDirectory() / "cases" / "engine").size(), 20u);
}

}  // namespace
}  // namespace gabarit::tests
