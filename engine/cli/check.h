// gabarit check: are these schemas valid, and what may be wrong with them?

#ifndef GABARIT_ENGINE_CLI_CHECK_H_
#define GABARIT_ENGINE_CLI_CHECK_H_

#include <string>
#include <vector>

#include "engine/cli/console.h"
#include "engine/cli/exit_code.h"
#include "engine/cli/schema_file.h"

namespace gabarit::cli {

struct CheckOptions {
  std::vector<std::string> schemas;
  SchemaOptions schema_options;
  bool json = false;
  bool quiet = false;
};

ExitCode Check(const CheckOptions& options, Console* console);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_CHECK_H_
