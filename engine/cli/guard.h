// gabarit guard: between a client and an MCP server that speaks over standard
// input and output.

#ifndef GABARIT_ENGINE_CLI_GUARD_H_
#define GABARIT_ENGINE_CLI_GUARD_H_

#include <cstddef>
#include <string>
#include <vector>

#include "engine/cli/console.h"

namespace gabarit::cli {

struct GuardOptions {
  std::vector<std::string> command;
  bool observe = false;  // everything passes; the log tells
  std::string log;       // a file of JSON lines, appended to; empty for none
  std::string tools;     // a tools/list result to begin with; empty for none
  // Of one message. Longer ones from the client are refused; longer ones from
  // the server pass unjudged.
  size_t max_message_bytes = size_t{64} << 20;
};

// Runs until the server ends. Returns its exit code; 128 and the number of the
// signal that ended it, as shells have it; 127 where it cannot be run.
int Guard(const GuardOptions& options, Console* console);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_GUARD_H_
