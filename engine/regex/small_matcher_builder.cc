// Which shapes SmallMatcher knows, and how a pattern is seen to have one.

#include <algorithm>
#include <utility>

#include "engine/regex/adjacent_lookaround.h"
#include "engine/regex/small_matcher.h"

namespace gabarit::regex {
namespace {

// Searching for a literal or for fixed classes compares up to this much at each
// place, so the bound keeps the search linear.
constexpr size_t kMaxSearchedCharacters = 16;
constexpr size_t kMaxBranches = 32;
constexpr size_t kMaxLiterals = 256;
constexpr int kMaxLiteralDepth = 6;

// Every text the node matches, if they are few and made of characters alone.
std::optional<std::vector<std::string>> LiteralsOf(const PatternTree& tree,
                                                   NodeId id, int depth) {
  const Node& node = tree[id];
  if (depth > kMaxLiteralDepth) return std::nullopt;
  switch (node.kind) {
    case NodeKind::kEmpty:
      return std::vector<std::string>(1);
    case NodeKind::kCharacter: {
      std::vector<std::string> text(1);
      AppendUtf8(node.character, &text[0]);
      return text;
    }
    case NodeKind::kAlternation: {
      std::vector<std::string> all;
      for (const NodeId child : node.children) {
        const auto texts = LiteralsOf(tree, child, depth + 1);
        if (!texts.has_value() || all.size() + texts->size() > kMaxLiterals) {
          return std::nullopt;
        }
        all.insert(all.end(), texts->begin(), texts->end());
      }
      return all;
    }
    case NodeKind::kConcatenation: {
      std::vector<std::string> all(1);
      for (const NodeId child : node.children) {
        if (tree[child].kind == NodeKind::kCharacter) {
          for (std::string& text : all)
            AppendUtf8(tree[child].character, &text);
          continue;
        }
        const auto texts = LiteralsOf(tree, child, depth + 1);
        if (!texts.has_value() || all.size() * texts->size() > kMaxLiterals) {
          return std::nullopt;
        }
        std::vector<std::string> longer;
        for (const std::string& head : all) {
          for (const std::string& tail : *texts) longer.push_back(head + tail);
        }
        all = std::move(longer);
      }
      return all;
    }
    default:
      return std::nullopt;
  }
}

// x{n} and literal groups written out: one node per character, or nullopt.
std::optional<std::vector<NodeId>> SingleCharacters(
    const PatternTree& tree, const std::vector<NodeId>& parts) {
  std::vector<NodeId> characters;
  for (const NodeId id : parts) {
    const Node& node = tree[id];
    if (node.is_one_code_point()) {
      characters.push_back(id);
    } else if (node.kind == NodeKind::kRepetition && node.min == node.max &&
               node.max <= kMaxSearchedCharacters &&
               tree[node.children[0]].is_one_code_point()) {
      characters.insert(characters.end(), node.max, node.children[0]);
    } else {
      return std::nullopt;
    }
    if (characters.size() > kMaxSearchedCharacters) return std::nullopt;
  }
  return characters;
}

}  // namespace

std::optional<SmallMatcher> SmallMatcher::Build(PatternTree& tree,
                                                NodeId root) {
  const Node node = tree[root];
  if (node.kind == NodeKind::kAlternation) return BuildAnyOf(tree, node);
  return BuildSequence(tree, tree.Sequence(root));
}

std::optional<SmallMatcher> SmallMatcher::BuildAnyOf(PatternTree& tree,
                                                     const Node& node) {
  if (node.children.size() > kMaxBranches) return std::nullopt;
  AnyOf any;
  for (const NodeId child : node.children) {
    std::optional<SmallMatcher> branch =
        BuildSequence(tree, tree.Sequence(child));
    if (!branch.has_value()) return std::nullopt;
    if (std::holds_alternative<Always>(branch->shape_)) return branch;
    any.branches.push_back(*std::move(branch));
  }
  return SmallMatcher(std::move(any));
}

std::optional<SmallMatcher> SmallMatcher::BuildSequence(
    PatternTree& tree, std::vector<NodeId> parts) {
  const auto after_anchors = std::find_if(
      parts.begin(), parts.end(),
      [&tree](NodeId part) { return tree[part].kind != NodeKind::kTextStart; });
  const bool anchored_start = after_anchors != parts.begin();
  parts.erase(parts.begin(), after_anchors);
  bool anchored_end = false;
  while (!parts.empty() && tree[parts.back()].kind == NodeKind::kTextEnd) {
    anchored_end = true;
    parts.pop_back();
  }
  if (!anchored_start) TrimUnanchored(tree, parts, /*at_end=*/false);
  if (!anchored_end) TrimUnanchored(tree, parts, /*at_end=*/true);
  for (const NodeId part : parts) {
    if (tree[part].has_assertion) return std::nullopt;
  }
  // Nothing is left to match: the empty string is in every text, at its
  // beginning and at its end.
  if (parts.empty() && !(anchored_start && anchored_end))
    return SmallMatcher(Always{});

  bool all_characters = true;
  bool has_alternation = false;
  for (const NodeId part : parts) {
    all_characters &= tree[part].kind == NodeKind::kCharacter;
    has_alternation |= tree[part].kind == NodeKind::kAlternation;
  }
  const bool searched = !anchored_start && !anchored_end;
  if (all_characters && !(searched && parts.size() > kMaxSearchedCharacters)) {
    Literal literal{{}, anchored_start, anchored_end};
    for (const NodeId part : parts)
      AppendUtf8(tree[part].character, &literal.text);
    return SmallMatcher(std::move(literal));
  }
  if (!anchored_start) {
    const auto characters = SingleCharacters(tree, parts);
    if (!characters.has_value()) return std::nullopt;
    FixedWidth fixed{{}, anchored_end};
    for (const NodeId character : *characters)
      fixed.tests.emplace_back(tree.SetOf(character));
    return SmallMatcher(std::move(fixed));
  }
  if (anchored_end && has_alternation) {
    if (auto texts = LiteralsOf(tree, tree.Concatenation(parts), 0)) {
      std::sort(texts->begin(), texts->end());
      return SmallMatcher(LiteralSet{*std::move(texts)});
    }
  }
  if (anchored_end && parts.size() == 1) {
    const Node& only = tree[parts[0]];
    if (only.kind == NodeKind::kRepetition &&
        tree[only.children[0]].is_one_code_point()) {
      const CodePointSet set = tree.SetOf(only.children[0]);
      if (only.min == 0 && only.max == kUnbounded &&
          set == CodePointSet::All().WithoutSurrogates()) {
        return SmallMatcher(Always{});
      }
      return SmallMatcher(
          ClassRun{CharacterTest(set), only.min,
                   only.max == kUnbounded ? SIZE_MAX : only.max});
    }
  }
  std::optional<DeterministicProgram> program =
      DeterministicProgram::Build(tree, parts, anchored_end);
  if (!program.has_value()) return std::nullopt;
  return SmallMatcher(*std::move(program));
}

}  // namespace gabarit::regex
