#ifndef GABARIT_ENGINE_REGEX_SEARCHER_H_
#define GABARIT_ENGINE_REGEX_SEARCHER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/regex/pattern_tree.h"
#include "engine/regex/small_matcher.h"

namespace gabarit::regex {

// One search without look-arounds: a small matcher if the pattern has the shape
// for it, and RE2. Immutable, thread-safe, movable.
class Searcher {
 public:
  // The node must not be beyond_re2.
  //
  // Beyond max_program_size nothing is built but program_size(); the caller
  // must then give the searcher up.
  static Searcher Build(PatternTree& tree, NodeId root,
                        uint64_t max_program_size);

  Searcher(Searcher&&) noexcept;
  Searcher& operator=(Searcher&&) noexcept;
  ~Searcher();

  // An upper estimate of RE2's instructions, known before RE2 is asked.
  uint64_t program_size() const { return program_size_; }

  // Gives RE2 this much memory, and compiles it now if it is not certain to
  // fit; else on first use. Returns false if RE2 finds the memory too little.
  // Call once, before matching.
  bool Prepare(int64_t max_program_bytes);

  bool Matches(std::string_view text) const;
  bool MatchesWithRe2(std::string_view text) const;
  std::string Describe() const;

 private:
  class LazyRe2;

  Searcher();

  std::optional<SmallMatcher> small_;
  std::unique_ptr<LazyRe2> re2_;
  uint64_t program_size_ = 0;
  // The text's length in code points must lie between these as well.
  uint32_t min_length_ = 0;
  uint32_t max_length_ = kUnbounded;
};

}  // namespace gabarit::regex

#endif  // GABARIT_ENGINE_REGEX_SEARCHER_H_
