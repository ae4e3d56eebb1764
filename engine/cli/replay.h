// gabarit replay: a recorded session, judged message by message.

#ifndef GABARIT_ENGINE_CLI_REPLAY_H_
#define GABARIT_ENGINE_CLI_REPLAY_H_

#include <string>

#include "engine/cli/console.h"
#include "engine/cli/exit_code.h"

namespace gabarit::cli {

struct ReplayOptions {
  std::string recording;  // a file of JSON lines, or "-"
  bool server = false;    // judge as the server's session does
  bool json = false;
  bool quiet = false;  // only the summary
};

ExitCode Replay(const ReplayOptions& options, Console* console);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_REPLAY_H_
