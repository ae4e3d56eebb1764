#include "engine/vm/vm.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/vm/assertions.h"
#include "engine/vm/content_reader.h"

namespace gabarit::vm {

using document::Kind;
using document::Value;
using program::ArrayPlan;
using program::BlockId;
using program::ContainsPlan;
using program::Entry;
using program::Instruction;
using program::kAcceptBlock;
using program::kAcceptEntry;
using program::kRejectEntry;
using program::MemberStep;
using program::ObjectPlan;
using program::Opcode;
using program::Program;
using program::StringSlot;
namespace tape = document::tape;

struct Machine::Content {
  ContentReader reader;
  Machine machine;
};

Machine::Machine() : frames_(64) {}
Machine::~Machine() = default;
Machine::Machine(Machine&&) noexcept = default;
Machine& Machine::operator=(Machine&&) noexcept = default;

// One run. What the loop touches on every step lies in local variables of Run
// or in members that it can reach without going through Machine.
class Execution {
 public:
  Execution(Machine& machine, const Program& program, BlockId root,
            Value value, const RunLimits& limits)
      : machine_(machine),
        program_(program),
        root_(root),
        view_(value.view()),
        words_(value.view().words),
        strings_(value.view().strings),
        limits_(limits),
        fuel_(static_cast<int64_t>(limits.max_steps)),
        value_(value.index()) {}

  Outcome Run();
  uint64_t steps() const {
    return limits_.max_steps - static_cast<uint64_t>(fuel_ < 0 ? 0 : fuel_);
  }

 private:
  // How a frame's turn ends.
  enum class Turn : uint8_t {
    kRun,       // run the sequence at ins_ on value_
    kNext,      // go on after ins_
    kAccepted,  // the sequence on top is done
    kFailed,
    kStop,  // outcome_ is final
  };
  // Where a member's checks are resumed (Frame::stage).
  enum Stage : uint8_t { kMember, kNamed, kSteps };

  Frame& top() { return *top_; }
  bool Push(Frame::Kind kind);
  bool PushCatch(Frame::Kind kind);
  void Pop() { top_ = &machine_.frames_[--depth_]; }
  // Takes the frame off and goes on after the instruction that opened it.
  Turn Done() {
    ins_ = top_->instruction;
    value_ = top_->value;
    Pop();
    return Turn::kNext;
  }
  Turn DoneCatching() {
    catch_ = top_->outer_catch;
    return Done();
  }
  Turn FailCatching() {
    catch_ = top_->outer_catch;
    Pop();
    return Turn::kFailed;
  }
  Turn Limit(Outcome outcome) {
    outcome_ = outcome;
    return Turn::kStop;
  }

  Turn Enter(Entry entry, uint32_t value) {
    ins_ = &program_.code[entry];
    value_ = value;
    return Turn::kRun;
  }

  Turn Accepted();
  Turn Failed();

  Turn OpenObject();
  Turn NextMember();
  Turn NextStep();
  Turn CloseObject();
  bool HasRequired(const ObjectPlan& plan, const Frame& frame) const;
  bool Seen(const Frame& frame, uint32_t bit) const {
    if (bit < 64) return (frame.seen >> bit & 1) != 0;
    return (machine_.wide_bits_[frame.wide + bit / 64 - 1] >> (bit % 64) & 1) !=
           0;
  }
  void SetSeen(Frame& frame, uint32_t bit) {
    if (bit < 64) {
      frame.seen |= uint64_t{1} << bit;
    } else {
      machine_.wide_bits_[frame.wide + bit / 64 - 1] |= uint64_t{1}
                                                         << (bit % 64);
    }
  }
  bool HasMember(std::string_view name) const;

  Turn OpenArray();
  Turn NextItem();
  Turn OpenContains();
  Turn NextContained();
  std::optional<Turn> Contained();

  Turn OpenAlternatives(Frame::Kind kind);
  Turn NextAnyOf();
  Turn NextOneOf();

