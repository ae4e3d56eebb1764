// gabarit test: does the engine say what test files expect?

#ifndef GABARIT_ENGINE_CLI_TEST_RUN_H_
#define GABARIT_ENGINE_CLI_TEST_RUN_H_

#include <string>
#include <vector>

#include "engine/cli/console.h"
#include "engine/cli/exit_code.h"
#include "engine/cli/schema_file.h"

namespace gabarit::cli {

// Which evaluator gives the verdict.
enum class Engine { kVm, kExplainer, kBoth };

struct TestOptions {
  std::vector<std::string> paths;    // files and folders
  bool recursive = false;            // folders in folders too
  std::vector<std::string> remotes;  // folders
  std::string remotes_base = "http://localhost:1234/";
  Engine engine = Engine::kBoth;
  SchemaOptions schema_options;
  bool json = false;
};

ExitCode RunTests(const TestOptions& options, Console* console);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_TEST_RUN_H_
