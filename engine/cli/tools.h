// gabarit tools: which tools of a list can be used, and what is wrong with the
// others?

#ifndef GABARIT_ENGINE_CLI_TOOLS_H_
#define GABARIT_ENGINE_CLI_TOOLS_H_

#include "engine/cli/console.h"
#include "engine/cli/exit_code.h"
#include "engine/cli/tool_file.h"

namespace gabarit::cli {

struct ToolsOptions {
  ToolFileOptions file;
  bool json = false;
};

ExitCode ListTools(const ToolsOptions& options, Console* console);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_TOOLS_H_
