#include "engine/regex/adjacent_lookaround.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gabarit::regex {
namespace {

// Beyond these, a merged pattern would grow larger than it is worth.
constexpr size_t kMaxWordLength = 16;
constexpr size_t kMaxWords = 32;
constexpr size_t kMaxMergedWords = 32;
constexpr size_t kMaxMergedRanges = 4096;
constexpr int kMaxWordDepth = 8;

// Follows every word with every tail. Returns false if that grows too large.
bool AppendToEach(const std::vector<ClassWord>& tails,
                  std::vector<ClassWord>* words) {
  if (words->size() * tails.size() > kMaxWords) return false;
  std::vector<ClassWord> longer;
  for (const ClassWord& word : *words) {
    for (const ClassWord& tail : tails) {
      if (word.size() + tail.size() > kMaxWordLength) return false;
      longer.push_back(word);
      longer.back().insert(longer.back().end(), tail.begin(), tail.end());
    }
  }
  *words = std::move(longer);
  return true;
}

std::optional<std::vector<ClassWord>> Words(const PatternTree& tree, NodeId id,
                                            bool ahead, int depth) {
  const Node& node = tree[id];
  if (depth > kMaxWordDepth || node.has_assertion || node.beyond_re2)
    return std::nullopt;
  if (node.is_one_code_point()) return {{{tree.SetOf(id)}}};
  if (node.kind == NodeKind::kEmpty) return {{ClassWord()}};
  std::vector<ClassWord> words;
  if (node.kind == NodeKind::kAlternation) {
    for (const NodeId child : node.children) {
      const auto branch = Words(tree, child, ahead, depth + 1);
      if (!branch.has_value() || words.size() + branch->size() > kMaxWords) {
        return std::nullopt;
      }
      words.insert(words.end(), branch->begin(), branch->end());
    }
    return words;
  }
  std::vector<NodeId> parts;
  uint32_t optional_parts = 0;  // at the end of `parts`
  if (node.kind == NodeKind::kConcatenation) {
    parts = node.children;
    if (!ahead) std::reverse(parts.begin(), parts.end());
  } else if (node.kind == NodeKind::kRepetition && node.max <= kMaxWordLength) {
    parts.assign(node.max, node.children[0]);
    optional_parts = node.max - node.min;
  } else {
    return std::nullopt;
  }
  std::vector<ClassWord> finished;
  words = {ClassWord()};
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i + optional_parts >= parts.size()) {
      finished.insert(finished.end(), words.begin(), words.end());
    }
    const auto next = Words(tree, parts[i], ahead, depth + 1);
    if (!next.has_value() || !AppendToEach(*next, &words)) return std::nullopt;
  }
  words.insert(words.end(), finished.begin(), finished.end());
  if (words.size() > kMaxWords) return std::nullopt;
  return words;
}

// The characters of `near` (nearest first) restricted to those where a word
// matches. A word longer than `near` must not occur.
void RestrictToWord(const ClassWord& near, const ClassWord& word,
                    std::vector<ClassWord>* result) {
  ClassWord both = near;
  for (size_t i = 0; i < word.size(); ++i)
    both[i] = near[i].Intersection(word[i]);
  result->push_back(std::move(both));
}

// The same where the word does not match: it fails first at character i, for
// some i. These are disjoint and cover every way to fail.
void RestrictToNotWord(const ClassWord& near, const ClassWord& word,
                       std::vector<ClassWord>* result) {
  ClassWord failing = near;
  for (size_t i = 0; i < word.size(); ++i) {
    ClassWord fails_here = failing;
    fails_here[i] = near[i].Intersection(word[i].Complement());
    if (!fails_here[i].empty()) result->push_back(std::move(fails_here));
    failing[i] = near[i].Intersection(word[i]);
    if (failing[i].empty()) return;
  }
}

