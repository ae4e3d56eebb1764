// Where the command writes: results to standard output, complaints and progress
// to standard error.

#ifndef GABARIT_ENGINE_CLI_CONSOLE_H_
#define GABARIT_ENGINE_CLI_CONSOLE_H_

#include <string>
#include <string_view>

namespace gabarit::cli {

// `text` on one line and without anything that a terminal would obey: control
// characters (C0, DEL, C1) and bytes that are not UTF-8 become visible escapes.
// Instances are hostile, and their names and bytes end up in messages.
std::string Printable(std::string_view text);

// The escape sequences that colour a text; all empty where it is not wanted.
struct Colors {
  std::string_view good;
  std::string_view bad;
  std::string_view warning;
  std::string_view strong;
  std::string_view faint;
  std::string_view reset;
};

class Console {
 public:
  // Colours where standard output is a terminal and the environment has no
  // NO_COLOR (https://no-color.org).
  Console();
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  // Writes to standard output as is, buffered.
  void Print(std::string_view text);
  // Writes "gabarit: <message>" as a line of standard error.
  void Complain(std::string_view message);
  // Writes to standard error as is; what went to standard output goes first.
  void PrintError(std::string_view text);

  // Shows `text` on the line of progress, replacing what stood there. Nothing
  // where standard error is no terminal. Any other output clears it.
  void ShowProgress(std::string_view text);
  void ClearProgress();

  // Writes what is buffered. Returns false when standard output could not take
  // all that was printed, in which case it has complained, but for a reader
  // that went away.
  bool Finish();

  bool output_is_terminal() const { return output_is_terminal_; }
  bool error_is_terminal() const { return error_is_terminal_; }
  const Colors& colors() const { return colors_; }

 private:
  bool Write(int descriptor, std::string_view text);
  void Flush();

  bool output_is_terminal_;
  bool error_is_terminal_;
  bool progress_shown_ = false;
  int output_error_ = 0;  // an errno
  Colors colors_;
  std::string buffer_;
};

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_CONSOLE_H_
