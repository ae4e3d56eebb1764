#include "engine/cli/console.h"

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "absl/strings/str_format.h"

namespace gabarit::cli {
namespace {

constexpr size_t kBufferBytes = size_t{64} << 10;

// The length of the UTF-8 sequence at the start of `text`; 0 where there is
// none. Overlong forms and surrogates are none (RFC 3629 §4).
size_t SequenceLength(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(0);
  size_t length = 0;
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) length = 2;
  if (first >= 0xE0 && first <= 0xEF) length = 3;
  if (first >= 0xF0 && first <= 0xF4) length = 4;
  if (length == 0 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  if ((first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F) ||
      (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F)) {
    return 0;
  }
  return length;
}

}  // namespace

std::string Printable(std::string_view text) {
  std::string printable;
  printable.reserve(text.size());
  while (!text.empty()) {
    const size_t length = SequenceLength(text);
    const uint8_t first = static_cast<uint8_t>(text[0]);
    if (length == 0) {
      absl::StrAppendFormat(&printable, "\\x%02x", first);
      text.remove_prefix(1);
      continue;
    }
    if (first == '\t') {
      printable += ' ';
    } else if (first < 0x20 || first == 0x7F) {
      absl::StrAppendFormat(&printable, "\\u%04x", first);
    } else if (first == 0xC2 && static_cast<uint8_t>(text[1]) < 0xA0) {
      absl::StrAppendFormat(&printable, "\\u%04x",
                            static_cast<uint8_t>(text[1]));
    } else {
      printable.append(text.substr(0, length));
    }
    text.remove_prefix(length);
  }
  return printable;
}

Console::Console()
    : output_is_terminal_(isatty(STDOUT_FILENO) == 1),
      error_is_terminal_(isatty(STDERR_FILENO) == 1) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  if (!output_is_terminal_ || (no_color != nullptr && *no_color != '\0') ||
      (terminal != nullptr && std::strcmp(terminal, "dumb") == 0)) {
    return;
  }
  colors_ = {"\x1b[32m", "\x1b[1;31m", "\x1b[33m",
             "\x1b[1m",  "\x1b[2m",    "\x1b[0m"};
}

bool Console::Write(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

void Console::Flush() {
  // After one failure nothing more would arrive in order.
  if (output_error_ == 0 && !Write(STDOUT_FILENO, buffer_)) {
    output_error_ = errno;
  }
  buffer_.clear();
}

void Console::Print(std::string_view text) {
  if (output_is_terminal_) ClearProgress();
  buffer_.append(text);
  if (buffer_.size() >= kBufferBytes || output_is_terminal_) Flush();
}

void Console::PrintError(std::string_view text) {
  Flush();
  ClearProgress();
  Write(STDERR_FILENO, text);
}

void Console::Complain(std::string_view message) {
  PrintError("gabarit: " + Printable(message) + "\n");
}

void Console::ShowProgress(std::string_view text) {
  if (!error_is_terminal_) return;
  progress_shown_ = true;
  Write(STDERR_FILENO, "\r" + Printable(text) + "\x1b[K");
}

void Console::ClearProgress() {
  if (!progress_shown_) return;
  progress_shown_ = false;
  Write(STDERR_FILENO, "\r\x1b[K");
}

bool Console::Finish() {
  ClearProgress();
  Flush();
  if (output_error_ == 0) return true;
  if (output_error_ != EPIPE) {
    Complain(std::string("standard output: ") + std::strerror(output_error_));
  }
  return false;
}

}  // namespace gabarit::cli
