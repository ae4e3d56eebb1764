// A command that runs with our pipes for its standard input and output.

#ifndef GABARIT_ENGINE_CLI_SERVER_PROCESS_H_
#define GABARIT_ENGINE_CLI_SERVER_PROCESS_H_

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace gabarit::cli {

// One at a time: it takes over SIGCHLD, and SIGINT, SIGTERM and SIGHUP, which
// it passes on.
class ServerProcess {
 public:
  ServerProcess() = default;
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  // Starts it; standard error stays ours. NotFound where it cannot be run.
  absl::Status Start(const std::vector<std::string>& command);

  // Descriptors, -1 once closed. Writing and reading never block.
  int input() const { return input_; }
  int output() const { return output_; }
  void CloseInput();
  void CloseOutput();

  // Readable when a signal has come; then HandleSignals() is to be called.
  int signals() const { return signals_; }
  void HandleSignals();

  // Once it has ended: its exit code, or 128 and the signal's number.
  std::optional<int> exit_code() const { return exit_code_; }
  // Waits until it has.
  int Wait();

 private:
  void Reap(int options);

  pid_t process_ = -1;
  int input_ = -1;
  int output_ = -1;
  int signals_ = -1;
  std::optional<int> exit_code_;
};

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_SERVER_PROCESS_H_
