#include "engine/regex/pattern_tree.h"

#include <algorithm>
#include <utility>

namespace gabarit::regex {
namespace {

constexpr size_t kMaxFlattened = 64;
constexpr uint64_t kSizeLimit = uint64_t{1} << 40;

uint32_t AddWidths(uint32_t a, uint32_t b) {
  const uint64_t sum = uint64_t{a} + b;
  return sum >= kUnbounded ? kUnbounded : static_cast<uint32_t>(sum);
}

uint32_t MultiplyWidths(uint32_t a, uint32_t b) {
  if (a == 0 || b == 0) return 0;
  if (a == kUnbounded || b == kUnbounded) return kUnbounded;
  const uint64_t product = uint64_t{a} * b;
  return product >= kUnbounded ? kUnbounded : static_cast<uint32_t>(product);
}

// RE2 compiles a class to a tree of byte ranges. Measured, that is one to two
// instructions for a range within one length of UTF-8 sequence and at most a
// dozen more where a range spans two lengths; this counts a little more.
uint64_t ClassSize(const CodePointSet& set) {
  uint64_t size = 1;
  for (const CodePointRange& range : set.ranges()) {
    size += range.high < 0x80 ? 1 : 3;
    for (const char32_t first_of_length : {U'\x80', U'\u0800', U'\U00010000'}) {
      if (range.low < first_of_length && range.high >= first_of_length)
        size += 6;
    }
  }
  return size;
}

}  // namespace

NodeId PatternTree::Add(Node node) {
  nodes_.push_back(std::move(node));
  return static_cast<NodeId>(nodes_.size() - 1);
}

NodeId PatternTree::Empty() { return Add(Node{}); }

NodeId PatternTree::Never() { return Class(CodePointSet()); }

NodeId PatternTree::Character(char32_t code_point) {
  Node node;
  node.kind = NodeKind::kCharacter;
  node.character = code_point;
  node.min_width = node.max_width = 1;
  node.program_size = code_point < 0x80 ? 1 : 4;
  return Add(std::move(node));
}

NodeId PatternTree::Class(CodePointSet set) {
  set = set.WithoutSurrogates();
  if (set.ranges().size() == 1 && set.ranges()[0].low == set.ranges()[0].high) {
    return Character(set.ranges()[0].low);
  }
  Node node;
  node.kind = NodeKind::kClass;
  node.min_width = node.max_width = 1;
  node.program_size = ClassSize(set);
  node.set = std::make_shared<const CodePointSet>(std::move(set));
  return Add(std::move(node));
}

NodeId PatternTree::Assertion(NodeKind kind, size_t offset) {
  Node node;
  node.kind = kind;
  node.offset = offset;
  node.has_assertion = true;
  node.program_size = 1;
  return Add(std::move(node));
}

NodeId PatternTree::Concatenation(const std::vector<NodeId>& children) {
  Node node;
  node.kind = NodeKind::kConcatenation;
  for (const NodeId child : children) {
    const Node& part = nodes_[child];
    if (part.kind == NodeKind::kEmpty) continue;
    if (part.kind == NodeKind::kConcatenation &&
        part.children.size() <= kMaxFlattened) {
      node.children.insert(node.children.end(), part.children.begin(),
                           part.children.end());
    } else {
      node.children.push_back(child);
    }
    node.beyond_re2 |= part.beyond_re2;
    node.has_assertion |= part.has_assertion;
    node.min_width = AddWidths(node.min_width, part.min_width);
    node.max_width = AddWidths(node.max_width, part.max_width);
    node.program_size =
        std::min(kSizeLimit, node.program_size + part.program_size);
  }
  if (node.children.empty()) return Empty();
  if (node.children.size() == 1) return node.children[0];
  return Add(std::move(node));
}

NodeId PatternTree::Alternation(std::vector<NodeId> children) {
  if (children.size() == 1) return children[0];
  Node node;
  node.kind = NodeKind::kAlternation;
  node.min_width = kUnbounded;
  for (const NodeId child : children) {
    const Node& branch = nodes_[child];
    node.beyond_re2 |= branch.beyond_re2;
    node.has_assertion |= branch.has_assertion;
    node.min_width = std::min(node.min_width, branch.min_width);
    node.max_width = std::max(node.max_width, branch.max_width);
    node.program_size =
        std::min(kSizeLimit, node.program_size + branch.program_size + 1);
  }
  node.children = std::move(children);
  return Add(std::move(node));
}

NodeId PatternTree::Repetition(NodeId child, uint32_t min, uint32_t max) {
  const Node& repeated = nodes_[child];
  if (max == 0 || repeated.kind == NodeKind::kEmpty) return Empty();
  if (min == 1 && max == 1) return child;
  Node node;
  node.kind = NodeKind::kRepetition;
  node.min = min;
  node.max = max;
  node.children = {child};
  node.beyond_re2 = repeated.beyond_re2;
  node.has_assertion = repeated.has_assertion;
  node.min_width = MultiplyWidths(repeated.min_width, min);
  node.max_width = MultiplyWidths(repeated.max_width, max);
  const uint64_t copies =
      max == kUnbounded ? std::max<uint64_t>(min, 1) : uint64_t{max};
  // Copies beyond the minimum each bring an instruction that skips them.
  node.program_size =
      std::min(kSizeLimit, copies * (repeated.program_size + 1));
  return Add(std::move(node));
}

NodeId PatternTree::Lookaround(NodeId child, bool ahead, bool negative,
                               size_t offset) {
  Node node;
  node.kind = NodeKind::kLookaround;
  node.ahead = ahead;
  node.negative = negative;
  node.beyond_re2 = true;
  node.has_assertion = true;
  node.offset = offset;
  node.program_size = nodes_[child].program_size;
  node.children = {child};
  return Add(std::move(node));
}

NodeId PatternTree::Backreference(size_t offset) {
  Node node;
  node.kind = NodeKind::kBackreference;
  node.beyond_re2 = true;
  node.offset = offset;
  node.max_width = kUnbounded;
  return Add(std::move(node));
}

std::vector<NodeId> PatternTree::Sequence(NodeId id) const {
  const Node& node = nodes_[id];
  if (node.kind == NodeKind::kConcatenation) return node.children;
  if (node.kind == NodeKind::kEmpty) return {};
  return {id};
}

CodePointSet PatternTree::SetOf(NodeId id) const {
  const Node& node = nodes_[id];
  if (node.kind == NodeKind::kCharacter)
    return {{node.character, node.character}};
  return *node.set;
}

}  // namespace gabarit::regex
