// Files in the layout of the official JSON Schema test suite: an array of
// groups, each a schema with instances that are valid or not.

#ifndef GABARIT_TESTS_SUPPORT_SUITE_FILE_H_
#define GABARIT_TESTS_SUPPORT_SUITE_FILE_H_

#include <filesystem>
#include <string>
#include <vector>

#include "gabarit/schema.h"
#include "gtest/gtest.h"

namespace gabarit::tests {

struct SuiteTest {
  std::string description;
  std::string data;  // JSON text, as the file has it
  bool valid = false;
};

struct SuiteGroup {
  std::string description;
  std::string schema;  // JSON text
  std::vector<SuiteTest> tests;
};

// The file's groups. Reports a failure of the running test, and returns what
// there is, where the file is not of that layout.
std::vector<SuiteGroup> ReadSuiteFile(const std::filesystem::path& path);

// Puts every document of the suite's remotes/ into `store`, under the URI that
// the suite gives it.
void AddRemotes(SchemaStore* store);

// What may happen instead of a verdict.
struct Tolerance {
  bool refused_pattern = false;  // the schema's pattern is Unimplemented
  bool limit = false;            // evaluating reaches a limit
};

// Judges every test of the file by both evaluators and expects the verdicts
// that the file says. Returns how many tests there were.
int RunSuiteFile(const std::filesystem::path& path,
                 const CompileOptions& options, Tolerance tolerance = {});

}  // namespace gabarit::tests

#endif  // GABARIT_TESTS_SUPPORT_SUITE_FILE_H_
