// The official JSON Schema test suite: every test of the five dialects,
// required and optional, through the machine and the explainer. No test is left
// out.

#include <algorithm>
#include <cstddef>
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

struct Dialect {
  std::string_view folder;
  std::string_view metaschema;
  // How many tests there are at the suite's commit that COMMIT names; a suite
  // of another time may have more.
  size_t required;
  size_t optional;
  size_t formats;
};

constexpr Dialect kDialects[] = {
    {"draft2020-12", "https://json-schema.org/draft/2020-12/schema", 1299, 162,
     764},
    {"draft2019-09", "https://json-schema.org/draft/2019-09/schema", 1259, 158,
     757},
    {"draft7", "http://json-schema.org/draft-07/schema#", 927, 118, 676},
    {"draft6", "http://json-schema.org/draft-06/schema#", 839, 106, 325},
    {"draft4", "http://json-schema.org/draft-04/schema#", 618, 100, 219},
};

void PrintTo(const Dialect& dialect, std::ostream* out) {
  *out << dialect.folder;
}

std::string DialectName(const testing::TestParamInfo<Dialect>& parameter) {
  return NameForTest(parameter.param.folder);
}

struct SuiteFile {
  const Dialect* dialect;
  fs::path path;
};

void PrintTo(const SuiteFile& file, std::ostream* out) { *out << file.path; }

fs::path FolderOf(const Dialect& dialect) {
  return SuiteDirectory() / "tests" / dialect.folder;
}

std::vector<SuiteFile> AllFiles() {
  std::vector<SuiteFile> files;
  for (const Dialect& dialect : kDialects) {
    for (const fs::path& path : FilesBelow(FolderOf(dialect), ".json")) {
      files.push_back({&dialect, path});
    }
  }
  return files;
}

class OfficialSuiteTest : public testing::TestWithParam<SuiteFile> {
 protected:
  static void SetUpTestSuite() {
    store_ = new SchemaStore;
    AddRemotes(store_);
  }
  static void TearDownTestSuite() {
    delete store_;
    store_ = nullptr;
  }

  static SchemaStore* store_;
};

SchemaStore* OfficialSuiteTest::store_ = nullptr;

TEST_P(OfficialSuiteTest, EveryVerdictIsTheSuites) {
  CompileOptions options;
  options.default_dialect = GetParam().dialect->metaschema;
  options.store = store_;
  options.assert_formats = GetParam().path.parent_path().filename() == "format";
  EXPECT_GT(RunSuiteFile(GetParam().path, options), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Files, OfficialSuiteTest, testing::ValuesIn(AllFiles()),
    [](const testing::TestParamInfo<SuiteFile>& parameter) {
      return NameForTest(
          fs::relative(parameter.param.path, SuiteDirectory() / "tests")
              .replace_extension()
              .generic_string());
    });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(OfficialSuiteTest);

class OfficialSuiteCountTest : public testing::TestWithParam<Dialect> {};

size_t CountTests(const fs::path& folder) {
  size_t count = 0;
  for (const fs::path& path : FilesOf(folder, ".json")) {
    for (const SuiteGroup& group : ReadSuiteFile(path)) {
      count += group.tests.size();
    }
  }
  return count;
}

// Guards against a suite that is found only in part.
TEST_P(OfficialSuiteCountTest, AllTestsAreThere) {
  const Dialect& dialect = GetParam();
  const fs::path folder = FolderOf(dialect);
  if (!fs::exists(folder)) {
    GTEST_SKIP() << "no suite in " << SuiteDirectory()
                 << "; GABARIT_SUITE_DIR says where it is";
  }
  EXPECT_GE(CountTests(folder), dialect.required);
  EXPECT_GE(CountTests(folder / "optional"), dialect.optional);
  EXPECT_GE(CountTests(folder / "optional" / "format"), dialect.formats);
}

INSTANTIATE_TEST_SUITE_P(Dialects, OfficialSuiteCountTest,
                         testing::ValuesIn(kDialects), DialectName);

}  // namespace
}  // namespace gabarit::tests
