#include "engine/cli/guard.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/cli/decision_json.h"
#include "engine/cli/exit_code.h"
#include "engine/cli/file_text.h"
#include "engine/cli/server_process.h"
#include "gabarit/session.h"

namespace gabarit::cli {
namespace {

// Beyond this much unwritten, no more is read of that direction. The two never
// wait for each other: a full pipe stops only its own.
constexpr size_t kMostUnwritten = size_t{1} << 20;
constexpr size_t kReadBytes = size_t{64} << 10;

// What is to be written to a descriptor, in order.
class Outlet {
 public:
  void Add(std::string_view bytes) { waiting_.append(bytes); }
  bool empty() const { return waiting_.size() == written_; }
  bool full() const { return waiting_.size() - written_ >= kMostUnwritten; }

  // Writes what goes without waiting. False where nobody reads any more.
  bool Write(int descriptor) {
    while (!empty()) {
      const size_t size =
          std::min<size_t>(waiting_.size() - written_, PIPE_BUF);
      const char* bytes = waiting_.data() + written_;
      // A descriptor that we share must not be made non-blocking: others would
      // see it. A socket can be told each time, and a pipe that polls ready has
      // room for PIPE_BUF bytes (POSIX, write()).
      ssize_t sent = send(descriptor, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
      bool once = false;
      if (sent < 0 && errno == ENOTSOCK) {
        sent = write(descriptor, bytes, size);
        once = true;
      }
      if (sent < 0) return errno == EAGAIN || errno == EINTR;
      written_ += static_cast<size_t>(sent);
      if (once) break;
    }
    if (empty()) {
      waiting_.clear();
      written_ = 0;
    } else if (written_ > kMostUnwritten) {
      waiting_.erase(0, written_);
      written_ = 0;
    }
    return true;
  }

 private:
  std::string waiting_;
  size_t written_ = 0;
};

// Bytes as they come, cut into lines.
class Lines {
 public:
  explicit Lines(size_t longest) : longest_(longest) {}

  // Takes what was read; calls `line(bytes, too_long)` for each whole line,
  // with its end. Of a line that is too long the pieces come as they are read,
  // the last one with its end.
  template <typename F>
  void Take(std::string_view bytes, F&& line) {
    while (!bytes.empty()) {
      const size_t end = bytes.find('\n');
      const std::string_view piece =
          bytes.substr(0, end == std::string_view::npos ? end : end + 1);
      bytes.remove_prefix(piece.size());
      const bool whole = piece.back() == '\n';
      if (!overlong_ && begun_.empty() && whole && piece.size() <= longest_) {
        line(piece, false);
        continue;
      }
      begun_.append(piece);
      if (begun_.size() > longest_) overlong_ = true;
      if (!whole && !overlong_) continue;
      const std::string taken = std::exchange(begun_, std::string());
      line(taken, overlong_);
      if (whole) overlong_ = false;
    }
  }
  // At the end: a line that has none.
  template <typename F>
  void Finish(F&& line) {
    if (begun_.empty()) return;
    const std::string taken = std::exchange(begun_, std::string());
    line(taken, overlong_);
  }

 private:
  size_t longest_;
  std::string begun_;
  bool overlong_ = false;
};

class Proxy {
 public:
  Proxy(const GuardOptions& options, Console* console)
      : options_(options),
        console_(*console),
        client_lines_(options.max_message_bytes),
        server_lines_(options.max_message_bytes) {}

  // Reads the files that are named. False where that fails; it has complained.
  bool Prepare() {
    SessionOptions session;
    session.side = Side::kServer;
    // The session follows what passes; what does not pass is answered, and the
    // answer shown to it (see FromClient).
    session.observe = true;
    session.limits.message.max_instance_bytes = options_.max_message_bytes;
    session_ = std::make_unique<Session>(session);
    if (!options_.tools.empty()) {
      const absl::StatusOr<FileText> tools = FileText::Read(
          options_.tools, size_t{64} << 20, "the largest list of tools");
      if (!tools.ok()) return Complain(tools.status());
      const absl::StatusOr<ListReport> loaded =
          session_->catalog()->LoadPage("", tools->text());
      if (!loaded.ok()) return Complain(loaded.status());
    }
    if (!options_.log.empty()) {
      log_.open(options_.log, std::ios::app | std::ios::binary);
      if (!log_) {
        return Complain(absl::UnavailableError(
            absl::StrCat(options_.log, ": ", strerror(errno))));
      }
    }
    return true;
  }

  int Run() {
    if (const absl::Status started = server_.Start(options_.command);
        !started.ok()) {
      Complain(started);
      return 127;
    }
    while (Step()) {
    }
    // What is left of the answers goes out before the end, however slowly.
    while (client_reads_ && !to_client_.empty()) {
      pollfd out = {STDOUT_FILENO, POLLOUT, 0};
      if (poll(&out, 1, -1) < 0 && errno != EINTR) break;
      client_reads_ = to_client_.Write(STDOUT_FILENO);
    }
    server_.CloseInput();
    server_.CloseOutput();
    return server_.Wait();
  }

 private:
  bool Complain(const absl::Status& status) {
    console_.Complain(std::string(status.message()));
    return false;
  }

  int64_t Now() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::steady_clock::now() - begin_)
        .count();
  }