  Turn OpenUnevaluated();
  Turn NextUnevaluatedMember();
  Turn NextUnevaluatedItem();
  void OpenRecord();
  void CloseRecord();
  void CopyRecord();
  void MergeRecord();
  void Mark(uint32_t position) {
    machine_.record_bits_[machine_.records_.back().first_word + position / 64] |=
        uint64_t{1} << (position % 64);
  }
  bool Marked(uint32_t position) const {
    return (machine_.record_bits_[machine_.records_.back().first_word +
                                  position / 64] >>
                (position % 64) &
            1) != 0;
  }
  void MarkFirst(uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) Mark(i);
  }
  void TruncateRecords(size_t count) {
    machine_.records_.resize(count);
    const auto words = count == 0 ? 0
                                  : machine_.records_.back().first_word +
                                        machine_.records_.back().words;
    machine_.record_bits_.resize(words);
  }

  Turn CheckContent();

  uint32_t SizeOf(uint32_t container) const {
    const uint32_t count = tape::Count(words_[container]);
    if (count < tape::kSaturatedCount) return count;
    return static_cast<uint32_t>(Value(&view_, container).size());
  }
  Value ValueAt(uint32_t index) const { return Value(&view_, index); }

  Machine& machine_;
  const Program& program_;
  const BlockId root_;
  const document::TapeView& view_;
  const uint64_t* const words_;
  const uint8_t* const strings_;
  const RunLimits& limits_;
  int64_t fuel_;
  Outcome outcome_ = Outcome::kInvalid;
  uint32_t value_;
  const Instruction* ins_ = nullptr;
  Frame* top_ = nullptr;
  uint32_t depth_ = 0;
  uint32_t catch_ = 0;
};

bool Execution::Push(Frame::Kind kind) {
  if (++depth_ == machine_.frames_.size()) {
    if (depth_ >= limits_.max_frames) {
      --depth_;
      return false;
    }
    machine_.frames_.resize(2 * machine_.frames_.size());
  }
  top_ = &machine_.frames_[depth_];
  top_->kind = kind;
  top_->instruction = ins_;
  top_->value = value_;
  return true;
}

bool Execution::PushCatch(Frame::Kind kind) {
  if (!Push(kind)) return false;
  top_->position = 0;
  top_->matched = false;
  top_->outer_catch = catch_;
  top_->records = static_cast<uint32_t>(machine_.records_.size());
  top_->wide = static_cast<uint32_t>(machine_.wide_bits_.size());
  catch_ = depth_;
  return true;
}

