// From bytes to a tape: StructuralParser does the work on simdjson's index,
// StrictParser what that cannot.
//
// JSON here is RFC 8259, strictly, in UTF-8, without a byte order mark.
// StructuralParser refuses some things that the RFC allows and that still need
// a right verdict: integers beyond 64 bits, numbers beyond the range of a
// double, a scalar as the whole text. It also gives no position with its
// errors. So whatever it refuses goes to StrictParser, whose word is final: it
// yields either a tape that holds such numbers by their text, or the error with
// its place.

#ifndef GABARIT_ENGINE_DOCUMENT_PARSER_H_
#define GABARIT_ENGINE_DOCUMENT_PARSER_H_

#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/document/positions.h"
#include "engine/document/strict_parser.h"
#include "engine/document/structural_parser.h"
#include "engine/document/value.h"

namespace gabarit::document {

struct ParseLimits {
  size_t max_depth = 1024;             // nested arrays and objects
  size_t max_bytes = size_t{1} << 30;  // of JSON text
  // What the caller's manual calls max_bytes and max_depth, for messages.
  std::string_view limit_name = "max_instance_bytes";
  std::string_view depth_limit_name = "max_depth";
};

// How many readable bytes must follow a text that is parsed in place.
inline constexpr size_t kPadding = simdjson::SIMDJSON_PADDING;

// Parses one document after another into the same memory: after the largest
// document of a kind has been seen, parsing allocates nothing. Not for use from
// several threads at once.
class Parser {
 public:
  explicit Parser(const ParseLimits& limits = {});
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  // Parses `json`, of which a padded copy is made. Returns whether it is JSON;
  // if not, error() says why. The former document's values end here.
  bool Parse(std::string_view json);

  // Parses in place. The caller promises kPadding readable bytes (of any
  // content) after `json`, and that `json` outlives the document's values.
  bool ParsePadded(std::string_view json);

  // The document's outermost value; only after a parse that returned true.
  Value root() const { return Value(&view_, 1); }
  const TapeView& view() const { return view_; }
  const ParseError& error() const { return error_; }

 private:
  friend class Document;

  ParseLimits limits_;
  StructuralParser structural_;
  StrictParser strict_;
  PositionIndex positions_;
  std::unique_ptr<char[]> copy_;
  size_t copy_capacity_ = 0;
  TapeView view_;
  size_t strings_size_ = 0;  // bytes at view_.strings that words refer to
  ParseError error_;
};

// A parsed document that is kept, as a schema is: owns its text and a tape of
// exactly the size needed. Immutable, so it may be read from many threads.
class Document {
 public:
  // Errors: InvalidArgument with line, column and what is wrong;
  // ResourceExhausted where a limit is passed.
  static absl::StatusOr<std::unique_ptr<const Document>> Parse(
      std::string_view json, const ParseLimits& limits = {});

  // Keeps what `parser` parsed last.
  static std::unique_ptr<const Document> Keep(const Parser& parser);

  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  Value root() const { return Value(&view_, 1); }
  const TapeView& view() const { return view_; }
  std::string_view text() const { return text_; }
  // Length of the tape in words: every Value's index is below it.
  size_t tape_size() const { return words_.size(); }

 private:
  Document() = default;

  // With readable bytes behind it, since strings may be read from here.
  std::string padded_text_;
  std::string_view text_;
  std::vector<uint64_t> words_;
  std::vector<uint8_t> strings_;  // where they are not all in the text
  PositionIndex positions_;
  TapeView view_;
};

// "line 3, column 14: expected ',' or '}' after a member"
std::string Describe(const ParseError& error, std::string_view text);

}  // namespace gabarit::document

#endif  // GABARIT_ENGINE_DOCUMENT_PARSER_H_