// Merges the look-around at `at` with its neighbours. Exact because the
// neighbours are consumed in any match, and are at least as many characters as
// the look-around can look at: whether it holds is decided by them alone.
std::optional<std::vector<NodeId>> MergeOne(PatternTree& tree,
                                            const std::vector<NodeId>& sequence,
                                            size_t at) {
  const Node look = tree[sequence[at]];
  const auto words = WordsOf(tree, look.children[0], look.ahead);
  if (!words.has_value()) return std::nullopt;
  size_t needed = 0;
  for (const ClassWord& word : *words) needed = std::max(needed, word.size());

  // Neighbours, nearest first, until enough characters are certain.
  std::vector<NodeId> before(sequence.begin(),
                             sequence.begin() + static_cast<ptrdiff_t>(at));
  std::vector<NodeId> after(sequence.begin() + static_cast<ptrdiff_t>(at) + 1,
                            sequence.end());
  std::vector<NodeId>& side = look.ahead ? after : before;
  if (look.ahead)
    std::reverse(side.begin(), side.end());  // nearest at the back
  ClassWord near;
  while (near.size() < needed) {
    if (side.empty()) return std::nullopt;
    const NodeId neighbour = side.back();
    const Node node = tree[neighbour];
    side.pop_back();
    if (node.is_one_code_point()) {
      near.push_back(tree.SetOf(neighbour));
    } else if (node.kind == NodeKind::kRepetition && node.min > 0 &&
               tree[node.children[0]].is_one_code_point()) {
      // x{n,m} is x x{n-1,m-1}, from either side.
      near.push_back(tree.SetOf(node.children[0]));
      side.push_back(
          tree.Repetition(node.children[0], node.min - 1,
                          node.max == kUnbounded ? kUnbounded : node.max - 1));
    } else if (node.kind != NodeKind::kEmpty) {
      return std::nullopt;
    }
  }

  // Classes of hundreds of ranges, many times over, would cost too much.
  size_t ranges = 0;
  for (const CodePointSet& set : near) ranges += set.ranges().size();
  for (const ClassWord& word : *words) {
    for (const CodePointSet& set : word) ranges += set.ranges().size();
  }
  if (ranges > kMaxMergedRanges) return std::nullopt;

  std::vector<ClassWord> merged;
  if (look.negative) {
    merged = {near};
    for (const ClassWord& word : *words) {
      std::vector<ClassWord> still;
      for (const ClassWord& candidate : merged)
        RestrictToNotWord(candidate, word, &still);
      merged = std::move(still);
      if (merged.size() > kMaxMergedWords) return std::nullopt;
    }
  } else {
    for (const ClassWord& word : *words) RestrictToWord(near, word, &merged);
  }
  std::vector<NodeId> branches;
  for (ClassWord& word : merged) {
    std::vector<NodeId> characters;
    for (CodePointSet& set : word)
      characters.push_back(tree.Class(std::move(set)));
    if (!look.ahead) std::reverse(characters.begin(), characters.end());
    branches.push_back(tree.Concatenation(characters));
  }
  if (look.ahead) std::reverse(side.begin(), side.end());
  std::vector<NodeId> result = std::move(before);
  result.push_back(branches.empty() ? tree.Never()
                                    : tree.Alternation(branches));
  result.insert(result.end(), after.begin(), after.end());
  return result;
}

}  // namespace

std::vector<NodeId> MergeAdjacentInSequence(PatternTree& tree,
                                            std::vector<NodeId> sequence) {
  for (size_t i = sequence.size(); i-- > 0;) {
    if (tree[sequence[i]].kind != NodeKind::kLookaround) continue;
    std::optional<std::vector<NodeId>> merged = MergeOne(tree, sequence, i);
    if (merged.has_value()) sequence = *std::move(merged);
    i = std::min(i, sequence.size());
  }
  return sequence;
}

std::optional<std::vector<ClassWord>> WordsOf(const PatternTree& tree,
                                              NodeId id, bool ahead) {
  std::vector<NodeId> parts = tree.Sequence(id);
  if (!ahead) std::reverse(parts.begin(), parts.end());
  const auto is_star = [&tree](NodeId part) {
    return tree[part].kind == NodeKind::kRepetition && tree[part].min == 0;
  };
  while (!parts.empty() && is_star(parts.back())) parts.pop_back();
  if (!parts.empty()) {
    const Node& last = tree[parts.back()];
    if (last.kind == NodeKind::kRepetition && last.min == 1) {
      parts.back() = last.children[0];
    }
  }
  std::vector<ClassWord> words = {ClassWord()};
  for (const NodeId part : parts) {
    const auto next = Words(tree, part, ahead, /*depth=*/0);
    if (!next.has_value() || !AppendToEach(*next, &words)) return std::nullopt;
  }
  return words;
}

NodeId MergeAdjacentLookarounds(PatternTree& tree, NodeId root) {
  // Children are older than parents, so one pass upwards rebuilds all.
  const size_t count = tree.size();
  std::vector<NodeId> merged(count);
  for (NodeId id = 0; id < count; ++id) {
    merged[id] = id;
    const Node node = tree[id];
    if (!node.beyond_re2 || node.children.empty()) continue;
    std::vector<NodeId> children;
    for (const NodeId child : node.children) children.push_back(merged[child]);
    switch (node.kind) {
      case NodeKind::kConcatenation:
        merged[id] = tree.Concatenation(MergeAdjacentInSequence(
            tree, tree.Sequence(tree.Concatenation(children))));
        break;
      case NodeKind::kAlternation:
        merged[id] = tree.Alternation(std::move(children));
        break;
      case NodeKind::kRepetition:
        merged[id] = tree.Repetition(children[0], node.min, node.max);
        break;
      case NodeKind::kLookaround:
        merged[id] = tree.Lookaround(children[0], node.ahead, node.negative,
                                     node.offset);
        break;
      default:
        break;
    }
  }
  return merged[root];
}

void TrimUnanchored(PatternTree& tree, std::vector<NodeId>& sequence,
                    bool at_end) {
  const size_t size = sequence.size();
  size_t unneeded = 0;
  for (; unneeded < size; ++unneeded) {
    NodeId& outermost = sequence[at_end ? size - 1 - unneeded : unneeded];
    const Node node = tree[outermost];
    if (node.kind == NodeKind::kRepetition && node.min > 0) {
      outermost = tree.Repetition(node.children[0], node.min, node.min);
    }
    const bool needed = node.kind == NodeKind::kRepetition
                            ? node.min > 0
                            : node.min_width > 0 || node.has_assertion;
    if (needed) break;
  }
  const auto count = static_cast<ptrdiff_t>(unneeded);
  if (at_end) {
    sequence.erase(sequence.end() - count, sequence.end());
  } else {
    sequence.erase(sequence.begin(), sequence.begin() + count);
  }
}

}  // namespace gabarit::regex
