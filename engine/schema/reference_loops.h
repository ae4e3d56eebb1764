// Schemas that would apply to one and the same instance location for ever.

#ifndef GABARIT_ENGINE_SCHEMA_REFERENCE_LOOPS_H_
#define GABARIT_ENGINE_SCHEMA_REFERENCE_LOOPS_H_

#include "absl/status/status.h"
#include "engine/schema/graph.h"

namespace gabarit::schema {

// Looks for a cycle of subschemas that lead to each other without a step into
// the instance: by references and by the applicators in place (Core §9.4.1,
// §10.2). Errors: InvalidArgument, naming the places on the cycle.
//
// A dynamic reference counts as leading to its initial target only. Where the
// dynamic scope leads it elsewhere, cycles are possible that no document shows;
// those are for the evaluators to guard against.
absl::Status CheckReferenceLoops(const SchemaGraph& graph);

}  // namespace gabarit::schema

#endif  // GABARIT_ENGINE_SCHEMA_REFERENCE_LOOPS_H_
