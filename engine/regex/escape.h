#ifndef GABARIT_ENGINE_REGEX_ESCAPE_H_
#define GABARIT_ENGINE_REGEX_ESCAPE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/regex/code_point_set.h"
#include "engine/regex/scanner.h"

namespace gabarit::regex {

// What a backslash sequence means.
struct Escape {
  enum class Kind {
    kCharacter,           // one code point, perhaps a lone surrogate
    kSet,                 // \d \w \s \p{...} and their negations
    kWordBoundary,        // \b
    kNotWordBoundary,     // \B
    kBackreference,       // \1, \2, ...: `group`
    kNamedBackreference,  // \k<name>: `name`
  };
  Kind kind = Kind::kCharacter;
  char32_t character = 0;
  CodePointSet set;
  uint32_t group = 0;
  std::string name;
};

// Parses AtomEscape or, inside brackets, ClassEscape (ECMA-262, "Patterns",
// with the u flag). The scanner stands on the backslash. Returns nullopt after
// scanner.Fail().
std::optional<Escape> ParseEscape(Scanner& scanner, bool in_class);

// Parses "<name>" with the scanner on "<" (ECMA-262, GroupName). The name comes
// with its own escapes decoded, as UTF-8.
std::optional<std::string> ParseGroupName(Scanner& scanner);

// The sets of \d, \s, \w and of the dot.
const CodePointSet& DigitSet();
const CodePointSet& SpaceSet();
const CodePointSet& WordSet();
const CodePointSet& DotSet();

}  // namespace gabarit::regex

#endif  // GABARIT_ENGINE_REGEX_ESCAPE_H_
