#include "engine/regex/deterministic_program.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace gabarit::regex {
namespace {

// Larger patterns gain nothing over RE2.
constexpr size_t kMaxInstructions = 64;
constexpr int kMaxDepth = 8;

}  // namespace

class DeterministicProgramBuilder {
 public:
  explicit DeterministicProgramBuilder(const PatternTree& tree) : tree_(tree) {}

  std::optional<DeterministicProgram> Build(const std::vector<NodeId>& parts,
                                            bool anchored_end) {
    const CodePointSet follow =
        anchored_end ? CodePointSet() : CodePointSet::All();
    if (!EmitSequence(parts, follow, 0)) return std::nullopt;
    Emit({anchored_end ? Opcode::kAcceptAtEnd : Opcode::kAccept});
    return std::move(program_);
  }

 private:
  using Opcode = DeterministicProgram::Opcode;
  using Instruction = DeterministicProgram::Instruction;

  uint32_t Emit(Instruction instruction) {
    program_.instructions_.push_back(instruction);
    return here() - 1;
  }
  uint32_t here() const {
    return static_cast<uint32_t>(program_.instructions_.size());
  }
  void BranchesTo(uint32_t branch, uint32_t target) {
    program_.instructions_[branch].target = target;
  }
  uint32_t TestFor(const CodePointSet& set);

  // The characters a match of the node can begin with.
  std::optional<CodePointSet> First(NodeId id, int depth) const;
  bool IsNullable(NodeId id) const { return tree_[id].min_width == 0; }

  // Each emits code for a match followed by one of `follow` or the end of the
  // text, and returns false where that is not deterministic.
  bool EmitNode(NodeId id, const CodePointSet& follow, int depth);
  bool EmitSequence(const std::vector<NodeId>& parts,
                    const CodePointSet& follow, int depth);
  bool EmitAlternation(const Node& node, const CodePointSet& follow, int depth);
  bool EmitRepetition(const Node& node, const CodePointSet& follow, int depth);
  void EmitCharacter(char32_t c);

  const PatternTree& tree_;
  DeterministicProgram program_;
  // A literal must not be extended across a place that something jumps to.
  uint32_t literal_barrier_ = 0;
};

uint32_t DeterministicProgramBuilder::TestFor(const CodePointSet& set) {
  for (size_t i = 0; i < program_.tests_.size(); ++i) {
    if (program_.tests_[i].set() == set) return static_cast<uint32_t>(i);
  }
  program_.tests_.emplace_back(set);
  return static_cast<uint32_t>(program_.tests_.size() - 1);
}

std::optional<CodePointSet> DeterministicProgramBuilder::First(
    NodeId id, int depth) const {
  const Node& node = tree_[id];
  if (depth > kMaxDepth || node.has_assertion) return std::nullopt;
  if (node.is_one_code_point()) return tree_.SetOf(id);
  CodePointSet first;
  for (const NodeId child : node.children) {
    const std::optional<CodePointSet> set = First(child, depth + 1);
    if (!set.has_value()) return std::nullopt;
    first = first.Union(*set);
    if (node.kind == NodeKind::kConcatenation && !IsNullable(child)) break;
  }
  return first;
}

bool DeterministicProgramBuilder::EmitNode(NodeId id,
                                           const CodePointSet& follow,
                                           int depth) {
  const Node& node = tree_[id];
  if (depth > kMaxDepth || here() > kMaxInstructions) return false;
  switch (node.kind) {
    case NodeKind::kEmpty:
      return true;
    case NodeKind::kCharacter:
      EmitCharacter(node.character);
      return true;
    case NodeKind::kClass:
      Emit({Opcode::kOne, TestFor(*node.set)});
      return true;
    case NodeKind::kConcatenation:
      return EmitSequence(node.children, follow, depth + 1);
    case NodeKind::kAlternation:
      return EmitAlternation(node, follow, depth + 1);
    case NodeKind::kRepetition:
      return EmitRepetition(node, follow, depth + 1);
    default:
      return false;
  }
}

void DeterministicProgramBuilder::EmitCharacter(char32_t c) {
  const size_t before = program_.literals_.size();
  AppendUtf8(c, &program_.literals_);
  const auto added = static_cast<uint32_t>(program_.literals_.size() - before);
  if (here() > literal_barrier_ &&
      program_.instructions_.back().opcode == Opcode::kLiteral) {
    program_.instructions_.back().min += added;
    return;
  }
  Emit({Opcode::kLiteral, static_cast<uint32_t>(before), added});
}

bool DeterministicProgramBuilder::EmitSequence(const std::vector<NodeId>& parts,
                                               const CodePointSet& follow,
                                               int depth) {
  if (parts.size() > 4 * kMaxInstructions) return false;
  // What may follow each part, from the last to the first.
  std::vector<CodePointSet> follows(parts.size());
  CodePointSet next = follow;
  for (size_t i = parts.size(); i-- > 0;) {
    follows[i] = next;
    // Only a part of varying length asks what follows it.
    const std::optional<CodePointSet> first = First(parts[i], depth);
    if (!first.has_value()) return false;
    next = IsNullable(parts[i]) ? next.Union(*first) : *first;
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!EmitNode(parts[i], follows[i], depth)) return false;
  }
  return true;
}

