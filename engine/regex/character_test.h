#ifndef GABARIT_ENGINE_REGEX_CHARACTER_TEST_H_
#define GABARIT_ENGINE_REGEX_CHARACTER_TEST_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/regex/code_point_set.h"
#include "engine/regex/utf8.h"

namespace gabarit::regex {

// A set of code points laid out for testing UTF-8 text: one table look-up
// decides every ASCII character and most others. Immutable, thread-safe.
class CharacterTest {
 public:
  explicit CharacterTest(const CodePointSet& set);

  const CodePointSet& set() const { return set_; }
  bool ascii_only() const { return ascii_only_; }

  // Length in bytes of the character at `at` (below `end`) if it is a member,
  // else 0.
  size_t MemberLength(const char* at, const char* end) const {
    const uint8_t verdict = VerdictOn(*at);
    if (verdict <= 1) return verdict;
    if (verdict != kLookUp) {
      const ptrdiff_t length = verdict / 2;
      if (end - at >= length && IsTail(at[1]) &&
          (length < 3 || IsTail(at[2])) && (length < 4 || IsTail(at[3]))) {
        return static_cast<size_t>(length);
      }
    }
    return LongMemberLength(at, end);
  }

  // Whether every byte is an ASCII member.
  bool AllAsciiMembers(std::string_view text) const;

  // Moves *at past up to `limit` members; returns how many.
  size_t SkipMembers(const char** at, const char* end, size_t limit) const;

 private:
  // What a first byte tells: 0 no member begins with it; 1 it is a member by
  // itself; 4, 6 or 8 with any tails it begins a member of 2, 3 or 4 bytes;
  // kLookUp the code point must be looked up. Only 1 is odd.
  static constexpr uint8_t kLookUp = 2;

  uint8_t VerdictOn(char first) const {
    return by_first_byte_[static_cast<unsigned char>(first)];
  }
  static bool IsTail(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
  }
  // Whether the eight bytes at `at` are ASCII members: eight look-ups that do
  // not wait for each other, then one branch.
  bool AreEightAsciiMembers(const char* at) const;
  size_t LongMemberLength(const char* at, const char* end) const;

  std::array<uint8_t, 256> by_first_byte_ = {};
  bool ascii_only_ = true;
  CodePointSet set_;
};

// The set as a class in a pattern, for people: "[0-9a-f]".
std::string ClassToString(const CodePointSet& set);

}  // namespace gabarit::regex

#endif  // GABARIT_ENGINE_REGEX_CHARACTER_TEST_H_
