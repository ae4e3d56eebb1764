// From arguments to a subcommand.

#ifndef GABARIT_ENGINE_CLI_COMMAND_LINE_H_
#define GABARIT_ENGINE_CLI_COMMAND_LINE_H_

#include "engine/cli/console.h"
#include "engine/cli/exit_code.h"

namespace gabarit::cli {

// Runs what the arguments ask for. Usage errors are complained of.
ExitCode RunCommandLine(int argc, const char* const* argv, Console* console);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_COMMAND_LINE_H_
