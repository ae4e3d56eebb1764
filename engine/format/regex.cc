// The format `regex`: what the keyword `pattern` would take as ECMA-262, be it
// runnable in linear time or not.

#include <string_view>

#include "engine/format/checks.h"
#include "engine/regex/pattern.h"

namespace gabarit::format {

bool IsRegex(std::string_view text) { return regex::CheckSyntax(text).ok(); }

}  // namespace gabarit::format
