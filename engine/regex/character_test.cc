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

uint8_t LengthLedBy(size_t lead) {
  return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

// The code points of well-formed sequences with this first byte (RFC 3629,
// section 4). Where not every tail is well-formed (E0, ED, F0, F4) it is a
// range that no set contains, so that the tails are looked at.
CodePointRange LedBy(size_t lead) {
  if (lead == 0xE0 || lead == 0xED || lead == 0xF0 || lead == 0xF4) {
    return {0, kNotACodePoint};
  }
  const int bits = 6 * (LengthLedBy(lead) - 1);
  const char32_t payload = lead < 0xE0   ? lead & 0x1F
                           : lead < 0xF0 ? lead & 0x0F
                                         : lead & 0x07;
  return {payload << bits, ((payload + 1) << bits) - 1};
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
    for (size_t lead = first; lead <= last; ++lead) {
      const CodePointRange led = LedBy(lead);
      const bool all = range.low <= led.low && led.high <= range.high;
      by_first_byte_[lead] =
          all ? static_cast<uint8_t>(2 * LengthLedBy(lead)) : kLookUp;
    }
  }
}

size_t CharacterTest::LongMemberLength(const char* at, const char* end) const {
  const char* after = at;
  const char32_t c = DecodeUtf8(&after, end);
  if (c == kNotACodePoint || !set_.Contains(c)) return 0;
  return static_cast<size_t>(after - at);
}

bool CharacterTest::AreEightAsciiMembers(const char* at) const {
  const uint8_t all = VerdictOn(at[0]) & VerdictOn(at[1]) & VerdictOn(at[2]) &
                      VerdictOn(at[3]) & VerdictOn(at[4]) & VerdictOn(at[5]) &
                      VerdictOn(at[6]) & VerdictOn(at[7]);
  return all == 1;
}

bool CharacterTest::AllAsciiMembers(std::string_view text) const {
  const char* at = text.data();
  const char* const end = at + text.size();
  for (; end - at >= 8; at += 8) {
    if (!AreEightAsciiMembers(at)) return false;
  }
  for (; at != end; ++at) {
    if (VerdictOn(*at) != 1) return false;
  }
  return true;
}

size_t CharacterTest::SkipMembers(const char** position, const char* end,
                                  size_t limit) const {
  const char* at = *position;
  size_t count = 0;
  while (limit - count >= 8 && end - at >= 8 && AreEightAsciiMembers(at)) {
    at += 8;
    count += 8;
  }
  while (count < limit && at != end) {
    const size_t length = MemberLength(at, end);
    if (length == 0) break;
    at += length;
    ++count;
  }
  *position = at;
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
