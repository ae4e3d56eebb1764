#include "engine/format/content.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "engine/format/letter_case.h"

namespace gabarit::format {
namespace {

absl::Status Fault(std::string_view encoding, size_t offset,
                   std::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("not ", AbseilView(encoding),
                                                 ": ", AbseilView(what),
                                                 " at byte ", offset));
}

constexpr uint8_t kNotInAlphabet = 0xFF;

using Alphabet = std::array<uint8_t, 256>;

// The values of the bytes that `characters` lists in order of value. When
// `letters_of_either_case`, lower-case letters have the upper-case ones' value.
constexpr Alphabet MakeAlphabet(std::string_view characters,
                                bool letters_of_either_case) {
  Alphabet values{};
  for (uint8_t& value : values) value = kNotInAlphabet;
  for (size_t value = 0; value < characters.size(); ++value) {
    const auto byte = static_cast<unsigned char>(characters[value]);
    values[byte] = static_cast<uint8_t>(value);
    if (letters_of_either_case && byte >= 'A' && byte <= 'Z') {
      values[byte + (size_t{'a'} - 'A')] = static_cast<uint8_t>(value);
    }
  }
  return values;
}

constexpr Alphabet kBase16 = MakeAlphabet("0123456789ABCDEF", true);
constexpr Alphabet kBase32 =
    MakeAlphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", true);
constexpr Alphabet kBase32Hex =
    MakeAlphabet("0123456789ABCDEFGHIJKLMNOPQRSTUV", true);
constexpr Alphabet kBase64 = MakeAlphabet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", false);
constexpr Alphabet kBase64Url = MakeAlphabet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", false);

// One of the encodings of RFC 4648: each character carries `bits` bits, and
// each `group` of characters is a whole number of bytes.
struct BaseEncoding {
  std::string_view name;
  const Alphabet& alphabet;
  unsigned bits;
  size_t group;
  bool padding_required;
};

constexpr BaseEncoding kBaseEncodings[] = {
    {"base16", kBase16, 4, 2, true},        {"base32", kBase32, 5, 8, true},
    {"base32hex", kBase32Hex, 5, 8, true},  {"base64", kBase64, 6, 4, true},
    {"base64url", kBase64Url, 6, 4, false},
};

// Abseil's Base64Unescape() is not used: it skips white space and takes a
// missing padding, which RFC 4648, sections 3.2 and 3.3, would have refused.
absl::StatusOr<std::string> DecodeBase(const BaseEncoding& encoding,
                                       std::string_view text) {
  // Padding: fewer than a group of "=" at the end. More are faults like any
  // other character outside the alphabet.
  std::string_view digits = text;
  while (!digits.empty() && digits.back() == '=' &&
         text.size() - digits.size() < encoding.group - 1) {
    digits.remove_suffix(1);
  }
  // Whole groups of eight characters first, so that no product overflows.
  std::string decoded(
      digits.size() / 8 * encoding.bits + digits.size() % 8 * encoding.bits / 8,
      '\0');
  size_t length = 0;
  uint32_t pending = 0;
  unsigned pending_bits = 0;
  for (size_t i = 0; i < digits.size(); ++i) {
    const uint8_t value =
        encoding.alphabet[static_cast<unsigned char>(digits[i])];
    if (value == kNotInAlphabet) {
      return Fault(encoding.name, i, "a character outside the alphabet");
    }
    pending = pending << encoding.bits | value;
    pending_bits += encoding.bits;
    if (pending_bits >= 8) {
      pending_bits -= 8;
      decoded[length++] = static_cast<char>(pending >> pending_bits & 0xFF);
      pending &= (1u << pending_bits) - 1;
    }
  }
  // A last character that adds no byte: a group is cut where none can end.
  if (pending_bits >= encoding.bits) {
    return Fault(encoding.name, digits.size(), "an incomplete group");
  }
  // Section 3.5: otherwise several texts would stand for the same bytes.
  if (pending != 0) {
    return Fault(encoding.name, digits.size() - 1, "unused bits that are set");
  }
  const bool padded = digits.size() != text.size();
  if (padded
          ? text.size() % encoding.group != 0
          : encoding.padding_required && digits.size() % encoding.group != 0) {
    return Fault(encoding.name, text.size(), "wrong padding");
  }
  return decoded;
}

// The value of a digit of quoted-printable, which knows capitals only.
std::optional<unsigned> CapitalHexDigit(char digit) {
  if (digit >= '0' && digit <= '9') return static_cast<unsigned>(digit - '0');
  if (digit >= 'A' && digit <= 'F') {
    return static_cast<unsigned>(digit - 'A') + 10;
  }
  return std::nullopt;
}

absl::StatusOr<std::string> DecodeQuotedPrintable(std::string_view text) {
  constexpr std::string_view kName = "quoted-printable";
  constexpr std::string_view kLineBreak = "\r\n";
  std::string decoded;
  decoded.reserve(text.size());
  // The length of `decoded` without the literal white space at its end, which
  // transport may have added and rule 3 has deleted before a line break.
  size_t solid = 0;
  for (size_t i = 0; i < text.size();) {
    const char character = text[i];
    if (character == '=') {
      const std::string_view rest = text.substr(i + 1);
      // A soft line break, perhaps after white space that transport added. The
      // white space before the "=" stays.
      const size_t blanks = rest.find_first_not_of(" \t");
      if (blanks != std::string_view::npos &&
          rest.substr(blanks, 2) == kLineBreak) {
        i += 1 + blanks + 2;
        solid = decoded.size();
        continue;
      }
      const std::optional<unsigned> high =
          rest.size() < 2 ? std::nullopt : CapitalHexDigit(rest[0]);
      const std::optional<unsigned> low =
          rest.size() < 2 ? std::nullopt : CapitalHexDigit(rest[1]);
      if (!high || !low) {
        return Fault(kName, i, "\"=\" without two capital hexadecimal digits");
      }
      decoded.push_back(static_cast<char>(*high << 4 | *low));
      solid = decoded.size();
      i += 3;
    } else if (text.substr(i, 2) == kLineBreak) {
      decoded.resize(solid);
      decoded.append(kLineBreak);
      solid = decoded.size();
      i += 2;
    } else if (character == ' ' || character == '\t') {
      decoded.push_back(character);
      ++i;
    } else if (character > ' ' && character <= '~') {
      decoded.push_back(character);
      solid = decoded.size();
      ++i;
    } else {
      return Fault(kName, i, "a character that must be encoded");
    }
  }
  decoded.resize(solid);
  return decoded;
}

// 7bit, 8bit and binary: the text is its own encoding.
absl::StatusOr<std::string> TakeAsItIs(std::string_view name,
                                       std::string_view text, bool nul_allowed,
                                       bool beyond_ascii_allowed) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\0' && !nul_allowed) return Fault(name, i, "NUL");
    if (!absl::ascii_isascii(static_cast<unsigned char>(text[i])) &&
        !beyond_ascii_allowed) {
      return Fault(name, i, "a character beyond ASCII");
    }
  }
  return std::string(text);
}

