// A program as text, for people and for tests of the compiler.

#ifndef GABARIT_ENGINE_PROGRAM_DISASSEMBLER_H_
#define GABARIT_ENGINE_PROGRAM_DISASSEMBLER_H_

#include <string>

#include "engine/program/program.h"

namespace gabarit::program {

// Blocks with their entries, then the code, one instruction a line, each with
// the plan or constants that it names written out. The same program always
// gives the same text.
//
//   block 2  object 5, others reject
//   5  object plan 0
//        "shard" required -> block 3
//        others -> reject
std::string Disassemble(const Program& program);

}  // namespace gabarit::program

#endif  // GABARIT_ENGINE_PROGRAM_DISASSEMBLER_H_