Outcome Execution::Run() {
  machine_.records_.clear();
  machine_.record_bits_.clear();
  machine_.wide_bits_.clear();
  top_ = &machine_.frames_[0];
  top_->kind = Frame::Kind::kStart;
  top_->records = 0;
  top_->wide = 0;
  const Entry start =
      program_.blocks[root_]
          .entries[static_cast<int>(tape::KindOf(words_[value_]))];
  Turn turn = Enter(start, value_);
  for (;;) {
    switch (turn) {
      case Turn::kRun:
        break;
      case Turn::kNext:
        if (ins_->last) {
          turn = Accepted();
          continue;
        }
        ++ins_;
        break;
      case Turn::kAccepted:
        turn = Accepted();
        continue;
      case Turn::kFailed:
        turn = Failed();
        continue;
      case Turn::kStop:
        return outcome_;
    }
    if (--fuel_ < 0) return Outcome::kStepLimit;
    const Instruction& ins = *ins_;
    bool holds = true;
    switch (ins.opcode) {
      case Opcode::kAccept:
        turn = Turn::kAccepted;
        continue;
      case Opcode::kReject:
        turn = Turn::kFailed;
        continue;
      case Opcode::kJump:
        turn = Enter(ins.a, value_);
        continue;
      case Opcode::kCall:
        turn = Push(Frame::Kind::kCall) ? Enter(ins.a, value_)
                                        : Limit(Outcome::kFrameLimit);
        continue;
      case Opcode::kAnyOf:
        turn = OpenAlternatives(Frame::Kind::kAnyOf);
        continue;
      case Opcode::kOneOf:
        turn = OpenAlternatives(Frame::Kind::kOneOf);
        continue;
      case Opcode::kNot:
        turn = PushCatch(Frame::Kind::kNot) ? Enter(ins.a, value_)
                                            : Limit(Outcome::kFrameLimit);
        continue;
      case Opcode::kIf:
        if (!PushCatch(Frame::Kind::kIf)) {
          turn = Limit(Outcome::kFrameLimit);
          continue;
        }
        if (ins.flag != 0) CopyRecord();
        turn = Enter(ins.a, value_);
        continue;

      case Opcode::kRequireInteger:
        holds = document::IsInteger(ValueAt(value_));
        break;
      case Opcode::kRequireIntegerLiteral:
        holds = document::IsIntegerLiteral(ValueAt(value_));
        break;
      case Opcode::kIntegerAtLeast:
        holds = IntegerAtLeast(words_ + value_, ins.immediate());
        break;
      case Opcode::kIntegerAtMost:
        holds = IntegerAtMost(words_ + value_, ins.immediate());
        break;
      case Opcode::kIntegerMultipleOf:
        holds = IntegerMultipleOf(words_ + value_, ins.immediate());
        break;
      case Opcode::kNumberAtLeast:
        holds = NumberAtLeast(ValueAt(value_), program_.numbers[ins.a],
                              ins.flag != 0);
        break;
      case Opcode::kNumberAtMost:
        holds = NumberAtMost(ValueAt(value_), program_.numbers[ins.a],
                             ins.flag != 0);
        break;
      case Opcode::kNumberMultipleOf:
        holds = document::IsMultipleOf(ValueAt(value_),
                                       program_.numbers[ins.a].value);
        break;

      case Opcode::kBooleanIs:
        holds = (tape::Type(words_[value_]) == 't') == (ins.flag != 0);
        break;
      case Opcode::kIntegerIs:
        holds = IntegerIs(words_ + value_, ins.immediate());
        break;
      case Opcode::kStringIn: {
        const std::string_view text = tape::StringAt(strings_, words_[value_]);
        holds = Lookup(program_.string_tables[ins.a], program_.slots.data(),
                       program_.displacements.data(), program_.texts.data(),
                       text.data(),
                       static_cast<uint32_t>(text.size())) != nullptr;
        break;
      }
      case Opcode::kEqualsAny: {
        holds = false;
        fuel_ -= ins.b;
        for (uint32_t i = 0; i < ins.b && !holds; ++i) {
          holds = machine_.equality_.Equal(ValueAt(value_),
                                           program_.constants[ins.a + i]);
        }
        break;
      }

      case Opcode::kLengthAtLeast:
        holds = LengthAtLeast(tape::StringAt(strings_, words_[value_]),
                              static_cast<uint64_t>(ins.immediate()));
        break;
      case Opcode::kLengthAtMost:
        holds = LengthAtMost(tape::StringAt(strings_, words_[value_]),
                             static_cast<uint64_t>(ins.immediate()));
        break;
      case Opcode::kPattern: {
        const std::string_view text = tape::StringAt(strings_, words_[value_]);
        fuel_ -= static_cast<int64_t>(text.size() / 32);
        holds = program_.patterns[ins.a]->Matches(text);
        break;
      }
      case Opcode::kFormat: {
        const std::string_view text = tape::StringAt(strings_, words_[value_]);
        fuel_ -= static_cast<int64_t>(text.size() / 32);
        holds = (*program_.formats[ins.a].check)(text);
        break;
      }
      case Opcode::kContent:
        turn = CheckContent();
        continue;

      case Opcode::kObject:
        turn = OpenObject();
        continue;
      case Opcode::kIfMember:
        fuel_ -= SizeOf(value_);
        if (!HasMember(program_.name(ins.a))) break;
        turn = Push(Frame::Kind::kCall) ? Enter(ins.b, value_)
                                        : Limit(Outcome::kFrameLimit);
        continue;
      case Opcode::kArray:
        turn = OpenArray();
        continue;
      case Opcode::kUniqueItems:
        fuel_ -= tape::EndIndex(words_[value_]) - value_;
        holds = machine_.equality_.AllUnique(ValueAt(value_));
        break;
      case Opcode::kContains:
        turn = OpenContains();
        continue;

      case Opcode::kOpenRecord:
        OpenRecord();
        break;
      case Opcode::kUnevaluated:
        turn = OpenUnevaluated();
        continue;
      case Opcode::kCloseRecord:
        CloseRecord();
        break;
    }
    turn = holds ? Turn::kNext : Turn::kFailed;
  }
}

