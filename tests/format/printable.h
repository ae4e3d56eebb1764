// Texts of any bytes in the messages of tests.
#ifndef GABARIT_TESTS_FORMAT_PRINTABLE_H_
#define GABARIT_TESTS_FORMAT_PRINTABLE_H_

#include <string>
#include <string_view>

#include "absl/strings/escaping.h"

namespace gabarit::format {

// `text` in quotes, with everything but printable ASCII escaped, and cut where
// it is long.
inline std::string Printable(std::string_view text) {
  constexpr std::string_view::size_type kMost = 300;
  std::string quoted(1, '"');
  quoted += absl::CHexEscape(std::string(text.substr(0, kMost)));
  quoted += text.size() > kMost ? "\"..." : "\"";
  return quoted;
}

}  // namespace gabarit::format

#endif  // GABARIT_TESTS_FORMAT_PRINTABLE_H_
