#ifndef GABARIT_ENGINE_REGEX_DETERMINISTIC_PROGRAM_H_
#define GABARIT_ENGINE_REGEX_DETERMINISTIC_PROGRAM_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/regex/character_test.h"
#include "engine/regex/pattern_tree.h"

namespace gabarit::regex {

// Matches from the beginning of the text, deciding every choice by the next
// character alone, so that nothing is ever tried twice. Such patterns are what
// parsing calls LL(1): ^\d{4}-\d{2}-\d{2}$, ^[a-z]+(-[a-z]+)*$, ^https?://.
//
// Immutable, thread-safe. Matching allocates nothing and is linear.
class DeterministicProgram {
 public:
  // For the search ^parts$, or ^parts if not anchored_end (then the caller has
  // trimmed what is not needed at the end). Returns nullopt where one character
  // of look-ahead does not decide.
  static std::optional<DeterministicProgram> Build(
      const PatternTree& tree, const std::vector<NodeId>& parts,
      bool anchored_end);

  bool Matches(std::string_view text) const;
  std::string Describe() const;

 private:
  friend class DeterministicProgramBuilder;

  enum class Opcode : uint8_t {
    kLiteral,  // the next min bytes are literals_[operand...]
    kOne,      // the next character is in tests_[operand]
    kRun,  // as many as follow, at most max, are in tests_[operand]; needs min
    kBranch,       // go on if the next character is in tests_[operand], else to
                   // target
    kJump,         // to target
    kAccept,       // matches
    kAcceptAtEnd,  // matches if this is the end of the text
  };
  struct Instruction {
    Opcode opcode;
    uint32_t operand = 0;
    uint32_t min = 0;
    uint32_t max = 0;
    uint32_t target = 0;
  };

  std::vector<Instruction> instructions_;
  std::vector<CharacterTest> tests_;
  std::string literals_;
};

}  // namespace gabarit::regex

#endif  // GABARIT_ENGINE_REGEX_DETERMINISTIC_PROGRAM_H_
