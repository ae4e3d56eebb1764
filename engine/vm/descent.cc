#include "engine/vm/descent.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "engine/regex/pattern.h"
#include "engine/vm/alternative_turns.h"
#include "engine/vm/assertions.h"

namespace gabarit::vm {

using program::BlockId;
using program::Entry;
using program::Instruction;
using program::Opcode;
using program::StringSlot;
namespace tape = document::tape;

namespace {

// Whether `text` is the slot's string, without a key made of it first: names
// mostly come in the order of the schema's properties, so that the first slot
// looked at is the right one.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool IsSlot(const StringSlot& slot,
                                                const char* text,
                                                uint32_t length,
                                                const char* texts) {
  if (slot.length != length) return false;
  uint64_t first;
  std::memcpy(&first, text, sizeof first);
  if (length < 8) {
    if constexpr (std::endian::native == std::endian::little) {
      // In two shifts, since one by 64 has no meaning.
      return (first ^ slot.first) << 8 << (56 - 8 * length) == 0;
    } else {
      return (first ^ slot.first) >> 8 >> (56 - 8 * length) == 0;
    }
  }
  uint64_t last;
  std::memcpy(&last, text + length - 8, sizeof last);
  return first == slot.first && last == slot.last &&
         (length <= 16 || std::memcmp(texts + slot.text, text, length) == 0);
}

}  // namespace

Descent::Descent(Machine& machine, const program::Program& program,
                 const document::TapeView& view, const RunLimits& limits)
    : words_(view.words),
      strings_(view.strings),
      code_(program.code.data()),
      blocks_(program.blocks.data()),
      objects_(program.objects.data()),
      arrays_(program.arrays.data()),
      slots_(program.slots.data()),
      indices_(program.indices.data()),
      texts_(program.texts.data()),
      string_tables_(program.string_tables.data()),
      fuel_(static_cast<int64_t>(limits.max_steps)),
      view_(view),
      machine_(machine),
      program_(program),
      limits_(limits) {}

Outcome Descent::Run(BlockId block, uint32_t index) {
  const Word value = words_ + index;
  const bool passes = Check(EntryOf(block, value), value, limits_.max_levels);
  return passes ? Outcome::kValid : outcome_;
}

uint64_t Descent::steps() const {
  return limits_.max_steps - static_cast<uint64_t>(std::max<int64_t>(fuel_, 0));
}

inline uint32_t Descent::SizeOf(Word container) const {
  const uint32_t count = tape::Count(*container);
  if (ABSL_PREDICT_TRUE(count < tape::kSaturatedCount)) return count;
  return static_cast<uint32_t>(ValueOf(container).size());
}

// The sequences of one instruction that are met most often are decided where
// they are met.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool Descent::Check(Entry entry, Word value,
                                                        uint32_t levels) {
  const Instruction& ins = code_[entry];
  if (ins.last) {
    switch (ins.opcode) {
      case Opcode::kAccept:
        return true;
      case Opcode::kReject:
        return false;
      case Opcode::kObject:
        return Object(ins, value, levels);
      case Opcode::kArray:
        return Array(ins, value, levels);
      case Opcode::kStringIn:
        return Find(string_tables_[ins.a], TextOf(value)) != nullptr;
      case Opcode::kIntegerAtLeast:
        return IntegerAtLeast(value, ins.immediate());
      case Opcode::kIntegerBetween:
        return IntegerBetween(value, ins);
      case Opcode::kLengthAtLeast:
        return LengthAtLeast(TextOf(value),
                             static_cast<uint64_t>(ins.immediate()));
      case Opcode::kLengthBetween:
        return LengthBetween(TextOf(value), ins);
      case Opcode::kPattern:
        return Pattern(ins, value);
      case Opcode::kAnyOf:
      case Opcode::kOneOf:
        if (ins.c != program::kNoSelect && ins.flag == 0) {
          return Select(ins, value, levels);
        }
        break;
      default:
        break;
    }
  }
  return Sequence(&ins, value, levels);
}

