#ifndef GABARIT_ENGINE_SCHEMA_EMBEDDED_METASCHEMAS_H_
#define GABARIT_ENGINE_SCHEMA_EMBEDDED_METASCHEMAS_H_

#include <string_view>

#include "absl/types/span.h"

namespace gabarit::schema {

// A metaschema or vocabulary schema that the library carries, so that schemas
// are checked, and references to these documents resolved, without a network.
struct EmbeddedMetaschema {
  // Absolute, as in the document's "$id" ("id" in draft-04) but without the
  // empty fragment that drafts up to 07 put there:
  // "http://json-schema.org/draft-07/schema".
  std::string_view uri;
  // The document, byte for byte as in schemas/metaschema. Not padded for
  // simdjson.
  std::string_view json;
};

// All of them, in no particular order, alive as long as the program. Safe to
// call from any thread. Defined in a source that the build generates.
absl::Span<const EmbeddedMetaschema> EmbeddedMetaschemas();

}  // namespace gabarit::schema

#endif  // GABARIT_ENGINE_SCHEMA_EMBEDDED_METASCHEMAS_H_