// tchar of RFC 9110 and token characters of RFC 2045 differ in braces only;
// neither occurs in a registered name.
bool IsTokenCharacter(char character) {
  constexpr std::string_view kSpecials = "!#$%&'*+-.^_`|~";
  return absl::ascii_isalnum(static_cast<unsigned char>(character)) ||
         kSpecials.find(character) != std::string_view::npos;
}

std::string_view TakeToken(std::string_view& text) {
  size_t length = 0;
  while (length < text.size() && IsTokenCharacter(text[length])) ++length;
  const std::string_view token = text.substr(0, length);
  text.remove_prefix(length);
  return token;
}

void SkipBlanks(std::string_view& text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
    text.remove_prefix(1);
  }
}

bool TakeQuotedValue(std::string_view& text) {
  text.remove_prefix(1);
  while (!text.empty()) {
    const char character = text.front();
    text.remove_prefix(1);
    if (character == '"') return true;
    if (character == '\\') {
      if (text.empty()) return false;
      text.remove_prefix(1);
    }
  }
  return false;
}

// All of `text`: *( ";" attribute "=" value ), with blanks around semicolons.
bool IsParameters(std::string_view text) {
  for (;;) {
    SkipBlanks(text);
    if (text.empty()) return true;
    if (text.front() != ';') return false;
    text.remove_prefix(1);
    SkipBlanks(text);
    if (TakeToken(text).empty()) return false;
    if (text.empty() || text.front() != '=') return false;
    text.remove_prefix(1);
    if (!text.empty() && text.front() == '"') {
      if (!TakeQuotedValue(text)) return false;
    } else if (TakeToken(text).empty()) {
      return false;
    }
  }
}

}  // namespace

absl::StatusOr<std::string> DecodeContent(std::string_view encoding,
                                          std::string_view text) {
  for (const BaseEncoding& base : kBaseEncodings) {
    if (EqualsIgnoringCase(encoding, base.name)) {
      return DecodeBase(base, text);
    }
  }
  if (EqualsIgnoringCase(encoding, "quoted-printable")) {
    return DecodeQuotedPrintable(text);
  }
  if (EqualsIgnoringCase(encoding, "7bit")) {
    return TakeAsItIs("7bit", text, /*nul_allowed=*/false,
                      /*beyond_ascii_allowed=*/false);
  }
  if (EqualsIgnoringCase(encoding, "8bit")) {
    return TakeAsItIs("8bit", text, /*nul_allowed=*/false,
                      /*beyond_ascii_allowed=*/true);
  }
  if (EqualsIgnoringCase(encoding, "binary")) {
    return TakeAsItIs("binary", text, /*nul_allowed=*/true,
                      /*beyond_ascii_allowed=*/true);
  }
  return absl::NotFoundError(
      absl::StrCat("unknown content encoding \"", AbseilView(encoding), "\""));
}

bool IsJsonMediaType(std::string_view media_type) {
  SkipBlanks(media_type);
  const std::string_view type = TakeToken(media_type);
  if (type.empty() || media_type.empty() || media_type.front() != '/') {
    return false;
  }
  media_type.remove_prefix(1);
  const std::string_view subtype = TakeToken(media_type);
  if (!IsParameters(media_type)) return false;
  if (EqualsIgnoringCase(subtype, "json")) {
    return EqualsIgnoringCase(type, "application") ||
           EqualsIgnoringCase(type, "text");
  }
  constexpr std::string_view kSuffix = "+json";
  return subtype.size() > kSuffix.size() &&
         EqualsIgnoringCase(subtype.substr(subtype.size() - kSuffix.size()),
                            kSuffix);
}

}  // namespace gabarit::format
