// Host names (RFC 1123 section 2.1, RFC 5890) and IP addresses.

#include <cstddef>
#include <string_view>

#include "absl/strings/ascii.h"
#include "engine/format/checks.h"
#include "engine/format/code_points.h"
#include "engine/format/domain_name.h"
#include "engine/format/letter_case.h"

namespace gabarit::format {
namespace {

enum class LdhName { kInvalid, kPlain, kWithALabels };

LdhName ExamineLdhName(std::string_view name) {
  bool a_labels = false;
  for (;;) {
    const size_t dot = name.find('.');
    const std::string_view label = name.substr(0, dot);
    if (!IsLdhLabel(label)) return LdhName::kInvalid;
    a_labels |= HasAcePrefix(label);
    if (dot == std::string_view::npos) break;
    name.remove_prefix(dot + 1);
  }
  return a_labels ? LdhName::kWithALabels : LdhName::kPlain;
}

bool IsAllAscii(std::string_view text) {
  for (const char character : text) {
    if (!IsAscii(character)) return false;
  }
  return true;
}

// Takes 1 to `most` digits of base 16.
bool TakeHexDigits(std::string_view& text, size_t most) {
  size_t length = 0;
  while (length < text.size() &&
         absl::ascii_isxdigit(static_cast<unsigned char>(text[length]))) {
    if (++length > most) return false;
  }
  text.remove_prefix(length);
  return length > 0;
}

// dec-octet of RFC 3986, section 3.2.2: no leading zeros, which some readers
// would take for octal.
bool TakeDecimalOctet(std::string_view& text) {
  int value = 0;
  size_t length = 0;
  while (length < text.size() &&
         absl::ascii_isdigit(static_cast<unsigned char>(text[length]))) {
    if (length > 0 && value == 0) return false;
    value = value * 10 + (text[length] - '0');
    if (value > 255) return false;
    ++length;
  }
  text.remove_prefix(length);
  return length > 0;
}

}  // namespace

bool IsLdhLabel(std::string_view label) {
  if (label.empty() || label.size() > kMaximumLabel || label.front() == '-' ||
      label.back() == '-') {
    return false;
  }
  for (const char character : label) {
    if (!absl::ascii_isalnum(static_cast<unsigned char>(character)) &&
        character != '-') {
      return false;
    }
  }
  return true;
}

bool HasAcePrefix(std::string_view label) {
  return StartsIgnoringCase(label, "xn--");
}

bool IsHostname(std::string_view text) {
  if (text.size() > kMaximumDomainName) return false;
  switch (ExamineLdhName(text)) {
    case LdhName::kInvalid:
      return false;
    case LdhName::kPlain:
      return true;
    case LdhName::kWithALabels:
      return IsInternationalDomainName(text, DomainNameUse::kHostname);
  }
  return false;
}

bool IsIdnHostname(std::string_view text) {
  return IsAllAscii(text)
             ? IsHostname(text)
             : IsInternationalDomainName(text, DomainNameUse::kIdnHostname);
}

bool IsMailDomain(std::string_view text) {
  return ExamineLdhName(text) != LdhName::kInvalid;
}

bool IsInternationalMailDomain(std::string_view text) {
  return IsAllAscii(text)
             ? IsMailDomain(text)
             : IsInternationalDomainName(text, DomainNameUse::kMail);
}

bool IsIpv4(std::string_view text) {
  for (int part = 0; part < 4; ++part) {
    if (part > 0) {
      if (text.empty() || text.front() != '.') return false;
      text.remove_prefix(1);
    }
    if (!TakeDecimalOctet(text)) return false;
  }
  return text.empty();
}

bool IsIpv6(std::string_view text) {
  constexpr int kGroups = 8;
  int groups = 0;
  bool compressed = false;
  if (text.substr(0, 2) == "::") {
    compressed = true;
    text.remove_prefix(2);
    if (text.empty()) return true;
  }
  for (;;) {
    std::string_view after_group = text;
    if (!TakeHexDigits(after_group, 4)) return false;
    if (!after_group.empty() && after_group.front() == '.') {
      // The last two groups as an IPv4 address.
      if (!IsIpv4(text)) return false;
      groups += 2;
      break;
    }
    ++groups;
    text = after_group;
    if (text.empty()) break;
    if (groups == kGroups || text.front() != ':') return false;
    text.remove_prefix(1);
    if (!text.empty() && text.front() == ':') {
      if (compressed) return false;
      compressed = true;
      text.remove_prefix(1);
      if (text.empty()) break;
    }
  }
  // "::" stands for at least one group of zeros (RFC 4291, section 2.2).
  return compressed ? groups < kGroups : groups == kGroups;
}

}  // namespace gabarit::format
