#include "engine/vm/walk.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "engine/vm/assertions.h"

namespace gabarit::vm {
using program::ArrayPlan;
using program::Instruction;
using program::ObjectPlan;
using program::StringSlot;
using program::StringTable;
namespace tape = document::tape;

bool OpenObject(const ObjectPlan& plan, const Instruction* instruction,
                uint64_t word, uint32_t value, Frame* frame) {
  // Every required name takes a member of its own.
  if (tape::Count(word) < plan.required_count) return false;
  frame->kind = Frame::Kind::kObject;
  frame->stage = Frame::Stage::kMember;
  frame->instruction = instruction;
  frame->value = value;
  frame->cursor = value + 1;
  frame->end = tape::EndIndex(word) - 1;
  frame->seen = 0;
  frame->step = 0;
  return true;
}

namespace {

// What a sequence that is one common assertion says of the value at `index`.
enum class Check : uint8_t { kHolds, kFails, kGoIn };

ABSL_ATTRIBUTE_ALWAYS_INLINE inline Check Decide(bool holds) {
  return holds ? Check::kHolds : Check::kFails;
}

ABSL_ATTRIBUTE_ALWAYS_INLINE inline Check CheckAtOnce(
    const WalkContext& context, const Instruction& ins, uint32_t index) {
  const uint64_t* const words = context.words + index;
  switch (ins.walk) {
    case Instruction::Walk::kStringIn: {
      const std::string_view text = tape::StringAt(context.strings, *words);
      return Decide(Lookup(context.string_tables[ins.a], context.slots,
                           context.indices, context.texts,
                           program::MakeStringKey(
                               text.data(), static_cast<uint32_t>(text.size())),
                           text.data()) != nullptr);
    }
    case Instruction::Walk::kIntegerAtLeast:
      return Decide(IntegerAtLeast(words, ins.immediate()));
    case Instruction::Walk::kIntegerBetween:
      return Decide(IntegerBetween(words, ins));
    case Instruction::Walk::kLengthAtLeast:
      return Decide(LengthAtLeast(tape::StringAt(context.strings, *words),
                                  static_cast<uint64_t>(ins.immediate())));
    case Instruction::Walk::kLengthAtMost:
      return Decide(LengthAtMost(tape::StringAt(context.strings, *words),
                                 static_cast<uint64_t>(ins.immediate())));
    case Instruction::Walk::kLengthBetween:
      return Decide(
          LengthBetween(tape::StringAt(context.strings, *words), ins));
    case Instruction::Walk::kObject:
    case Instruction::Walk::kArray:
    case Instruction::Walk::kSelect:
    case Instruction::Walk::kStop:
      return Check::kGoIn;
  }
  __builtin_unreachable();
}

// The slot of a name that was not guessed. Out of line, so that the walk keeps
// its registers.
ABSL_ATTRIBUTE_NOINLINE const StringSlot* LookUpMember(
    const WalkContext& context, const StringTable& table, const char* name,
    uint32_t length, uint32_t turn) {
  uint16_t* const guess =
      context.guesses->For(table) + (turn & Guesses::kTurns);
  const StringSlot* const slots = context.slots + table.slots;
  // Perhaps the expected member was left out.
  const StringSlot* slot = slots + std::min<uint32_t>(guess[1], table.size);
  if (!Matches(*slot, context.texts, name, length)) {
    slot = Lookup(table, context.slots, context.indices, context.texts,
                  program::MakeStringKey(name, length), name);
    if (slot == nullptr) return nullptr;
  }
  *guess = static_cast<uint16_t>(slot - slots);
  return slot;
}

// Which of the plan's alternatives the object at tape index `value` may fit:
// those that the names of its members and the text of its discriminator do not
// rule out. What is ruled out would fail, so that the outcome is the same for
// anyOf and for oneOf.
uint64_t Select(const WalkContext& context, const program::SelectPlan& plan,
                uint32_t value, int64_t* fuel) {
  const uint64_t* const words = context.words;
  uint64_t seen = 0;
  uint64_t candidates = plan.missing;
  const uint32_t end = tape::EndIndex(words[value]) - 1;
  int64_t members = 0;
  for (uint32_t cursor = value + 1; cursor != end;) {
    ++members;
    const std::string_view name =
        tape::StringAt(context.strings, words[cursor]);
    const StringSlot* const slot = Lookup(
        plan.names, context.slots, context.indices, context.texts,
        program::MakeStringKey(name.data(), static_cast<uint32_t>(name.size())),
        name.data());
    const uint32_t member = cursor + 1;
    cursor = tape::Next(words, member);
    if (slot == nullptr) continue;
    // Of several members of that name the first decides: an alternative has to
    // accept it as well as the others.
    if (slot->seen == plan.discriminator && (seen & slot->seen) == 0) {
      candidates = plan.unknown;
      if (tape::Type(words[member]) == '"') {
        const std::string_view text =
            tape::StringAt(context.strings, words[member]);
        const StringSlot* const choice =
            Lookup(plan.values, context.slots, context.indices, context.texts,
                   program::MakeStringKey(text.data(),
                                          static_cast<uint32_t>(text.size())),
                   text.data());
        if (choice != nullptr) {
          candidates = context.masks[plan.masks + choice->block];
        }
      }
      // Whoever is alone decides; its own keywords see to the other members.
      if ((candidates & (candidates - 1)) == 0) break;
    }
    seen |= slot->seen;
  }
  *fuel -= members;
  if ((candidates & (candidates - 1)) == 0) return candidates;
  for (uint64_t left = candidates; left != 0; left &= left - 1) {
    const int alternative = std::countr_zero(left);
    if ((context.masks[plan.needs + static_cast<uint32_t>(alternative)] &
         ~seen) != 0) {
      candidates &= ~(uint64_t{1} << alternative);
    }
  }
  return candidates;
}

ABSL_ATTRIBUTE_ALWAYS_INLINE inline WalkStop Walk(const WalkContext& context,
                                                  WalkState* state,
                                                  bool resume) {
  const uint64_t* const words = context.words;
  Frame* frame = state->top;
  uint32_t cursor = 0;
  uint32_t end = 0;
  const Instruction* ins = state->instruction;
  uint32_t value = state->value;
  if (!resume) goto go_in;
  cursor = frame->cursor;
  end = frame->end;
  if (frame->kind == Frame::Kind::kArray) goto array;

object : {
  const ObjectPlan& plan = context.objects[frame->instruction->a];
  const StringSlot* const slots = context.slots + plan.table.slots;
  const uint16_t* const guesses = context.guesses->For(plan.table);
  const uint32_t size = plan.table.size;
  uint32_t turn = frame->step;
  uint64_t seen = frame->seen;
  while (cursor != end) {
    const uint8_t* const string =
        context.strings + tape::Payload(words[cursor]);
    uint32_t length;
    std::memcpy(&length, string, sizeof length);
    const char* const name =
        reinterpret_cast<const char*>(string + sizeof length);
    const StringSlot* slot =
        slots + std::min<uint32_t>(guesses[turn & Guesses::kTurns], size);
    if (ABSL_PREDICT_FALSE(!Matches(*slot, context.texts, name, length))) {
      slot = LookUpMember(context, plan.table, name, length, turn);
    }
    const uint32_t member = cursor + 1;
    const uint64_t word = words[member];
    const uint8_t shape = tape::ShapeOf(word);
    program::BlockId block;
    if (ABSL_PREDICT_TRUE(slot != nullptr)) {
      ++turn;
      seen |= slot->seen;
      cursor = tape::NextByShape(word, shape, member);
      if ((uint32_t{slot->accepts} >> (shape & 31) & 1) != 0) continue;
      block = slot->block;
    } else if (ABSL_PREDICT_TRUE(plan.step_count == 0)) {
      cursor = tape::NextByShape(word, shape, member);
      if ((uint32_t{plan.rest_accepts} >> (shape & 31) & 1) != 0) continue;
      block = plan.rest;
    } else {
      frame->cursor = cursor;
      frame->seen = seen;
      state->top = frame;
      return WalkStop::kSteps;
    }
    ins = context.code +
          context.blocks[block].entries[tape::KindIndexOfShape(shape)];
    const Check check = CheckAtOnce(context, *ins, member);
    if (check == Check::kHolds) continue;
    if (check == Check::kFails) return WalkStop::kFailed;
    frame->cursor = cursor;
    frame->step = turn;
    frame->seen = seen;
    value = member;
    goto go_in;
  }
  if (ABSL_PREDICT_FALSE(plan.dependent_count > 0)) {
    frame->cursor = cursor;
    frame->seen = seen;
    state->top = frame;
    return WalkStop::kDependents;
  }
  if ((seen & plan.required) != plan.required) return WalkStop::kFailed;
  if (ABSL_PREDICT_FALSE(plan.counts_members)) {
    const size_t count = document::Value(&context.view, frame->value).size();
    if (count < plan.min_members || count > plan.max_members) {
      return WalkStop::kFailed;
    }
  }
  goto close;
}

array : {
  const ArrayPlan& plan = context.arrays[frame->instruction->a];
  while (cursor != end) {
    program::BlockId block = plan.items;
    if (ABSL_PREDICT_FALSE(frame->position < plan.prefix_count)) {
      block = context.block_lists[plan.prefix + frame->position++];
    } else if (block == program::kAcceptBlock) {
      break;
    }
    value = cursor;
    const uint64_t word = words[cursor];
    const uint8_t shape = tape::ShapeOf(word);
    cursor = tape::NextByShape(word, shape, cursor);
    const program::Entry entry =
        context.blocks[block].entries[tape::KindIndexOfShape(shape)];
    if (entry == program::kAcceptEntry) continue;
    ins = context.code + entry;
    const Check check = CheckAtOnce(context, *ins, value);
    if (check == Check::kHolds) continue;
    if (check == Check::kFails) return WalkStop::kFailed;
    frame->cursor = cursor;
    goto go_in;
  }
  goto close;
}

go_in:
  switch (ins->walk) {
    case Instruction::Walk::kObject:
      goto open_object;
    case Instruction::Walk::kArray:
      goto open_array;
    case Instruction::Walk::kSelect: {
      const program::SelectPlan& plan = context.selects[ins->c];
      uint64_t candidates = Select(context, plan, value, &state->fuel);
      if (candidates == 0) return WalkStop::kFailed;
      if ((candidates & (candidates - 1)) == 0) {
        if (!ins->last) {
          if (frame == state->last) goto stop;
          ++frame;
          frame->kind = Frame::Kind::kCall;
          frame->instruction = ins;
          frame->value = value;
        }
        ins = context.code +
              context.entries[plan.leaves + static_cast<uint32_t>(
                                                std::countr_zero(candidates))];
        if (--state->fuel < 0) goto stop;
        goto go_in;
      }
      state->alternatives = 0;
      for (; candidates != 0; candidates &= candidates - 1) {
        state->alternatives |=
            context.masks[plan.owners +
                          static_cast<uint32_t>(std::countr_zero(candidates))];
      }
      state->top = frame;
      state->instruction = ins;
      state->value = value;
      return WalkStop::kAlternatives;
    }
    default:
      goto stop;
  }

open_object : {
  const uint64_t word = words[value];
  if (ABSL_PREDICT_FALSE(frame == state->last)) goto stop;
  state->fuel -= 1 + int64_t{tape::Count(word)};
  if (ABSL_PREDICT_FALSE(state->fuel < 0)) goto stop;
  if (!OpenObject(context.objects[ins->a], ins, word, value, frame + 1)) {
    return WalkStop::kFailed;
  }
  ++frame;
  cursor = value + 1;
  end = frame->end;
  goto object;
}

open_array : {
  const ArrayPlan& plan = context.arrays[ins->a];
  const uint64_t word = words[value];
  const uint32_t count = tape::Count(word);
  if (ABSL_PREDICT_FALSE(frame == state->last ||
                         count == tape::kSaturatedCount)) {
    goto stop;
  }
  state->fuel -= 1 + int64_t{count};
  if (ABSL_PREDICT_FALSE(state->fuel < 0)) goto stop;
  if (count < plan.min_items || count > plan.max_items) {
    return WalkStop::kFailed;
  }
  ++frame;
  frame->kind = Frame::Kind::kArray;
  frame->instruction = ins;
  frame->value = value;
  cursor = value + 1;
  end = tape::EndIndex(word) - 1;
  frame->end = end;
  frame->position = 0;
  goto array;
}

close:
  ins = frame->instruction;
  value = frame->value;
  --frame;
  if (!ins->last) {
    state->top = frame;
    state->instruction = ins;
    state->value = value;
    return WalkStop::kNext;
  }
  cursor = frame->cursor;
  end = frame->end;
  if (frame->kind == Frame::Kind::kObject &&
      frame->stage == Frame::Stage::kMember &&
      context.objects[frame->instruction->a].plain) {
    goto object;
  }
  if (frame->kind == Frame::Kind::kArray) goto array;
  state->top = frame;
  return WalkStop::kAccepted;

stop:
  state->top = frame;
  state->instruction = ins;
  state->value = value;
  return WalkStop::kRun;
}

}  // namespace

const StringSlot* FindMember(const WalkContext& context,
                             const StringTable& table, uint32_t cursor,
                             uint32_t* turn) {
  const std::string_view name =
      tape::StringAt(context.strings, context.words[cursor]);
  const StringSlot* const slot = LookUpMember(
      context, table, name.data(), static_cast<uint32_t>(name.size()), *turn);
  if (slot != nullptr) ++*turn;
  return slot;
}

WalkStop StartWalk(const WalkContext& context, WalkState* state) {
  return Walk(context, state, /*resume=*/false);
}

WalkStop ResumeWalk(const WalkContext& context, WalkState* state) {
  return Walk(context, state, /*resume=*/true);
}

}  // namespace gabarit::vm