Execution::Turn Execution::Accepted() {
  switch (top_->kind) {
    case Frame::Kind::kStart:
      return Limit(Outcome::kValid);
    case Frame::Kind::kObject:
      return top_->stage == kSteps ? NextStep() : NextMember();
    case Frame::Kind::kArray:
      return NextItem();
    case Frame::Kind::kCall:
      return Done();
    case Frame::Kind::kAnyOf:
      // With a record, all alternatives are tried for what they evaluate.
      if (top_->instruction->flag == 0) return DoneCatching();
      MergeRecord();
      top_->matched = true;
      return NextAnyOf();
    case Frame::Kind::kOneOf:
      if (top_->matched) return FailCatching();
      if (top_->instruction->flag != 0) MergeRecord();
      top_->matched = true;
      return NextOneOf();
    case Frame::Kind::kNot:
      return FailCatching();
    case Frame::Kind::kIf: {
      const Instruction& ins = *top_->instruction;
      if (ins.flag != 0) MergeRecord();
      catch_ = top_->outer_catch;
      top_->kind = Frame::Kind::kCall;
      return Enter(ins.b, top_->value);
    }
    case Frame::Kind::kContains:
      if (const std::optional<Turn> turn = Contained()) return *turn;
      return NextContained();
    case Frame::Kind::kUnevaluatedMembers:
      return NextUnevaluatedMember();
    case Frame::Kind::kUnevaluatedItems:
      return NextUnevaluatedItem();
  }
  return Limit(Outcome::kInvalid);
}

Execution::Turn Execution::Failed() {
  depth_ = catch_;
  top_ = &machine_.frames_[depth_];
  TruncateRecords(top_->records);
  machine_.wide_bits_.resize(top_->wide);
  switch (top_->kind) {
    case Frame::Kind::kAnyOf:
      return NextAnyOf();
    case Frame::Kind::kOneOf:
      return NextOneOf();
    case Frame::Kind::kNot:
      return DoneCatching();
    case Frame::Kind::kIf:
      catch_ = top_->outer_catch;
      top_->kind = Frame::Kind::kCall;
      return Enter(top_->instruction->c, top_->value);
    case Frame::Kind::kContains:
      return NextContained();
    default:  // kStart; other frames catch nothing
      return Limit(Outcome::kInvalid);
  }
}

// ---- objects ---------------------------------------------------------------

Execution::Turn Execution::OpenObject() {
  const ObjectPlan& plan = program_.objects[ins_->a];
  const uint64_t word = words_[value_];
  if (!Push(Frame::Kind::kObject)) return Limit(Outcome::kFrameLimit);
  top_->stage = kMember;
  top_->cursor = value_ + 1;
  top_->end = tape::EndIndex(word) - 1;
  top_->position = 0;
  top_->seen = 0;
  if (plan.bit_count > 64) {
    top_->wide = static_cast<uint32_t>(machine_.wide_bits_.size());
    machine_.wide_bits_.resize(top_->wide + (plan.bit_count - 1) / 64);
  }
  return NextMember();
}

Execution::Turn Execution::NextMember() {
  Frame& frame = *top_;
  const ObjectPlan& plan = program_.objects[frame.instruction->a];
  const program::Block* const blocks = program_.blocks.data();
  while (frame.cursor != frame.end) {
    const uint32_t name_index = frame.cursor;
    const uint32_t member = name_index + 1;
    if (plan.names != kAcceptBlock && frame.stage == kMember) {
      frame.stage = kNamed;
      const Entry entry =
          blocks[plan.names].entries[static_cast<int>(Kind::kString)];
      return Enter(entry, name_index);
    }
    frame.stage = kMember;
    const std::string_view name =
        tape::StringAt(strings_, words_[name_index]);
    const StringSlot* slot = Lookup(
        plan.table, program_.slots.data(), program_.displacements.data(),
        program_.texts.data(), name.data(), static_cast<uint32_t>(name.size()));
    BlockId block;
    if (slot != nullptr) {
      if ((slot->flags_and_bit & program::kSlotHasBit) != 0) SetSeen(frame, slot->bit());
      if (plan.records && (slot->flags_and_bit & program::kSlotEvaluates) != 0) {
        Mark(frame.position);
      }
      block = slot->block;
    } else if (plan.step_count == 0) {
      if (plan.records && plan.rest_evaluates) Mark(frame.position);
      block = plan.rest;
    } else {
      frame.stage = kSteps;
      frame.step = 0;
      frame.matched = false;
      return NextStep();
    }
    ++frame.position;
    const uint64_t word = words_[member];
    frame.cursor = tape::Next(words_, member);
    const Entry entry =
        blocks[block].entries[static_cast<int>(tape::KindOf(word))];
    if (entry == kAcceptEntry) continue;
    if (entry == kRejectEntry) return Turn::kFailed;
    return Enter(entry, member);
  }
  return CloseObject();
}

