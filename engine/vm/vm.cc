#include "engine/vm/vm.h"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/vm/alternative_turns.h"
#include "engine/vm/array_turns.h"
#include "engine/vm/assertions.h"
#include "engine/vm/content_reader.h"
#include "engine/vm/descent.h"
#include "engine/vm/execution.h"
#include "engine/vm/object_turns.h"

namespace gabarit::vm {

using document::Value;
using program::BlockId;
using program::Instruction;
using program::Opcode;
using program::Program;
namespace tape = document::tape;

struct Machine::Content {
  ContentReader reader;
  Machine machine;
};

Machine::Machine() : frames_(64) {}
Machine::~Machine() = default;
Machine::Machine(Machine&&) noexcept = default;
Machine& Machine::operator=(Machine&&) noexcept = default;

bool Machine::GrowFrames(const RunLimits& limits) {
  if (frames_.size() >= limits.max_frames) return false;
  frames_.resize(2 * frames_.size());
  return true;
}

bool HoldsWideAndDependent(const Program& program,
                           const program::ObjectPlan& plan, const Frame& frame,
                           const std::vector<uint64_t>& wide) {
  for (uint32_t i = 0; i < plan.wide_required_count; ++i) {
    if (!HasSeen(frame, wide, program.wide_bits[plan.wide_required + i])) {
      return false;
    }
  }
  for (uint32_t i = 0; i < plan.dependent_count; ++i) {
    const program::DependentBits& bits =
        program.dependents[plan.dependents + i];
    if (HasSeen(frame, wide, bits.trigger) &&
        !HasSeen(frame, wide, bits.needed)) {
      return false;
    }
  }
  return true;
}

Outcome Machine::CheckContent(const Program& program,
                              const program::ContentPlan& plan,
                              std::string_view text, const RunLimits& limits,
                              int64_t* fuel) {
  *fuel -= static_cast<int64_t>(text.size());
  if (content_ == nullptr) {
    content_ = std::make_unique<Content>();
    content_->machine.content_depth_ = content_depth_ + 1;
  }
  const std::optional<Value> content = content_->reader.Read(plan, text);
  if (content_->reader.failed()) return Outcome::kInvalid;
  if (!content.has_value() || plan.block == program::kAcceptBlock) {
    return Outcome::kValid;
  }
  if (content_depth_ >= kDeepestContent) return Outcome::kContentLimit;
  if (*fuel < 0) return Outcome::kStepLimit;
  RunLimits left = limits;
  left.max_steps = static_cast<uint64_t>(*fuel);
  // Content in content would take the native stack's levels once for each.
  left.max_levels = 0;
  const Outcome outcome =
      content_->machine.RunBlock(program, plan.block, *content, left);
  *fuel -= static_cast<int64_t>(content_->machine.steps());
  return outcome;
}

inline Turn Execution::Accepted() {
  switch (top_->kind) {
    case Frame::Kind::kStart:
      return Stop(Outcome::kValid);
    case Frame::Kind::kObject:
      return top_->stage == Frame::Stage::kSteps ? Turn::kNextStep
                                                 : Turn::kNextMember;
    case Frame::Kind::kArray:
      return Turn::kNextItem;
    case Frame::Kind::kCall:
      return Done();
    case Frame::Kind::kAnyOf:
      // With a record, all alternatives are tried for what they evaluate.
      if (top_->instruction->flag == 0) return DoneCatching();
      machine_.records_.Merge();
      top_->matched = true;
      return Turn::kNextAlternative;
    case Frame::Kind::kOneOf:
      if (top_->matched) return FailCatching();
      if (top_->instruction->flag != 0) machine_.records_.Merge();
      top_->matched = true;
      return Turn::kNextAlternative;
    case Frame::Kind::kNot:
      return FailCatching();
    case Frame::Kind::kIf: {
      const Instruction& ins = *top_->instruction;
      if (ins.flag != 0) machine_.records_.Merge();
      catch_ = top_->outer_catch;
      top_->kind = Frame::Kind::kCall;
      return Enter(ins.b, top_->value);
    }
    case Frame::Kind::kContains:
      return Turn::kContained;
    case Frame::Kind::kUnevaluatedMembers:
    case Frame::Kind::kUnevaluatedItems:
      return Turn::kNextUnevaluated;
  }
  return Stop(Outcome::kInvalid);
}

inline Turn Execution::Failed() {
  // The frame at the bottom catches what no other does.
  if (catch_ == 0) return Stop(Outcome::kInvalid);
  top_ = base_ + catch_;
  if (ABSL_PREDICT_FALSE(machine_.records_.count() != top_->records)) {
    machine_.records_.Truncate(top_->records);
  }
  if (ABSL_PREDICT_FALSE(machine_.wide_bits_.size() != top_->wide)) {
    machine_.wide_bits_.resize(top_->wide);
  }
  switch (top_->kind) {
    case Frame::Kind::kAnyOf:
    case Frame::Kind::kOneOf:
      return Turn::kNextAlternative;
    case Frame::Kind::kNot:
      return DoneCatching();
    case Frame::Kind::kIf:
      catch_ = top_->outer_catch;
      top_->kind = Frame::Kind::kCall;
      return Enter(top_->instruction->c, top_->value);
    case Frame::Kind::kContains:
      return Turn::kNextContained;
    default:  // other frames catch nothing
      return Stop(Outcome::kInvalid);
  }
}

inline Outcome Execution::Run(program::Entry entry) {
  Turn turn = Enter(entry, value_);
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
      case Turn::kNextMember:
        turn = NextMember();
        continue;
      case Turn::kNextStep:
        turn = NextStep();
        continue;
      case Turn::kNextItem:
        turn = NextItem();
        continue;
      case Turn::kNextContained:
        turn = NextContained();
        continue;
      case Turn::kContained:
        turn = Contained();
        continue;
      case Turn::kNextAlternative:
        turn = NextAlternative();
        continue;
      case Turn::kNextUnevaluated:
        turn = NextUnevaluated();
        continue;
      case Turn::kStop:
        return outcome_;
    }
    if (ABSL_PREDICT_FALSE(--fuel_ < 0)) return Outcome::kStepLimit;
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
        turn = Push(Frame::Kind::kCall) ? Enter(ins.a, value_) : FrameLimit();
        continue;
      case Opcode::kAnyOf:
      case Opcode::kOneOf:
        if (ins.c != program::kNoSelect) {
          turn = Select();
          continue;
        }
        turn = OpenAlternatives(
            ins.opcode == Opcode::kAnyOf ? Frame::Kind::kAnyOf
                                         : Frame::Kind::kOneOf,
            ins.b >= kMostSelected ? ~uint64_t{0} : (uint64_t{1} << ins.b) - 1);
        continue;
      case Opcode::kNot:
        turn =
            PushCatch(Frame::Kind::kNot) ? Enter(ins.a, value_) : FrameLimit();
        continue;
      case Opcode::kIf:
        if (!PushCatch(Frame::Kind::kIf)) {
          turn = FrameLimit();
          continue;
        }
        if (ins.flag != 0) fuel_ -= machine_.records_.Copy();
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
      case Opcode::kIntegerBetween:
        holds = IntegerBetween(words_ + value_, ins);
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
      case Opcode::kStringIn:
        holds = Find(program_.string_tables[ins.a], TextAt(value_)) != nullptr;
        break;
      case Opcode::kStringNotIn:
        holds = Find(program_.string_tables[ins.a], TextAt(value_)) == nullptr;
        break;
      case Opcode::kEqualsAny:
        holds = false;
        fuel_ -= ins.b;
        for (uint32_t i = 0; i < ins.b && !holds; ++i) {
          holds = machine_.equality_.Equal(ValueAt(value_),
                                           program_.constants[ins.a + i]);
        }
        break;

