// The listing, instruction by instruction: a small program written by hand.

#include "engine/program/disassembler.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/program/program.h"
#include "engine/program/verifier.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace gabarit::program {
namespace {

using ::testing::HasSubstr;

// What every program begins with.
Program Empty() {
  Program program;
  program.code.resize(2);
  program.code[kAcceptEntry].opcode = Opcode::kAccept;
  program.code[kAcceptEntry].last = true;
  program.code[kRejectEntry].opcode = Opcode::kReject;
  program.code[kRejectEntry].last = true;
  program.blocks.resize(2);
  for (Entry& entry : program.blocks[kRejectBlock].entries) {
    entry = kRejectEntry;
  }
  return program;
}

TEST(Disassembler, ListsBlocksAndCode) {
  Program program = Empty();
  program.root = 2;
  program.blocks.emplace_back();
  for (Entry& entry : program.blocks[2].entries) entry = kRejectEntry;
  program.blocks[2].entries[static_cast<int>(document::Kind::kObject)] = 2;
  program.blocks[2].entries[static_cast<int>(document::Kind::kString)] = 3;
  const std::vector<std::string_view> names = {"shard", "size"};
  ObjectPlan plan;
  plan.table =
      BuildStringTable(names, &program.slots, &program.indices, &program.texts);
  program.slots[plan.table.slots].block = 2;
  program.slots[plan.table.slots].flags_and_bit = kSlotHasBit;
  plan.required = 1;
  plan.bit_count = 1;
  plan.required_count = 1;
  plan.rest = kRejectBlock;
  program.objects.push_back(plan);
  Instruction object;
  object.opcode = Opcode::kObject;
  object.last = true;
  program.code.push_back(object);
  Instruction length;
  length.opcode = Opcode::kLengthAtMost;
  length.set_immediate(63);
  length.last = true;
  program.code.push_back(length);
  ASSERT_TRUE(Verify(program).ok()) << Verify(program);
  EXPECT_EQ(Disassemble(program),
            "root block 2\n"
            "\n"
            "block 2  string 3, object 2, others reject\n"
            "\n"
            "2  object plan 0  .\n"
            "     \"shard\" required -> block 2\n"
            "     \"size\" -> accept\n"
            "     others -> reject\n"
            "3  length-at-most 63  .\n");
}

TEST(Disassembler, KnowsEveryInstruction) {
  for (int i = 0; i < kOpcodeCount; ++i) {
    EXPECT_FALSE(Mnemonic(static_cast<Opcode>(i)).empty()) << i;
  }
}

}  // namespace
}  // namespace gabarit::program
