// Every bound the engine keeps, what it costs to raise, and what happens there.
//
// Schemas and instances are hostile until proven otherwise. Passing a limit is
// never a verdict: a schema beyond one does not compile (absl::StatusCode::
// kResourceExhausted), and an instance beyond one gets Verdict::kLimitReached.
// Both name the limit by the name it has here.

#ifndef GABARIT_LIMITS_H_
#define GABARIT_LIMITS_H_

#include <cstddef>
#include <cstdint>

namespace gabarit {

// Bounds on one schema, kept when it is compiled.
struct SchemaLimits {
  // Bytes of JSON text in one schema document.
  size_t max_schema_bytes = size_t{64} << 20;
  // Subschemas nested in one another within one document.
  size_t max_schema_depth = 512;
  // Subschemas in all documents that the schema reaches.
  size_t max_subschemas = 200'000;
  // Instructions in the compiled program. Schemas that would unfold into more
  // (dynamic references under many dynamic scopes, mostly) are refused.
  size_t max_instructions = 4'000'000;
  // Bytes that one regular expression may compile to.
  int64_t max_pattern_bytes = int64_t{8} << 20;
};

// Bounds on one instance, kept while it is parsed and evaluated.
struct InstanceLimits {
  // Bytes of JSON text.
  size_t max_instance_bytes = size_t{1} << 30;
  // Arrays and objects nested in one another. Nothing recurses on the native
  // stack, so raising it costs about 100 bytes of heap a level.
  size_t max_depth = 1024;
  // Evaluation steps: about one for each member, item and assertion that is
  // looked at, each branch of a disjunction counting anew. A schema of ordinary
  // shape takes less than one step for each byte of the instance; the limit
  // turns schemas that multiply work (overlapping recursive alternatives) into
  // a clear refusal after about a second.
  uint64_t max_steps = 100'000'000;
  // Errors in one report; the report says when there were more.
  size_t max_errors = 1000;
};

}  // namespace gabarit

#endif  // GABARIT_LIMITS_H_
