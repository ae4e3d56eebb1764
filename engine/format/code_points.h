// Reading UTF-8 one code point at a time.
#ifndef GABARIT_ENGINE_FORMAT_CODE_POINTS_H_
#define GABARIT_ENGINE_FORMAT_CODE_POINTS_H_

#include <cstddef>
#include <string_view>

namespace gabarit::format {

inline constexpr char32_t kMalformed = 0xFFFFFFFF;

inline bool IsAscii(char character) {
  return static_cast<unsigned char>(character) < 0x80;
}

// Takes the first code point off `text`, which must not be empty. Anything
// that is not well-formed UTF-8 (overlong forms, surrogates, code points above
// U+10FFFF, cut-off sequences) takes one byte and gives kMalformed: callers
// hold JSON strings, where that cannot happen, but do not depend on it.
inline char32_t TakeCodePoint(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) {
    text.remove_prefix(1);
    return lead;
  }
  const size_t length = lead < 0xC2   ? 0
                        : lead < 0xE0 ? 2
                        : lead < 0xF0 ? 3
                        : lead < 0xF5 ? 4
                                      : 0;
  if (length == 0 || text.size() < length) {
    text.remove_prefix(1);
    return kMalformed;
  }
  char32_t code_point = lead & (0x7Fu >> length);
  for (size_t i = 1; i < length; ++i) {
    const auto trail = static_cast<unsigned char>(text[i]);
    if ((trail & 0xC0) != 0x80) {
      text.remove_prefix(1);
      return kMalformed;
    }
    code_point = code_point << 6 | (trail & 0x3Fu);
  }
  const char32_t least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
  if (code_point < least || code_point > 0x10FFFF ||
      (code_point >= 0xD800 && code_point <= 0xDFFF)) {
    text.remove_prefix(1);
    return kMalformed;
  }
  text.remove_prefix(length);
  return code_point;
}

}  // namespace gabarit::format

#endif  // GABARIT_ENGINE_FORMAT_CODE_POINTS_H_