bool Descent::Sequence(const Instruction* next, Word value, uint32_t levels) {
  if (ABSL_PREDICT_FALSE(levels == 0)) return LeaveToMachine(*next, value);
  --levels;
  for (;; ++next) {
    const Instruction& ins = *next;
    if (!Spend(1)) return false;
    bool passes = true;
    switch (ins.opcode) {
      case Opcode::kAccept:
        return true;
      case Opcode::kReject:
        return false;
      case Opcode::kJump:
        next = code_ + ins.a - 1;
        continue;
      case Opcode::kCall:
        passes = Check(ins.a, value, levels);
        break;
      case Opcode::kAnyOf:
      case Opcode::kOneOf:
        if (ins.flag != 0) return LeaveToMachine(ins, value);
        passes = ins.c != program::kNoSelect
                     ? Select(ins, value, levels)
                     : Alternatives(ins,
                                    ins.b >= kMostSelected
                                        ? ~uint64_t{0}
                                        : (uint64_t{1} << ins.b) - 1,
                                    value, levels);
        break;
      case Opcode::kNot:
        if (Check(ins.a, value, levels) || stopped()) return false;
        break;
      case Opcode::kIf:
        if (ins.flag != 0) return LeaveToMachine(ins, value);
        if (Check(ins.a, value, levels)) {
          passes = Check(ins.b, value, levels);
        } else {
          passes = !stopped() && Check(ins.c, value, levels);
        }
        break;

      case Opcode::kRequireInteger:
        passes = document::IsInteger(ValueOf(value));
        break;
      case Opcode::kRequireIntegerLiteral:
        passes = document::IsIntegerLiteral(ValueOf(value));
        break;
      case Opcode::kIntegerAtLeast:
        passes = IntegerAtLeast(value, ins.immediate());
        break;
      case Opcode::kIntegerAtMost:
        passes = IntegerAtMost(value, ins.immediate());
        break;
      case Opcode::kIntegerBetween:
        passes = IntegerBetween(value, ins);
        break;
      case Opcode::kIntegerMultipleOf:
        passes = IntegerMultipleOf(value, ins.immediate());
        break;
      case Opcode::kNumberAtLeast:
        passes = NumberAtLeast(ValueOf(value), program_.numbers[ins.a],
                               ins.flag != 0);
        break;
      case Opcode::kNumberAtMost:
        passes = NumberAtMost(ValueOf(value), program_.numbers[ins.a],
                              ins.flag != 0);
        break;
      case Opcode::kNumberMultipleOf:
        passes = document::IsMultipleOf(ValueOf(value),
                                        program_.numbers[ins.a].value);
        break;

      case Opcode::kBooleanIs:
        passes = (tape::Type(*value) == 't') == (ins.flag != 0);
        break;
      case Opcode::kIntegerIs:
        passes = IntegerIs(value, ins.immediate());
        break;
      case Opcode::kStringIn:
        passes = Find(string_tables_[ins.a], TextOf(value)) != nullptr;
        break;
      case Opcode::kStringNotIn:
        passes = Find(string_tables_[ins.a], TextOf(value)) == nullptr;
        break;
      case Opcode::kEqualsAny:
        passes = EqualsAny(ins, value);
        break;

      case Opcode::kLengthAtLeast:
        passes = LengthAtLeast(TextOf(value),
                               static_cast<uint64_t>(ins.immediate()));
        break;
      case Opcode::kLengthAtMost:
        passes =
            LengthAtMost(TextOf(value), static_cast<uint64_t>(ins.immediate()));
        break;
      case Opcode::kLengthBetween:
        passes = LengthBetween(TextOf(value), ins);
        break;
      case Opcode::kPattern:
        passes = Pattern(ins, value);
        break;
      case Opcode::kFormat:
        passes = Format(ins, value);
        break;

      case Opcode::kObject:
        passes = Object(ins, value, levels);
        break;
      case Opcode::kIfMember:
        passes = IfMember(ins, value, levels);
        break;
      case Opcode::kArray:
        passes = Array(ins, value, levels);
        break;
      case Opcode::kUniqueItems:
        passes = UniqueItems(value);
        break;
      case Opcode::kContains:
        if (program_.contains[ins.a].records) return LeaveToMachine(ins, value);
        passes = Contains(program_.contains[ins.a], value, levels);
        break;

      case Opcode::kContent:
      case Opcode::kOpenRecord:
      case Opcode::kUnevaluated:
      case Opcode::kCloseRecord:
        return LeaveToMachine(ins, value);
    }
    if (!passes) return false;
    if (ins.last) return true;
  }
}

bool Descent::LeaveToMachine(const Instruction& ins, Word value) {
  RunLimits left = limits_;
  left.max_steps = static_cast<uint64_t>(std::max<int64_t>(fuel_, 0));
  const Outcome outcome = machine_.RunEntry(
      program_, static_cast<Entry>(&ins - code_), ValueOf(value), left);
  fuel_ -= static_cast<int64_t>(machine_.steps());
  if (outcome > Outcome::kInvalid) return Stop(outcome);
  return outcome == Outcome::kValid;
}

bool Descent::EqualsAny(const Instruction& ins, Word value) {
  if (!Spend(ins.b)) return false;
  for (uint32_t i = 0; i < ins.b; ++i) {
    if (machine_.equality_.Equal(ValueOf(value),
                                 program_.constants[ins.a + i])) {
      return true;
    }
  }
  return false;
}

