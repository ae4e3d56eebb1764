// Comparison without regard to the case of ASCII letters.
#ifndef GABARIT_ENGINE_FORMAT_LETTER_CASE_H_
#define GABARIT_ENGINE_FORMAT_LETTER_CASE_H_

#include <string_view>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

namespace gabarit::format {

// Abseil's own view, which is another type than the standard's where Abseil
// was built for C++14 (as Debian does).
inline absl::string_view AbseilView(std::string_view text) {
  return absl::string_view(text.data(), text.size());
}

inline bool EqualsIgnoringCase(std::string_view a, std::string_view b) {
  return absl::EqualsIgnoreCase(AbseilView(a), AbseilView(b));
}

inline bool StartsIgnoringCase(std::string_view text, std::string_view start) {
  return EqualsIgnoringCase(text.substr(0, start.size()), start);
}

}  // namespace gabarit::format

#endif  // GABARIT_ENGINE_FORMAT_LETTER_CASE_H_
