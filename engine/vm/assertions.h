// What single assertions ask of a value. Inline, because they are the body of
// the machine's loop.

#ifndef GABARIT_ENGINE_VM_ASSERTIONS_H_
#define GABARIT_ENGINE_VM_ASSERTIONS_H_

#include <cstdint>
#include <cstring>
#include <string_view>

#include "engine/document/number.h"
#include "engine/document/value.h"
#include "engine/program/program.h"

namespace gabarit::vm {

// Integers: `words` points at the number's word on the tape. A uint64 on the
// tape ('u') is beyond the range of int64.

inline int64_t HeldInt64(const uint64_t* words) {
  int64_t held;
  std::memcpy(&held, words + 1, sizeof held);
  return held;
}

inline bool IsUint64(const uint64_t* words) {
  return document::tape::Type(*words) == 'u';
}

inline bool IntegerAtLeast(const uint64_t* words, int64_t bound) {
  return HeldInt64(words) >= bound || IsUint64(words);
}

inline bool IntegerAtMost(const uint64_t* words, int64_t bound) {
  return HeldInt64(words) <= bound && !IsUint64(words);
}

inline bool IntegerIs(const uint64_t* words, int64_t integer) {
  return HeldInt64(words) == integer && !IsUint64(words);
}

inline bool IntegerBetween(const uint64_t* words,
                           const program::Instruction& ins) {
  const int64_t held = HeldInt64(words);
  return held >= static_cast<int32_t>(ins.b) &&
         held <= static_cast<int32_t>(ins.c) && !IsUint64(words);
}

inline bool IntegerMultipleOf(const uint64_t* words, int64_t divisor) {
  if (IsUint64(words)) return words[1] % static_cast<uint64_t>(divisor) == 0;
  return HeldInt64(words) % divisor == 0;
}

// Any number. Rounding never reorders numbers, so that the nearest doubles
// decide unless they are equal.
inline bool NumberAtLeast(document::Value value,
                          const program::NumberConstant& bound,
                          bool exclusive) {
  const double nearest = document::NearestDouble(value);
  if (nearest != bound.nearest) return nearest > bound.nearest;
  const auto order = document::CompareNumbers(value, bound.value);
  return exclusive ? order > 0 : order >= 0;
}

inline bool NumberAtMost(document::Value value,
                         const program::NumberConstant& bound, bool exclusive) {
  const double nearest = document::NearestDouble(value);
  if (nearest != bound.nearest) return nearest < bound.nearest;
  const auto order = document::CompareNumbers(value, bound.value);
  return exclusive ? order < 0 : order <= 0;
}

// Strings: lengths are code points (Validation §6.3), of which each has one
// byte that is no continuation byte.
inline uint64_t CountCodePoints(std::string_view text) {
  uint64_t count = 0;
  for (const char c : text) count += (static_cast<uint8_t>(c) & 0xC0) != 0x80;
  return count;
}

// A code point has one to four bytes, which settles most cases.
inline bool LengthAtLeast(std::string_view text, uint64_t bound) {
  if (text.size() < bound) return false;
  if (text.size() / 4 >= bound) return true;
  return CountCodePoints(text) >= bound;
}

inline bool LengthAtMost(std::string_view text, uint64_t bound) {
  if (text.size() <= bound) return true;
  if (text.size() / 4 > bound) return false;
  return CountCodePoints(text) <= bound;
}

inline bool LengthBetween(std::string_view text,
                          const program::Instruction& ins) {
  return LengthAtLeast(text, ins.b) && LengthAtMost(text, ins.c);
}

}  // namespace gabarit::vm

#endif  // GABARIT_ENGINE_VM_ASSERTIONS_H_
