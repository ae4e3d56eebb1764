#ifndef GABARIT_ENGINE_REGEX_UNICODE_PROPERTIES_H_
#define GABARIT_ENGINE_REGEX_UNICODE_PROPERTIES_H_

#include <optional>
#include <string_view>

#include "engine/regex/code_point_set.h"

namespace gabarit::regex {

// What \p{expression} matches (ECMA-262, UnicodePropertyValueExpression):
// "Lu", "Letter", "gc=Lu", "Script=Greek", "scx=Grek", "Alphabetic", ...
// Names are case-sensitive and nothing is matched loosely, as ECMA-262 says.
// Returns nullopt for a name that ECMA-262 does not allow.
std::optional<CodePointSet> UnicodeProperty(std::string_view expression);

// UAX #31 ID_Start and ID_Continue, for the names of groups.
bool IsIdentifierStart(char32_t code_point);
bool IsIdentifierContinue(char32_t code_point);

}  // namespace gabarit::regex

#endif  // GABARIT_ENGINE_REGEX_UNICODE_PROPERTIES_H_
