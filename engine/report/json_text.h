// Writing JSON.

#ifndef GABARIT_ENGINE_REPORT_JSON_TEXT_H_
#define GABARIT_ENGINE_REPORT_JSON_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/document/value.h"

namespace gabarit::report {

// Appends `text`, which is UTF-8, as a JSON string (RFC 8259 §7).
void AppendQuoted(std::string* out, std::string_view text);

// Appends `value` without white space, numbers as their own text.
void AppendValue(std::string* out, document::Value value);

// The value for a message: as JSON, cut to about `longest` bytes at the end of
// a character, with "…" where something was cut.
std::string Excerpt(document::Value value, size_t longest);
std::string Excerpt(std::string_view text, size_t longest);

// The text, cut likewise, as a JSON string.
std::string QuotedExcerpt(std::string_view text, size_t longest);

}  // namespace gabarit::report

#endif  // GABARIT_ENGINE_REPORT_JSON_TEXT_H_
