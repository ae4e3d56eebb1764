#include "engine/regex/pattern.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/regex/formula.h"
#include "engine/regex/lookaround.h"
#include "engine/regex/parser.h"
#include "engine/regex/searcher.h"

namespace gabarit::regex {
namespace {

// RE2 lets a program have one instruction of 16 bytes for every 96 bytes of its
// budget; the rest is for the states it makes while matching.
constexpr int64_t kBudgetPerInstruction = 96;

// Turns the leaves of a rewritten pattern into searchers.
class SearchBuilder {
 public:
  SearchBuilder(PatternTree& tree, int64_t max_program_bytes)
      : tree_(tree),
        max_program_bytes_(max_program_bytes),
        instructions_left_(static_cast<uint64_t>(
            std::max<int64_t>(0, max_program_bytes) / kBudgetPerInstruction)) {}

  // Returns nullopt if the bound is exceeded.
  std::optional<Formula<Searcher>> Build(const Formula<NodeId>& formula) {
    Formula<Searcher> built;
    built.kind = static_cast<Formula<Searcher>::Kind>(formula.kind);
    for (const NodeId node : formula.leaf) {
      Searcher searcher = Searcher::Build(tree_, node, instructions_left_);
      if (searcher.program_size() > instructions_left_) return std::nullopt;
      instructions_left_ -= searcher.program_size();
      if (!searcher.Prepare(max_program_bytes_)) return std::nullopt;
      built.leaf.push_back(std::move(searcher));
    }
    for (const Formula<NodeId>& child : formula.children) {
      std::optional<Formula<Searcher>> part = Build(child);
      if (!part.has_value()) return std::nullopt;
      built.children.push_back(*std::move(part));
    }
    return built;
  }

 private:
  PatternTree& tree_;
  const int64_t max_program_bytes_;
  uint64_t instructions_left_;
};

std::string DescribeFormula(const Formula<Searcher>& formula) {
  using Kind = Formula<Searcher>::Kind;
  if (formula.kind == Kind::kLeaf) return formula.leaf[0].Describe();
  std::string text = formula.kind == Kind::kAll   ? "all"
                     : formula.kind == Kind::kAny ? "any"
                                                  : "not";
  for (const Formula<Searcher>& child : formula.children) {
    absl::StrAppend(&text, " (", DescribeFormula(child), ")");
  }
  return text;
}

}  // namespace

struct Pattern::Compiled {
  std::string source;
  bool uses_annex_b = false;
  Formula<Searcher> formula;
};

Pattern::Pattern(std::shared_ptr<const Compiled> compiled)
    : compiled_(std::move(compiled)) {}

absl::StatusOr<Pattern> Pattern::Compile(std::string_view ecma_pattern,
                                         const PatternOptions& options,
                                         PatternError* error) {
  PatternError failure;
  const auto fail = [&] {
    if (error != nullptr) *error = failure;
    return failure.ToStatus();
  };
  std::optional<ParsedPattern> parsed =
      Parse(ecma_pattern, options.accept_annex_b, &failure);
  if (!parsed.has_value()) return fail();
  const std::optional<Formula<NodeId>> rewritten =
      RewriteLookarounds(parsed->tree, parsed->root, &failure);
  if (!rewritten.has_value()) return fail();
  SearchBuilder builder(parsed->tree, options.max_program_bytes);
  std::optional<Formula<Searcher>> searches = builder.Build(*rewritten);
  if (!searches.has_value()) {
    failure = {
        PatternError::Kind::kTooLarge, "pattern", 0,
        absl::StrCat("it would compile to more than max_pattern_bytes = ",
                     options.max_program_bytes,
                     "; lower the counts of its repetitions, or use "
                     "maxLength for the length")};
    return fail();
  }
  auto compiled = std::make_shared<Compiled>();
  compiled->source = std::string(ecma_pattern);
  compiled->uses_annex_b = parsed->used_annex_b;
  compiled->formula = *std::move(searches);
  return Pattern(std::move(compiled));
}

bool Pattern::Matches(std::string_view utf8) const {
  const Formula<Searcher>& formula = compiled_->formula;
  if (formula.kind == Formula<Searcher>::Kind::kLeaf)
    return formula.leaf[0].Matches(utf8);
  return formula.Evaluate(
      [utf8](const Searcher& s) { return s.Matches(utf8); });
}

bool Pattern::MatchesWithRe2(std::string_view utf8) const {
  return compiled_->formula.Evaluate(
      [utf8](const Searcher& s) { return s.MatchesWithRe2(utf8); });
}

std::string_view Pattern::source() const { return compiled_->source; }

bool Pattern::uses_annex_b() const { return compiled_->uses_annex_b; }

std::string Pattern::Describe() const {
  return DescribeFormula(compiled_->formula);
}

absl::Status CheckSyntax(std::string_view ecma_pattern) {
  PatternError error;
  if (Parse(ecma_pattern, /*accept_annex_b=*/false, &error).has_value()) {
    return absl::OkStatus();
  }
  return error.ToStatus();
}

}  // namespace gabarit::regex
