// Files of tests in the layout of the official JSON Schema test suite: an array
// of groups, each with a schema and its tests.
//
//   [{"description": "…", "schema": …,
//     "tests": [{"description": "…", "data": …, "valid": true}]}]
//
// Other members ("comment", "specification") say nothing to the machine.

#ifndef GABARIT_ENGINE_CLI_TEST_FILE_H_
#define GABARIT_ENGINE_CLI_TEST_FILE_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/cli/file_text.h"
#include "engine/document/parser.h"
#include "engine/document/value.h"

namespace gabarit::cli {

struct InstanceTest {
  std::string_view description;
  document::Value data;
  bool valid = false;  // what is expected
};

struct TestGroup {
  std::string_view description;
  std::string_view schema;  // the text as the file has it, digit by digit
  std::vector<InstanceTest> tests;
};

class TestFile {
 public:
  // Errors: those of FileText::Read; InvalidArgument, with line and column, for
  // a file that is not JSON or not of the layout; ResourceExhausted for one
  // nested beyond any use.
  static absl::StatusOr<std::unique_ptr<const TestFile>> Read(
      const std::string& path);

  const std::vector<TestGroup>& groups() const { return groups_; }

 private:
  TestFile() = default;
  absl::Status Collect(const std::string& name);

  FileText file_;
  std::unique_ptr<document::Parser> parser_;
  std::vector<TestGroup> groups_;
};

// How many arrays and objects of `value` are nested in one another.
size_t DepthOf(document::Value value);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_TEST_FILE_H_
