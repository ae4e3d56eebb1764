// Finds where members and items stand in a JSON text, without parsing them.
//
// It only has to be right on texts that are JSON: whatever it finds is parsed
// by others before it is believed, or is byte for byte what has been parsed
// before.

#ifndef GABARIT_ENGINE_TOOLS_TEXT_CURSOR_H_
#define GABARIT_ENGINE_TOOLS_TEXT_CURSOR_H_

#include <cstddef>
#include <string_view>

namespace gabarit::tools {

class TextCursor {
 public:
  explicit TextCursor(std::string_view text, size_t position = 0)
      : text_(text), at_(position) {}

  size_t position() const { return at_; }
  void MoveTo(size_t position) { at_ = position; }
  std::string_view text() const { return text_; }

  // The next character that is not white space; '\0' at the end. Stays there.
  char Peek();

  // Goes past `character`, if it is the next one.
  bool Take(char character);

  // Goes past one value; returns its bytes, or nothing where there is none.
  // Linear in the value, for any input and at any depth.
  std::string_view TakeValue();

 private:
  bool SkipString();

  std::string_view text_;
  size_t at_;
};

// Calls `visit(name, value)` with the bytes of each member's name (quoted, as
// written) and value, while it returns true. `cursor` stands before the object,
// and afterwards behind it. Returns whether all went well.
template <typename Visit>
bool ForEachMember(TextCursor& cursor, Visit visit) {
  if (!cursor.Take('{')) return false;
  if (cursor.Take('}')) return true;
  do {
    if (cursor.Peek() != '"') return false;
    const std::string_view name = cursor.TakeValue();
    if (name.empty() || !cursor.Take(':')) return false;
    cursor.Peek();
    const std::string_view value = cursor.TakeValue();
    if (value.empty() || !visit(name, value)) return false;
  } while (cursor.Take(','));
  return cursor.Take('}');
}

}  // namespace gabarit::tools

#endif  // GABARIT_ENGINE_TOOLS_TEXT_CURSOR_H_
