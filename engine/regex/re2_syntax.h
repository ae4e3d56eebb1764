#ifndef GABARIT_ENGINE_REGEX_RE2_SYNTAX_H_
#define GABARIT_ENGINE_REGEX_RE2_SYNTAX_H_

#include <string>

#include "engine/regex/pattern_tree.h"

namespace gabarit::regex {

// Writes a tree in RE2's syntax, for an unanchored search over UTF-8 with
// RE2's default options. The node must not be beyond_re2, and the caller must
// have bounded its program_size: the text grows with it.
std::string ToRe2Syntax(const PatternTree& tree, NodeId root);

}  // namespace gabarit::regex

#endif  // GABARIT_ENGINE_REGEX_RE2_SYNTAX_H_