  // One round of waiting and moving bytes; false at the end.
  bool Step() {
    std::array<pollfd, 5> wait = {
        {{server_.signals(), POLLIN, 0},
         {client_writes_ && !(server_.input() >= 0 && to_server_.full())
              ? STDIN_FILENO
              : -1,
          POLLIN, 0},
         {!to_client_.full() ? server_.output() : -1, POLLIN, 0},
         {!to_server_.empty() ? server_.input() : -1, POLLOUT, 0},
         {client_reads_ && !to_client_.empty() ? STDOUT_FILENO : -1, POLLOUT,
          0}}};
    if (poll(wait.data(), wait.size(), -1) < 0) return errno == EINTR;
    if (wait[0].revents != 0) server_.HandleSignals();
    if (wait[1].revents != 0) ReadClient();
    if (wait[2].revents != 0) ReadServer();
    if (wait[3].revents != 0 && !to_server_.Write(server_.input())) {
      server_.CloseInput();
    }
    if (wait[4].revents != 0 && !to_client_.Write(STDOUT_FILENO)) {
      // The client is gone: so is everything that was for it.
      client_reads_ = false;
      client_writes_ = false;
      server_.CloseInput();
      server_.CloseOutput();
    }
    if (!client_writes_ && to_server_.empty()) server_.CloseInput();
    if (server_.exit_code().has_value()) {
      // What it said last may still be in the pipe.
      while (server_.output() >= 0 && ReadServer()) {
      }
      return false;
    }
    return true;
  }

  void ReadClient() {
    std::array<char, kReadBytes> bytes;
    const ssize_t got = read(STDIN_FILENO, bytes.data(), bytes.size());
    const auto line = [this](std::string_view text, bool too_long) {
      FromClient(text, too_long);
    };
    if (got > 0) {
      client_lines_.Take({bytes.data(), static_cast<size_t>(got)}, line);
      return;
    }
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    client_lines_.Finish(line);
    client_writes_ = false;
  }

  // Whether there was something to read.
  bool ReadServer() {
    std::array<char, kReadBytes> bytes;
    const ssize_t got = read(server_.output(), bytes.data(), bytes.size());
    const auto line = [this](std::string_view text, bool too_long) {
      FromServer(text, too_long);
    };
    if (got > 0) {
      server_lines_.Take({bytes.data(), static_cast<size_t>(got)}, line);
      return true;
    }
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    server_lines_.Finish(line);
    server_.CloseOutput();
    return false;
  }

  static bool Blank(std::string_view line) {
    return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
  }

  void FromClient(std::string_view line, bool too_long) {
    if (too_long) {
      // Unjudged, it could be any call.
      if (options_.observe) {
        ToServer(line);
      } else if (line.back() == '\n') {
        Answer(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":)"
               R"("The message is longer than the limit of the guard"}})");
      }
      LogUnjudged("client", options_.observe ? "pass" : "refuse");
      return;
    }
    if (Blank(line)) {
      ToServer(line);
      return;
    }
    const Decision decision = session_->FromClient(line, Now());
    const bool refuse = !options_.observe &&
                        decision.action == Action::kRefuse &&
                        decision.kind == DecisionKind::kCallRefused;
    Log("client", refuse ? "refuse" : "pass", decision);
    if (!refuse) {
      ToServer(line);
      return;
    }
    Answer(decision.message);
    session_->FromServer(decision.message, Now());
  }

  void FromServer(std::string_view line, bool too_long) {
    if (too_long) {
      to_client_.Add(line);
      inside_line_ = line.back() != '\n';
      LogUnjudged("server", "pass");
      if (!inside_line_) to_client_.Add(std::exchange(answers_, std::string()));
      return;
    }
    if (Blank(line)) {
      to_client_.Add(line);
      return;
    }
    const Decision decision = session_->FromServer(line, Now());
    const bool replace = !options_.observe &&
                         decision.action == Action::kReplace &&
                         !decision.message.empty();
    Log("server", replace ? "replace" : "pass", decision);
    if (!replace) {
      to_client_.Add(line);
      // Without an end it is the last.
      return;
    }
    to_client_.Add(decision.message);
    to_client_.Add("\n");
  }

  // What a server that no longer reads would have read is lost, as without us.
  void ToServer(std::string_view bytes) {
    if (server_.input() >= 0) to_server_.Add(bytes);
  }

  // A message of our own to the client; never inside one of the server's.
  void Answer(std::string_view message) {
    if (inside_line_) {
      answers_.append(message).append("\n");
      return;
    }
    to_client_.Add(message);
    to_client_.Add("\n");
  }

  void Log(std::string_view from, std::string_view done,
           const Decision& decision) {
    if (!log_.is_open()) return;
    std::string json =
        absl::StrCat("{\"at\":", Now(), ",\"from\":\"", std::string(from),
                     "\",\"done\":\"", std::string(done), "\"");
    AppendDecision(&json, decision);
    log_ << json << "}\n" << std::flush;
  }

  void LogUnjudged(std::string_view from, std::string_view done) {
    if (!log_.is_open()) return;
    log_ << absl::StrCat("{\"at\":", Now(), ",\"from\":\"", std::string(from),
                         "\",\"done\":\"", std::string(done),
                         "\",\"reason\":\"message_limit\"}\n")
         << std::flush;
  }

  const GuardOptions& options_;
  Console& console_;
  const std::chrono::steady_clock::time_point begin_ =
      std::chrono::steady_clock::now();
  std::unique_ptr<Session> session_;
  ServerProcess server_;
  Lines client_lines_;
  Lines server_lines_;
  Outlet to_server_;
  Outlet to_client_;
  bool client_writes_ = true;
  bool client_reads_ = true;
  bool inside_line_ = false;  // of the server, one too long to hold
  std::string answers_;       // that wait for its end
  std::ofstream log_;
};

}  // namespace

int Guard(const GuardOptions& options, Console* console) {
  Proxy proxy(options, console);
  if (!proxy.Prepare()) return static_cast<int>(ExitCode::kError);
  return proxy.Run();
}

}  // namespace gabarit::cli
