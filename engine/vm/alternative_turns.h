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
