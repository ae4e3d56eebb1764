#include "engine/regex/character_test.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace gabarit::regex {
namespace {

// The first byte of a code point's UTF-8 form.
unsigned char FirstByte(char32_t c) {
  if (c < 0x80) return static_cast<unsigned char>(c);
  if (c < 0x800) return static_cast<unsigned char>(0xC0 | c >> 6);
  if (c < 0x10000) return static_cast<unsigned char>(0xE0 | c >> 12);
  return static_cast<unsigned char>(0xF0 | c >> 18);
}

}  // namespace

CharacterTest::CharacterTest(const CodePointSet& set) : set_(set) {
  for (const CodePointRange& range : set_.ranges()) {
    for (char32_t c = range.low; c <= std::min<char32_t>(range.high, 0x7F);
         ++c) {
      by_first_byte_[c] = 1;
    }
    if (range.high < 0x80) continue;
    ascii_only_ = false;
    const size_t first = FirstByte(std::max<char32_t>(range.low, 0x80));
    const size_t last = FirstByte(range.high);
    for (size_t lead = first; lead <= last; ++lead)
      by_first_byte_[lead] = kLookUp;
  }
}

size_t CharacterTest::LongMemberLength(const char* at, const char* end) const {
  const char* after = at;
  const char32_t c = DecodeUtf8(&after, end);
  if (c == kNotACodePoint || !set_.Contains(c)) return 0;
  return static_cast<size_t>(after - at);
}

bool CharacterTest::AllAsciiMembers(std::string_view text) const {
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto verdict = [this](char byte) {
    return by_first_byte_[static_cast<unsigned char>(byte)];
  };
  // Eight look-ups that do not wait for each other, then one branch. A first
  // byte that must be looked up is no ASCII member, so only 1 may pass.
  for (; end - at >= 8; at += 8) {
    const uint8_t all = verdict(at[0]) & verdict(at[1]) & verdict(at[2]) &
                        verdict(at[3]) & verdict(at[4]) & verdict(at[5]) &
                        verdict(at[6]) & verdict(at[7]);
    if (all != 1) return false;
  }
  for (; at != end; ++at) {
    if (verdict(*at) != 1) return false;
  }
  return true;
}

size_t CharacterTest::SkipMembers(const char** at, const char* end,
                                  size_t limit) const {
  size_t count = 0;
  while (count < limit && *at != end) {
    const size_t length = MemberLength(*at, end);
    if (length == 0) break;
    *at += length;
    ++count;
  }
  return count;
}

std::string ClassToString(const CodePointSet& set) {
  // A negated class reads better where almost everything is a member.
  const bool negated = set.Contains(kMaxCodePoint);
  const CodePointSet shown =
      negated ? set.Complement().WithoutSurrogates() : set;
  std::string text = negated ? "[^" : "[";
  const auto append = [&text](char32_t c) {
    if (c > 0x20 && c < 0x7F && c != '\\' && c != ']' && c != '^') {
      text.push_back(static_cast<char>(c));
    } else {
      absl::StrAppend(&text, "\\u{", absl::Hex(static_cast<uint32_t>(c)), "}");
    }
  };
  constexpr size_t kShownRanges = 12;
  for (size_t i = 0; i < shown.ranges().size(); ++i) {
    if (i == kShownRanges) {
      text += "...";
      break;
    }
    const CodePointRange& range = shown.ranges()[i];
    append(range.low);
    if (range.high == range.low) continue;
    if (range.high > range.low + 1) text.push_back('-');
    append(range.high);
  }
  text.push_back(']');
  return text;
}

}  // namespace gabarit::regex
