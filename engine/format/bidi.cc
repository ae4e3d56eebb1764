#include "engine/format/bidi.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "engine/format/code_points.h"

namespace gabarit::format {
namespace {

// The classes that the rule tells apart. R and AL are kRightToLeft; ES, CS,
// ET, ON and BN are kNeutral.
enum BidiClass : unsigned char {
  kLeftToRight,
  kRightToLeft,
  kArabicNumber,
  kEuropeanNumber,
  kNonspacingMark,
  kNeutral,
};

struct BidiRange {
  char32_t first;
  char32_t last;
  BidiClass bidi_class;
};

// In ascending order; what is in no range is kLeftToRight.
constexpr BidiRange kBidiRanges[] = {
#include "engine/format/bidi_ranges.inc"
};

BidiClass ClassOf(char32_t code_point) {
  const BidiRange* range = std::lower_bound(
      std::begin(kBidiRanges), std::end(kBidiRanges), code_point,
      [](const BidiRange& candidate, char32_t value) {
        return candidate.last < value;
      });
  return range != std::end(kBidiRanges) && range->first <= code_point
             ? range->bidi_class
             : kLeftToRight;
}

}  // namespace

BidiFinding ExamineBidi(std::string_view label) {
  BidiFinding finding;
  if (label.empty()) return finding;
  BidiClass first = kNeutral;
  BidiClass last = kNeutral;  // Trailing nonspacing marks apart.
  bool at_start = true;
  bool left_to_right = false;
  bool right_to_left = false;
  bool arabic_number = false;
  bool european_number = false;
  while (!label.empty()) {
    const BidiClass bidi_class = ClassOf(TakeCodePoint(label));
    if (at_start) first = bidi_class;
    at_start = false;
    if (bidi_class != kNonspacingMark) last = bidi_class;
    left_to_right |= bidi_class == kLeftToRight;
    right_to_left |= bidi_class == kRightToLeft;
    arabic_number |= bidi_class == kArabicNumber;
    european_number |= bidi_class == kEuropeanNumber;
  }
  finding.right_to_left = right_to_left || arabic_number;
  // Conditions 1 to 4: an RTL label.
  if (first == kRightToLeft) {
    finding.satisfies_rule = !left_to_right &&
                             !(arabic_number && european_number) &&
                             (last == kRightToLeft || last == kEuropeanNumber ||
                              last == kArabicNumber);
  }
  // Conditions 1, 5 and 6: an LTR label.
  if (first == kLeftToRight) {
    finding.satisfies_rule = !right_to_left && !arabic_number &&
                             (last == kLeftToRight || last == kEuropeanNumber);
  }
  return finding;
}

}  // namespace gabarit::format
