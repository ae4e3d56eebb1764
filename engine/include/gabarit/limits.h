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
  // Arrays and objects nested in one another. The native stack does not grow
  // with it (see max_stack_levels), so raising it costs about 100 bytes of heap
  // a level.
  size_t max_depth = 1024;
  // How many calls deep a verdict may go on the native stack before it goes on
  // on the heap, somewhat slower. No verdict depends on it. A level takes up to
  // 400 bytes; programs that validate on very small stacks (fibers) may lower
  // it, even to 0.
  uint32_t max_stack_levels = 192;
  // Evaluation steps: about one for each member, item and assertion that is
  // looked at, each branch of a disjunction counting anew. A schema of ordinary
  // shape takes less than one step for each byte of the instance; the limit
  // turns schemas that multiply work (overlapping recursive alternatives) into
  // a clear refusal after about a second.
  uint64_t max_steps = 100'000'000;
  // Results of subschemas on values that one report is made from, each about
  // 100 bytes while it is made. The report tries every branch, where a verdict
  // stops at the first that decides, so it may pass this limit where the
  // verdict keeps max_steps.
  size_t max_results = 5'000'000;
  // Errors in one report; the report says when there were more.
  size_t max_errors = 1000;
};

}  // namespace gabarit

#endif  // GABARIT_LIMITS_H_
