#include "engine/program/program.h"

namespace gabarit::program {

std::string_view Mnemonic(Opcode opcode) {
  switch (opcode) {
#define INSTRUCTION(name, mnemonic, operands) \
  case Opcode::k##name:                       \
    return mnemonic;
#include "engine/program/instructions.def"
#undef INSTRUCTION
  }
  return "?";
}

Operands OperandsOf(Opcode opcode) {
  switch (opcode) {
#define INSTRUCTION(name, mnemonic, operands) \
  case Opcode::k##name:                       \
    return Operands::operands;
#include "engine/program/instructions.def"
#undef INSTRUCTION
  }
  return Operands::kNone;
}

size_t Program::bytes() const {
  const auto of = [](const auto& pool) {
    return pool.size() * sizeof(pool[0]);
  };
  return sizeof *this + of(code) + of(blocks) + of(entries) + of(block_lists) +
         of(objects) + of(arrays) + of(contains) + of(selects) + of(masks) +
         of(steps) + of(dependents) + of(wide_bits) + of(string_tables) +
         of(slots) + of(indices) + of(texts) + of(names) + of(numbers) +
         of(constants) + of(patterns) + of(formats) + of(contents);
}

}  // namespace gabarit::program
