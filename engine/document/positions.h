// Where in its text each value of a document begins.
//
// simdjson's tape does not say. Few callers need to know (an error message, or
// a number whose double has lost digits), so the index is made on first request
// by parsing the text once more, in time linear in the text.

#ifndef GABARIT_ENGINE_DOCUMENT_POSITIONS_H_
#define GABARIT_ENGINE_DOCUMENT_POSITIONS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/document/strict_parser.h"

namespace gabarit::document {

class PositionIndex {
 public:
  // Forgets the former document; `text` must stay where it is. Costs nothing
  // until the first question.
  void Reset(std::string_view text) {
    text_ = text;
    ready_ = false;
  }

  // The byte offset at which the value (or member name) at tape index `index`
  // begins; for a close word, that of the bracket. The first call parses the
  // text and may allocate: not for use from several threads at once unless one
  // call was made before.
  size_t Offset(uint32_t index) {
    Prepare();
    return parser_.offsets()[index];
  }

  // Makes the index now, so that later calls only read.
  void Prepare() {
    if (ready_) return;
    // The text has been parsed before; it cannot fail now.
    parser_.Parse(text_, text_.size(), StrictParser::Positions::kRecord);
    ready_ = true;
  }

  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
  StrictParser parser_;
  bool ready_ = false;
};

}  // namespace gabarit::document

#endif  // GABARIT_ENGINE_DOCUMENT_POSITIONS_H_
