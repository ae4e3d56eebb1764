#ifndef GABARIT_ENGINE_REGEX_PATTERN_ERROR_H_
#define GABARIT_ENGINE_REGEX_PATTERN_ERROR_H_

#include <cstddef>
#include <string>

#include "absl/status/status.h"

namespace gabarit::regex {

// Why a pattern is refused, in a form that programs can act on.
struct PatternError {
  enum class Kind {
    kSyntax,       // no regular expression of ECMA-262 with the u flag
    kUnsupported,  // a regular expression that cannot be run in linear time
    kTooLarge,     // beyond PatternOptions' bounds, or nested too deeply
  };

  Kind kind = Kind::kSyntax;
  // The construct at fault, such as "escape", "quantifier", "look-ahead",
  // "backreference". A closed vocabulary; docs/regex.md lists it.
  std::string construct;
  size_t offset = 0;    // byte in the pattern where the construct begins
  std::string message;  // what is wrong and what would be right

  // InvalidArgument, Unimplemented or ResourceExhausted. The message names the
  // construct, the offset and `message`.
  absl::Status ToStatus() const;
};

}  // namespace gabarit::regex

#endif  // GABARIT_ENGINE_REGEX_PATTERN_ERROR_H_
