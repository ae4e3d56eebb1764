#include "engine/regex/parser.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/regex/character_class.h"
#include "engine/regex/escape.h"
#include "engine/regex/scanner.h"

namespace gabarit::regex {
namespace {

// A group that is still open. Kept on a stack of our own, so that no pattern
// can exhaust the thread's.
struct OpenGroup {
  bool is_lookaround = false;
  bool ahead = false;
  bool negative = false;
  size_t offset = 0;
  std::vector<NodeId> branches;
  std::vector<NodeId> sequence;
};

struct Bounds {
  uint32_t min;
  uint32_t max;
};

class Parser {
 public:
  Parser(std::string_view pattern, bool accept_annex_b)
      : scanner_(pattern, accept_annex_b) {}

  std::optional<ParsedPattern> Run();
  const PatternError& error() const { return *scanner_.error(); }

 private:
  // Each returns false after Fail().
  bool ParseTerm();
  bool ParseOpening();
  bool ParseClosing();
  bool ParseAtomEscape();
  bool ParseQuantifier(NodeId atom);
  bool CheckReferences();

  std::optional<Bounds> TryParseBraces();
  bool ParseClassQuantifier(size_t start, CodePointSet set);
  NodeId Close(OpenGroup& group);
  void Push(NodeId node) { open_.back().sequence.push_back(node); }
  bool Fail(std::string_view construct, size_t offset, std::string message,
            PatternError::Kind kind = PatternError::Kind::kSyntax) {
    scanner_.Fail(construct, offset, std::move(message), kind);
    return false;
  }

