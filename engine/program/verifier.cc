#include "engine/program/verifier.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"

namespace gabarit::program {
namespace {

class Verifier {
 public:
  explicit Verifier(const Program& program) : program_(program) {}

  absl::Status Run() {
    if (program_.code.size() < 2 || program_.blocks.size() < 2) {
      return absl::InternalError("the fixed entries or blocks are missing");
    }
    CheckBlock(program_.root, "root");
    CheckFixed();
    for (size_t block = 0; block < program_.blocks.size(); ++block) {
      for (int kind = 0; kind < document::kKindCount; ++kind) {
        CheckEntry(program_.blocks[block].entries[kind], "block entry");
      }
    }
    for (const Entry entry : program_.entries) CheckEntry(entry, "entry pool");
    for (const BlockId block : program_.block_lists) {
      CheckBlock(block, "block list");
    }
    for (const MemberStep& step : program_.steps) {
      CheckBlock(step.block, "member step");
    }
    for (const StringTable& table : program_.string_tables) CheckTable(table);
    for (const ObjectPlan& plan : program_.objects) CheckObject(plan);
    for (const ArrayPlan& plan : program_.arrays) {
      CheckRange(plan.prefix, plan.prefix_count, program_.block_lists.size(),
                 "array prefix");
      CheckBlock(plan.items, "array items");
    }
    for (const ContainsPlan& plan : program_.contains) {
      CheckBlock(plan.block, "contains");
    }
    for (const ContentPlan& plan : program_.contents) {
      CheckBlock(plan.block, "content");
    }
    for (const Program::Text& name : program_.names) {
      CheckRange(name.offset, name.length, program_.texts.size(), "name");
    }
    CheckCode();
    return status_;
  }

 private:
  void Fail(std::string what) {
    if (status_.ok()) status_ = absl::InternalError(what);
  }
  void Check(bool holds, const char* what) {
    if (!holds) Fail(absl::StrCat("out of range: ", what));
  }
  void CheckEntry(Entry entry, const char* what) {
    Check(entry < program_.code.size(), what);
  }
  void CheckBlock(BlockId block, const char* what) {
    Check(block < program_.blocks.size(), what);
  }
  void CheckRange(uint64_t first, uint64_t count, size_t size,
                  const char* what) {
    Check(first <= size && count <= size - first, what);
  }

  void CheckFixed() {
    Check(program_.code[kAcceptEntry].opcode == Opcode::kAccept,
          "accepting entry");
    Check(program_.code[kRejectEntry].opcode == Opcode::kReject,
          "rejecting entry");
    for (int kind = 0; kind < document::kKindCount; ++kind) {
      Check(program_.blocks[kAcceptBlock].entries[kind] == kAcceptEntry,
            "accepting block");
      Check(program_.blocks[kRejectBlock].entries[kind] == kRejectEntry,
            "rejecting block");
    }
  }

  // A table must stay in the pools for every hash, and find its own strings.
  void CheckTable(const StringTable& table) {
    CheckRange(table.slots, uint64_t{table.size} + 1, program_.slots.size(),
               "slots of a string table");
    CheckRange(table.indices, uint64_t{table.index_mask} + 1,
               program_.indices.size(), "indices of a string table");
    if (table.displacement_shift != 0) {
      CheckRange(table.displacements,
                 uint64_t{1} << (64 - table.displacement_shift),
                 program_.indices.size(), "displacements of a string table");
    }
    if (!status_.ok()) return;
    for (uint32_t i = 0; i <= table.index_mask; ++i) {
      Check(program_.indices[table.indices + i] <= table.size,
            "index of a string table");
    }
    if (!status_.ok()) return;
    for (uint32_t i = 0; i < table.size; ++i) {
      const StringSlot& slot = program_.slots[table.slots + i];
      CheckRange(slot.text, uint64_t{slot.length} + 8, program_.texts.size(),
                 "string of a table");
      if (!status_.ok()) return;
      const StringSlot* found = program_.Find(
          table,
          std::string_view(program_.texts).substr(slot.text, slot.length));
      if (found != &slot) Fail("a string table does not find its own string");
    }
    if (program_.slots[table.slots + table.size].length !=
        StringSlot::kUnused) {
      Fail("a string table has no end");
    }
  }

  void CheckObject(const ObjectPlan& plan) {
    CheckTable(plan.table);
    if (!status_.ok()) return;
    for (uint32_t i = 0; i < plan.table.size; ++i) {
      const StringSlot& slot = program_.slots[plan.table.slots + i];
      CheckBlock(slot.block, "member block");
      if ((slot.flags_and_bit & kSlotHasBit) != 0) {
        Check(slot.bit() < plan.bit_count, "member bit");
      }
    }
    CheckRange(plan.wide_required, plan.wide_required_count,
               program_.wide_bits.size(), "required bits");
    CheckRange(plan.dependents, plan.dependent_count,
               program_.dependents.size(), "dependents");
    CheckRange(plan.steps, plan.step_count, program_.steps.size(), "steps");
    CheckBlock(plan.rest, "other members");
    CheckBlock(plan.names, "member names");
    if (!status_.ok()) return;
    for (uint32_t i = 0; i < plan.wide_required_count; ++i) {
      Check(program_.wide_bits[plan.wide_required + i] < plan.bit_count,
            "required bit");
    }
    for (uint32_t i = 0; i < plan.dependent_count; ++i) {
      const DependentBits& bits = program_.dependents[plan.dependents + i];
      Check(bits.trigger < plan.bit_count && bits.needed < plan.bit_count,
            "dependent bit");
    }
  }

