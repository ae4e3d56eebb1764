#include "engine/regex/re2_syntax.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace gabarit::regex {
namespace {

// RE2 refuses counted repeats whose product along any path exceeds this.
constexpr uint32_t kRe2RepeatLimit = 1000;

void AppendCharacter(char32_t c, std::string* out) {
  if (c < 0x80 && absl::ascii_isalnum(static_cast<unsigned char>(c))) {
    out->push_back(static_cast<char>(c));
  } else {
    absl::StrAppend(out, "\\x{", absl::Hex(static_cast<uint32_t>(c)), "}");
  }
}

void AppendClass(const CodePointSet& set, std::string* out) {
  if (set.empty()) {
    // RE2 has no [], but it knows the complement of everything.
    out->append("[^\\x00-\\x{10FFFF}]");
    return;
  }
  out->push_back('[');
  for (const CodePointRange& range : set.ranges()) {
    AppendCharacter(range.low, out);
    if (range.low == range.high) continue;
    out->push_back('-');
    AppendCharacter(range.high, out);
  }
  out->push_back(']');
}

class Writer {
 public:
  explicit Writer(const PatternTree& tree) : tree_(tree) { MeasureRepeats(); }

  std::string Write(NodeId root);

 private:
  // Either a node still to be written or text to be written as it stands.
  struct Pending {
    bool is_text;
    NodeId node;
    std::string_view text;
    uint32_t count = 0;  // of a {count} or {0,count} text
  };

  void MeasureRepeats();
  void WriteNode(NodeId id);
  void PushRepetition(const Node& node);
  void PushRepeated(NodeId child, std::string_view before, uint32_t count);
  void PushText(std::string_view text) { pending_.push_back({true, 0, text}); }
  void PushNode(NodeId id) { pending_.push_back({false, id, {}}); }

  const PatternTree& tree_;
  std::vector<uint32_t> repeat_product_;  // per node, as RE2 will count it
  std::vector<Pending> pending_;          // a stack: last in, first written
  std::string out_;
};

// Copies of a child that may stand in one counted repeat.
uint32_t CopiesPerRepeat(uint32_t child_product) {
  return std::max<uint32_t>(1, kRe2RepeatLimit / child_product);
}

void Writer::MeasureRepeats() {
  repeat_product_.resize(tree_.size(), 1);
  for (NodeId id = 0; id < tree_.size(); ++id) {
    const Node& node = tree_[id];
    uint32_t product = 1;
    for (const NodeId child : node.children) {
      product = std::max(product, repeat_product_[child]);
    }
    if (node.kind == NodeKind::kRepetition) {
      const uint32_t counted = node.max == kUnbounded ? node.min : node.max;
      product *= std::clamp<uint32_t>(counted, 1, CopiesPerRepeat(product));
    }
    repeat_product_[id] = product;
  }
}

std::string Writer::Write(NodeId root) {
  PushNode(root);
  while (!pending_.empty()) {
    const Pending next = pending_.back();
    pending_.pop_back();
    if (!next.is_text) {
      WriteNode(next.node);
    } else {
      out_.append(next.text);
      if (next.count != 0) absl::StrAppend(&out_, next.count, "}");
    }
  }
  return std::move(out_);
}

void Writer::WriteNode(NodeId id) {
  const Node& node = tree_[id];
  switch (node.kind) {
    case NodeKind::kEmpty:
      out_.append("(?:)");
      return;
    case NodeKind::kCharacter:
      AppendCharacter(node.character, &out_);
      return;
    case NodeKind::kClass:
      AppendClass(*node.set, &out_);
      return;
    case NodeKind::kTextStart:
      out_.append("\\A");
      return;
    case NodeKind::kTextEnd:
      // Not $, which other engines let stand before a last newline.
      out_.append("\\z");
      return;
    case NodeKind::kWordBoundary:
      out_.append("\\b");
      return;
    case NodeKind::kNotWordBoundary:
      out_.append("\\B");
      return;
    case NodeKind::kConcatenation:
      for (size_t i = node.children.size(); i-- > 0;)
        PushNode(node.children[i]);
      return;
    case NodeKind::kAlternation:
      PushText(")");
      for (size_t i = node.children.size(); i-- > 0;) {
        PushNode(node.children[i]);
        if (i != 0) PushText("|");
      }
      PushText("(?:");
      return;
    case NodeKind::kRepetition:
      PushRepetition(node);
      return;
    case NodeKind::kLookaround:
    case NodeKind::kBackreference:
      assert(false && "RE2 has no such construct");
      return;
  }
}

// x{n,m} is x{n}x{0,m-n}, and each part may be split further: x{a+b} is
// x{a}x{b} and x{0,a+b} is x{0,a}x{0,b}. So any count can be written with
// repeats that RE2 accepts.
void Writer::PushRepetition(const Node& node) {
  const NodeId child = node.children[0];
  if (node.min == 0 && node.max == 1) {
    PushRepeated(child, "?", 0);
  } else if (node.max == kUnbounded && node.min <= 1) {
    PushRepeated(child, node.min == 0 ? "*" : "+", 0);
  } else {
    const uint32_t step = CopiesPerRepeat(repeat_product_[child]);
    if (node.max == kUnbounded) {
      PushRepeated(child, "*", 0);
    } else {
      for (uint32_t left = node.max - node.min; left > 0;) {
        const uint32_t count = std::min(left, step);
        PushRepeated(child, count == 1 ? "?" : "{0,", count == 1 ? 0 : count);
        left -= count;
      }
    }
    for (uint32_t left = node.min; left > 0;) {
      const uint32_t count = std::min(left, step);
      PushRepeated(child, count == 1 ? "" : "{", count == 1 ? 0 : count);
      left -= count;
    }
  }
}

void Writer::PushRepeated(NodeId child, std::string_view suffix,
                          uint32_t count) {
  const bool needs_group = !tree_[child].is_one_code_point();
  pending_.push_back({true, 0, suffix, count});
  if (needs_group) PushText(")");
  PushNode(child);
  if (needs_group) PushText("(?:");
}

}  // namespace

std::string ToRe2Syntax(const PatternTree& tree, NodeId root) {
  std::string text = Writer(tree).Write(root);
  // RE2 looks at bytes, so between the bytes of one character it sees a place
  // where \B holds and an empty match can begin. Making the match begin after
  // whole characters rules that out.
  if (text.find("\\B") != std::string::npos) {
    text = absl::StrCat("\\A(?s:.)*(?:", text, ")");
  }
  return text;
}

}  // namespace gabarit::regex
