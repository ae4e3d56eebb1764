// A value's own text, cut out of its document's.

#ifndef GABARIT_ENGINE_DOCUMENT_SOURCE_TEXT_H_
#define GABARIT_ENGINE_DOCUMENT_SOURCE_TEXT_H_

#include <cstddef>
#include <string_view>

#include "engine/document/value.h"

namespace gabarit::document {

// The length in bytes of the JSON string, number, literal or bracket that
// begins at the byte `offset` of `text`, which is JSON up to its end.
size_t TokenLength(std::string_view text, size_t offset);

// The value exactly as its document writes it, numbers digit by digit. Points
// into that text, which must be known (`value.view().positions` is not null).
// Indexes the text on first use, so it follows PositionIndex's rule on threads.
std::string_view SourceText(Value value);

}  // namespace gabarit::document

#endif  // GABARIT_ENGINE_DOCUMENT_SOURCE_TEXT_H_
