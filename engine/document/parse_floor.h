// The price that no validator of JSON text can go below: simdjson's own DOM
// parse, and nothing else. For benchmarks to compare with.

#ifndef GABARIT_ENGINE_DOCUMENT_PARSE_FLOOR_H_
#define GABARIT_ENGINE_DOCUMENT_PARSE_FLOOR_H_

#include <simdjson.h>

#include <string_view>

namespace gabarit::document {

// Reuses its memory, as Parser does. One thread at a time.
class ParseFloor {
 public:
  // Parses `json`, after which at least kPadding bytes must be readable.
  // Returns whether simdjson accepts it, by its defaults; numbers that it
  // refuses and JSON allows make the difference to Parser.
  bool Parse(std::string_view json) {
    return parser_.parse(json.data(), json.size(), /*realloc_if_needed=*/false)
               .error() == simdjson::SUCCESS;
  }

 private:
  simdjson::dom::parser parser_;
};

}  // namespace gabarit::document

#endif  // GABARIT_ENGINE_DOCUMENT_PARSE_FLOOR_H_