      case Opcode::kLengthAtLeast:
        holds = LengthAtLeast(TextAt(value_),
                              static_cast<uint64_t>(ins.immediate()));
        break;
      case Opcode::kLengthAtMost:
        holds = LengthAtMost(TextAt(value_),
                             static_cast<uint64_t>(ins.immediate()));
        break;
      case Opcode::kLengthBetween:
        holds = LengthBetween(TextAt(value_), ins);
        break;
      case Opcode::kPattern: {
        const std::string_view text = TextAt(value_);
        fuel_ -= static_cast<int64_t>(text.size() / 32);
        holds = program_.patterns[ins.a]->Matches(text);
        break;
      }
      case Opcode::kFormat: {
        const std::string_view text = TextAt(value_);
        fuel_ -= static_cast<int64_t>(text.size() / 32);
        holds = (*program_.formats[ins.a].check)(text);
        break;
      }
      case Opcode::kContent: {
        int64_t fuel = fuel_;
        const Outcome outcome = machine_.CheckContent(
            program_, program_.contents[ins.a], TextAt(value_), limits_, &fuel);
        fuel_ = fuel;
        if (outcome > Outcome::kInvalid) {
          turn = Stop(outcome);
          continue;
        }
        holds = outcome == Outcome::kValid;
        break;
      }

      case Opcode::kObject:
        turn = OpenObject();
        continue;
      case Opcode::kIfMember:
        turn = IfMember();
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
        machine_.records_.Open(SizeOf(value_));
        break;
      case Opcode::kUnevaluated:
        turn = OpenUnevaluated();
        continue;
      case Opcode::kCloseRecord:
        machine_.records_.Truncate(machine_.records_.count() - 1);
        if (ins.flag != 0) machine_.records_.MarkFirst(SizeOf(value_));
        break;
    }
    turn = holds ? Turn::kNext : Turn::kFailed;
  }
}

Outcome Machine::RunEntry(const Program& program, program::Entry entry,
                          Value value, const RunLimits& limits) {
  Execution execution(*this, program, value, limits);
  const Outcome outcome = execution.Run(entry);
  steps_ = execution.steps();
  return outcome;
}

Outcome Machine::RunBlock(const Program& program, BlockId block, Value value,
                          const RunLimits& limits) {
  Descent descent(*this, program, value.view(), limits);
  const Outcome outcome = descent.Run(block, value.index());
  steps_ = descent.steps();
  return outcome;
}

}  // namespace gabarit::vm