// The blocks for a member whose name no subschema mentions.
Execution::Turn Execution::NextStep() {
  Frame& frame = *top_;
  const ObjectPlan& plan = program_.objects[frame.instruction->a];
  const uint32_t member = frame.cursor + 1;
  const std::string_view name =
      tape::StringAt(strings_, words_[frame.cursor]);
  while (frame.step < plan.step_count) {
    const MemberStep& step = program_.steps[plan.steps + frame.step++];
    if (--fuel_ < 0) return Limit(Outcome::kStepLimit);
    if (step.pattern != nullptr) {
      fuel_ -= static_cast<int64_t>(name.size() / 32);
      if (!step.pattern->Matches(name)) continue;
      frame.matched = true;
    } else if (std::exchange(frame.matched, false)) {
      continue;
    }
    if (plan.records && step.evaluates) Mark(frame.position);
    const Entry entry =
        program_.blocks[step.block]
            .entries[static_cast<int>(tape::KindOf(words_[member]))];
    if (entry == kAcceptEntry) continue;
    if (entry == kRejectEntry) return Turn::kFailed;
    return Enter(entry, member);
  }
  ++frame.position;
  frame.cursor = tape::Next(words_, member);
  frame.stage = kMember;
  return NextMember();
}

bool Execution::HasRequired(const ObjectPlan& plan, const Frame& frame) const {
  if ((frame.seen & plan.required) != plan.required) return false;
  for (uint32_t i = 0; i < plan.wide_required_count; ++i) {
    if (!Seen(frame, program_.wide_bits[plan.wide_required + i])) return false;
  }
  for (uint32_t i = 0; i < plan.dependent_count; ++i) {
    const program::DependentBits& bits =
        program_.dependents[plan.dependents + i];
    if (Seen(frame, bits.trigger) && !Seen(frame, bits.needed)) return false;
  }
  return true;
}

Execution::Turn Execution::CloseObject() {
  const Frame& frame = *top_;
  const ObjectPlan& plan = program_.objects[frame.instruction->a];
  fuel_ -= frame.position;
  const bool holds = HasRequired(plan, frame) &&
                     frame.position >= plan.min_members &&
                     frame.position <= plan.max_members;
  if (!holds) return Turn::kFailed;
  if (plan.bit_count > 64) machine_.wide_bits_.resize(frame.wide);
  return Done();
}

bool Execution::HasMember(std::string_view name) const {
  for (document::MemberIterator member(ValueAt(value_)); !member.done();
       member.Next()) {
    if (member.name() == name) return true;
  }
  return false;
}

// ---- arrays ----------------------------------------------------------------

Execution::Turn Execution::OpenArray() {
  const ArrayPlan& plan = program_.arrays[ins_->a];
  const uint32_t size = SizeOf(value_);
  if (size < plan.min_items || size > plan.max_items) return Turn::kFailed;
  if (plan.records) {
    MarkFirst(plan.items_evaluate ? size
                                  : std::min(size, plan.evaluated_prefix));
  }
  if (plan.prefix_count == 0 && plan.items == kAcceptBlock) return Turn::kNext;
  if (!Push(Frame::Kind::kArray)) return Limit(Outcome::kFrameLimit);
  top_->cursor = value_ + 1;
  top_->end = tape::EndIndex(words_[value_]) - 1;
  top_->position = 0;
  return NextItem();
}

