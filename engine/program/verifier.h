// Proves that a program stays within its pools, before it runs.
//
// The VM checks no operand. What it relies on is listed here and checked by
// code that shares nothing with the compiler: every operand names something
// that exists, every sequence ends, tables find their own strings, and records
// are opened and closed in pairs.

#ifndef GABARIT_ENGINE_PROGRAM_VERIFIER_H_
#define GABARIT_ENGINE_PROGRAM_VERIFIER_H_

#include "absl/status/status.h"
#include "engine/program/program.h"

namespace gabarit::program {

// OK, or Internal with the first fault and where it is. Linear in the program.
absl::Status Verify(const Program& program);

}  // namespace gabarit::program

#endif  // GABARIT_ENGINE_PROGRAM_VERIFIER_H_
