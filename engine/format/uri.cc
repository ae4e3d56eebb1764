// URI and URI reference (RFC 3986), IRI and IRI reference (RFC 3987).
//
// The grammar's parts are told apart by their first delimiters, as in RFC 3986
// appendix B, and each part is then a run over one character class.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "absl/strings/ascii.h"
#include "engine/format/checks.h"
#include "engine/format/code_points.h"
#include "engine/format/uri_characters.h"

namespace gabarit::format {
namespace {

// Which characters beyond ASCII a part may hold.
enum class Beyond { kNone, kUcschar, kUcscharAndIprivate };

bool IsRun(std::string_view text, uint8_t classes, Beyond beyond) {
  while (!text.empty()) {
    if (IsAscii(text.front())) {
      if (IsIn(text.front(), classes)) {
        text.remove_prefix(1);
      } else if (StartsWithPercentEncoded(text)) {
        text.remove_prefix(3);
      } else {
        return false;
      }
      continue;
    }
    if (beyond == Beyond::kNone) return false;
    const char32_t code_point = TakeCodePoint(text);
    if (!IsUcschar(code_point) &&
        (beyond != Beyond::kUcscharAndIprivate || !IsIprivate(code_point))) {
      return false;
    }
  }
  return true;
}

bool IsScheme(std::string_view text) {
  if (text.empty() ||
      !absl::ascii_isalpha(static_cast<unsigned char>(text.front()))) {
    return false;
  }
  for (const char character : text) {
    if (!IsIn(character, kSchemeCharacter)) return false;
  }
  return true;
}

// IPvFuture: "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ).
bool IsFutureAddress(std::string_view text) {
  if (text.empty() || (text.front() != 'v' && text.front() != 'V')) {
    return false;
  }
  const size_t dot = text.find('.');
  if (dot == std::string_view::npos || dot < 2 || dot + 1 == text.size()) {
    return false;
  }
  for (const char digit : text.substr(1, dot - 1)) {
    if (!absl::ascii_isxdigit(static_cast<unsigned char>(digit))) return false;
  }
  // No percent-encoding here, unlike everywhere else.
  for (const char character : text.substr(dot + 1)) {
    if (!IsIn(character, kUnreserved | kSubDelimiters | kColon)) {
      return false;
    }
  }
  return true;
}

bool IsAuthority(std::string_view text, Beyond beyond) {
  // Neither userinfo nor host may hold an at-sign, so the first one ends the
  // userinfo and a second one fails below.
  if (const size_t at = text.find('@'); at != std::string_view::npos) {
    if (!IsRun(text.substr(0, at), kUnreserved | kSubDelimiters | kColon,
               beyond)) {
      return false;
    }
    text.remove_prefix(at + 1);
  }
  if (!text.empty() && text.front() == '[') {
    const size_t end = text.find(']');
    if (end == std::string_view::npos) return false;
    const std::string_view address = text.substr(1, end - 1);
    if (!IsIpv6(address) && !IsFutureAddress(address)) return false;
    text.remove_prefix(end + 1);
    if (!text.empty() && text.front() != ':') return false;
  } else {
    // An IPv4 address needs no test of its own: what is none is a reg-name.
    const size_t colon = text.find(':');
    if (!IsRun(text.substr(0, colon), kUnreserved | kSubDelimiters, beyond)) {
      return false;
    }
    text = colon == std::string_view::npos ? std::string_view()
                                           : text.substr(colon);
  }
  if (text.empty()) return true;
  for (const char digit : text.substr(1)) {
    if (!absl::ascii_isdigit(static_cast<unsigned char>(digit))) return false;
  }
  return true;
}

enum class Scheme { kRequired, kOptional };

bool IsReference(std::string_view text, Scheme scheme, Beyond beyond) {
  const size_t delimiter = text.find_first_of(":/?#");
  if (delimiter != std::string_view::npos && text[delimiter] == ':') {
    // What comes before is a scheme or an error: the first segment of a
    // relative path may hold no colon (section 4.2).
    if (!IsScheme(text.substr(0, delimiter))) return false;
    text.remove_prefix(delimiter + 1);
  } else if (scheme == Scheme::kRequired) {
    return false;
  }

  if (const size_t hash = text.find('#'); hash != std::string_view::npos) {
    if (!IsRun(text.substr(hash + 1), kPathCharacter | kSlash | kQuestionMark,
               beyond)) {
      return false;
    }
    text = text.substr(0, hash);
  }
  if (const size_t mark = text.find('?'); mark != std::string_view::npos) {
    // Private-use characters are for queries only (RFC 3987, section 2.2).
    const Beyond in_query =
        beyond == Beyond::kNone ? beyond : Beyond::kUcscharAndIprivate;
    if (!IsRun(text.substr(mark + 1), kPathCharacter | kSlash | kQuestionMark,
               in_query)) {
      return false;
    }
    text = text.substr(0, mark);
  }
  if (text.substr(0, 2) == "//") {
    text.remove_prefix(2);
    const size_t slash = text.find('/');
    if (!IsAuthority(text.substr(0, slash), beyond)) return false;
    text = slash == std::string_view::npos ? std::string_view()
                                           : text.substr(slash);
  }
  return IsRun(text, kPathCharacter | kSlash, beyond);
}

}  // namespace

bool IsUri(std::string_view text) {
  return IsReference(text, Scheme::kRequired, Beyond::kNone);
}

bool IsUriReference(std::string_view text) {
  return IsReference(text, Scheme::kOptional, Beyond::kNone);
}

bool IsIri(std::string_view text) {
  return IsReference(text, Scheme::kRequired, Beyond::kUcschar);
}

bool IsIriReference(std::string_view text) {
  return IsReference(text, Scheme::kOptional, Beyond::kUcschar);
}

}  // namespace gabarit::format