Execution::Turn Execution::NextItem() {
  Frame& frame = *top_;
  const ArrayPlan& plan = program_.arrays[frame.instruction->a];
  while (frame.cursor != frame.end) {
    BlockId block = plan.items;
    if (frame.position < plan.prefix_count) {
      block = program_.block_lists[plan.prefix + frame.position];
    } else if (block == kAcceptBlock) {
      break;
    }
    const uint32_t item = frame.cursor;
    ++frame.position;
    frame.cursor = tape::Next(words_, item);
    const Entry entry =
        program_.blocks[block]
            .entries[static_cast<int>(tape::KindOf(words_[item]))];
    if (entry == kAcceptEntry) continue;
    if (entry == kRejectEntry) return Turn::kFailed;
    return Enter(entry, item);
  }
  fuel_ -= frame.position;
  return Done();
}

Execution::Turn Execution::OpenContains() {
  if (!PushCatch(Frame::Kind::kContains)) return Limit(Outcome::kFrameLimit);
  top_->cursor = value_ + 1;
  top_->end = tape::EndIndex(words_[value_]) - 1;
  top_->seen = 0;
  return NextContained();
}

Execution::Turn Execution::NextContained() {
  Frame& frame = *top_;
  const ContainsPlan& plan = program_.contains[frame.instruction->a];
  while (frame.cursor != frame.end) {
    if (--fuel_ < 0) return Limit(Outcome::kStepLimit);
    const uint32_t item = frame.cursor;
    ++frame.position;
    frame.cursor = tape::Next(words_, item);
    const Entry entry =
        program_.blocks[plan.block]
            .entries[static_cast<int>(tape::KindOf(words_[item]))];
    if (entry == kRejectEntry) continue;
    if (entry != kAcceptEntry) return Enter(entry, item);
    if (const std::optional<Turn> turn = Contained()) return *turn;
  }
  return frame.seen >= plan.min ? DoneCatching() : FailCatching();
}

// Counts the item before the cursor, which matches. A turn, if that decides.
std::optional<Execution::Turn> Execution::Contained() {
  Frame& frame = *top_;
  const ContainsPlan& plan = program_.contains[frame.instruction->a];
  ++frame.seen;
  if (frame.seen > plan.max) return FailCatching();
  if (plan.records) {
    Mark(frame.position - 1);
  } else if (frame.seen >= plan.min && plan.max == ~uint64_t{0}) {
    return DoneCatching();
  }
  return std::nullopt;
}

// ---- alternatives ------------------------------------------------------------

Execution::Turn Execution::OpenAlternatives(Frame::Kind kind) {
  if (!PushCatch(kind)) return Limit(Outcome::kFrameLimit);
  return kind == Frame::Kind::kAnyOf ? NextAnyOf() : NextOneOf();
}

Execution::Turn Execution::NextAnyOf() {
  Frame& frame = *top_;
  const Instruction& ins = *frame.instruction;
  if (frame.position == ins.b) {
    return frame.matched ? DoneCatching() : FailCatching();
  }
  const Entry entry = program_.entries[ins.a + frame.position++];
  if (ins.flag != 0) {
    CopyRecord();
  } else if (frame.position == ins.b) {
    // The last alternative decides: nothing is left to catch.
    catch_ = frame.outer_catch;
    frame.kind = Frame::Kind::kCall;
  }
  return Enter(entry, frame.value);
}

Execution::Turn Execution::NextOneOf() {
  Frame& frame = *top_;
  const Instruction& ins = *frame.instruction;
  if (frame.position == ins.b) {
    return frame.matched ? DoneCatching() : FailCatching();
  }
  const Entry entry = program_.entries[ins.a + frame.position++];
  if (ins.flag != 0) CopyRecord();
  return Enter(entry, frame.value);
}

// ---- evaluated members and items -----------------------------------------------

void Execution::OpenRecord() {
  const auto first = static_cast<uint32_t>(machine_.record_bits_.size());
  const uint32_t words = SizeOf(value_) / 64 + 1;
  machine_.record_bits_.resize(first + words, 0);
  machine_.records_.push_back({first, words});
}

void Execution::CopyRecord() {
  const Machine::Record record = machine_.records_.back();
  const auto first = static_cast<uint32_t>(machine_.record_bits_.size());
  machine_.record_bits_.resize(first + record.words);
  for (uint32_t i = 0; i < record.words; ++i) {
    machine_.record_bits_[first + i] =
        machine_.record_bits_[record.first_word + i];
  }
  fuel_ -= record.words;
  machine_.records_.push_back({first, record.words});
}

