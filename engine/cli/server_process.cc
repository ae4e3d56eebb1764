#include "engine/cli/server_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace gabarit::cli {
namespace {

// The end of the pipe that the handler writes to. A handler can reach nothing
// else, so there is one process at a time.
volatile int signal_pipe = -1;

// A terminal sends its signals to the whole group, the server included: those
// are not passed on.
constexpr unsigned char kOfTerminal = 0x80;

void Handle(int number, siginfo_t* info, void*) {
  const int saved = errno;
  auto byte = static_cast<unsigned char>(number);
  if (info != nullptr && info->si_code == SI_KERNEL && number != SIGCHLD) {
    byte |= kOfTerminal;
  }
  if (write(signal_pipe, &byte, 1) < 0) {
    // The pipe is full of signals: one more changes nothing.
  }
  errno = saved;
}

constexpr std::array<int, 4> kHandled = {SIGCHLD, SIGINT, SIGTERM, SIGHUP};

absl::Status SystemError(const char* what) {
  return absl::UnavailableError(absl::StrCat(what, ": ", strerror(errno)));
}

void SetNonBlocking(int descriptor) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

}  // namespace

ServerProcess::~ServerProcess() {
  CloseInput();
  CloseOutput();
  for (const int number : kHandled) std::signal(number, SIG_DFL);
  if (signal_pipe >= 0) close(signal_pipe);
  signal_pipe = -1;
  if (signals_ >= 0) close(signals_);
}

absl::Status ServerProcess::Start(const std::vector<std::string>& command) {
  int to_server[2];
  int from_server[2];
  int handler[2];
  // Carries errno where the command cannot be run; closed where it can.
  int failure[2];
  for (int* ends : {to_server, from_server, handler, failure}) {
    if (pipe2(ends, O_CLOEXEC) != 0) return SystemError("pipe");
  }
  signals_ = handler[0];
  signal_pipe = handler[1];
  SetNonBlocking(handler[0]);
  SetNonBlocking(handler[1]);

  struct sigaction action = {};
  action.sa_sigaction = Handle;
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_NOCLDSTOP;
  sigemptyset(&action.sa_mask);
  for (const int number : kHandled) sigaction(number, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);

  std::vector<char*> arguments;
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);

  process_ = fork();
  if (process_ < 0) return SystemError("fork");
  if (process_ == 0) {
    std::signal(SIGPIPE, SIG_DFL);
    dup2(to_server[0], STDIN_FILENO);
    dup2(from_server[1], STDOUT_FILENO);
    execvp(arguments[0], arguments.data());
    const int error = errno;
    if (write(failure[1], &error, sizeof error) < 0) _exit(126);
    _exit(127);
  }
  close(to_server[0]);
  close(from_server[1]);
  close(failure[1]);
  input_ = to_server[1];
  output_ = from_server[0];
  SetNonBlocking(input_);
  SetNonBlocking(output_);
  int error = 0;
  ssize_t got;
  do {
    got = read(failure[0], &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  close(failure[0]);
  if (got == sizeof error) {
    Wait();
    return absl::NotFoundError(
        absl::StrCat(command.front(), ": ", strerror(error)));
  }
  return absl::OkStatus();
}

void ServerProcess::CloseInput() {
  if (input_ >= 0) close(input_);
  input_ = -1;
}

void ServerProcess::CloseOutput() {
  if (output_ >= 0) close(output_);
  output_ = -1;
}

void ServerProcess::Reap(int options) {
  if (exit_code_.has_value()) return;
  int status = 0;
  pid_t ended;
  do {
    ended = waitpid(process_, &status, options);
  } while (ended < 0 && errno == EINTR);
  if (ended != process_) return;
  exit_code_ =
      WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void ServerProcess::HandleSignals() {
  unsigned char byte = 0;
  while (read(signals_, &byte, 1) == 1) {
    if (byte == SIGCHLD) {
      Reap(WNOHANG);
    } else if ((byte & kOfTerminal) == 0 && !exit_code_.has_value()) {
      kill(process_, byte);
    }
  }
}

int ServerProcess::Wait() {
  Reap(0);
  return exit_code_.value_or(127);
}

}  // namespace gabarit::cli
