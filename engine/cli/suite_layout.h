// What the place of a test file tells when it lies in a copy of the official
// JSON Schema test suite: tests/draft7/… beside remotes/…

#ifndef GABARIT_ENGINE_CLI_SUITE_LAYOUT_H_
#define GABARIT_ENGINE_CLI_SUITE_LAYOUT_H_

#include <string>
#include <string_view>

namespace gabarit::cli {

struct SuiteLayout {
  std::string remotes;  // the folder of the suite's remotes
  // The short name of the dialect of schemas without `$schema`, as
  // --default-dialect takes it; empty where the folder is none of a dialect.
  std::string dialect;
};

// Both are empty for a file or folder elsewhere.
SuiteLayout FindSuiteLayout(std::string_view path);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_SUITE_LAYOUT_H_
