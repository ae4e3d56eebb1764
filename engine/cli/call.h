// gabarit call: do these arguments fit the tool?

#ifndef GABARIT_ENGINE_CLI_CALL_H_
#define GABARIT_ENGINE_CLI_CALL_H_

#include <optional>
#include <string>

#include "engine/cli/console.h"
#include "engine/cli/exit_code.h"
#include "engine/cli/tool_file.h"
#include "gabarit/tool_checker.h"

namespace gabarit::cli {

struct CallOptions {
  ToolFileOptions file;
  std::string tool;
  std::string arguments;  // as of ReadJsonArgument; absent where empty
  bool arguments_string = false;
  bool json = false;
};

ExitCode CheckCall(const CallOptions& options, Console* console);

// Prints what a check says: its text, or in a word that nothing is wrong.
ExitCode PrintCheck(const ToolCheck& check, bool json, Console* console);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_CALL_H_
