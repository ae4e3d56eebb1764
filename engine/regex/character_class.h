#ifndef GABARIT_ENGINE_REGEX_CHARACTER_CLASS_H_
#define GABARIT_ENGINE_REGEX_CHARACTER_CLASS_H_

#include <optional>

#include "engine/regex/code_point_set.h"
#include "engine/regex/scanner.h"

namespace gabarit::regex {

// Parses CharacterClass (ECMA-262, with the u flag), [...] or [^...], with the
// scanner on the opening bracket. Returns nullopt after scanner.Fail().
std::optional<CodePointSet> ParseCharacterClass(Scanner& scanner);

}  // namespace gabarit::regex

#endif  // GABARIT_ENGINE_REGEX_CHARACTER_CLASS_H_
