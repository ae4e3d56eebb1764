#ifndef GABARIT_ENGINE_REGEX_ADJACENT_LOOKAROUND_H_
#define GABARIT_ENGINE_REGEX_ADJACENT_LOOKAROUND_H_

#include <optional>
#include <vector>

#include "engine/regex/pattern_tree.h"

namespace gabarit::regex {

// The classes a match of one word consumes, nearest to the look-around first.
using ClassWord = std::vector<CodePointSet>;

// Every match of `id` as a word of classes, if there are few and they are
// short: (foo|ba[rz]) has two. Read away from the look-around: forward for a
// look-ahead, backward for a look-behind. What may follow a match without
// being needed, as the .* in (?=ab.*), is left out.
std::optional<std::vector<ClassWord>> WordsOf(const PatternTree& tree,
                                              NodeId id, bool ahead);

// Merges look-arounds with the characters next to them wherever that can be
// done, inside loops too: (?!a)\w becomes [0-9A-Z_b-z]. Returns the new root.
NodeId MergeAdjacentLookarounds(PatternTree& tree, NodeId root);

// The same for the look-arounds among the parts of one sequence.
std::vector<NodeId> MergeAdjacentInSequence(PatternTree& tree,
                                            std::vector<NodeId> sequence);

// Drops or shortens what stands at the end (at_end) or the beginning of a
// sequence and which an unanchored search does not need: x{2,5} becomes x{2}
// and x* vanishes. Exact, because any match of x{2,5} there begins (or ends)
// with a match of x{2}, and what lies outside the match does not matter.
void TrimUnanchored(PatternTree& tree, std::vector<NodeId>& sequence,
                    bool at_end);

}  // namespace gabarit::regex

#endif  // GABARIT_ENGINE_REGEX_ADJACENT_LOOKAROUND_H_
