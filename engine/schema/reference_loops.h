// Schemas that would apply to one and the same instance location for ever.

#ifndef GABARIT_ENGINE_SCHEMA_REFERENCE_LOOPS_H_
#define GABARIT_ENGINE_SCHEMA_REFERENCE_LOOPS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "engine/schema/graph.h"

namespace gabarit::schema {

// A place in the walk over the edges of one subschema.
struct LoopStep {
  SubschemaId subschema = kNoSubschema;
  uint32_t keyword = 0;  // of the subschema's keywords
  uint32_t operand = 0;
};

// Moves `step` on to the next edge that does not step into the instance: a
// reference or an applicator in place (Core §9.4.1, §10.2), whose position
// `step->keyword` then is. Returns where it leads, a dynamic reference to its
// initial target; kNoSubschema when the subschema has no more such edges.
SubschemaId NextInPlace(const SchemaGraph& graph, LoopStep* step);

// The error of a schema with such a cycle, naming the places on it.
absl::Status LoopError(const SchemaGraph& graph,
                       absl::Span<const LoopStep> loop);

// Looks for a cycle of subschemas that lead to each other without a step into
// the instance. Errors: LoopError.
//
// A dynamic reference counts as leading to its initial target only. Where the
// dynamic scope leads it elsewhere, cycles are possible that no document shows;
// whoever follows dynamic scopes looks for those.
absl::Status CheckReferenceLoops(const SchemaGraph& graph);

}  // namespace gabarit::schema

#endif  // GABARIT_ENGINE_SCHEMA_REFERENCE_LOOPS_H_
