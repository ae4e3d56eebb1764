// One run of the machine: the registers, and what each frame does in its turn.
//
// Everything here is inlined into one loop, so that the registers stay in
// registers. For that, no function that is not inlined may see an Execution;
// slow work is done by Machine and Records.

#ifndef GABARIT_ENGINE_VM_EXECUTION_H_
#define GABARIT_ENGINE_VM_EXECUTION_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>
#include <utility>

#include "absl/base/attributes.h"
#include "engine/document/value.h"
#include "engine/program/program.h"
#include "engine/vm/assertions.h"
#include "engine/vm/frame.h"
#include "engine/vm/vm.h"

namespace gabarit::vm {

// What comes next.
enum class Turn : uint8_t {
  kRun,   // the instruction at the instruction register
  kNext,  // the one after it, or the frame on top if it was the last
  kAccepted,
  kFailed,
  kNextMember,
  kNextStep,
  kNextItem,
  kNextContained,
  kContained,
  kNextAlternative,
  kNextUnevaluated,
  kStop,
};

class Execution {
 public:
  Execution(Machine& machine, const program::Program& program,
            document::Value value, const RunLimits& limits)
      : machine_(machine),
        program_(program),
        code_(program.code.data()),
        blocks_(program.blocks.data()),
        view_(value.view()),
        words_(value.view().words),
        strings_(value.view().strings),
        limits_(limits),
        fuel_(static_cast<int64_t>(limits.max_steps)),
        value_(value.index()) {
    machine_.records_.Clear();
    machine_.wide_bits_.clear();
    base_ = machine_.frames_.data();
    last_ = base_ + machine_.frames_.size() - 1;
    top_ = base_;
    top_->kind = Frame::Kind::kStart;
    top_->records = 0;
    top_->wide = 0;
  }

  ABSL_ATTRIBUTE_ALWAYS_INLINE Outcome Run(program::Entry entry);

  uint64_t steps() const {
    return limits_.max_steps -
           static_cast<uint64_t>(std::max<int64_t>(fuel_, 0));
  }

 private:
#define GABARIT_INLINE ABSL_ATTRIBUTE_ALWAYS_INLINE inline

  // ---- frames

  GABARIT_INLINE bool Push(Frame::Kind kind) {
    if (ABSL_PREDICT_FALSE(top_ == last_)) {
      const auto depth = top_ - base_;
      if (!machine_.GrowFrames(limits_)) return false;
      base_ = machine_.frames_.data();
      last_ = base_ + machine_.frames_.size() - 1;
      top_ = base_ + depth;
    }
    ++top_;
    top_->kind = kind;
    top_->instruction = ins_;
    top_->value = value_;
    return true;
  }
  GABARIT_INLINE bool PushCatch(Frame::Kind kind) {
    if (!Push(kind)) return false;
    top_->outer_catch = catch_;
    top_->records = machine_.records_.count();
    top_->wide = static_cast<uint32_t>(machine_.wide_bits_.size());
    catch_ = static_cast<uint32_t>(top_ - base_);
    return true;
  }
  // Takes the frame off and goes on after the instruction that opened it.
  GABARIT_INLINE Turn Done() {
    ins_ = top_->instruction;
    value_ = top_->value;
    --top_;
    return Turn::kNext;
  }
  GABARIT_INLINE Turn DoneCatching() {
    catch_ = top_->outer_catch;
    return Done();
  }
  GABARIT_INLINE Turn FailCatching() {
    catch_ = top_->outer_catch;
    --top_;
    return Turn::kFailed;
  }
  GABARIT_INLINE Turn Stop(Outcome outcome) {
    outcome_ = outcome;
    return Turn::kStop;
  }
  GABARIT_INLINE Turn FrameLimit() { return Stop(Outcome::kFrameLimit); }

  GABARIT_INLINE Turn Enter(program::Entry entry, uint32_t value) {
    ins_ = code_ + entry;
    value_ = value;
    return Turn::kRun;
  }
  GABARIT_INLINE program::Entry EntryOf(program::BlockId block,
                                        uint32_t value) const {
    return blocks_[block]
        .entries[static_cast<int>(document::tape::KindOf(words_[value]))];
  }

