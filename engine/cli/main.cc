#include <csignal>

#include "engine/cli/command_line.h"
#include "engine/cli/console.h"
#include "engine/cli/exit_code.h"

int main(int argc, char** argv) {
  // Whoever reads the output may stop: then this ends without a word, even
  // where the signal was ignored by whoever started it.
  std::signal(SIGPIPE, SIG_DFL);
  gabarit::cli::Console console;
  const gabarit::cli::ExitCode code =
      gabarit::cli::RunCommandLine(argc, argv, &console);
  if (!console.Finish()) {
    return static_cast<int>(gabarit::cli::ExitCode::kError);
  }
  return static_cast<int>(code);
}
