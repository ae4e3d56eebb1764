// What the command tells the shell.

#ifndef GABARIT_ENGINE_CLI_EXIT_CODE_H_
#define GABARIT_ENGINE_CLI_EXIT_CODE_H_

namespace gabarit::cli {

enum class ExitCode {
  kSuccess = 0,  // all valid, all passed
  kInvalid = 1,  // something is invalid, or failed
  kError = 2,    // usage, a file that cannot be read, a bad schema
  kLimit = 3,    // a limit was reached, so there is no verdict
};

// Of two answers the one that a caller must hear of first: an error makes the
// result incomplete, a limit leaves a verdict open, an invalid instance is an
// answer.
inline ExitCode Graver(ExitCode a, ExitCode b) {
  const auto rank = [](ExitCode code) {
    switch (code) {
      case ExitCode::kSuccess:
        return 0;
      case ExitCode::kInvalid:
        return 1;
      case ExitCode::kLimit:
        return 2;
      case ExitCode::kError:
        return 3;
    }
    return 3;
  };
  return rank(a) < rank(b) ? b : a;
}

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_EXIT_CODE_H_