  void CheckSelect(const Instruction& ins) {
    Check(ins.c < program_.selects.size() && ins.b <= 64, "select plan");
    if (!status_.ok()) return;
    const SelectPlan& plan = program_.selects[ins.c];
    CheckTable(plan.names);
    CheckTable(plan.values);
    CheckRange(plan.masks, plan.mask_count, program_.masks.size(), "masks");
    CheckRange(plan.needed_by, plan.names.size, program_.masks.size(),
               "leaves that need a name");
    Check(plan.names.size <= 64 &&
              (plan.names.size == 64 || plan.required >> plan.names.size == 0),
          "required names");
    CheckRange(plan.owners, plan.leaf_count, program_.masks.size(), "owners");
    CheckRange(plan.leaves, plan.leaf_count, program_.entries.size(), "leaves");
    Check(plan.leaf_count <= 64, "number of leaves");
    if (!status_.ok()) return;
    for (uint32_t i = 0; i < plan.leaf_count; ++i) {
      const uint64_t owner = program_.masks[plan.owners + i];
      Check(std::has_single_bit(owner) &&
                static_cast<uint32_t>(std::countr_zero(owner)) < ins.b,
            "owner of a leaf");
    }
    for (uint32_t i = 0; i < plan.names.size; ++i) {
      Check(program_.slots[plan.names.slots + i].bit() < 64, "bit of a name");
    }
    for (uint32_t i = 0; i < plan.values.size; ++i) {
      Check(program_.slots[plan.values.slots + i].block < plan.mask_count,
            "mask of a value");
    }
    uint64_t masks = plan.unknown | plan.missing;
    for (uint32_t i = 0; i < plan.mask_count; ++i) {
      masks |= program_.masks[plan.masks + i];
    }
    Check(plan.leaf_count == 64 || masks >> plan.leaf_count == 0, "leaf");
  }

  void CheckCode() {
    int open_records = 0;
    for (size_t at = 0; at < program_.code.size() && status_.ok(); ++at) {
      const Instruction& ins = program_.code[at];
      Check(static_cast<int>(ins.opcode) < kOpcodeCount, "opcode");
      if (!status_.ok()) return;
      CheckOperands(ins);
      if (ins.opcode == Opcode::kOpenRecord) ++open_records;
      if (ins.opcode == Opcode::kCloseRecord) --open_records;
      if (ins.opcode == Opcode::kJump) Check(ins.last, "end of a sequence");
      if (ins.last && open_records != 0) {
        Fail("a sequence ends with an open record");
      }
    }
    if (!program_.code.back().last) Fail("the last sequence does not end");
  }

  void CheckOperands(const Instruction& ins) {
    switch (OperandsOf(ins.opcode)) {
      case Operands::kNone:
      case Operands::kFlag:
      case Operands::kRange32:
        break;
      case Operands::kImmediate:
        if (ins.opcode == Opcode::kIntegerMultipleOf) {
          Check(ins.immediate() > 0, "divisor");
        }
        break;
      case Operands::kEntry:
        CheckEntry(ins.a, "operand");
        break;
      case Operands::kEntries:
        CheckRange(ins.a, ins.b, program_.entries.size(), "alternatives");
        Check(ins.b > 0, "number of alternatives");
        if (ins.c != kNoSelect) CheckSelect(ins);
        break;
      case Operands::kBranches3:
        CheckEntry(ins.a, "condition");
        CheckEntry(ins.b, "then");
        CheckEntry(ins.c, "else");
        break;
      case Operands::kNumber:
        Check(ins.a < program_.numbers.size(), "number");
        break;
      case Operands::kConstants:
        CheckRange(ins.a, ins.b, program_.constants.size(), "constants");
        break;
      case Operands::kStringTable:
        Check(ins.a < program_.string_tables.size(), "string table");
        break;
      case Operands::kPattern:
        Check(ins.a < program_.patterns.size(), "pattern");
        break;
      case Operands::kFormat:
        Check(ins.a < program_.formats.size(), "format");
        break;
      case Operands::kContent:
        Check(ins.a < program_.contents.size(), "content");
        break;
      case Operands::kObjectPlan:
        Check(ins.a < program_.objects.size(), "object plan");
        break;
      case Operands::kArrayPlan:
        Check(ins.a < program_.arrays.size(), "array plan");
        break;
      case Operands::kContainsPlan:
        Check(ins.a < program_.contains.size(), "contains plan");
        break;
      case Operands::kBlock:
        CheckBlock(ins.a, "operand");
        break;
      case Operands::kNameAndEntry:
        Check(ins.a < program_.names.size(), "name");
        CheckEntry(ins.b, "operand");
        break;
    }
  }

  const Program& program_;
  absl::Status status_;
};

}  // namespace

absl::Status Verify(const Program& program) { return Verifier(program).Run(); }

}  // namespace gabarit::program