bool Descent::UniqueItems(Word array) {
  return Spend(tape::EndIndex(*array) - IndexOf(array)) &&
         machine_.equality_.AllUnique(ValueOf(array));
}

bool Descent::Pattern(const Instruction& ins, Word value) {
  const std::string_view text = TextOf(value);
  return Spend(text.size() / 32) && program_.patterns[ins.a]->Matches(text);
}

bool Descent::Format(const Instruction& ins, Word value) {
  const std::string_view text = TextOf(value);
  return Spend(text.size() / 32) && (*program_.formats[ins.a].check)(text);
}

// ---- objects ---------------------------------------------------------------

bool Descent::Object(const Instruction& ins, Word value, uint32_t levels) {
  const program::ObjectPlan& plan = objects_[ins.a];
  const uint64_t open = *value;
  const uint32_t count = tape::Count(open);
  // Every required name takes a member of its own.
  if (count < plan.required_count) return false;
  if (ABSL_PREDICT_FALSE(levels == 0 || plan.records || plan.bit_count > 64)) {
    return LeaveToMachine(ins, value);
  }
  --levels;
  if (!Spend(uint64_t{1} + count)) return false;
  if (ABSL_PREDICT_FALSE(!plan.plain) && !Names(plan, value, levels))
    return false;

  const Word end = words_ + tape::EndIndex(open) - 1;
  const StringSlot* expected = slots_ + plan.table.slots;
  uint64_t seen = 0;
  for (Word name = value + 1; name != end;) {
    const std::string_view text = TextOf(name);
    const auto length = static_cast<uint32_t>(text.size());
    const StringSlot* slot = expected;
    if (!IsSlot(*slot, text.data(), length, texts_)) {
      slot = plan.table.size == 0 ? nullptr : Find(plan.table, text);
    }
    const Word member = name + 1;
    const tape::Shape shape = tape::ShapeOf(*member);
    BlockId block = plan.rest;
    if (slot != nullptr) {
      expected = slot + 1;
      static_assert(program::kSlotHasBit == 2);
      seen |= uint64_t{slot->flags_and_bit >> 1 & 1} << slot->bit();
      block = slot->block;
    } else if (ABSL_PREDICT_FALSE(plan.step_count != 0)) {
      if (!MemberSteps(plan, name, levels)) return false;
      block = program::kAcceptBlock;
    }
    name = shape.is_container() ? words_ + tape::EndIndex(*member)
                                : member + shape.words();
    const Entry entry = blocks_[block].entries[shape.kind()];
    if (entry == program::kAcceptEntry) continue;
    if (!Check(entry, member, levels)) return false;
  }

  if ((seen & plan.required) != plan.required) return false;
  if (ABSL_PREDICT_FALSE(plan.counts)) {
    const uint32_t size = SizeOf(value);
    if (size < plan.min_members || size > plan.max_members) return false;
  }
  for (uint32_t i = 0; i < plan.dependent_count; ++i) {
    const program::DependentBits& bits =
        program_.dependents[plan.dependents + i];
    if ((seen >> bits.trigger & 1) != 0 && (seen >> bits.needed & 1) == 0) {
      return false;
    }
  }
  return true;
}

// propertyNames.
bool Descent::Names(const program::ObjectPlan& plan, Word object,
                    uint32_t levels) {
  const Entry entry =
      blocks_[plan.names].entries[static_cast<int>(document::Kind::kString)];
  if (entry == program::kAcceptEntry) return true;
  const Word end = EndOf(object);
  for (Word name = object + 1; name != end; name = Next(name + 1)) {
    if (!Check(entry, name, levels)) return false;
  }
  return true;
}

// The blocks for a member whose name no subschema mentions.
bool Descent::MemberSteps(const program::ObjectPlan& plan, Word name,
                          uint32_t levels) {
  const std::string_view text = TextOf(name);
  const program::MemberStep* step = program_.steps.data() + plan.steps;
  const program::MemberStep* const end = step + plan.step_count;
  bool matched = false;
  if (!Spend(plan.step_count * (1 + text.size() / 32))) return false;
  for (; step != end; ++step) {
    if (step->pattern != nullptr) {
      if (!step->pattern->Matches(text)) continue;
      matched = true;
    } else if (std::exchange(matched, false)) {
      continue;
    }
    const Entry entry = EntryOf(step->block, name + 1);
    if (entry == program::kAcceptEntry) continue;
    if (!Check(entry, name + 1, levels)) return false;
  }
  return true;
}

bool Descent::IfMember(const Instruction& ins, Word object, uint32_t levels) {
  if (!Spend(SizeOf(object))) return false;
  const std::string_view wanted = program_.name(ins.a);
  const Word end = EndOf(object);
  for (Word name = object + 1; name != end; name = Next(name + 1)) {
    if (TextOf(name) == wanted) return Check(ins.b, object, levels);
  }
  return true;
}

