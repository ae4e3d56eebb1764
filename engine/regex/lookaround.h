#ifndef GABARIT_ENGINE_REGEX_LOOKAROUND_H_
#define GABARIT_ENGINE_REGEX_LOOKAROUND_H_

#include <cstddef>
#include <optional>

#include "engine/regex/formula.h"
#include "engine/regex/pattern_error.h"
#include "engine/regex/pattern_tree.h"

namespace gabarit::regex {

// Look-arounds in one pattern.
inline constexpr int kMaxLookarounds = 64;
// Searches that a pattern may be taken apart to, and parts they may have in
// sum.
inline constexpr int kMaxRewriteSteps = 256;
inline constexpr size_t kMaxRewrittenParts = size_t{1} << 20;
// Look-arounds that a rewrite may have in hand at once; bounds the stack.
inline constexpr int kMaxRewriteDepth = 48;

// Turns a pattern with look-arounds into an equivalent combination of searches
// without any, adding nodes to the tree. On a pattern for which no exact
// rewrite is known, and on backreferences, returns nullopt and says why in
// *error. See lookaround.cc for the rewrites and why each is exact.
std::optional<Formula<NodeId>> RewriteLookarounds(PatternTree& tree,
                                                  NodeId root,
                                                  PatternError* error);

}  // namespace gabarit::regex

#endif  // GABARIT_ENGINE_REGEX_LOOKAROUND_H_
