// The straight way through a document: objects by plain plans, arrays, and
// members and items that one common assertion settles.
//
// That is most of what there is to do, so it has a function of its own, in
// which everything that is needed for the next member fits into the processor's
// registers. It works on the machine's frames and stops at whatever else there
// is to do, which the machine then does before it calls again.

#ifndef GABARIT_ENGINE_VM_WALK_H_
#define GABARIT_ENGINE_VM_WALK_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/document/value.h"
#include "engine/program/program.h"
#include "engine/vm/frame.h"

namespace gabarit::vm {

// Which slot of its table a member had the last time, by the table and the
// member's turn in its object: documents of one origin have their members in
// one order. The guesses are those of whatever program ran before, and are
// compared before they are believed.
class Guesses {
 public:
  Guesses() : slots_(kTables + kTurns + 1) {}

  // Where the guesses for the objects of a plan with `table` begin.
  uint16_t* For(const program::StringTable& table) {
    return slots_.data() + table.slots % kTables;
  }
  // Turns count up to this, a power of two less one, and begin anew.
  static constexpr uint32_t kTurns = 255;

 private:
  static constexpr uint32_t kTables = 2048;
  std::vector<uint16_t> slots_;
};

// What stays the same during a run.
struct WalkContext {
  WalkContext(const program::Program& program,
              const document::TapeView& tape_view, Guesses* guess)
      : view(tape_view),
        words(view.words),
        strings(view.strings),
        code(program.code.data()),
        blocks(program.blocks.data()),
        objects(program.objects.data()),
        arrays(program.arrays.data()),
        block_lists(program.block_lists.data()),
        slots(program.slots.data()),
        indices(program.indices.data()),
        texts(program.texts.data()),
        string_tables(program.string_tables.data()),
        selects(program.selects.data()),
        masks(program.masks.data()),
        entries(program.entries.data()),
        guesses(guess) {}

  const document::TapeView& view;
  const uint64_t* words;
  const uint8_t* strings;
  const program::Instruction* code;
  const program::Block* blocks;
  const program::ObjectPlan* objects;
  const program::ArrayPlan* arrays;
  const program::BlockId* block_lists;
  const program::StringSlot* slots;
  const uint32_t* indices;
  const char* texts;
  const program::StringTable* string_tables;
  const program::SelectPlan* selects;
  const uint64_t* masks;
  const program::Entry* entries;
  Guesses* guesses;
};

// What changes.
struct WalkState {
  Frame* top;
  Frame* last;  // the last frame there is room for
  int64_t fuel;
  // Where the walk begins or stopped: the instruction, and the value it looks
  // at.
  const program::Instruction* instruction = nullptr;
  uint32_t value = 0;
  uint64_t alternatives = 0;  // kAlternatives: those that may accept the value
};

enum class WalkStop : uint8_t {
  kFailed,
  kRun,           // the instruction is to be run on the value
  kNext,          // the instruction has been run
  kAccepted,      // the sequence that the frame on top waits for has accepted
  kAlternatives,  // the instruction's alternatives are to be tried
  kSteps,       // the frame on top is at a member for which steps must be taken
  kDependents,  // the object on top is through but for its dependent names
};

// Runs the instruction, which the program marks as one for a walk, on the
// value.
WalkStop StartWalk(const WalkContext& context, WalkState* state);
// Goes on with the object (by a plain plan) or the array of the frame on top.
WalkStop ResumeWalk(const WalkContext& context, WalkState* state);

// The slot of the name at `cursor`; null where the table lacks it. `turn` says
// how many members have been guessed, and is raised.
const program::StringSlot* FindMember(const WalkContext& context,
                                      const program::StringTable& table,
                                      uint32_t cursor, uint32_t* turn);

// Opens a frame for the object at tape index `value` or the array there. False
// where the plan's counts rule it out.
bool OpenObject(const program::ObjectPlan& plan,
                const program::Instruction* instruction, uint64_t word,
                uint32_t value, Frame* frame);

}  // namespace gabarit::vm

#endif  // GABARIT_ENGINE_VM_WALK_H_
