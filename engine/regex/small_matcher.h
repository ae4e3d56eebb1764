#ifndef GABARIT_ENGINE_REGEX_SMALL_MATCHER_H_
#define GABARIT_ENGINE_REGEX_SMALL_MATCHER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/regex/character_test.h"
#include "engine/regex/deterministic_program.h"
#include "engine/regex/pattern_tree.h"

namespace gabarit::regex {

// A search that needs no regular-expression engine, because its pattern has one
// of a few simple shapes. Most patterns that people write do.
//
// Immutable, thread-safe. Matching allocates nothing and is linear.
class SmallMatcher {
 public:
  // Returns nullopt if the pattern has none of the shapes. The node must not be
  // beyond_re2.
  static std::optional<SmallMatcher> Build(PatternTree& tree, NodeId root);

  bool Matches(std::string_view text) const;

  // The shape and its constants, as in `class-run [0-9a-z]{1,64}`.
  std::string Describe() const;

 private:
  struct Always {};  // the pattern matches every text
  struct Literal {   // abc, ^abc, abc$, ^abc$
    std::string text;
    bool anchored_start;
    bool anchored_end;
  };
  struct LiteralSet {                // ^(?:abc|def)$
    std::vector<std::string> texts;  // sorted
  };
  struct ClassRun {  // ^[a-z]{1,8}$
    CharacterTest test;
    size_t min;
    size_t max;
  };
  struct FixedWidth {  // [A-Z][0-9], [A-Z][0-9]$
    std::vector<CharacterTest> tests;
    bool anchored_end;
  };
  struct AnyOf {  // one shape|another
    std::vector<SmallMatcher> branches;
  };
  using Shape = std::variant<Always, Literal, LiteralSet, ClassRun, FixedWidth,
                             DeterministicProgram, AnyOf>;

  explicit SmallMatcher(Shape shape) : shape_(std::move(shape)) {}

  static std::optional<SmallMatcher> BuildAnyOf(PatternTree& tree,
                                                const Node& node);
  static std::optional<SmallMatcher> BuildSequence(PatternTree& tree,
                                                   std::vector<NodeId> parts);

  static bool Find(const Always&, std::string_view text);
  static bool Find(const Literal& literal, std::string_view text);
  static bool Find(const LiteralSet& set, std::string_view text);
  static bool Find(const ClassRun& run, std::string_view text);
  static bool Find(const FixedWidth& fixed, std::string_view text);
  static bool Find(const DeterministicProgram& program, std::string_view text);
  static bool Find(const AnyOf& any, std::string_view text);

  Shape shape_;
};

}  // namespace gabarit::regex

#endif  // GABARIT_ENGINE_REGEX_SMALL_MATCHER_H_
