#ifndef GABARIT_ENGINE_DOCUMENT_STRICT_PARSER_H_
#define GABARIT_ENGINE_DOCUMENT_STRICT_PARSER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/types/span.h"

namespace gabarit::document {

// Why a text was refused.
struct ParseError {
  enum class Kind {
    kSyntax,    // The text does not match the grammar of RFC 8259.
    kUtf8,      // The text is not UTF-8 (RFC 8259, §8.1).
    kDepth,     // Arrays and objects are nested deeper than the caller's limit.
    kTooLarge,  // The text is longer than StrictParser::kMaxTextBytes.
  };

  Kind kind = Kind::kSyntax;
  // The byte that cannot stand where it stands; the text's size when something
  // is missing at its end. A string without an end, an escape without a meaning
  // and a number with a leading zero are reported where they begin.
  size_t offset = 0;
  // What was expected and what was found, in plain words, without the position.
  std::string message;
};

// A place in a text for people to look at. Lines end with LF, CR LF or CR.
// Columns count code points. Both begin at 1.
struct LineColumn {
  size_t line = 1;
  size_t column = 1;
};

// The line and column of the byte at `offset`; an offset past the end means the
// end. Bytes that are not UTF-8 do no harm: every byte that is not a
// continuation byte begins a column. Linear in `offset`.
LineColumn Locate(std::string_view text, size_t offset);

// A JSON parser that follows RFC 8259 to the letter and says where and why a
// text is refused. It is the second parser of the house: simdjson is faster,
// but reports no position and refuses numbers that JSON allows. So it runs when
// simdjson has refused a text, or when positions are wanted.
//
// The result is a tape in the format of simdjson's DOM: word for word the same
// where simdjson accepts the text. Each word has a type in its high 8 bits and
// a payload in the others:
//
//   r      the first word; payload: index of the word after the last
//   r      the last word; payload: 0
//   { [    payload: bits 0-31 the index after the matching close word, bits
//          32-55 the number of members or elements, saturated at 2^24-1
//   } ]    payload: index of the matching open word
//   "      a string or member name; payload: its offset in strings(), where
//          stand its length (uint32_t), its bytes and a NUL
//   l u d  a number; the next word is its value as int64_t, uint64_t, double
//   t f n  true, false, null; payload: 0
//   Z      a number that simdjson refuses: an integer literal (no fraction, no
//          exponent) outside int64 and uint64, or a magnitude beyond the
//          largest double; payload: offset of its text in strings(), stored
//          like a string
//
// A literal with a fraction or an exponent is rounded to the nearest double, as
// simdjson does, to zero if need be. (simdjson 3.0 misreads or refuses literals
// of more than 19 digits that also need an exponent beyond 65,535 in magnitude;
// this parser reads them rightly.)
//
// Texts with a byte order mark, and strings with escapes for lone surrogates,
// are refused (RFC 8259, §8.1 and §8.2 leave both to the parser; simdjson
// refuses them too). Duplicate member names are kept, all of them.
//
// Time and memory are linear in the text; nesting uses no call stack. The
// parser keeps its memory from one call to the next. One thread at a time.
class StrictParser {
 public:
  // Positions in the text and on the tape fit in 32 bits.
  static constexpr size_t kMaxTextBytes = 0xFFFFFFF0;

  enum class Positions { kSkip, kRecord };

  StrictParser() = default;
  StrictParser(const StrictParser&) = delete;
  StrictParser& operator=(const StrictParser&) = delete;

  // Parses one JSON text, which needs no padding. Returns true and leaves the
  // result in tape() and strings(), or returns false and leaves the reason in
  // error().
  //
  // An array or object within max_depth - 1 others is accepted, one deeper is
  // not; an empty one counts. (simdjson, given the same limit, does not count
  // an innermost empty one and refuses the last level: what it accepts is a
  // subset of what this accepts.)
  bool Parse(std::string_view text, size_t max_depth,
             Positions positions = Positions::kSkip);

  // The results of the last call of Parse; empty when it failed. Valid until
  // the next call.
  absl::Span<const uint64_t> tape() const { return tape_; }
  // Behind the strings stand kReadable bytes of zero, so that a reader may load
  // a word at any string's start, as it may in simdjson's buffer.
  static constexpr size_t kReadable = 8;
  absl::Span<const uint8_t> strings() const {
    return absl::MakeConstSpan(strings_).first(string_bytes_);
  }

  // For each word of the tape the offset of the byte where its value, member
  // name or closing bracket begins. Both words of a number have the number's;
  // the root words have 0 and the text's size. Empty unless recorded.
  absl::Span<const uint32_t> offsets() const { return offsets_; }

  // Meaningful only after Parse returned false.
  const ParseError& error() const { return error_; }

 private:
  // An array or object that is not closed yet.
  struct Scope {
    uint32_t tape_index;
    uint32_t count;
    bool is_object;
    size_t offset;
  };

  bool ParseText(size_t max_depth);
  bool ParseValue();
  bool ParseMemberName();
  bool ParseString();
  bool ParseEscape();
  bool ParseHexDigits(uint32_t& code_unit);
  bool ParseNumber();
  bool ParseLiteral(std::string_view literal, char type);
  bool Open(bool is_object, size_t max_depth);
  void Close();

  void SkipWhiteSpace();
  bool AtEnd() const { return at_ == text_.size(); }
  // The byte to read next, or NUL at the end, which no rule accepts.
  char Peek() const { return AtEnd() ? '\0' : text_[at_]; }
  bool PeekDigit() const { return Peek() >= '0' && Peek() <= '9'; }

  void AppendWord(char type, uint64_t payload, size_t offset);
  void AppendNumber(char type, uint64_t bits, size_t offset);
  void AppendCodePoint(uint32_t code_point);
  // Begins an entry of strings() and returns its offset; EndString completes
  // it.
  size_t BeginString();
  void EndString(size_t begin);

  // These record an error and return false. Expected() adds what stands at the
  // current position and the usual reasons for it; `hint` names another.
  bool Fail(ParseError::Kind kind, size_t offset, std::string message);
  bool Expected(std::string_view what, std::string_view hint = {});
  bool ExpectedValue();
  bool FailUtf8(size_t offset);

  std::string_view text_;
  size_t at_ = 0;
  bool record_offsets_ = false;
  std::vector<uint64_t> tape_;
  std::vector<uint8_t> strings_;  // and kReadable bytes, once parsed
  size_t string_bytes_ = 0;
  std::vector<uint32_t> offsets_;
  std::vector<Scope> scopes_;
  ParseError error_;
};

}  // namespace gabarit::document

#endif  // GABARIT_ENGINE_DOCUMENT_STRICT_PARSER_H_
