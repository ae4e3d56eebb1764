// URI templates: RFC 6570, section 2.

#include <cstddef>
#include <string_view>

#include "absl/strings/ascii.h"
#include "engine/format/checks.h"
#include "engine/format/code_points.h"
#include "engine/format/uri_characters.h"

namespace gabarit::format {
namespace {

// Takes 1*( ALPHA / DIGIT / "_" / pct-encoded ): one part of a dotted name.
bool TakeNamePart(std::string_view& text) {
  bool any = false;
  while (!text.empty()) {
    if (absl::ascii_isalnum(static_cast<unsigned char>(text.front())) ||
        text.front() == '_') {
      text.remove_prefix(1);
    } else if (StartsWithPercentEncoded(text)) {
      text.remove_prefix(3);
    } else {
      break;
    }
    any = true;
  }
  return any;
}

// Takes a varspec: a name and perhaps one of the modifiers ":n" and "*".
bool TakeVariable(std::string_view& text) {
  if (!TakeNamePart(text)) return false;
  while (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    if (!TakeNamePart(text)) return false;
  }
  if (text.empty()) return true;
  if (text.front() == '*') {
    text.remove_prefix(1);
  } else if (text.front() == ':') {
    text.remove_prefix(1);
    // A positive integer below 10000 (section 2.4.1).
    size_t digits = 0;
    while (digits < text.size() &&
           absl::ascii_isdigit(static_cast<unsigned char>(text[digits]))) {
      ++digits;
    }
    if (digits == 0 || digits > 4 || text.front() == '0') return false;
    text.remove_prefix(digits);
  }
  return true;
}

// Takes what stands between braces, and the closing brace.
bool TakeExpression(std::string_view& text) {
  // The last five operators are reserved: no processor expands them, but
  // section 2.2 has them in the grammar of a template.
  constexpr std::string_view kOperators = "+#./;?&=,!@|";
  if (!text.empty() &&
      kOperators.find(text.front()) != std::string_view::npos) {
    text.remove_prefix(1);
  }
  while (TakeVariable(text)) {
    if (text.empty()) return false;
    const char next = text.front();
    text.remove_prefix(1);
    if (next == '}') return true;
    if (next != ',') return false;
  }
  return false;
}

}  // namespace

bool IsUriTemplate(std::string_view text) {
  while (!text.empty()) {
    if (text.front() == '{') {
      text.remove_prefix(1);
      if (!TakeExpression(text)) return false;
    } else if (StartsWithPercentEncoded(text)) {
      text.remove_prefix(3);
    } else if (IsAscii(text.front())) {
      if (!IsIn(text.front(), kTemplateLiteral)) return false;
      text.remove_prefix(1);
    } else {
      const char32_t code_point = TakeCodePoint(text);
      if (!IsUcschar(code_point) && !IsIprivate(code_point)) return false;
    }
  }
  return true;
}

}  // namespace gabarit::format