void Execution::MergeRecord() {
  const Machine::Record inner = machine_.records_.back();
  const Machine::Record outer = machine_.records_[machine_.records_.size() - 2];
  for (uint32_t i = 0; i < inner.words; ++i) {
    machine_.record_bits_[outer.first_word + i] |=
        machine_.record_bits_[inner.first_word + i];
  }
  TruncateRecords(machine_.records_.size() - 1);
}

void Execution::CloseRecord() {
  TruncateRecords(machine_.records_.size() - 1);
  if (ins_->flag != 0) MarkFirst(SizeOf(value_));
}

Execution::Turn Execution::OpenUnevaluated() {
  const bool object = tape::Type(words_[value_]) == '{';
  if (!Push(object ? Frame::Kind::kUnevaluatedMembers
                   : Frame::Kind::kUnevaluatedItems)) {
    return Limit(Outcome::kFrameLimit);
  }
  top_->cursor = value_ + 1;
  top_->end = tape::EndIndex(words_[value_]) - 1;
  top_->position = 0;
  return object ? NextUnevaluatedMember() : NextUnevaluatedItem();
}

Execution::Turn Execution::NextUnevaluatedMember() {
  Frame& frame = *top_;
  const program::Block& block = program_.blocks[frame.instruction->a];
  while (frame.cursor != frame.end) {
    if (--fuel_ < 0) return Limit(Outcome::kStepLimit);
    const uint32_t member = frame.cursor + 1;
    frame.cursor = tape::Next(words_, member);
    if (Marked(frame.position++)) continue;
    const Entry entry =
        block.entries[static_cast<int>(tape::KindOf(words_[member]))];
    if (entry == kAcceptEntry) continue;
    if (entry == kRejectEntry) return Turn::kFailed;
    return Enter(entry, member);
  }
  return Done();
}

Execution::Turn Execution::NextUnevaluatedItem() {
  Frame& frame = *top_;
  const program::Block& block = program_.blocks[frame.instruction->a];
  while (frame.cursor != frame.end) {
    if (--fuel_ < 0) return Limit(Outcome::kStepLimit);
    const uint32_t item = frame.cursor;
    frame.cursor = tape::Next(words_, item);
    if (Marked(frame.position++)) continue;
    const Entry entry =
        block.entries[static_cast<int>(tape::KindOf(words_[item]))];
    if (entry == kAcceptEntry) continue;
    if (entry == kRejectEntry) return Turn::kFailed;
    return Enter(entry, item);
  }
  return Done();
}

// ---- content -----------------------------------------------------------------

Execution::Turn Execution::CheckContent() {
  const program::ContentPlan& plan = program_.contents[ins_->a];
  const std::string_view text = tape::StringAt(strings_, words_[value_]);
  fuel_ -= static_cast<int64_t>(text.size());
  if (machine_.content_ == nullptr) {
    machine_.content_ = std::make_unique<Machine::Content>();
    machine_.content_->machine.content_depth_ = machine_.content_depth_ + 1;
  }
  const std::optional<Value> content =
      machine_.content_->reader.Read(plan, text);
  if (machine_.content_->reader.failed()) return Turn::kFailed;
  if (!content.has_value() || plan.block == kAcceptBlock) return Turn::kNext;
  if (machine_.content_depth_ >= kDeepestContent) {
    return Limit(Outcome::kContentLimit);
  }
  if (fuel_ < 0) return Limit(Outcome::kStepLimit);
  RunLimits limits = limits_;
  limits.max_steps = static_cast<uint64_t>(fuel_);
  const Outcome outcome = machine_.content_->machine.RunBlock(
      program_, plan.block, *content, limits);
  fuel_ -= static_cast<int64_t>(machine_.content_->machine.steps());
  switch (outcome) {
    case Outcome::kValid:
      return Turn::kNext;
    case Outcome::kInvalid:
      return Turn::kFailed;
    default:
      return Limit(outcome);
  }
}

Outcome Machine::Run(const Program& program, Value value,
                     const RunLimits& limits) {
  return RunBlock(program, program.root, value, limits);
}

Outcome Machine::RunBlock(const Program& program, BlockId block, Value value,
                          const RunLimits& limits) {
  Execution execution(*this, program, block, value, limits);
  const Outcome outcome = execution.Run();
  steps_ = execution.steps();
  return outcome;
}

}  // namespace gabarit::vm
