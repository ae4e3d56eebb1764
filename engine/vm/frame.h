// What the machine is in the middle of.

#ifndef GABARIT_ENGINE_VM_FRAME_H_
#define GABARIT_ENGINE_VM_FRAME_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/program/program.h"

namespace gabarit::vm {

// What is under way, and how to go on once its sequence is done. Members that a
// kind of frame does not name are not set for it.
struct Frame {
  enum class Kind : uint8_t {
    kStart,
    kObject,
    kArray,
    kCall,
    kAnyOf,
    kOneOf,
    kNot,
    kIf,
    kContains,
    kUnevaluatedMembers,
    kUnevaluatedItems,
  };
  // Where the checks of a member are taken up again.
  enum class Stage : uint8_t { kMember, kNamed, kSteps };

  Kind kind;
  Stage stage;   // kObject
  bool matched;  // kObject: a pattern matched; kAnyOf, kOneOf: one accepted
  const program::Instruction* instruction;  // that opened the frame
  uint32_t value;     // tape index of the value it looks at
  uint32_t cursor;    // tape index of the next member or item
  uint32_t end;       // tape index of the close word
  uint32_t position;  // members, items or alternatives seen
  // kObject: bits of the names seen; kContains: matches; alternatives: bits of
  // those still to be tried, where there are at most 64.
  uint64_t seen;
  // kObject: the slot of the name that is expected next; where the current
  // member goes through steps, the next step instead.
  uint32_t step;
  // Frames that catch failures:
  uint32_t outer_catch;  // the frame that catches what fails outside this one
  uint32_t records;      // how many records were open
  uint32_t wide;  // words of wide_bits in use; kObject: the first of its own
};

}  // namespace gabarit::vm

#endif  // GABARIT_ENGINE_VM_FRAME_H_
