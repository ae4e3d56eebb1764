// Identifiers: UUID (RFC 4122), JSON Pointer (RFC 6901) and Relative JSON
// Pointer (draft-bhutton-relative-json-pointer-00).

#include <cstddef>
#include <string_view>

#include "absl/strings/ascii.h"
#include "engine/format/checks.h"

namespace gabarit::format {
namespace {

bool IsDigit(char character) {
  return absl::ascii_isdigit(static_cast<unsigned char>(character));
}

// Takes a decimal integer without leading zeros, of any length.
bool TakeInteger(std::string_view& text) {
  size_t length = 0;
  while (length < text.size() && IsDigit(text[length])) ++length;
  if (length == 0 || (length > 1 && text.front() == '0')) return false;
  text.remove_prefix(length);
  return true;
}

}  // namespace

bool IsUuid(std::string_view text) {
  constexpr std::string_view kShape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  if (text.size() != kShape.size()) return false;
  for (size_t i = 0; i < kShape.size(); ++i) {
    // Version and variant are free: Validation 7.3.5 asks for the shape only.
    const bool fits =
        kShape[i] == '-'
            ? text[i] == '-'
            : absl::ascii_isxdigit(static_cast<unsigned char>(text[i]));
    if (!fits) return false;
  }
  return true;
}

bool IsJsonPointer(std::string_view text) {
  if (text.empty()) return true;
  if (text.front() != '/') return false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '~') continue;
    ++i;
    if (i == text.size() || (text[i] != '0' && text[i] != '1')) return false;
  }
  return true;
}

bool IsRelativeJsonPointer(std::string_view text) {
  if (!TakeInteger(text)) return false;
  // The index manipulation came with the draft that 2020-12 cites. That draft's
  // grammar has none before "#", but its examples do ("0-1#"); both are taken.
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
    text.remove_prefix(1);
    if (!TakeInteger(text)) return false;
  }
  return text == "#" || IsJsonPointer(text);
}

}  // namespace gabarit::format
