// Loops that only a dynamic scope closes.

#ifndef GABARIT_ENGINE_COMPILE_DYNAMIC_LOOPS_H_
#define GABARIT_ENGINE_COMPILE_DYNAMIC_LOOPS_H_

#include <cstddef>

#include "absl/status/status.h"
#include "engine/compile/dynamic_scopes.h"
#include "engine/schema/graph.h"

namespace gabarit::compile {

// Looks for subschemas that, in a dynamic scope they are reached in, lead to
// each other without a step into the instance (Core §9.4.1). schema::
// CheckReferenceLoops has found those that need no dynamic scope. Errors:
// InvalidArgument, naming the places on the loop; ResourceExhausted where more
// than `max_applied` pairs of subschema and scope are reached.
absl::Status CheckDynamicLoops(const schema::SchemaGraph& graph,
                               DynamicScopes& scopes, size_t max_applied);

}  // namespace gabarit::compile

#endif  // GABARIT_ENGINE_COMPILE_DYNAMIC_LOOPS_H_
