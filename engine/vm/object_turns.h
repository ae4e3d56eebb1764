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
  const program::ObjectPlan& plan = program_.objects[ins_->a];
  const uint64_t word = words_[value_];
  // Every required name takes a member of its own.
  if (document::tape::Count(word) < plan.required_count) return Turn::kFailed;
  fuel_ -= document::tape::Count(word);
  if (!Push(Frame::Kind::kObject)) return FrameLimit();
  top_->stage = Frame::Stage::kMember;
  top_->cursor = value_ + 1;
  top_->end = document::tape::EndIndex(word) - 1;
  top_->position = 0;
  top_->seen = 0;
  top_->step = plan.table.slots;
  if (ABSL_PREDICT_FALSE(plan.bit_count > 64)) {
    top_->wide = static_cast<uint32_t>(machine_.wide_bits_.size());
    machine_.wide_bits_.resize(top_->wide + (plan.bit_count - 1) / 64);
  }
  return Turn::kNextMember;
}

inline Turn Execution::NextMember() {
  Frame& frame = *top_;
  const program::ObjectPlan& plan = program_.objects[frame.instruction->a];
  if (ABSL_PREDICT_FALSE(!plan.plain)) return NextNotedMember();
  const program::StringSlot* const slots = program_.slots.data();
  const uint32_t* const indices = program_.indices.data();
  const char* const texts = program_.texts.data();
  const uint32_t end = frame.end;
  uint32_t cursor = frame.cursor;
  uint64_t seen = frame.seen;
  // Members mostly come in the order of the schema's properties, so each is
  // compared with the name after the last one found before it is looked up.
  const program::StringSlot* expected = slots + frame.step;
  while (cursor != end) {
    const uint32_t member = cursor + 1;
    const std::string_view name = TextAt(cursor);
    const program::StringKey key =
        program::MakeStringKey(name.data(), static_cast<uint32_t>(name.size()));
    const program::StringSlot* slot = expected;
    if (!program::Matches(*slot, key, texts, name.data())) {
      slot = Lookup(plan.table, slots, indices, texts, key, name.data());
    }
    const uint64_t word = words_[member];
    const auto kind = static_cast<uint32_t>(document::tape::KindOf(word));
    program::BlockId block;
    if (slot != nullptr) {
      expected = slot + 1;
      const uint32_t flags = slot->flags_and_bit;
      static_assert(program::kSlotHasBit == 2);
      seen |= uint64_t{flags >> 1 & 1} << slot->bit();
      cursor = document::tape::Next(words_, member);
      if ((flags >> (program::kSlotAcceptsShift + kind) & 1) != 0) continue;
      block = slot->block;
    } else if (ABSL_PREDICT_TRUE(plan.step_count == 0)) {
      cursor = document::tape::Next(words_, member);
      block = plan.rest;
    } else {
      frame.seen = seen;
      return OpenSteps(cursor);
    }
    const program::Entry entry = blocks_[block].entries[kind];
    if (entry == program::kAcceptEntry) continue;
    bool holds = true;
    if (CheckAtOnce(code_[entry], member, &holds)) {
      if (!holds) return Turn::kFailed;
      continue;
    }
    frame.cursor = cursor;
    frame.step = static_cast<uint32_t>(expected - slots);
    frame.seen = seen;
    return Enter(entry, member);
  }
  frame.seen = seen;
  return CloseObject();
}

inline Turn Execution::OpenSteps(uint32_t cursor) {
  top_->cursor = cursor;
  top_->stage = Frame::Stage::kSteps;
  top_->step = 0;
  top_->matched = false;
  return Turn::kNextStep;
}

// The same by a plan that also looks at every name, records what is evaluated,
// or has more bits than a word.
inline Turn Execution::NextNotedMember() {
  Frame& frame = *top_;
  const program::ObjectPlan& plan = program_.objects[frame.instruction->a];
  uint32_t cursor = frame.cursor;
  const uint32_t end = frame.end;
  // Members mostly come in the order of the schema's properties, so each is
  // compared with the name after the last one found before it is looked up.
  const program::StringSlot* const slots = program_.slots.data();
  const program::StringSlot* expected = slots + frame.step;
  while (cursor != end) {
    const uint32_t member = cursor + 1;
    if (ABSL_PREDICT_FALSE(plan.names != program::kAcceptBlock)) {
      if (frame.stage == Frame::Stage::kMember) {
        frame.stage = Frame::Stage::kNamed;
        frame.cursor = cursor;
        frame.step = static_cast<uint32_t>(expected - slots);
        return Enter(blocks_[plan.names]
                         .entries[static_cast<int>(document::Kind::kString)],
                     cursor);
      }
      frame.stage = Frame::Stage::kMember;
    }
    const std::string_view name = TextAt(cursor);
    const program::StringKey key =
        program::MakeStringKey(name.data(), static_cast<uint32_t>(name.size()));
    const program::StringSlot* slot = expected;
    if (!program::Matches(*slot, key, program_.texts.data(), name.data())) {
      slot = Lookup(plan.table, slots, program_.indices.data(),
                    program_.texts.data(), key, name.data());
    }
    program::BlockId block;
    bool evaluates;
    if (slot != nullptr) {
      expected = slot + 1;
      if ((slot->flags_and_bit & program::kSlotHasBit) != 0) {
        const uint32_t bit = slot->bit();
        if (ABSL_PREDICT_TRUE(bit < 64)) {
          frame.seen |= uint64_t{1} << bit;
        } else {
          machine_.wide_bits_[frame.wide + bit / 64 - 1] |= uint64_t{1}
                                                            << (bit % 64);
        }
      }
      evaluates = (slot->flags_and_bit & program::kSlotEvaluates) != 0;
      block = slot->block;
    } else if (ABSL_PREDICT_TRUE(plan.step_count == 0)) {
      evaluates = plan.rest_evaluates;
      block = plan.rest;
    } else {
      return OpenSteps(cursor);
    }
    if (ABSL_PREDICT_FALSE(plan.records) && evaluates) {
      machine_.records_.Mark(frame.position);
    }
    ++frame.position;
    cursor = document::tape::Next(words_, member);
    const program::Entry entry = EntryOf(block, member);
    if (entry == program::kAcceptEntry) continue;
    if (entry == program::kRejectEntry) return Turn::kFailed;
    const program::Instruction& ins = code_[entry];
    bool holds = true;
    if (CheckAtOnce(ins, member, &holds)) {
      if (!holds) return Turn::kFailed;
      continue;
    }
    frame.cursor = cursor;
    frame.step = static_cast<uint32_t>(expected - slots);
    return Enter(entry, member);
  }
  return CloseObject();
}

// The blocks for a member whose name no subschema mentions.
inline Turn Execution::NextStep() {
  Frame& frame = *top_;
  const program::ObjectPlan& plan = program_.objects[frame.instruction->a];
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
  frame.step = plan.table.slots;
  return Turn::kNextMember;
}

inline Turn Execution::CloseObject() {
  const Frame& frame = *top_;
  const program::ObjectPlan& plan = program_.objects[frame.instruction->a];
  if ((frame.seen & plan.required) != plan.required ||
      SizeOf(frame.value) < plan.min_members ||
      SizeOf(frame.value) > plan.max_members) {
    return Turn::kFailed;
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