  GABARIT_INLINE Turn Accepted();
  GABARIT_INLINE Turn Failed();

  // ---- objects

  GABARIT_INLINE Turn OpenObject();
  GABARIT_INLINE Turn NextMember();
  GABARIT_INLINE Turn NextNotedMember();
  GABARIT_INLINE Turn OpenSteps(uint32_t cursor);
  GABARIT_INLINE Turn NextStep();
  GABARIT_INLINE Turn CloseObject();
  GABARIT_INLINE Turn IfMember();

  // ---- arrays

  GABARIT_INLINE Turn OpenArray();
  GABARIT_INLINE Turn NextItem();
  GABARIT_INLINE Turn OpenContains();
  GABARIT_INLINE Turn NextContained();
  GABARIT_INLINE Turn Contained();

  // ---- alternatives

  GABARIT_INLINE Turn OpenAlternatives(Frame::Kind kind, uint64_t candidates);
  GABARIT_INLINE Turn NextAlternative();
  GABARIT_INLINE Turn Select();

  // ---- evaluated members and items

  GABARIT_INLINE Turn OpenUnevaluated();
  GABARIT_INLINE Turn NextUnevaluated();

  GABARIT_INLINE uint32_t SizeOf(uint32_t container) const {
    const uint32_t count = document::tape::Count(words_[container]);
    if (ABSL_PREDICT_TRUE(count < document::tape::kSaturatedCount)) {
      return count;
    }
    return static_cast<uint32_t>(ValueAt(container).size());
  }
  GABARIT_INLINE document::Value ValueAt(uint32_t index) const {
    return document::Value(&view_, index);
  }
  GABARIT_INLINE std::string_view TextAt(uint32_t index) const {
    return document::tape::StringAt(strings_, words_[index]);
  }
  GABARIT_INLINE const program::StringSlot* Find(
      const program::StringTable& table, std::string_view text) const {
    return program_.Find(table, text);
  }

  // Runs a sequence of one common assertion on the value at `index` without
  // leaving the loop that the caller is in. False: it is not one of those.
  GABARIT_INLINE bool CheckAtOnce(const program::Instruction& ins,
                                  uint32_t index, bool* holds) const {
    if (!ins.last) return false;
    switch (ins.opcode) {
      case program::Opcode::kStringIn:
        *holds = Find(program_.string_tables[ins.a], TextAt(index)) != nullptr;
        return true;
      case program::Opcode::kStringNotIn:
        *holds = Find(program_.string_tables[ins.a], TextAt(index)) == nullptr;
        return true;
      case program::Opcode::kIntegerAtLeast:
        *holds = IntegerAtLeast(words_ + index, ins.immediate());
        return true;
      case program::Opcode::kIntegerBetween:
        *holds = IntegerBetween(words_ + index, ins);
        return true;
      case program::Opcode::kLengthAtLeast:
        *holds = LengthAtLeast(TextAt(index),
                               static_cast<uint64_t>(ins.immediate()));
        return true;
      case program::Opcode::kLengthAtMost:
        *holds =
            LengthAtMost(TextAt(index), static_cast<uint64_t>(ins.immediate()));
        return true;
      case program::Opcode::kLengthBetween:
        *holds = LengthBetween(TextAt(index), ins);
        return true;
      default:
        return false;
    }
  }

#undef GABARIT_INLINE

  Machine& machine_;
  const program::Program& program_;
  const program::Instruction* const code_;
  const program::Block* const blocks_;
  const document::TapeView& view_;
  const uint64_t* const words_;
  const uint8_t* const strings_;
  const RunLimits& limits_;
  int64_t fuel_;
  Outcome outcome_ = Outcome::kInvalid;
  uint32_t value_;
  const program::Instruction* ins_ = nullptr;
  Frame* base_;
  Frame* last_;
  Frame* top_;
  uint32_t catch_ = 0;
};

}  // namespace gabarit::vm

#endif  // GABARIT_ENGINE_VM_EXECUTION_H_
