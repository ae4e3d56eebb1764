#ifndef GABARIT_ENGINE_REGEX_PATTERN_H_
#define GABARIT_ENGINE_REGEX_PATTERN_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/regex/pattern_error.h"

namespace gabarit::regex {

struct PatternOptions {
  // Bounds what one pattern may compile to, in bytes of RE2 program and working
  // memory over all the searches it becomes. The default allows about 87,000
  // instructions: [a-z]{1,40000} fits and (a{1000}){1000} does not. It also
  // bounds the time of a match, which is at worst proportional to the program
  // times the text.
  int64_t max_program_bytes = int64_t{8} << 20;

  // Also accept what has a meaning only without the u flag (ECMA-262, Annex B),
  // if that meaning cannot be mistaken: a backslash before ASCII punctuation
  // (\_ \@ \"), a set at the end of a range ([\w-.]), a lone bracket ({ } ]).
  // JSON Schema (Core, section 6.4) asks for patterns that are valid with the u
  // flag, so this is off by default; published schemas do contain such
  // patterns.
  bool accept_annex_b = false;
};

// A compiled ECMA-262 regular expression with the meaning of the u flag, as
// JSON Schema's "pattern" and "patternProperties" want it: not anchored, and
// case- sensitive. Matching takes time linear in the text, always.
//
// Immutable and thread-safe; copies share one compiled form.
class Pattern {
 public:
  // Errors: InvalidArgument if this is no regular expression; Unimplemented for
  // a backreference or a look-around that has no exact linear form (see
  // docs/regex.md); ResourceExhausted beyond the bounds. Each names the
  // construct, its byte offset in the pattern, and a way out. If `error` is not
  // null it receives the same in parts.
  //
  // Time and memory are bounded whatever the pattern is; recursion is bounded
  // to fit a small stack.
  static absl::StatusOr<Pattern> Compile(std::string_view ecma_pattern,
                                         const PatternOptions& options = {},
                                         PatternError* error = nullptr);

  // Whether the pattern matches anywhere in `utf8`, which should be
  // well-formed: no part of a pattern matches bytes that are not.
  bool Matches(std::string_view utf8) const;

  // The same answer, always by RE2: slower for simple patterns, and independent
  // of the small matchers. For the evaluator that checks the fast one. Compiles
  // on the first call where Matches() needs no RE2.
  bool MatchesWithRe2(std::string_view utf8) const;

  // The pattern as it was given.
  std::string_view source() const;

  // Whether `accept_annex_b` was needed.
  bool uses_annex_b() const;

  // How Matches() decides, for people: `class-run [0-9a-z]{1,}`,
  // `re2 "\Aa+b?a\z"`, `all (...) (not ...)`. Not a stable format.
  std::string Describe() const;

 private:
  struct Compiled;

  explicit Pattern(std::shared_ptr<const Compiled> compiled);

  std::shared_ptr<const Compiled> compiled_;
};

// Whether this is a regular expression of ECMA-262 with the u flag, whether or
// not Compile() would take it: the meaning of the format "regex" (JSON Schema
// Validation, section 7.3.8). Backreferences and look-arounds are fine.
absl::Status CheckSyntax(std::string_view ecma_pattern);

}  // namespace gabarit::regex

#endif  // GABARIT_ENGINE_REGEX_PATTERN_H_