// ---- arrays ----------------------------------------------------------------

bool Descent::Array(const Instruction& ins, Word value, uint32_t levels) {
  const program::ArrayPlan& plan = arrays_[ins.a];
  const uint32_t size = SizeOf(value);
  if (size < plan.min_items || size > plan.max_items) return false;
  if (ABSL_PREDICT_FALSE(levels == 0 || plan.records)) {
    return LeaveToMachine(ins, value);
  }
  --levels;
  if (!Spend(uint64_t{1} + size)) return false;
  const Word end = EndOf(value);
  Word item = value + 1;
  for (uint32_t i = 0; i < plan.prefix_count && item != end;
       ++i, item = Next(item)) {
    const Entry entry = EntryOf(program_.block_lists[plan.prefix + i], item);
    if (entry == program::kAcceptEntry) continue;
    if (!Check(entry, item, levels)) return false;
  }
  if (plan.items == program::kAcceptBlock) return true;
  const Entry* const entries = blocks_[plan.items].entries;
  while (item != end) {
    const Word at = item;
    const tape::Shape shape = tape::ShapeOf(*at);
    item = shape.is_container() ? words_ + tape::EndIndex(*at)
                                : at + shape.words();
    const Entry entry = entries[shape.kind()];
    if (entry == program::kAcceptEntry) continue;
    if (!Check(entry, at, levels)) return false;
  }
  return true;
}

bool Descent::Contains(const program::ContainsPlan& plan, Word array,
                       uint32_t levels) {
  const Word end = EndOf(array);
  uint64_t found = 0;
  for (Word item = array + 1; item != end; item = Next(item)) {
    if (!Spend(1)) return false;
    if (!Check(EntryOf(plan.block, item), item, levels)) {
      if (stopped()) return false;
      continue;
    }
    ++found;
    if (found > plan.max) return false;
    if (found >= plan.min && plan.max == ~uint64_t{0}) return true;
  }
  return found >= plan.min;
}

// ---- alternatives ----------------------------------------------------------

// Leaves out the alternatives that the names of the object's members and the
// text of its discriminator rule out. What is ruled out would fail, so the
// outcome is the same for anyOf and for oneOf.
bool Descent::Select(const Instruction& ins, Word object, uint32_t levels) {
  if (ABSL_PREDICT_FALSE(levels == 0)) return LeaveToMachine(ins, object);
  const program::SelectPlan& plan = program_.selects[ins.c];
  const uint64_t* const masks = program_.masks.data();
  uint64_t seen = 0;
  uint64_t candidates = plan.missing;
  if (!Spend(uint64_t{1} + tape::Count(*object))) return false;
  const Word end = EndOf(object);
  for (Word name = object + 1; name != end;) {
    const StringSlot* const slot = Find(plan.names, TextOf(name));
    const Word member = name + 1;
    name = Next(member);
    if (slot == nullptr) continue;
    const uint64_t bit = uint64_t{1} << slot->bit();
    // Of several members of that name the first decides: an alternative has to
    // accept it as well as the others.
    if (bit == plan.discriminator && (seen & bit) == 0) {
      candidates = plan.unknown;
      if (tape::IsString(*member)) {
        const StringSlot* const text = Find(plan.values, TextOf(member));
        if (text != nullptr) candidates = masks[plan.masks + text->block];
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
  if (candidates == 0) return false;
  if ((candidates & (candidates - 1)) == 0) {
    // One is left, and it decides.
    return Check(
        program_.entries[plan.leaves +
                         static_cast<uint32_t>(std::countr_zero(candidates))],
        object, levels - 1);
  }
  uint64_t alternatives = 0;
  for (; candidates != 0; candidates &= candidates - 1) {
    alternatives |= masks[plan.owners +
                          static_cast<uint32_t>(std::countr_zero(candidates))];
  }
  return Alternatives(ins, alternatives, object, levels);
}

bool Descent::Alternatives(const Instruction& ins, uint64_t candidates,
                           Word value, uint32_t levels) {
  if (ABSL_PREDICT_FALSE(levels == 0)) return LeaveToMachine(ins, value);
  --levels;
  const Entry* const entries = program_.entries.data() + ins.a;
  bool matched = false;
  for (uint32_t i = 0; i < ins.b; ++i) {
    if (i < kMostSelected && ins.b <= kMostSelected &&
        (candidates >> i & 1) == 0) {
      continue;
    }
    if (Check(entries[i], value, levels)) {
      if (ins.opcode == Opcode::kAnyOf) return true;
      if (matched) return false;
      matched = true;
    } else if (stopped()) {
      return false;
    }
  }
  return matched;
}

}  // namespace gabarit::vm
