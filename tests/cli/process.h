// Runs the built command as a shell would.

#ifndef GABARIT_TESTS_CLI_PROCESS_H_
#define GABARIT_TESTS_CLI_PROCESS_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gabarit::cli {

struct Outcome {
  int exit_code = -1;  // -1 where a signal ended it
  int signal = 0;
  std::string output;
  std::string error;
  size_t most_memory = 0;  // bytes resident at the most
};

struct Process {
  std::vector<std::string> arguments;
  std::string directory;  // the current one of the process
  std::string input;      // all of standard input
  // Instead of `input`: called for one piece after another, until empty, with
  // what the process has written so far.
  std::function<std::string(const Outcome&)> pieces;
  std::vector<std::pair<std::string, std::string>> environment;
  bool output_is_terminal = false;
  bool error_is_terminal = false;
  // Where standard output goes instead: a path, or "closed" for a pipe that
  // nobody reads.
  std::string output_to;
};

// Runs it to its end. Fails the test where it cannot be run at all.
Outcome RunGabarit(const Process& process);

// A new folder that is deleted, with all in it, at the end of its life.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  // Writes a file, making the folders on its way; returns its path.
  std::string Write(const std::string& name, std::string_view content) const;

 private:
  std::string path_;
};

}  // namespace gabarit::cli

#endif  // GABARIT_TESTS_CLI_PROCESS_H_