  Scanner scanner_;
  PatternTree tree_;
  std::vector<OpenGroup> open_;
  size_t class_ranges_ = 0;
  uint32_t group_count_ = 0;
  std::set<std::string> names_;
  uint32_t highest_reference_ = 0;
  size_t highest_reference_offset_ = 0;
  std::vector<std::pair<std::string, size_t>> named_references_;
};

std::optional<ParsedPattern> Parser::Run() {
  open_.emplace_back();
  while (!scanner_.at_end()) {
    if (!ParseTerm()) return std::nullopt;
  }
  if (open_.size() > 1) {
    return scanner_.Fail("group", open_.back().offset,
                         "the closing parenthesis is missing");
  }
  if (!CheckReferences()) return std::nullopt;
  ParsedPattern parsed;
  parsed.root = Close(open_.back());
  parsed.tree = std::move(tree_);
  parsed.used_annex_b = scanner_.used_annex_b();
  return parsed;
}

NodeId Parser::Close(OpenGroup& group) {
  group.branches.push_back(tree_.Concatenation(group.sequence));
  return tree_.Alternation(std::move(group.branches));
}

bool Parser::ParseTerm() {
  const size_t start = scanner_.offset();
  const char32_t c = scanner_.Peek();
  switch (c) {
    case '|':
      scanner_.Next();
      open_.back().branches.push_back(
          tree_.Concatenation(open_.back().sequence));
      open_.back().sequence.clear();
      return true;
    case '^':
    case '$':
      scanner_.Next();
      Push(tree_.Assertion(c == '^' ? NodeKind::kTextStart : NodeKind::kTextEnd,
                           start));
      return true;
    case '(':
      return ParseOpening();
    case ')':
      return ParseClosing();
    case '\\':
      return ParseAtomEscape();
    case '[': {
      std::optional<CodePointSet> set = ParseCharacterClass(scanner_);
      return set.has_value() && ParseClassQuantifier(start, *std::move(set));
    }
    case '.':
      scanner_.Next();
      return ParseQuantifier(tree_.Class(DotSet()));
    case '*':
    case '+':
    case '?':
      return Fail(
          "quantifier", start,
          absl::StrCat(
              "there is nothing to repeat; to mean the character, write \\",
              std::string(1, static_cast<char>(c))));
    case '{':
      // Annex B, ExtendedPatternCharacter: a brace that begins no quantifier.
      if (TryParseBraces().has_value()) {
        return Fail("quantifier", start, "there is nothing to repeat");
      }
      [[fallthrough]];
    case '}':
    case ']':
      if (!scanner_.TolerateAnnexB()) {
        const std::string bracket(1, static_cast<char>(c));
        return Fail("bracket", start,
                    absl::StrCat("a lone ", bracket,
                                 " has no meaning; to mean the "
                                 "character, write \\",
                                 bracket));
      }
      break;
    default:
      break;
  }
  scanner_.Next();
  return ParseQuantifier(tree_.Character(c));
}

bool Parser::ParseOpening() {
  OpenGroup group;
  group.offset = scanner_.offset();
  if (open_.size() > kMaxGroupDepth) {
    return Fail("group", group.offset,
                absl::StrCat("groups nest deeper than ", kMaxGroupDepth),
                PatternError::Kind::kTooLarge);
  }
  const auto look = [&group](bool ahead, bool negative) {
    group.is_lookaround = true;
    group.ahead = ahead;
    group.negative = negative;
  };
  if (scanner_.TryConsume("(?:")) {
  } else if (scanner_.TryConsume("(?=")) {
    look(/*ahead=*/true, /*negative=*/false);
  } else if (scanner_.TryConsume("(?!")) {
    look(/*ahead=*/true, /*negative=*/true);
  } else if (scanner_.TryConsume("(?<=")) {
    look(/*ahead=*/false, /*negative=*/false);
  } else if (scanner_.TryConsume("(?<!")) {
    look(/*ahead=*/false, /*negative=*/true);
  } else if (scanner_.rest().starts_with("(?<")) {
    scanner_.set_offset(group.offset + 2);
    std::optional<std::string> name = ParseGroupName(scanner_);
    if (!name.has_value()) return false;
    if (!names_.insert(*name).second) {
      return Fail(
          "group name", group.offset,
          absl::StrCat("another group is called \"", *name, "\" already"));
    }
    ++group_count_;
  } else if (scanner_.rest().starts_with("(?")) {
    return Fail(
        "group", group.offset,
        "ECMA-262 has the groups (?:...), (?<name>...), (?=...), (?!...), "
        "(?<=...) and (?<!...); inline flags, comments and (?P<name>...) "
        "belong to other dialects");
  } else {
    scanner_.Next();
    ++group_count_;
  }
  open_.push_back(std::move(group));
  return true;
}

bool Parser::ParseClosing() {
  const size_t start = scanner_.offset();
  if (open_.size() == 1) {
    return Fail("group", start,
                "no group is open here; to mean the character, write \\)");
  }
  scanner_.Next();
  OpenGroup group = std::move(open_.back());
  open_.pop_back();
  const NodeId body = Close(group);
  if (!group.is_lookaround) return ParseQuantifier(body);
  Push(tree_.Lookaround(body, group.ahead, group.negative, group.offset));
  // A quantifier here finds nothing to repeat: with the u flag a look-ahead is
  // an assertion like any other.
  return true;
}

bool Parser::ParseAtomEscape() {
  const size_t start = scanner_.offset();
  std::optional<Escape> escape = ParseEscape(scanner_, /*in_class=*/false);
  if (!escape.has_value()) return false;
  switch (escape->kind) {
    case Escape::Kind::kWordBoundary:
      Push(tree_.Assertion(NodeKind::kWordBoundary, start));
      return true;
    case Escape::Kind::kNotWordBoundary:
      Push(tree_.Assertion(NodeKind::kNotWordBoundary, start));
      return true;
    case Escape::Kind::kSet:
      return ParseClassQuantifier(start, std::move(escape->set));
    case Escape::Kind::kCharacter:
      return ParseQuantifier(
          tree_.Class({{escape->character, escape->character}}));
    case Escape::Kind::kBackreference:
      if (escape->group > highest_reference_) {
        highest_reference_ = escape->group;
        highest_reference_offset_ = start;
      }
      break;
    case Escape::Kind::kNamedBackreference:
      named_references_.emplace_back(std::move(escape->name), start);
      break;
  }
  return ParseQuantifier(tree_.Backreference(start));
}

// {n}, {n,} or {n,m}. Returns nullopt, consuming nothing, for anything else.
std::optional<Bounds> Parser::TryParseBraces() {
  const size_t start = scanner_.offset();
  const auto number = [this]() -> std::optional<uint32_t> {
    if (scanner_.Peek() < '0' || scanner_.Peek() > '9') return std::nullopt;
    uint64_t value = 0;
    while (scanner_.Peek() >= '0' && scanner_.Peek() <= '9') {
      // Saturates one below kUnbounded: no text is that long.
      value = std::min<uint64_t>(value * 10 + (scanner_.Next() - '0'),
                                 kUnbounded - 1);
    }
    return static_cast<uint32_t>(value);
  };
  if (scanner_.TryConsume("{")) {
    if (const std::optional<uint32_t> min = number()) {
      if (scanner_.TryConsume("}")) return Bounds{*min, *min};
      if (scanner_.TryConsume(",")) {
        if (scanner_.TryConsume("}")) return Bounds{*min, kUnbounded};
        const std::optional<uint32_t> max = number();
        if (max.has_value() && scanner_.TryConsume("}"))
          return Bounds{*min, *max};
      }
    }
  }
  scanner_.set_offset(start);
  return std::nullopt;
}

bool Parser::ParseQuantifier(NodeId atom) {
  const size_t start = scanner_.offset();
  Bounds bounds = {1, 1};
  if (scanner_.TryConsume("*")) {
    bounds = {0, kUnbounded};
  } else if (scanner_.TryConsume("+")) {
    bounds = {1, kUnbounded};
  } else if (scanner_.TryConsume("?")) {
    bounds = {0, 1};
  } else if (const std::optional<Bounds> braces = TryParseBraces()) {
    bounds = *braces;
  } else {
    Push(atom);
    return true;
  }
  if (bounds.min > bounds.max) {
    return Fail("quantifier", start, "the bounds are in the wrong order");
  }
  scanner_.TryConsume("?");  // lazy
  Push(tree_.Repetition(atom, bounds.min, bounds.max));
  return true;
}

bool Parser::ParseClassQuantifier(size_t start, CodePointSet set) {
  class_ranges_ += set.ranges().size();
  if (class_ranges_ > kMaxClassRanges) {
    return Fail("class", start,
                "the classes of this pattern are too large in sum",
                PatternError::Kind::kTooLarge);
  }
  return ParseQuantifier(tree_.Class(std::move(set)));
}

bool Parser::CheckReferences() {
  // Groups may follow the reference, so this can be told only at the end.
  if (highest_reference_ > group_count_) {
    return Fail("backreference", highest_reference_offset_,
                absl::StrCat("there are ", group_count_, " groups"));
  }
  for (const auto& [name, offset] : named_references_) {
    if (!names_.contains(name)) {
      return Fail("backreference", offset,
                  absl::StrCat("no group is called \"", name, "\""));
    }
  }
  return true;
}

}  // namespace

std::optional<ParsedPattern> Parse(std::string_view pattern,
                                   bool accept_annex_b, PatternError* error) {
  if (pattern.size() > kMaxPatternBytes) {
    *error = {PatternError::Kind::kTooLarge, "pattern", kMaxPatternBytes,
              absl::StrCat("longer than ", kMaxPatternBytes, " bytes")};
    return std::nullopt;
  }
  const char* const end = pattern.data() + pattern.size();
  for (const char* at = pattern.data(); at != end;) {
    const char* const start = at;
    if (DecodeUtf8(&at, end) == kNotACodePoint) {
      *error = {PatternError::Kind::kSyntax, "encoding",
                static_cast<size_t>(start - pattern.data()),
                "not well-formed UTF-8"};
      return std::nullopt;
    }
  }
  Parser parser(pattern, accept_annex_b);
  std::optional<ParsedPattern> parsed = parser.Run();
  if (!parsed.has_value()) *error = parser.error();
  return parsed;
}

}  // namespace gabarit::regex
