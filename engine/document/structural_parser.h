#ifndef GABARIT_ENGINE_DOCUMENT_STRUCTURAL_PARSER_H_
#define GABARIT_ENGINE_DOCUMENT_STRUCTURAL_PARSER_H_

#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace gabarit::document {

// The parser for texts that are as they should be: from simdjson's index of
// structural characters (the first of its two stages, which also checks UTF-8
// and finds where strings end) straight to a tape.
//
// It differs from simdjson's second stage in what it does with strings. Those
// without escapes, which are nearly all, are left where they stand in the text
// and written to the tape as place and length; nothing is copied. Reading a
// string then takes one word, not two that depend on each other.
//
// What it accepts is JSON and its tape is the one StrictParser makes, but for
// the words of strings (see value.h). It may refuse what JSON allows, such as
// numbers beyond 64 bits or a scalar that is the whole text; StrictParser has
// the last word on whatever is refused here.
//
// Time and memory are linear in the text. Keeps its memory from one call to the
// next. One thread at a time.
class StructuralParser {
 public:
  StructuralParser() = default;
  StructuralParser(const StructuralParser&) = delete;
  StructuralParser& operator=(const StructuralParser&) = delete;

  // Parses `text`, after which at least simdjson::SIMDJSON_PADDING bytes must
  // be readable. Nesting beyond max_depth is refused, counted as StrictParser
  // counts it.
  bool Parse(std::string_view text, size_t max_depth);

  // The results of the last call of Parse that returned true; valid until the
  // next call, and as long as its text stays where it is.
  const uint64_t* words() const { return words_.get(); }
  const uint8_t* strings() const { return strings_; }
  // Bytes from strings() on that words may refer to. At least eight more are
  // readable.
  size_t strings_size() const { return strings_size_; }

 private:
  // What a copied string takes beside its characters.
  static constexpr size_t kCopyOverhead = sizeof(uint32_t) + 1;

  bool Reserve(size_t length);
  bool IndexText(std::string_view text);
  bool BuildTape(std::string_view text, size_t max_depth);
  // Reads the string from `begin` to `end`, which may have escapes or be too
  // long for a word that tells its length. `escape` is where the next backslash
  // may stand, before and after.
  bool ReadStringWithCare(std::string_view text, size_t begin, size_t end,
                          size_t* escape, uint64_t* word);
  // Makes room for copied strings, behind a copy of the text.
  void CopyText(std::string_view text);
  // The word of a string that is not written as place and length: one with
  // escapes, or one too long. Zero if an escape is none.
  uint64_t CopyString(std::string_view quoted);

  std::unique_ptr<simdjson::internal::dom_parser_implementation> index_;
  std::unique_ptr<uint64_t[]> words_;
  size_t words_capacity_ = 0;
  // A copy of the text and behind it the strings that are copied, for texts
  // that have such.
  std::unique_ptr<uint8_t[]> copies_;
  size_t copies_capacity_ = 0;
  size_t copied_ = 0;  // bytes
  const uint8_t* strings_ = nullptr;
  size_t strings_size_ = 0;
};

}  // namespace gabarit::document

#endif  // GABARIT_ENGINE_DOCUMENT_STRUCTURAL_PARSER_H_
