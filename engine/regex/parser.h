#ifndef GABARIT_ENGINE_REGEX_PARSER_H_
#define GABARIT_ENGINE_REGEX_PARSER_H_

#include <optional>
#include <string_view>

#include "engine/regex/pattern_error.h"
#include "engine/regex/pattern_tree.h"

namespace gabarit::regex {

// Groups may nest this deep. Real patterns stay below ten.
inline constexpr size_t kMaxGroupDepth = 250;

// Longest pattern that is looked at.
inline constexpr size_t kMaxPatternBytes = size_t{256} << 10;

// Ranges in all classes of a pattern. \p{L} alone has some 680, so a pattern
// can ask for much more memory than it has bytes.
inline constexpr size_t kMaxClassRanges = size_t{1} << 20;

struct ParsedPattern {
  PatternTree tree;
  NodeId root = 0;
  // The pattern has a meaning only by ECMA-262's Annex B.
  bool used_annex_b = false;
};

// Parses an ECMA-262 pattern as if it had the u flag. Takes time linear in the
// pattern and a fixed amount of stack. On failure returns nullopt and says why
// in *error.
std::optional<ParsedPattern> Parse(std::string_view pattern,
                                   bool accept_annex_b, PatternError* error);

}  // namespace gabarit::regex

#endif  // GABARIT_ENGINE_REGEX_PARSER_H_
