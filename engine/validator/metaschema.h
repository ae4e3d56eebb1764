// Whether a schema document is valid against its dialect's metaschema.

#ifndef GABARIT_ENGINE_VALIDATOR_METASCHEMA_H_
#define GABARIT_ENGINE_VALIDATOR_METASCHEMA_H_

#include "absl/status/status.h"
#include "engine/schema/graph.h"
#include "engine/schema/loader.h"

namespace gabarit {

// Checks the document that `graph` was loaded from. OK also where it cannot be
// asked: a document whose resources are of several dialects is valid against no
// one metaschema (Core §9.3.3 has each resource follow its own), and what the
// loader checked of every keyword must do. Error: InvalidArgument with the
// place in the schema and what would be right.
absl::Status CheckAgainstMetaschema(const schema::SchemaGraph& graph,
                                    const schema::LoadOptions& options);

}  // namespace gabarit

#endif  // GABARIT_ENGINE_VALIDATOR_METASCHEMA_H_
