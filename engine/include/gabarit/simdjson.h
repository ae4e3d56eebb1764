// For programs that have parsed their documents with simdjson's DOM already:
// validates them where they lie, without a copy.
//
//   simdjson::dom::parser parser;
//   simdjson::dom::element message = parser.parse(bytes);
//   Verdict verdict = validator.Validate(
//       schema, gabarit::ValueOf(message["params"]["arguments"]));
//
// Two things are lost with the text that the tape was made from: numbers are
// judged by the doubles that simdjson rounded them to (taken as their shortest
// decimals), and errors carry no offsets. Numbers that simdjson refuses never
// get here. Where they matter, hand the bytes to the Validator instead.

#ifndef GABARIT_SIMDJSON_H_
#define GABARIT_SIMDJSON_H_

#include <simdjson.h>

#include <bit>
#include <cstdint>

#include "gabarit/validator.h"

namespace gabarit {

// The value that `element` stands for; as long-lived as the element's document.
inline Value ValueOf(simdjson::dom::element element) {
  // simdjson has no accessor for an element's place on the tape, but documents
  // the tape, and an element is that place: a document and an index.
  struct Place {
    const simdjson::dom::document* document;
    size_t index;
  };
  static_assert(sizeof(Place) == sizeof element);
  const Place place = std::bit_cast<Place>(element);
  return Value::FromTape(place.document->tape.get(),
                         place.document->string_buf.get(),
                         static_cast<uint32_t>(place.index));
}

}  // namespace gabarit

#endif  // GABARIT_SIMDJSON_H_
