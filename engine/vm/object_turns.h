// Objects: one pass over the members by an object plan.

#ifndef GABARIT_ENGINE_VM_OBJECT_TURNS_H_
#define GABARIT_ENGINE_VM_OBJECT_TURNS_H_

#include <string_view>
#include <utility>
#include <vector>

#include "engine/regex/pattern.h"
#include "engine/vm/execution.h"

namespace gabarit::vm {

// Bits of the names that an object has shown: those below 64 in the frame, the
// others in words of their own.
inline bool HasSeen(const Frame& frame, const std::vector<uint64_t>& wide,
                    uint32_t bit) {
  if (bit < 64) return (frame.seen >> bit & 1) != 0;
  return (wide[frame.wide + bit / 64 - 1] >> (bit % 64) & 1) != 0;
}

// The rarer conditions on the names of an object: required ones beyond the
// first 64, and those that others require.
bool HoldsWideAndDependent(const program::Program& program,
                           const program::ObjectPlan& plan, const Frame& frame,
                           const std::vector<uint64_t>& wide);

inline Turn Execution::OpenObject() {
  const program::ObjectPlan& plan = context_.objects[ins_->a];
  fuel_ -= SizeOf(value_);
  if (!MakeRoom()) return FrameLimit();
  if (!vm::OpenObject(plan, ins_, words_[value_], value_, top_ + 1)) {
    return Turn::kFailed;
  }
  ++top_;
  if (ABSL_PREDICT_TRUE(plan.plain)) return Turn::kWalk;
  top_->position = 0;
  if (plan.bit_count > 64) {
    top_->wide = static_cast<uint32_t>(machine_.wide_bits_.size());
    machine_.wide_bits_.resize(top_->wide + (plan.bit_count - 1) / 64);
  }
  return Turn::kNextMember;
}

// By a plan that also looks at every name, records what is evaluated, or has
// more bits than a word.
inline Turn Execution::NextMember() {
  Frame& frame = *top_;
  const program::ObjectPlan& plan = context_.objects[frame.instruction->a];
  while (frame.cursor != frame.end) {
    const uint32_t cursor = frame.cursor;
    const uint32_t member = cursor + 1;
    if (plan.names != program::kAcceptBlock) {
      if (frame.stage == Frame::Stage::kMember) {
        frame.stage = Frame::Stage::kNamed;
        return Enter(blocks_[plan.names]
                         .entries[static_cast<int>(document::Kind::kString)],
                     cursor);
      }
      frame.stage = Frame::Stage::kMember;
    }
    const program::StringSlot* const slot =
        FindMember(context_, plan.table, cursor, &frame.step);
    program::BlockId block;
    bool evaluates;
    if (slot != nullptr) {
      frame.seen |= slot->seen;
      if (slot->bit >= 64 && slot->has_bit()) {
        machine_.wide_bits_[frame.wide + slot->bit / 64 - 1] |=
            uint64_t{1} << (slot->bit % 64);
      }
      evaluates = slot->evaluates;
      block = slot->block;
    } else if (plan.step_count == 0) {
      evaluates = plan.rest_evaluates;
      block = plan.rest;
    } else {
      return OpenSteps();
    }
    if (plan.records && evaluates) machine_.records_.Mark(frame.position);
    ++frame.position;
    frame.cursor = document::tape::Next(words_, member);
    const program::Entry entry = EntryOf(block, member);
    if (entry == program::kAcceptEntry) continue;
    if (entry == program::kRejectEntry) return Turn::kFailed;
    return Enter(entry, member);
  }
  return CloseObject();
}

// The member at the cursor has a name that the plan does not mention.
inline Turn Execution::OpenSteps() {
  top_->stage = Frame::Stage::kSteps;
  top_->step = 0;
  top_->matched = false;
  return Turn::kNextStep;
}

// The blocks for a member whose name no subschema mentions.
inline Turn Execution::NextStep() {
  Frame& frame = *top_;
  const program::ObjectPlan& plan = context_.objects[frame.instruction->a];
  const uint32_t member = frame.cursor + 1;
  const std::string_view name = TextAt(frame.cursor);
  while (frame.step < plan.step_count) {
    const program::MemberStep& step = program_.steps[plan.steps + frame.step++];
    if (--fuel_ < 0) return Stop(Outcome::kStepLimit);
    if (step.pattern != nullptr) {
      fuel_ -= static_cast<int64_t>(name.size() / 32);
      if (!step.pattern->Matches(name)) continue;
      frame.matched = true;
    } else if (std::exchange(frame.matched, false)) {
      continue;
    }
    if (plan.records && step.evaluates) machine_.records_.Mark(frame.position);
    const program::Entry entry = EntryOf(step.block, member);
    if (entry == program::kAcceptEntry) continue;
    if (entry == program::kRejectEntry) return Turn::kFailed;
    return Enter(entry, member);
  }
  ++frame.position;
  frame.cursor = document::tape::Next(words_, member);
  frame.stage = Frame::Stage::kMember;
  frame.step = 0;
  return plan.plain ? Turn::kWalk : Turn::kNextMember;
}

inline Turn Execution::CloseObject() {
  const Frame& frame = *top_;
  const program::ObjectPlan& plan = context_.objects[frame.instruction->a];
  if ((frame.seen & plan.required) != plan.required) return Turn::kFailed;
  if (ABSL_PREDICT_FALSE(plan.counts_members)) {
    const uint32_t count = SizeOf(frame.value);
    if (count < plan.min_members || count > plan.max_members) {
      return Turn::kFailed;
    }
  }
  if (ABSL_PREDICT_FALSE(plan.bit_count > 64 || plan.dependent_count > 0)) {
    if (!HoldsWideAndDependent(program_, plan, frame, machine_.wide_bits_)) {
      return Turn::kFailed;
    }
    if (plan.bit_count > 64) machine_.wide_bits_.resize(frame.wide);
  }
  return Done();
}

inline Turn Execution::IfMember() {
  fuel_ -= SizeOf(value_);
  const std::string_view name = program_.name(ins_->a);
  for (document::MemberIterator member(ValueAt(value_)); !member.done();
       member.Next()) {
    if (member.name() != name) continue;
    const program::Entry entry = ins_->b;
    return Push(Frame::Kind::kCall) ? Enter(entry, value_) : FrameLimit();
  }
  return Turn::kNext;
}

}  // namespace gabarit::vm

#endif  // GABARIT_ENGINE_VM_OBJECT_TURNS_H_
