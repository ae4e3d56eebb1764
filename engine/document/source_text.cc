#include "engine/document/source_text.h"

#include <algorithm>
#include <cstdint>

#include "engine/document/positions.h"

namespace gabarit::document {

size_t TokenLength(std::string_view text, size_t offset) {
  if (offset >= text.size()) return 0;
  size_t end = offset;
  switch (text[offset]) {
    case '{':
    case '}':
    case '[':
    case ']':
      return 1;
    case '"':
      for (++end; end < text.size() && text[end] != '"'; ++end) {
        if (text[end] == '\\') ++end;
      }
      return std::min(end + 1, text.size()) - offset;
    default:
      end = text.find_first_of(",:]} \t\r\n", offset);
      return std::min(end, text.size()) - offset;
  }
}

std::string_view SourceText(Value value) {
  PositionIndex* positions = value.view().positions;
  const std::string_view text = positions->text();
  const size_t begin = positions->Offset(value.index());
  if (!value.is_object() && !value.is_array()) {
    return text.substr(begin, TokenLength(text, begin));
  }
  const uint32_t close = tape::EndIndex(value.word()) - 1;
  return text.substr(begin, positions->Offset(close) + 1 - begin);
}

}  // namespace gabarit::document
