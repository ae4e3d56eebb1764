#include "engine/regex/searcher.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/regex/re2_syntax.h"
#include "engine/regex/utf8.h"
#include "re2/re2.h"

namespace gabarit::regex {
namespace {

struct LengthBounds {
  uint32_t min;
  uint32_t max;
};

// RE2 may wait for programs up to this size: far below what its memory allows.
constexpr uint64_t kCertainlyFits = 4096;

// Below this RE2's own counting is cheap enough.
constexpr uint64_t kWorthLifting = 64;

// In ^F x{n,m} G$ with F and G of fixed widths, only x{n,m} can vary, so the
// text's length decides how often x is there: the search is the same as one for
// ^F x* G$ in texts of f+n+g to f+m+g characters. That keeps ^.{1,1024}$ from
// becoming a thousand copies of the dot. Returns nullopt, changing nothing, if
// the sequence has another form.
std::optional<LengthBounds> LiftLengthBounds(PatternTree& tree,
                                             std::vector<NodeId>& sequence) {
  if (sequence.size() < 3 ||
      tree[sequence.front()].kind != NodeKind::kTextStart ||
      tree[sequence.back()].kind != NodeKind::kTextEnd) {
    return std::nullopt;
  }
  size_t counted = 0;
  for (size_t i = 0; i < sequence.size(); ++i) {
    const Node& part = tree[sequence[i]];
    const bool is_run = part.kind == NodeKind::kRepetition &&
                        tree[part.children[0]].is_one_code_point();
    if (is_run && (counted == 0 ||
                   part.program_size > tree[sequence[counted]].program_size)) {
      counted = i;
    }
  }
  if (counted == 0 || tree[sequence[counted]].program_size < kWorthLifting) {
    return std::nullopt;
  }
  uint64_t fixed = 0;
  for (size_t i = 0; i < sequence.size(); ++i) {
    if (i == counted) continue;
    if (!tree[sequence[i]].has_fixed_width()) return std::nullopt;
    fixed += tree[sequence[i]].min_width;
  }
  const Node run = tree[sequence[counted]];
  const uint64_t min = fixed + run.min;
  const uint64_t max = run.max == kUnbounded ? kUnbounded : fixed + run.max;
  sequence[counted] = tree.Repetition(run.children[0], 0, kUnbounded);
  return LengthBounds{
      static_cast<uint32_t>(std::min<uint64_t>(min, kUnbounded)),
      static_cast<uint32_t>(std::min<uint64_t>(max, kUnbounded))};
}

}  // namespace

// RE2 takes longer to compile than most matches take, so it waits until it is
// needed.
class Searcher::LazyRe2 {
 public:
  explicit LazyRe2(std::string pattern) : pattern_(std::move(pattern)) {}

  const std::string& pattern() const { return pattern_; }
  void set_max_mem(int64_t bytes) { max_mem_ = bytes; }

  const re2::RE2& Get() const {
    std::call_once(once_, [this] {
      re2::RE2::Options options;
      options.set_max_mem(max_mem_);
      options.set_log_errors(false);
      options.set_never_capture(true);
      re2_ = std::make_unique<const re2::RE2>(pattern_, options);
    });
    return *re2_;
  }

 private:
  const std::string pattern_;
  int64_t max_mem_ = 0;
  mutable std::once_flag once_;
  mutable std::unique_ptr<const re2::RE2> re2_;  // written under once_ alone
};

Searcher::Searcher() = default;
Searcher::Searcher(Searcher&&) noexcept = default;
Searcher& Searcher::operator=(Searcher&&) noexcept = default;
Searcher::~Searcher() = default;

Searcher Searcher::Build(PatternTree& tree, NodeId root,
                         uint64_t max_program_size) {
  Searcher searcher;
  std::vector<NodeId> sequence = tree.Sequence(root);
  NodeId reference = root;
  if (const std::optional<LengthBounds> bounds =
          LiftLengthBounds(tree, sequence)) {
    searcher.min_length_ = bounds->min;
    searcher.max_length_ = bounds->max;
    reference = tree.Concatenation(sequence);
  }
  searcher.program_size_ = tree[reference].program_size;
  if (searcher.program_size_ > max_program_size) return searcher;
  searcher.re2_ = std::make_unique<LazyRe2>(ToRe2Syntax(tree, reference));
  searcher.small_ = SmallMatcher::Build(tree, root);
  return searcher;
}

bool Searcher::Prepare(int64_t max_program_bytes) {
  // Where RE2 waits, nobody could be told that it failed, so it gets enough:
  // program_size_ is an upper estimate and was checked against the bound.
  const bool waits = small_.has_value() || program_size_ <= kCertainlyFits;
  const int64_t ample = static_cast<int64_t>(program_size_) * 256 + (1 << 20);
  re2_->set_max_mem(waits ? std::max(max_program_bytes, ample)
                          : max_program_bytes);
  return waits || re2_->Get().ok();
}

bool Searcher::Matches(std::string_view text) const {
  return small_.has_value() ? small_->Matches(text) : MatchesWithRe2(text);
}

bool Searcher::MatchesWithRe2(std::string_view text) const {
  if (min_length_ != 0 || max_length_ != kUnbounded) {
    const size_t length = CountCodePoints(text);
    if (length < min_length_ || length > max_length_) return false;
  }
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()),
                                re2_->Get());
}

std::string Searcher::Describe() const {
  if (small_.has_value()) return small_->Describe();
  std::string text = absl::StrCat("re2 \"", re2_->pattern(), "\"");
  if (min_length_ != 0 || max_length_ != kUnbounded) {
    absl::StrAppend(&text, " of length {", min_length_, ",",
                    max_length_ == kUnbounded ? "" : absl::StrCat(max_length_),
                    "}");
  }
  return text;
}

}  // namespace gabarit::regex
