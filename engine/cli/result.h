// gabarit result: is this the result that the tool promises?

#ifndef GABARIT_ENGINE_CLI_RESULT_H_
#define GABARIT_ENGINE_CLI_RESULT_H_

#include <string>

#include "engine/cli/console.h"
#include "engine/cli/exit_code.h"
#include "engine/cli/tool_file.h"

namespace gabarit::cli {

struct ResultOptions {
  ToolFileOptions file;
  std::string tool;
  std::string result;  // as of ReadJsonArgument
  bool json = false;
};

ExitCode CheckCallResult(const ResultOptions& options, Console* console);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_RESULT_H_
