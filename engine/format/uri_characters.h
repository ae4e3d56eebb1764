// The character classes that URIs, IRIs and URI templates are made of.
#ifndef GABARIT_ENGINE_FORMAT_URI_CHARACTERS_H_
#define GABARIT_ENGINE_FORMAT_URI_CHARACTERS_H_

#include <array>
#include <cstdint>
#include <string_view>

#include "absl/strings/ascii.h"

namespace gabarit::format {

// A set of classes of ASCII characters (RFC 3986, section 2 and appendix A).
enum UriCharacters : uint8_t {
  kUnreserved = 1,     // letters, digits, - . _ ~
  kSubDelimiters = 2,  // ! $ & ' ( ) * + , ; =
  kColon = 4,
  kAt = 8,
  kSlash = 16,
  kQuestionMark = 32,
  kSchemeCharacter = 64,   // letters, digits, + - .
  kTemplateLiteral = 128,  // RFC 6570, section 2.1, "%" apart
};

inline constexpr uint8_t kPathCharacter =
    kUnreserved | kSubDelimiters | kColon | kAt;

inline constexpr auto kUriCharacters = [] {
  std::array<uint8_t, 256> classes{};
  const auto add = [&classes](std::string_view characters, uint8_t its_class) {
    for (const char character : characters) {
      auto& entry = classes[static_cast<unsigned char>(character)];
      entry = static_cast<uint8_t>(entry | its_class);
    }
  };
  constexpr std::string_view kAlphanumeric =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  add(kAlphanumeric, kUnreserved | kSchemeCharacter | kTemplateLiteral);
  add("-._~", kUnreserved);
  add("!$&'()*+,;=", kSubDelimiters);
  add(":", kColon);
  add("@", kAt);
  add("/", kSlash);
  add("?", kQuestionMark);
  add("+-.", kSchemeCharacter);
  // The apostrophe is left out by RFC 6570 as published and was put back by an
  // erratum.
  add("!#$&'()*+,-./:;=?@[]_~", kTemplateLiteral);
  return classes;
}();

// Whether `character` is ASCII and in one of `classes`.
inline bool IsIn(char character, uint8_t classes) {
  return (kUriCharacters[static_cast<unsigned char>(character)] & classes) != 0;
}

// Whether `text` starts with a percent sign and two hexadecimal digits.
inline bool StartsWithPercentEncoded(std::string_view text) {
  return text.size() >= 3 && text[0] == '%' &&
         absl::ascii_isxdigit(static_cast<unsigned char>(text[1])) &&
         absl::ascii_isxdigit(static_cast<unsigned char>(text[2]));
}

// ucschar of RFC 3987, section 2.2.
inline bool IsUcschar(char32_t code_point) {
  if (code_point < 0x10000) {
    return (code_point >= 0xA0 && code_point <= 0xD7FF) ||
           (code_point >= 0xF900 && code_point <= 0xFDCF) ||
           (code_point >= 0xFDF0 && code_point <= 0xFFEF);
  }
  // Planes 1 to 14 but for the last two code points of each and, in plane 14,
  // the block of tags.
  return code_point <= 0xEFFFD && (code_point & 0xFFFF) <= 0xFFFD &&
         !(code_point >= 0xE0000 && code_point <= 0xE0FFF);
}

// iprivate of RFC 3987, section 2.2.
inline bool IsIprivate(char32_t code_point) {
  return (code_point >= 0xE000 && code_point <= 0xF8FF) ||
         (code_point >= 0xF0000 && code_point <= 0xFFFFD) ||
         (code_point >= 0x100000 && code_point <= 0x10FFFD);
}

}  // namespace gabarit::format

#endif  // GABARIT_ENGINE_FORMAT_URI_CHARACTERS_H_
