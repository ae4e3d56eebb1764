// From a SchemaGraph to a Program.
//
// The compiler decides everything that does not depend on an instance. What it
// merges: all subschemas that apply to one instance location through $ref,
// $dynamicRef and allOf become one block, so that an object is walked once
// whatever number of subschemas have something to say about its members. What
// it splits: every block is compiled once for each kind of instance, and
// alternatives that cannot accept a kind do not occur in that kind's code.

#ifndef GABARIT_ENGINE_COMPILE_COMPILER_H_
#define GABARIT_ENGINE_COMPILE_COMPILER_H_

#include <cstddef>

#include "absl/status/statusor.h"
#include "engine/program/program.h"
#include "engine/schema/graph.h"

namespace gabarit::compile {

struct CompileLimits {
  size_t max_instructions = 4'000'000;
};

// The program refers to the graph's constants, patterns and formats: the graph
// must outlive it. Errors: InvalidArgument where dynamic references would apply
// the schema to one value for ever; ResourceExhausted where a limit is passed.
absl::StatusOr<program::Program> Compile(const schema::SchemaGraph& graph,
                                         const CompileLimits& limits = {});

}  // namespace gabarit::compile

#endif  // GABARIT_ENGINE_COMPILE_COMPILER_H_
