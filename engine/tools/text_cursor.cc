#include "engine/tools/text_cursor.h"

#include <cstring>

namespace gabarit::tools {

char TextCursor::Peek() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' ||
                                text_[at_] == '\r' || text_[at_] == '\t')) {
    ++at_;
  }
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool TextCursor::Take(char character) {
  if (Peek() != character || at_ == text_.size()) return false;
  ++at_;
  return true;
}

bool TextCursor::SkipString() {
  const size_t first = at_ + 1;
  for (size_t from = first; from < text_.size();) {
    const void* found =
        std::memchr(text_.data() + from, '"', text_.size() - from);
    if (found == nullptr) return false;
    const size_t quote =
        static_cast<size_t>(static_cast<const char*>(found) - text_.data());
    size_t backslashes = quote;
    while (backslashes > first && text_[backslashes - 1] == '\\') --backslashes;
    from = quote + 1;
    if ((quote - backslashes) % 2 == 0) {
      at_ = from;
      return true;
    }
  }
  return false;
}

std::string_view TextCursor::TakeValue() {
  Peek();
  const size_t begin = at_;
  size_t depth = 0;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '"') {
      if (!SkipString()) break;
    } else if (c == '{' || c == '[') {
      ++depth;
      ++at_;
      continue;
    } else if (c == '}' || c == ']') {
      if (depth == 0) break;
      --depth;
      ++at_;
    } else if (depth == 0) {
      if (c == ',' || c == ':') break;
      // A scalar ends before a bracket, a comma or white space.
      while (at_ < text_.size() &&
             std::strchr(",:]}[{\" \n\r\t", text_[at_]) == nullptr) {
        ++at_;
      }
      // strchr finds the NUL too.
      if (at_ < text_.size() && text_[at_] == '\0') break;
    } else {
      ++at_;
      continue;
    }
    if (depth == 0) return text_.substr(begin, at_ - begin);
  }
  at_ = begin;
  return {};
}

}  // namespace gabarit::tools
