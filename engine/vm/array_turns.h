// Arrays: items by an array plan, `contains`, and what is left unevaluated.

#ifndef GABARIT_ENGINE_VM_ARRAY_TURNS_H_
#define GABARIT_ENGINE_VM_ARRAY_TURNS_H_

#include <algorithm>

#include "engine/vm/execution.h"

namespace gabarit::vm {

inline Turn Execution::OpenArray() {
  const program::ArrayPlan& plan = program_.arrays[ins_->a];
  const uint32_t size = SizeOf(value_);
  if (size < plan.min_items || size > plan.max_items) return Turn::kFailed;
  if (ABSL_PREDICT_FALSE(plan.records)) {
    machine_.records_.MarkFirst(
        plan.items_evaluate ? size : std::min(size, plan.evaluated_prefix));
  }
  if (plan.prefix_count == 0 && plan.items == program::kAcceptBlock) {
    return Turn::kNext;
  }
  fuel_ -= size;
  if (!Push(Frame::Kind::kArray)) return FrameLimit();
  top_->cursor = value_ + 1;
  top_->end = document::tape::EndIndex(words_[value_]) - 1;
  top_->position = 0;
  return Turn::kNextItem;
}

inline Turn Execution::NextItem() {
  Frame& frame = *top_;
  const program::ArrayPlan& plan = program_.arrays[frame.instruction->a];
  uint32_t cursor = frame.cursor;
  while (cursor != frame.end) {
    program::BlockId block = plan.items;
    if (frame.position < plan.prefix_count) {
      block = program_.block_lists[plan.prefix + frame.position];
    } else if (block == program::kAcceptBlock) {
      break;
    }
    const uint32_t item = cursor;
    ++frame.position;
    cursor = document::tape::Next(words_, item);
    const program::Entry entry = EntryOf(block, item);
    if (entry == program::kAcceptEntry) continue;
    if (entry == program::kRejectEntry) return Turn::kFailed;
    bool holds = true;
    if (CheckAtOnce(code_[entry], item, &holds)) {
      if (!holds) return Turn::kFailed;
      continue;
    }
    frame.cursor = cursor;
    return Enter(entry, item);
  }
  return Done();
}

inline Turn Execution::OpenContains() {
  if (!PushCatch(Frame::Kind::kContains)) return FrameLimit();
  top_->cursor = value_ + 1;
  top_->end = document::tape::EndIndex(words_[value_]) - 1;
  top_->position = 0;
  top_->seen = 0;
  return Turn::kNextContained;
}

inline Turn Execution::NextContained() {
  Frame& frame = *top_;
  const program::ContainsPlan& plan = program_.contains[frame.instruction->a];
  while (frame.cursor != frame.end) {
    if (--fuel_ < 0) return Stop(Outcome::kStepLimit);
    const uint32_t item = frame.cursor;
    ++frame.position;
    frame.cursor = document::tape::Next(words_, item);
    const program::Entry entry = EntryOf(plan.block, item);
    if (entry == program::kRejectEntry) continue;
    if (entry == program::kAcceptEntry) return Turn::kContained;
    return Enter(entry, item);
  }
  return frame.seen >= plan.min ? DoneCatching() : FailCatching();
}

// The item before the cursor matches.
inline Turn Execution::Contained() {
  Frame& frame = *top_;
  const program::ContainsPlan& plan = program_.contains[frame.instruction->a];
  ++frame.seen;
  if (frame.seen > plan.max) return FailCatching();
  if (plan.records) {
    machine_.records_.Mark(frame.position - 1);
  } else if (frame.seen >= plan.min && plan.max == ~uint64_t{0}) {
    return DoneCatching();
  }
  return Turn::kNextContained;
}

inline Turn Execution::OpenUnevaluated() {
  const bool object = document::tape::Type(words_[value_]) == '{';
  if (!Push(object ? Frame::Kind::kUnevaluatedMembers
                   : Frame::Kind::kUnevaluatedItems)) {
    return FrameLimit();
  }
  top_->cursor = value_ + 1;
  top_->end = document::tape::EndIndex(words_[value_]) - 1;
  top_->position = 0;
  return Turn::kNextUnevaluated;
}

inline Turn Execution::NextUnevaluated() {
  Frame& frame = *top_;
  const program::BlockId block = frame.instruction->a;
  const uint32_t name = frame.kind == Frame::Kind::kUnevaluatedMembers ? 1 : 0;
  while (frame.cursor != frame.end) {
    if (--fuel_ < 0) return Stop(Outcome::kStepLimit);
    const uint32_t child = frame.cursor + name;
    frame.cursor = document::tape::Next(words_, child);
    if (machine_.records_.Marked(frame.position++)) continue;
    const program::Entry entry = EntryOf(block, child);
    if (entry == program::kAcceptEntry) continue;
    if (entry == program::kRejectEntry) return Turn::kFailed;
    return Enter(entry, child);
  }
  return Done();
}

}  // namespace gabarit::vm

#endif  // GABARIT_ENGINE_VM_ARRAY_TURNS_H_
