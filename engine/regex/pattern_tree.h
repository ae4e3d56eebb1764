#ifndef GABARIT_ENGINE_REGEX_PATTERN_TREE_H_
#define GABARIT_ENGINE_REGEX_PATTERN_TREE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/regex/code_point_set.h"

namespace gabarit::regex {

// Also stands for "more than fits": widths and repeat counts saturate here.
inline constexpr uint32_t kUnbounded = 0xFFFFFFFF;

using NodeId = uint32_t;

enum class NodeKind : uint8_t {
  kEmpty,            // matches the empty string
  kCharacter,        // one code point
  kClass,            // one code point out of a set; an empty set never matches
  kTextStart,        // ^
  kTextEnd,          // $
  kWordBoundary,     // \b
  kNotWordBoundary,  // \B
  kConcatenation,    // children, one after the other
  kAlternation,      // any one of the children
  kRepetition,       // the child, min to max times
  kLookaround,       // (?=child) (?!child) (?<=child) (?<!child)
  kBackreference,    // \1 or \k<name>
};

// A node of a parsed pattern. Groups and laziness leave no trace: they decide
// which match is found and what it captures, never whether there is one.
struct Node {
  NodeKind kind = NodeKind::kEmpty;
  bool ahead = false;     // kLookaround: looks forward
  bool negative = false;  // kLookaround: must not match
  // Some node below (or this one) is a look-around or a backreference, which
  // RE2 cannot express.
  bool beyond_re2 = false;
  bool has_assertion = false;  // some node below is ^ $ \b \B or a look-around
  char32_t character = 0;      // kCharacter
  uint32_t min = 0;            // kRepetition
  uint32_t max = 0;            // kRepetition; kUnbounded for none
  size_t offset = 0;           // byte in the pattern, for messages
  std::vector<NodeId> children;
  std::shared_ptr<const CodePointSet> set;  // kClass; holds no surrogates

  // How many code points a match may span, and (an upper estimate of) how many
  // instructions RE2 needs for it. Both saturate.
  uint32_t min_width = 0;
  uint32_t max_width = 0;
  uint64_t program_size = 0;

  bool is_one_code_point() const {
    return kind == NodeKind::kCharacter || kind == NodeKind::kClass;
  }
  bool has_fixed_width() const {
    return min_width == max_width && max_width != kUnbounded;
  }
};

// Owns the nodes of one pattern and of what it is rewritten to. Nodes are never
// changed after they are added, children are always older than their parents
// (so a loop in index order visits the tree bottom-up), and may be shared.
class PatternTree {
 public:
  const Node& operator[](NodeId id) const { return nodes_[id]; }
  size_t size() const { return nodes_.size(); }

  NodeId Empty();
  NodeId Never();  // matches nothing at all
  NodeId Character(char32_t code_point);
  NodeId Class(CodePointSet set);
  NodeId Assertion(NodeKind kind, size_t offset);
  // Takes the parts of short concatenations in place of these, and drops what
  // is empty. (Taking in long ones too would be quadratic in the nesting.)
  NodeId Concatenation(const std::vector<NodeId>& children);
  NodeId Alternation(std::vector<NodeId> children);
  NodeId Repetition(NodeId child, uint32_t min, uint32_t max);
  NodeId Lookaround(NodeId child, bool ahead, bool negative, size_t offset);
  NodeId Backreference(size_t offset);

  // The parts of a concatenation; the node itself if it is no concatenation.
  std::vector<NodeId> Sequence(NodeId id) const;

  // The set that a kCharacter or kClass node matches.
  CodePointSet SetOf(NodeId id) const;

 private:
  NodeId Add(Node node);

  std::vector<Node> nodes_;
};

}  // namespace gabarit::regex

#endif  // GABARIT_ENGINE_REGEX_PATTERN_TREE_H_
