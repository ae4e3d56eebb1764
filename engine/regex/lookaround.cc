#include "engine/regex/lookaround.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "engine/regex/adjacent_lookaround.h"

namespace gabarit::regex {
namespace {

using Search = Formula<NodeId>;
using Sequence = std::vector<NodeId>;

// The rewriting works on one sequence of parts, U L V: the first look-around L,
// with body A, what precedes it and what follows. A match of the sequence is a
// choice of places for its parts; L restrains the one place p where U ends and
// V begins. Each rule below is exact because of one of three facts:
//
//  * Pinned: if every match of U (or of V) puts p at the same place, then
//    "U V matches and A does (not) match at p" is a conjunction of independent
//    searches, each of which fixes p by itself.
//  * Open: where nothing follows L, a match of A may simply be consumed, since
//    a search does not care where the match ends.
//  * Finite: if A has few, short matches, "A does not match here" is itself a
//    plain regular expression.
class Rewriter {
 public:
  Rewriter(PatternTree& tree, PatternError* error)
      : tree_(tree), error_(error) {}

  std::optional<Search> RewriteNode(NodeId id);

 private:
  std::optional<Search> RewriteSequence(Sequence sequence);
  std::optional<Search> RewriteLook(const Sequence& sequence, size_t at);
  std::optional<Search> RewriteAhead(const Node& look, const Sequence& before,
                                     const Sequence& after);
  std::optional<Search> RewriteBehind(const Node& look, const Sequence& before,
                                      const Sequence& after);
  std::optional<Search> RewriteZeroWidth(const Node& look,
                                         const Sequence& before,
                                         const Sequence& after);
  std::optional<Search> SplitBody(const Node& look, const Sequence& before,
                                  const Sequence& after);
  std::optional<Search> RewriteAlternation(const Sequence& sequence, size_t at);
  std::optional<Search> RewriteRepetition(const Sequence& sequence, size_t at);
  std::optional<Search> RewriteGuardedLoop(const Sequence& sequence, size_t at);
  // sequence && body, or sequence && !body if the look-around is negative.
  std::optional<Search> Require(const Node& look, Sequence sequence,
                                Sequence body);
  // What a look-around whose body never matches leaves of its sequence.
  std::optional<Search> BodyNeverMatches(const Node& look, Sequence sequence);
  std::optional<NodeId> NotAnyWord(const Node& look);
  std::optional<Search> Refuse(const Node& look, std::string_view reason);

  // The width of `part` if its matches all have one place: it is fixed in
  // width and begins with ^ (or ends with $).
  std::optional<uint32_t> PinnedByStart(const Sequence& part) const;
  std::optional<uint32_t> PinnedByEnd(const Sequence& part) const;
  std::optional<uint32_t> FixedWidth(const Sequence& part) const;
  NodeId AnyCharacters(uint32_t min, uint32_t max) {
    return tree_.Repetition(tree_.Class(CodePointSet::All()), min, max);
  }

