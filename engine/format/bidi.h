// The Bidi rule for labels: RFC 5893, section 2.
#ifndef GABARIT_ENGINE_FORMAT_BIDI_H_
#define GABARIT_ENGINE_FORMAT_BIDI_H_

#include <string_view>

namespace gabarit::format {

struct BidiFinding {
  // The label holds a character of class R, AL or AN. One such label makes its
  // name a Bidi domain name, in which every label must satisfy the rule
  // (RFC 5893, section 1.4).
  bool right_to_left = false;
  bool satisfies_rule = false;
};

// `label` is UTF-8 and holds only code points that IDNA 2008 permits.
BidiFinding ExamineBidi(std::string_view label);

}  // namespace gabarit::format

#endif  // GABARIT_ENGINE_FORMAT_BIDI_H_
