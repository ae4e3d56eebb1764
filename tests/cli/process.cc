#include "tests/cli/process.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "gtest/gtest.h"

namespace gabarit::cli {
namespace {

namespace fs = std::filesystem;

// The two ends of a stream between the process and the test.
struct Stream {
  int ours = -1;
  int theirs = -1;
};

Stream OutputStream(bool is_terminal) {
  Stream stream;
  if (is_terminal) {
    EXPECT_EQ(openpty(&stream.ours, &stream.theirs, nullptr, nullptr, nullptr),
              0);
  } else {
    std::array<int, 2> ends;
    EXPECT_EQ(pipe(ends.data()), 0);
    stream = {ends[0], ends[1]};
  }
  fcntl(stream.ours, F_SETFD, FD_CLOEXEC);
  return stream;
}

Stream InputStream() {
  std::array<int, 2> ends;
  EXPECT_EQ(pipe(ends.data()), 0);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return {ends[1], ends[0]};
}

[[noreturn]] void Become(const Process& process, int input, int output,
                         int error) {
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(error, STDERR_FILENO);
  for (const int descriptor : {input, output, error}) {
    if (descriptor > STDERR_FILENO) close(descriptor);
  }
  signal(SIGPIPE, SIG_DFL);
  if (!process.directory.empty() && chdir(process.directory.c_str()) != 0) {
    _exit(126);
  }
  unsetenv("NO_COLOR");
  setenv("TERM", "xterm", 1);
  for (const auto& [name, value] : process.environment) {
    setenv(name.c_str(), value.c_str(), 1);
  }
  std::vector<std::string> arguments = {"gabarit"};
  arguments.insert(arguments.end(), process.arguments.begin(),
                   process.arguments.end());
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  execv(GABARIT_COMMAND, pointers.data());
  _exit(127);
}

// Appends what there is to read; returns false at the end.
bool ReadFrom(int descriptor, std::string* to) {
  std::array<char, 65536> buffer;
  const ssize_t got = read(descriptor, buffer.data(), buffer.size());
  // A pseudo-terminal whose other side is closed says EIO.
  if (got <= 0) return got < 0 && errno == EINTR;
  to->append(buffer.data(), static_cast<size_t>(got));
  return true;
}

void CloseEnd(int* descriptor) {
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
}

// Feeds and reads until the process has closed its streams.
void Converse(const Process& process, int input, int output, int error,
              Outcome* outcome) {
  fcntl(input, F_SETFL, O_NONBLOCK);
  std::string pending = process.input;
  if (process.pieces) pending = process.pieces(*outcome);
  size_t written = 0;
  while (output >= 0 || error >= 0) {
    if (input >= 0 && written == pending.size()) {
      pending = process.pieces ? process.pieces(*outcome) : std::string();
      written = 0;
      if (pending.empty()) CloseEnd(&input);
    }
    std::array<pollfd, 3> waits = {
        {{input, POLLOUT, 0}, {output, POLLIN, 0}, {error, POLLIN, 0}}};
    if (poll(waits.data(), waits.size(), -1) < 0) continue;
    if (waits[0].revents != 0) {
      const ssize_t put =
          write(input, pending.data() + written, pending.size() - written);
      if (put > 0) {
        written += static_cast<size_t>(put);
      } else if (errno != EAGAIN && errno != EINTR) {
        CloseEnd(&input);  // the process reads no more
      }
    }
    if (waits[1].revents != 0 && !ReadFrom(output, &outcome->output)) {
      CloseEnd(&output);
    }
    if (waits[2].revents != 0 && !ReadFrom(error, &outcome->error)) {
      CloseEnd(&error);
    }
  }
  CloseEnd(&input);
}

}  // namespace

Outcome RunGabarit(const Process& process) {
  // Writing to a process that has ended is nothing to die of.
  signal(SIGPIPE, SIG_IGN);
  const Stream input = InputStream();
  Stream output = OutputStream(process.output_is_terminal);
  const Stream error = OutputStream(process.error_is_terminal);
  if (process.output_to == "closed") {
    CloseEnd(&output.ours);
  } else if (!process.output_to.empty()) {
    CloseEnd(&output.ours);
    CloseEnd(&output.theirs);
    output.theirs = open(process.output_to.c_str(), O_WRONLY | O_CLOEXEC);
    EXPECT_GE(output.theirs, 0) << process.output_to;
  }
  const pid_t child = fork();
  if (child == 0) {
    close(input.ours);
    Become(process, input.theirs, output.theirs, error.theirs);
  }
  EXPECT_GT(child, 0) << std::strerror(errno);
  close(input.theirs);
  close(output.theirs);
  close(error.theirs);
  Outcome outcome;
  Converse(process, input.ours, output.ours, error.ours, &outcome);
  int status = 0;
  rusage usage;
  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  outcome.most_memory = static_cast<size_t>(usage.ru_maxrss) * 1024;
  return outcome;
}

TemporaryFolder::TemporaryFolder() {
  std::string path = (fs::temp_directory_path() / "gabarit-XXXXXX").string();
  EXPECT_NE(mkdtemp(path.data()), nullptr) << path;
  path_ = path;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TemporaryFolder::Write(const std::string& name,
                                   std::string_view content) const {
  const fs::path path = fs::path(path_) / name;
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << content;
  EXPECT_TRUE(file.good()) << path;
  return path.string();
}

}  // namespace gabarit::cli
