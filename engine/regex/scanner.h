#ifndef GABARIT_ENGINE_REGEX_SCANNER_H_
#define GABARIT_ENGINE_REGEX_SCANNER_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/regex/pattern_error.h"
#include "engine/regex/utf8.h"

namespace gabarit::regex {

// A position in the text of a pattern, read code point by code point, and the
// first error found there. Everything that parses shares one.
class Scanner {
 public:
  // What Peek returns at the end.
  static constexpr char32_t kEnd = 0xFFFFFFFE;

  // `pattern` must be well-formed UTF-8 and outlive the scanner.
  Scanner(std::string_view pattern, bool accept_annex_b)
      : pattern_(pattern), accept_annex_b_(accept_annex_b) {}

  bool at_end() const { return offset_ == pattern_.size(); }
  size_t offset() const { return offset_; }
  void set_offset(size_t offset) { offset_ = offset; }
  std::string_view pattern() const { return pattern_; }
  std::string_view rest() const { return pattern_.substr(offset_); }

  char32_t Peek() const {
    if (at_end()) return kEnd;
    const char* at = pattern_.data() + offset_;
    return DecodeUtf8(&at, pattern_.data() + pattern_.size());
  }
  char32_t Next() {
    if (at_end()) return kEnd;
    const char* at = pattern_.data() + offset_;
    const char32_t c = DecodeUtf8(&at, pattern_.data() + pattern_.size());
    offset_ = static_cast<size_t>(at - pattern_.data());
    return c;
  }
  bool TryConsume(std::string_view token) {
    if (!rest().starts_with(token)) return false;
    offset_ += token.size();
    return true;
  }

  // Whether what only ECMA-262 without the u flag (Annex B) gives a meaning to
  // may be used at this place; if so, remembers that it was.
  bool TolerateAnnexB() {
    used_annex_b_ |= accept_annex_b_;
    return accept_annex_b_;
  }
  bool used_annex_b() const { return used_annex_b_; }

  // Records an error, unless there is one already. Returns nullopt, so that a
  // parsing function can return what this returns.
  std::nullopt_t Fail(std::string_view construct, size_t offset,
                      std::string message,
                      PatternError::Kind kind = PatternError::Kind::kSyntax) {
    if (!error_.has_value()) {
      error_ = PatternError{kind, std::string(construct), offset,
                            std::move(message)};
    }
    return std::nullopt;
  }
  const std::optional<PatternError>& error() const { return error_; }

 private:
  std::string_view pattern_;
  bool accept_annex_b_;
  bool used_annex_b_ = false;
  size_t offset_ = 0;
  std::optional<PatternError> error_;
};

}  // namespace gabarit::regex

#endif  // GABARIT_ENGINE_REGEX_SCANNER_H_
