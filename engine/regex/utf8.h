#ifndef GABARIT_ENGINE_REGEX_UTF8_H_
#define GABARIT_ENGINE_REGEX_UTF8_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace gabarit::regex {

// What DecodeUtf8 returns for bytes that are no code point.
inline constexpr char32_t kNotACodePoint = 0xFFFFFFFF;

// Reads the code point at *position, which must be below end, and moves past
// it. Bytes that are no well-formed sequence (RFC 3629) are passed one at a
// time, as kNotACodePoint.
inline char32_t DecodeUtf8(const char** position, const char* end) {
  const auto byte_at = [&](ptrdiff_t i) {
    return static_cast<char32_t>(static_cast<unsigned char>((*position)[i]));
  };
  const auto is_tail = [&](ptrdiff_t i) { return (byte_at(i) & 0xC0) == 0x80; };
  const ptrdiff_t left = end - *position;
  const char32_t lead = byte_at(0);
  if (lead < 0x80) {
    ++*position;
    return lead;
  }
  if (lead >= 0xC2 && lead < 0xE0 && left >= 2 && is_tail(1)) {
    const char32_t c = (lead & 0x1F) << 6 | (byte_at(1) & 0x3F);
    *position += 2;
    return c;
  }
  if (lead >= 0xE0 && lead < 0xF0 && left >= 3 && is_tail(1) && is_tail(2)) {
    const char32_t c =
        (lead & 0x0F) << 12 | (byte_at(1) & 0x3F) << 6 | (byte_at(2) & 0x3F);
    if (c >= 0x800 && (c < 0xD800 || c > 0xDFFF)) {
      *position += 3;
      return c;
    }
  }
  if (lead >= 0xF0 && lead < 0xF5 && left >= 4 && is_tail(1) && is_tail(2) &&
      is_tail(3)) {
    const char32_t c = (lead & 0x07) << 18 | (byte_at(1) & 0x3F) << 12 |
                       (byte_at(2) & 0x3F) << 6 | (byte_at(3) & 0x3F);
    if (c >= 0x10000 && c <= 0x10FFFF) {
      *position += 4;
      return c;
    }
  }
  ++*position;
  return kNotACodePoint;
}

// `code_point` must not be a surrogate.
inline void AppendUtf8(char32_t code_point, std::string* out) {
  const auto put = [out](char32_t byte) {
    out->push_back(static_cast<char>(byte));
  };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | code_point >> 6);
    put(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    put(0xE0 | code_point >> 12);
    put(0x80 | (code_point >> 6 & 0x3F));
    put(0x80 | (code_point & 0x3F));
  } else {
    put(0xF0 | code_point >> 18);
    put(0x80 | (code_point >> 12 & 0x3F));
    put(0x80 | (code_point >> 6 & 0x3F));
    put(0x80 | (code_point & 0x3F));
  }
}

// Code points in well-formed UTF-8: bytes that are no continuation.
inline size_t CountCodePoints(std::string_view utf8) {
  size_t count = 0;
  for (const char byte : utf8)
    count += (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
  return count;
}

}  // namespace gabarit::regex

#endif  // GABARIT_ENGINE_REGEX_UTF8_H_