bool DeterministicProgramBuilder::EmitAlternation(const Node& node,
                                                  const CodePointSet& follow,
                                                  int depth) {
  // The branch that may be empty is the one taken when no other can begin.
  std::vector<NodeId> branches = node.children;
  const auto nullable = std::stable_partition(
      branches.begin(), branches.end(),
      [this](NodeId branch) { return !IsNullable(branch); });
  if (branches.end() - nullable > 1) return false;
  CodePointSet taken = nullable == branches.end() ? CodePointSet() : follow;
  std::vector<CodePointSet> firsts;
  for (const NodeId branch : branches) {
    std::optional<CodePointSet> first = First(branch, depth);
    if (!first.has_value() || first->Intersects(taken)) return false;
    taken = taken.Union(*first);
    firsts.push_back(*std::move(first));
  }
  std::vector<uint32_t> jumps;
  for (size_t i = 0; i + 1 < branches.size(); ++i) {
    const uint32_t branch = Emit({Opcode::kBranch, TestFor(firsts[i])});
    if (!EmitNode(branches[i], follow, depth)) return false;
    jumps.push_back(Emit({Opcode::kJump}));
    BranchesTo(branch, here());
    literal_barrier_ = here();
  }
  if (!EmitNode(branches.back(), follow, depth)) return false;
  for (const uint32_t jump : jumps) BranchesTo(jump, here());
  literal_barrier_ = here();
  return true;
}

bool DeterministicProgramBuilder::EmitRepetition(const Node& node,
                                                 const CodePointSet& follow,
                                                 int depth) {
  const NodeId child = node.children[0];
  const std::optional<CodePointSet> first = First(child, depth);
  if (!first.has_value()) return false;
  // Taking as many as there are is right only if none of them could have been
  // meant for what follows.
  if (node.min != node.max && first->Intersects(follow)) return false;
  if (tree_[child].is_one_code_point()) {
    Emit({Opcode::kRun, TestFor(*first), node.min, node.max});
    return true;
  }
  if (IsNullable(child)) return false;  // a round might not advance
  const CodePointSet again = follow.Union(*first);
  const uint32_t optional_rounds =
      node.max == kUnbounded ? 0 : node.max - node.min;
  if (node.min > kMaxInstructions || optional_rounds > kMaxInstructions)
    return false;
  for (uint32_t i = 0; i < node.min; ++i) {
    const CodePointSet& after =
        node.min == node.max ? (i + 1 == node.min ? follow : *first) : again;
    if (!EmitNode(child, after, depth)) return false;
  }
  if (node.max == kUnbounded) {
    const uint32_t loop = Emit({Opcode::kBranch, TestFor(*first)});
    literal_barrier_ = here();
    if (!EmitNode(child, again, depth)) return false;
    const uint32_t back = Emit({Opcode::kJump});
    BranchesTo(back, loop);
    BranchesTo(loop, here());
  } else {
    std::vector<uint32_t> exits;
    for (uint32_t i = 0; i < optional_rounds; ++i) {
      exits.push_back(Emit({Opcode::kBranch, TestFor(*first)}));
      if (!EmitNode(child, again, depth)) return false;
    }
    for (const uint32_t exit : exits) BranchesTo(exit, here());
  }
  literal_barrier_ = here();
  return true;
}

std::optional<DeterministicProgram> DeterministicProgram::Build(
    const PatternTree& tree, const std::vector<NodeId>& parts,
    bool anchored_end) {
  return DeterministicProgramBuilder(tree).Build(parts, anchored_end);
}

bool DeterministicProgram::Matches(std::string_view text) const {
  const char* at = text.data();
  const char* const end = at + text.size();
  const Instruction* const code = instructions_.data();
  for (const Instruction* next = code;; ++next) {
    switch (next->opcode) {
      case Opcode::kLiteral:
        if (static_cast<size_t>(end - at) < next->min ||
            std::memcmp(at, literals_.data() + next->operand, next->min) != 0) {
          return false;
        }
        at += next->min;
        break;
      case Opcode::kOne: {
        if (at == end) return false;
        const size_t length = tests_[next->operand].MemberLength(at, end);
        if (length == 0) return false;
        at += length;
        break;
      }
      case Opcode::kRun: {
        const size_t limit = next->max == kUnbounded ? SIZE_MAX : next->max;
        if (tests_[next->operand].SkipMembers(&at, end, limit) < next->min)
          return false;
        break;
      }
      case Opcode::kBranch:
        if (at == end || tests_[next->operand].MemberLength(at, end) == 0) {
          next = code + next->target - 1;
        }
        break;
      case Opcode::kJump:
        next = code + next->target - 1;
        break;
      case Opcode::kAccept:
        return true;
      case Opcode::kAcceptAtEnd:
        return at == end;
    }
  }
}

std::string DeterministicProgram::Describe() const {
  std::string text = "deterministic";
  for (const Instruction& i : instructions_) {
    switch (i.opcode) {
      case Opcode::kLiteral:
        absl::StrAppend(
            &text, " \"",
            absl::Utf8SafeCEscape(literals_.substr(i.operand, i.min)), "\"");
        break;
      case Opcode::kOne:
        absl::StrAppend(&text, " ", ClassToString(tests_[i.operand].set()));
        break;
      case Opcode::kRun:
        absl::StrAppend(&text, " ", ClassToString(tests_[i.operand].set()), "{",
                        i.min, ",",
                        i.max == kUnbounded ? "" : absl::StrCat(i.max), "}");
        break;
      case Opcode::kBranch:
        absl::StrAppend(&text, " ", ClassToString(tests_[i.operand].set()),
                        "?:", i.target);
        break;
      case Opcode::kJump:
        absl::StrAppend(&text, " goto:", i.target);
        break;
      case Opcode::kAccept:
        break;
      case Opcode::kAcceptAtEnd:
        text += " end";
        break;
    }
  }
  return text;
}

}  // namespace gabarit::regex