  PatternTree& tree_;
  PatternError* error_;
  int steps_ = 0;
  int depth_ = 0;
  size_t parts_ = 0;
};

Sequence Join(std::initializer_list<const Sequence*> parts) {
  Sequence joined;
  for (const Sequence* part : parts)
    joined.insert(joined.end(), part->begin(), part->end());
  return joined;
}

std::optional<uint32_t> Rewriter::FixedWidth(const Sequence& part) const {
  uint64_t width = 0;
  for (const NodeId id : part) {
    if (!tree_[id].has_fixed_width()) return std::nullopt;
    width += tree_[id].min_width;
  }
  if (width >= kUnbounded) return std::nullopt;
  return static_cast<uint32_t>(width);
}

std::optional<uint32_t> Rewriter::PinnedByStart(const Sequence& part) const {
  if (part.empty() || tree_[part.front()].kind != NodeKind::kTextStart)
    return std::nullopt;
  return FixedWidth(part);
}

std::optional<uint32_t> Rewriter::PinnedByEnd(const Sequence& part) const {
  if (part.empty() || tree_[part.back()].kind != NodeKind::kTextEnd)
    return std::nullopt;
  return FixedWidth(part);
}

std::optional<Search> Rewriter::Refuse(const Node& look,
                                       std::string_view reason) {
  error_->kind = PatternError::Kind::kUnsupported;
  error_->construct = look.ahead ? "look-ahead" : "look-behind";
  error_->offset = look.offset;
  error_->message = std::string(reason);
  return std::nullopt;
}

std::optional<Search> Rewriter::RewriteNode(NodeId id) {
  const Node node = tree_[id];
  if (!node.beyond_re2) return Search::Search(id);
  if (node.kind != NodeKind::kAlternation)
    return RewriteSequence(tree_.Sequence(id));
  // A search for a|b succeeds where a search for a or one for b does.
  std::vector<Search> branches;
  std::vector<NodeId> plain;
  for (const NodeId branch : node.children) {
    if (!tree_[branch].beyond_re2) {
      plain.push_back(branch);
      continue;
    }
    std::optional<Search> rewritten = RewriteNode(branch);
    if (!rewritten.has_value()) return std::nullopt;
    branches.push_back(*std::move(rewritten));
  }
  if (!plain.empty())
    branches.push_back(Search::Search(tree_.Alternation(plain)));
  return Search::Any(std::move(branches));
}

std::optional<Search> Rewriter::RewriteSequence(Sequence sequence) {
  const absl::Cleanup leave = [this] { --depth_; };
  parts_ += sequence.size();
  if (++depth_ > kMaxRewriteDepth || ++steps_ > kMaxRewriteSteps ||
      parts_ > kMaxRewrittenParts) {
    *error_ = {PatternError::Kind::kTooLarge, "look-around", error_->offset,
               "the look-arounds of this pattern combine to too many searches"};
    return std::nullopt;
  }
  TrimUnanchored(tree_, sequence, /*at_end=*/true);
  TrimUnanchored(tree_, sequence, /*at_end=*/false);
  for (size_t i = 0; i < sequence.size(); ++i) {
    const Node& part = tree_[sequence[i]];
    if (!part.beyond_re2) continue;
    switch (part.kind) {
      case NodeKind::kLookaround:
        error_->offset = part.offset;
        return RewriteLook(sequence, i);
      case NodeKind::kAlternation:
        return RewriteAlternation(sequence, i);
      case NodeKind::kConcatenation: {
        const Sequence before(sequence.begin(),
                              sequence.begin() + static_cast<ptrdiff_t>(i));
        const Sequence inside = part.children;
        const Sequence after(sequence.begin() + static_cast<ptrdiff_t>(i) + 1,
                             sequence.end());
        return RewriteSequence(Join({&before, &inside, &after}));
      }
      default:
        return RewriteRepetition(sequence, i);
    }
  }
  return Search::Search(tree_.Concatenation(sequence));
}

// u(a|b)v is uav|ubv.
std::optional<Search> Rewriter::RewriteAlternation(const Sequence& sequence,
                                                   size_t at) {
  std::vector<Search> branches;
  const Node alternation = tree_[sequence[at]];
  for (const NodeId branch : alternation.children) {
    Sequence chosen = sequence;
    chosen[at] = branch;
    if (tree_[branch].kind == NodeKind::kEmpty) {
      chosen.erase(chosen.begin() + static_cast<ptrdiff_t>(at));
    }
    std::optional<Search> rewritten = RewriteSequence(std::move(chosen));
    if (!rewritten.has_value()) return std::nullopt;
    branches.push_back(*std::move(rewritten));
  }
  return Search::Any(std::move(branches));
}

// A loop around a look-around: a few rounds are written out; else only the loop
// that checks every character can be told apart from its look-around.
std::optional<Search> Rewriter::RewriteRepetition(const Sequence& sequence,
                                                  size_t at) {
  constexpr uint32_t kMaxRounds = 4;
  const Node loop = tree_[sequence[at]];
  if (loop.max <= kMaxRounds) {
    std::vector<Search> choices;
    for (uint32_t rounds = loop.min; rounds <= loop.max; ++rounds) {
      Sequence unrolled(sequence.begin(),
                        sequence.begin() + static_cast<ptrdiff_t>(at));
      unrolled.insert(unrolled.end(), rounds, loop.children[0]);
      unrolled.insert(unrolled.end(),
                      sequence.begin() + static_cast<ptrdiff_t>(at) + 1,
                      sequence.end());
      std::optional<Search> rewritten = RewriteSequence(std::move(unrolled));
      if (!rewritten.has_value()) return std::nullopt;
      choices.push_back(*std::move(rewritten));
    }
    return Search::Any(std::move(choices));
  }
  return RewriteGuardedLoop(sequence, at);
}

// ^F(?:(?!A)x)*G$ with F, G of fixed widths f, g: the loop stands at each place
// from f to g before the end, and A must match at none of them. So, apart from
// the loop itself, no match of A may begin there. If G is not empty, a match of
// A must be kept from beginning inside G, which needs A's width.
std::optional<Search> Rewriter::RewriteGuardedLoop(const Sequence& sequence,
                                                   size_t at) {
  const Node loop = tree_[sequence[at]];
  const Sequence round = tree_.Sequence(loop.children[0]);
  Node look;
  for (const NodeId part : round) {
    if (tree_[part].kind == NodeKind::kLookaround) look = tree_[part];
  }
  // The look-around may be deeper; name the outermost that is found.
  if (look.kind != NodeKind::kLookaround) {
    for (NodeId id = loop.children[0]; look.kind != NodeKind::kLookaround;) {
      NodeId inner = id;
      for (const NodeId child : tree_[id].children) {
        if (tree_[child].beyond_re2) inner = child;
      }
      if (inner == id) break;
      id = inner;
      look = tree_[id];
    }
  }
  constexpr std::string_view kReason =
      "inside a repetition it can be run in linear time only in the form "
      "^(?:(?!A)x)*$; state the condition once, as a look-ahead after ^";
  const Sequence before(sequence.begin(),
                        sequence.begin() + static_cast<ptrdiff_t>(at));
  const Sequence after(sequence.begin() + static_cast<ptrdiff_t>(at) + 1,
                       sequence.end());
  const std::optional<uint32_t> start = PinnedByStart(before);
  const std::optional<uint32_t> end = PinnedByEnd(after);
  if (round.size() != 2 || tree_[round[0]].kind != NodeKind::kLookaround ||
      !look.ahead || !look.negative || !tree_[round[1]].is_one_code_point() ||
      !start.has_value() || !end.has_value()) {
    return Refuse(look, kReason);
  }
  const NodeId body = look.children[0];
  const Node guarded = tree_[body];
  Sequence forbidden;
  if (*start > 0) {
    forbidden = {tree_.Assertion(NodeKind::kTextStart, 0),
                 AnyCharacters(*start, kUnbounded)};
  }
  forbidden.push_back(body);
  if (*end > 0 || guarded.min_width == 0) {
    // A must begin at least end + 1 characters before the end.
    if (!guarded.has_fixed_width() || guarded.has_assertion)
      return Refuse(look, kReason);
    const uint64_t room = uint64_t{*end} + 1;
    if (room > guarded.min_width) {
      forbidden.push_back(AnyCharacters(
          static_cast<uint32_t>(room - guarded.min_width), kUnbounded));
    }
  }
  Sequence unguarded = sequence;
  unguarded[at] = tree_.Repetition(round[1], loop.min, loop.max);
  return Require(look, std::move(unguarded), std::move(forbidden));
}

std::optional<Search> Rewriter::Require(const Node& look, Sequence sequence,
                                        Sequence body) {
  std::optional<Search> all = RewriteSequence(std::move(sequence));
  if (!all.has_value()) return std::nullopt;
  std::optional<Search> condition = RewriteSequence(std::move(body));
  if (!condition.has_value()) return std::nullopt;
  if (look.negative) *condition = Search::Not(*std::move(condition));
  return Search::All(*std::move(all), *std::move(condition));
}

std::optional<Search> Rewriter::BodyNeverMatches(const Node& look,
                                                 Sequence sequence) {
  if (look.negative) return RewriteSequence(std::move(sequence));
  return Search::Search(tree_.Never());
}

std::optional<Search> Rewriter::RewriteLook(const Sequence& sequence,
                                            size_t at) {
  const Node look = tree_[sequence[at]];
  const Sequence before(sequence.begin(),
                        sequence.begin() + static_cast<ptrdiff_t>(at));
  const Sequence after(sequence.begin() + static_cast<ptrdiff_t>(at) + 1,
                       sequence.end());
  if (tree_[look.children[0]].max_width == 0) {
    std::optional<Search> rewritten = RewriteZeroWidth(look, before, after);
    if (rewritten.has_value()) return rewritten;
  }
  return look.ahead ? RewriteAhead(look, before, after)
                    : RewriteBehind(look, before, after);
}

// A body that consumes nothing holds at p or not, whichever way it looks.
std::optional<Search> Rewriter::RewriteZeroWidth(const Node& look,
                                                 const Sequence& before,
                                                 const Sequence& after) {
  const Sequence body = tree_.Sequence(look.children[0]);
  if (!look.negative) return RewriteSequence(Join({&before, &body, &after}));
  if (body.empty()) return Search::Search(tree_.Never());
  if (body.size() > 1) return std::nullopt;
  Sequence opposite;
  switch (tree_[body[0]].kind) {
    case NodeKind::kWordBoundary:
      opposite = {tree_.Assertion(NodeKind::kNotWordBoundary, look.offset)};
      break;
    case NodeKind::kNotWordBoundary:
      opposite = {tree_.Assertion(NodeKind::kWordBoundary, look.offset)};
      break;
    case NodeKind::kTextStart:  // not at the start: some character precedes
    case NodeKind::kTextEnd:    // not at the end: some character follows
      opposite = {tree_.Lookaround(tree_.Class(CodePointSet::All()),
                                   tree_[body[0]].kind == NodeKind::kTextEnd,
                                   /*negative=*/false, look.offset)};
      break;
    default:
      return std::nullopt;
  }
  // An opposite that looks may now merge with its neighbours.
  return RewriteSequence(
      MergeAdjacentInSequence(tree_, Join({&before, &opposite, &after})));
}

std::optional<Search> Rewriter::RewriteAhead(const Node& look,
                                             const Sequence& before,
                                             const Sequence& after) {
  const NodeId body = look.children[0];
  const Sequence around = Join({&before, &after});
  const Sequence with_body = [&] {
    Sequence joined = before;
    joined.push_back(body);
    return joined;
  }();
  // Pinned by ^F: p is the same place in both searches.
  if (PinnedByStart(before).has_value())
    return Require(look, around, with_body);
  // Open: after U, whatever A matches may be consumed.
  if (after.empty() && !look.negative) return RewriteSequence(with_body);
  // Finite: U(?!A) at the end of the pattern is U followed by anything else.
  if (after.empty()) {
    if (const std::optional<NodeId> otherwise = NotAnyWord(look)) {
      Sequence joined = before;
      joined.push_back(*otherwise);
      return RewriteSequence(std::move(joined));
    }
  }
  // Pinned by V = G$, p being g before the end: a match of A of width a begins
  // there if g - a characters follow it.
  const std::optional<uint32_t> to_end = PinnedByEnd(after);
  Sequence trimmed = tree_.Sequence(body);
  TrimUnanchored(tree_, trimmed, /*at_end=*/true);
  const Node shortest = tree_[tree_.Concatenation(trimmed)];
  if (to_end.has_value() && shortest.has_fixed_width() &&
      !shortest.has_assertion) {
    if (shortest.min_width > *to_end) return BodyNeverMatches(look, around);
    trimmed.push_back(AnyCharacters(*to_end - shortest.min_width,
                                    *to_end - shortest.min_width));
    trimmed.push_back(tree_.Assertion(NodeKind::kTextEnd, 0));
    return Require(look, around, std::move(trimmed));
  }
  if (std::optional<Search> split = SplitBody(look, before, after))
    return split;
  return Refuse(
      look,
      "it stands where the place it looks from is not fixed; move it to the "
      "beginning of the pattern, right after ^");
}

std::optional<Search> Rewriter::RewriteBehind(const Node& look,
                                              const Sequence& before,
                                              const Sequence& after) {
  const NodeId body = look.children[0];
  const Sequence around = Join({&before, &after});
  Sequence with_body = {body};
  with_body.insert(with_body.end(), after.begin(), after.end());
  // The mirror images of RewriteAhead's rules.
  if (PinnedByEnd(after).has_value()) return Require(look, around, with_body);
  if (before.empty() && !look.negative) return RewriteSequence(with_body);
  if (before.empty()) {
    if (const std::optional<NodeId> otherwise = NotAnyWord(look)) {
      with_body[0] = *otherwise;
      return RewriteSequence(std::move(with_body));
    }
  }
  const std::optional<uint32_t> from_start = PinnedByStart(before);
  Sequence trimmed = tree_.Sequence(body);
  TrimUnanchored(tree_, trimmed, /*at_end=*/false);
  const Node shortest = tree_[tree_.Concatenation(trimmed)];
  if (from_start.has_value() && shortest.has_fixed_width() &&
      !shortest.has_assertion) {
    if (shortest.min_width > *from_start) return BodyNeverMatches(look, around);
    Sequence pinned = {tree_.Assertion(NodeKind::kTextStart, 0),
                       AnyCharacters(*from_start - shortest.min_width,
                                     *from_start - shortest.min_width)};
    pinned.insert(pinned.end(), trimmed.begin(), trimmed.end());
    return Require(look, around, std::move(pinned));
  }
  if (std::optional<Search> split = SplitBody(look, before, after))
    return split;
  return Refuse(
      look,
      "it stands where the place it looks from is not fixed; move it to the "
      "end of the pattern, right before $");
}

// (?!a|b) is (?!a)(?!b), and u(?=a|b)v is u(?=a)v|u(?=b)v.
std::optional<Search> Rewriter::SplitBody(const Node& look,
                                          const Sequence& before,
                                          const Sequence& after) {
  const Node body = tree_[look.children[0]];
  if (body.kind != NodeKind::kAlternation) return std::nullopt;
  Sequence looks;
  for (const NodeId branch : body.children) {
    looks.push_back(
        tree_.Lookaround(branch, look.ahead, look.negative, look.offset));
  }
  if (look.negative) return RewriteSequence(Join({&before, &looks, &after}));
  std::vector<Search> choices;
  for (const NodeId one : looks) {
    const Sequence chosen = {one};
    std::optional<Search> rewritten =
        RewriteSequence(Join({&before, &chosen, &after}));
    if (!rewritten.has_value()) return std::nullopt;
    choices.push_back(*std::move(rewritten));
  }
  return Search::Any(std::move(choices));
}

// A regular expression for "no word of the body is here", looking the same way:
// the text ends, or differs at the first character, or agrees there and ends or
// differs at the second, and so on.
std::optional<NodeId> Rewriter::NotAnyWord(const Node& look) {
  const auto words = WordsOf(tree_, look.children[0], look.ahead);
  if (!words.has_value()) return std::nullopt;
  ClassWord word;
  if (words->size() == 1) {
    word = words->front();
  } else {
    CodePointSet first;
    for (const ClassWord& one : *words) {
      if (one.size() != 1) return std::nullopt;
      first = first.Union(one[0]);
    }
    word = {first};
  }
  const NodeKind edge = look.ahead ? NodeKind::kTextEnd : NodeKind::kTextStart;
  NodeId otherwise = tree_.Never();
  for (size_t i = word.size(); i-- > 0;) {
    Sequence agreeing = {tree_.Class(word[i]), otherwise};
    if (!look.ahead) std::swap(agreeing[0], agreeing[1]);
    otherwise = tree_.Alternation({tree_.Assertion(edge, look.offset),
                                   tree_.Class(word[i].Complement()),
                                   tree_.Concatenation(agreeing)});
  }
  return otherwise;
}

}  // namespace

std::optional<Formula<NodeId>> RewriteLookarounds(PatternTree& tree,
                                                  NodeId root,
                                                  PatternError* error) {
  if (!tree[root].beyond_re2) return Search::Search(root);
  int lookarounds = 0;
  for (NodeId id = 0; id < tree.size(); ++id) {
    if (tree[id].kind == NodeKind::kBackreference) {
      *error = {
          PatternError::Kind::kUnsupported, "backreference", tree[id].offset,
          "matching it takes more than linear time; write out the alternatives "
          "instead, as in 'a'|\"a\" for (['\"])a\\1"};
      return std::nullopt;
    }
    if (tree[id].kind == NodeKind::kLookaround &&
        ++lookarounds > kMaxLookarounds) {
      *error = {PatternError::Kind::kTooLarge, "look-around", tree[id].offset,
                absl::StrCat("there are more than ", kMaxLookarounds)};
      return std::nullopt;
    }
  }
  return Rewriter(tree, error)
      .RewriteNode(MergeAdjacentLookarounds(tree, root));
}

}  // namespace gabarit::regex
