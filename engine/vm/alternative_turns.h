// anyOf and oneOf: which alternatives can accept the value, and trying those.

#ifndef GABARIT_ENGINE_VM_ALTERNATIVE_TURNS_H_
#define GABARIT_ENGINE_VM_ALTERNATIVE_TURNS_H_

#include <bit>
#include <cstdint>

#include "engine/vm/execution.h"

namespace gabarit::vm {

// Past this many alternatives none are left out by a select plan.
inline constexpr uint32_t kMostSelected = 64;

inline Turn Execution::OpenAlternatives(Frame::Kind kind, uint64_t candidates) {
  if (!PushCatch(kind)) return FrameLimit();
  top_->position = 0;
  top_->matched = false;
  top_->seen = candidates;
  return Turn::kNextAlternative;
}

// Leaves out the alternatives that the names of the object's members and the
// text of its discriminator rule out. What is ruled out would fail, so the
// outcome is the same for anyOf and for oneOf.
inline Turn Execution::Select() {
  const program::Instruction& ins = *ins_;
  const program::SelectPlan& plan = program_.selects[ins.c];
  const uint64_t* const masks = program_.masks.data();
  uint64_t seen = 0;
  uint64_t candidates = plan.missing;
  const uint32_t end = document::tape::EndIndex(words_[value_]) - 1;
  for (uint32_t cursor = value_ + 1; cursor != end;) {
    --fuel_;
    const program::StringSlot* slot = Find(plan.names, TextAt(cursor));
    const uint32_t member = cursor + 1;
    cursor = document::tape::Next(words_, member);
    if (slot == nullptr) continue;
    const uint64_t bit = uint64_t{1} << slot->bit();
    // Of several members of that name the first decides: an alternative has to
    // accept it as well as the others.
    if (bit == plan.discriminator && (seen & bit) == 0) {
      candidates = plan.unknown;
      if (document::tape::IsString(words_[member])) {
        const program::StringSlot* value = Find(plan.values, TextAt(member));
        if (value != nullptr) candidates = masks[plan.masks + value->block];
      }
      // Whoever is alone decides; its own keywords see to the other members.
      if ((candidates & (candidates - 1)) == 0) break;
    }
    seen |= bit;
  }
  if ((candidates & (candidates - 1)) != 0) {
    for (uint64_t lacking = plan.required & ~seen; lacking != 0;
         lacking &= lacking - 1) {
      candidates &= ~masks[plan.needed_by +
                           static_cast<uint32_t>(std::countr_zero(lacking))];
    }
  }
  if (candidates == 0) return Turn::kFailed;
  if ((candidates & (candidates - 1)) == 0) {
    // One is left, and it decides.
    const program::Entry entry =
        program_.entries[plan.leaves +
                         static_cast<uint32_t>(std::countr_zero(candidates))];
    if (!ins.last && !Push(Frame::Kind::kCall)) return FrameLimit();
    return Enter(entry, value_);
  }
  uint64_t alternatives = 0;
  for (; candidates != 0; candidates &= candidates - 1) {
    alternatives |= masks[plan.owners +
                          static_cast<uint32_t>(std::countr_zero(candidates))];
  }
  return OpenAlternatives(ins.opcode == program::Opcode::kAnyOf
                              ? Frame::Kind::kAnyOf
                              : Frame::Kind::kOneOf,
                          alternatives);
}

inline Turn Execution::NextAlternative() {
  Frame& frame = *top_;
  const program::Instruction& ins = *frame.instruction;
  uint32_t alternative;
  bool is_last;
  if (ABSL_PREDICT_TRUE(ins.b <= kMostSelected)) {
    if (frame.seen == 0) return frame.matched ? DoneCatching() : FailCatching();
    alternative = static_cast<uint32_t>(std::countr_zero(frame.seen));
    frame.seen &= frame.seen - 1;
    is_last = frame.seen == 0;
  } else {
    if (frame.position == ins.b) {
      return frame.matched ? DoneCatching() : FailCatching();
    }
    alternative = frame.position++;
    is_last = frame.position == ins.b;
  }
  const program::Entry entry = program_.entries[ins.a + alternative];
  if (ABSL_PREDICT_FALSE(ins.flag != 0)) {
    fuel_ -= machine_.records_.Copy();
  } else if (is_last && frame.kind == Frame::Kind::kAnyOf) {
    // The last alternative decides: nothing is left to catch, and if nothing
    // follows either, nothing to come back to.
    catch_ = frame.outer_catch;
    value_ = frame.value;
    if (ins.last) {
      --top_;
    } else {
      frame.kind = Frame::Kind::kCall;
    }
    return Enter(entry, value_);
  }
  return Enter(entry, frame.value);
}

}  // namespace gabarit::vm

#endif  // GABARIT_ENGINE_VM_ALTERNATIVE_TURNS_H_
