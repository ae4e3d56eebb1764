// Email addresses: Mailbox of RFC 5321 section 4.1.2; with characters beyond
// ASCII, RFC 6531 section 3.3.

#include <cstddef>
#include <string_view>

#include "absl/strings/ascii.h"
#include "engine/format/checks.h"
#include "engine/format/code_points.h"
#include "engine/format/domain_name.h"
#include "engine/format/letter_case.h"

namespace gabarit::format {
namespace {

constexpr size_t kMaximumLocalPart = 64;  // Octets; section 4.5.3.1.1.
constexpr size_t kMaximumDomain = 255;    // Octets; section 4.5.3.1.2.

enum class Alphabet { kAscii, kUnicode };

// atext of RFC 5322, section 3.2.3.
bool IsAtomCharacter(char character) {
  constexpr std::string_view kSpecials = "!#$%&'*+-/=?^_`{|}~";
  return absl::ascii_isalnum(static_cast<unsigned char>(character)) ||
         kSpecials.find(character) != std::string_view::npos;
}

// Takes the code point at the front if it is beyond ASCII and allowed: any is,
// unassigned ones and controls included (UTF8-non-ascii).
bool TakeNonAscii(std::string_view& text, Alphabet alphabet) {
  return alphabet == Alphabet::kUnicode && !IsAscii(text.front()) &&
         TakeCodePoint(text) != kMalformed;
}

// Takes a Quoted-string: spaces, dots and at-signs are plain characters in it,
// and a backslash makes any printable character one.
bool TakeQuotedString(std::string_view& text, Alphabet alphabet) {
  text.remove_prefix(1);
  while (!text.empty()) {
    if (text.front() == '"') {
      text.remove_prefix(1);
      return true;
    }
    if (text.front() == '\\') {
      // quoted-pairSMTP is of printable ASCII, in RFC 6531 too.
      if (text.size() < 2 || text[1] < ' ' || text[1] > '~') return false;
      text.remove_prefix(2);
    } else if (text.front() >= ' ' && text.front() <= '~') {
      text.remove_prefix(1);
    } else if (!TakeNonAscii(text, alphabet)) {
      return false;
    }
  }
  return false;
}

// Takes a Dot-string: atoms joined by single dots.
bool TakeDotString(std::string_view& text, Alphabet alphabet) {
  bool atom_open = false;
  while (!text.empty() && text.front() != '@') {
    if (text.front() == '.') {
      if (!atom_open) return false;
      atom_open = false;
      text.remove_prefix(1);
      continue;
    }
    if (IsAtomCharacter(text.front())) {
      text.remove_prefix(1);
    } else if (!TakeNonAscii(text, alphabet)) {
      return false;
    }
    atom_open = true;
  }
  return atom_open;
}

// What stands between brackets. A General-address-literal needs a tag from
// IANA's registry, and that has only "IPv6". The addresses are those of the
// formats `ipv4` and `ipv6`. RFC 5321 differs in two corners: it lets decimal
// parts have leading zeros, which some readers take for octal, and wants "::"
// to stand for two groups at least.
bool IsAddressLiteral(std::string_view text) {
  constexpr std::string_view kIpv6Tag = "IPv6:";
  if (StartsIgnoringCase(text, kIpv6Tag)) {
    return IsIpv6(text.substr(kIpv6Tag.size()));
  }
  return IsIpv4(text);
}

bool IsMailbox(std::string_view text, Alphabet alphabet) {
  const std::string_view whole = text;
  if (text.empty()) return false;
  const bool local_part = text.front() == '"' ? TakeQuotedString(text, alphabet)
                                              : TakeDotString(text, alphabet);
  if (!local_part || whole.size() - text.size() > kMaximumLocalPart) {
    return false;
  }
  if (text.empty() || text.front() != '@') return false;
  text.remove_prefix(1);
  if (text.empty() || text.size() > kMaximumDomain) return false;
  if (text.front() == '[') {
    return text.back() == ']' &&
           IsAddressLiteral(text.substr(1, text.size() - 2));
  }
  return alphabet == Alphabet::kAscii ? IsMailDomain(text)
                                      : IsInternationalMailDomain(text);
}

}  // namespace

bool IsEmail(std::string_view text) {
  return IsMailbox(text, Alphabet::kAscii);
}

bool IsIdnEmail(std::string_view text) {
  return IsMailbox(text, Alphabet::kUnicode);
}

}  // namespace gabarit::format
