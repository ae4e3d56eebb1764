// The quick way to run a program: down the value by calls.
//
// A call costs a fraction of what a frame of the machine costs, and the
// processor predicts where it returns to. But the native stack is no place for
// what a hostile document can make deep. So a descent goes down a bounded
// number of levels, and below them the machine takes over, value by value. The
// machine also runs what keeps records of evaluated members and the other
// things that few schemas have; the descent hands it the value concerned.

#ifndef GABARIT_ENGINE_VM_DESCENT_H_
#define GABARIT_ENGINE_VM_DESCENT_H_

#include <cstdint>
#include <string_view>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "engine/document/value.h"
#include "engine/program/program.h"
#include "engine/vm/vm.h"

namespace gabarit::vm {

class Descent {
 public:
  // All must outlive the descent; `machine` must not be running.
  Descent(Machine& machine, const program::Program& program,
          const document::TapeView& view, const RunLimits& limits);
  Descent(const Descent&) = delete;
  Descent& operator=(const Descent&) = delete;

  // The outcome for the value at `index`. Called once.
  Outcome Run(program::BlockId block, uint32_t index);

  uint64_t steps() const;

 private:
  // Values are given by the place of their word on the tape.
  using Word = const uint64_t*;

  // Each says whether the value passes; false also when a limit is reached,
  // which stopped() then tells. Whoever makes something of a failure must ask.
  // `levels` is how many calls may still be gone down: given by value, it needs
  // no taking back.
  bool Check(program::Entry entry, Word value, uint32_t levels);
  bool Sequence(const program::Instruction* ins, Word value, uint32_t levels);
  bool Object(const program::Instruction& ins, Word value, uint32_t levels);
  bool Array(const program::Instruction& ins, Word value, uint32_t levels);
  bool MemberSteps(const program::ObjectPlan& plan, Word name, uint32_t levels);
  bool Names(const program::ObjectPlan& plan, Word object, uint32_t levels);
  bool IfMember(const program::Instruction& ins, Word object, uint32_t levels);
  bool Contains(const program::ContainsPlan& plan, Word array, uint32_t levels);
  bool Select(const program::Instruction& ins, Word object, uint32_t levels);
  bool Alternatives(const program::Instruction& ins, uint64_t candidates,
                    Word value, uint32_t levels);
  bool EqualsAny(const program::Instruction& ins, Word value);
  bool UniqueItems(Word array);
  bool Pattern(const program::Instruction& ins, Word value);
  bool Format(const program::Instruction& ins, Word value);
  // Has the machine run the rest of the sequence from `ins` on.
  bool LeaveToMachine(const program::Instruction& ins, Word value);

  bool stopped() const { return outcome_ != Outcome::kInvalid; }
  bool Stop(Outcome outcome) {
    outcome_ = outcome;
    return false;
  }
  // Takes `steps` off what may be spent. False if there are not so many.
  bool Spend(uint64_t steps) {
    fuel_ -= static_cast<int64_t>(steps);
    return ABSL_PREDICT_TRUE(fuel_ >= 0) || Stop(Outcome::kStepLimit);
  }

  uint32_t IndexOf(Word value) const {
    return static_cast<uint32_t>(value - words_);
  }
  document::Value ValueOf(Word value) const {
    return document::Value(&view_, IndexOf(value));
  }
  std::string_view TextOf(Word value) const {
    return document::tape::StringAt(strings_, *value);
  }
  Word EndOf(Word container) const {
    return words_ + document::tape::EndIndex(*container) - 1;
  }
  Word Next(Word value) const {
    return words_ + document::tape::Next(words_, IndexOf(value));
  }
  uint32_t SizeOf(Word container) const;
  program::Entry EntryOf(program::BlockId block, Word value) const {
    return blocks_[block]
        .entries[static_cast<int>(document::tape::KindOf(*value))];
  }
  const program::StringSlot* Find(const program::StringTable& table,
                                  std::string_view text) const {
    return Lookup(
        table, slots_, indices_, texts_,
        program::MakeStringKey(text.data(), static_cast<uint32_t>(text.size())),
        text.data());
  }

  // The pools of the program and the document, by plain pointers: they are
  // needed at every step.
  const uint64_t* const words_;
  const uint8_t* const strings_;
  const program::Instruction* const code_;
  const program::Block* const blocks_;
  const program::ObjectPlan* const objects_;
  const program::ArrayPlan* const arrays_;
  const program::StringSlot* const slots_;
  const uint32_t* const indices_;
  const char* const texts_;
  const program::StringTable* const string_tables_;
  int64_t fuel_;
  uint32_t levels_;                      // that may still be gone down
  Outcome outcome_ = Outcome::kInvalid;  // anything else: a limit is reached
  const document::TapeView& view_;
  Machine& machine_;
  const program::Program& program_;
  const RunLimits& limits_;
};

}  // namespace gabarit::vm

#endif  // GABARIT_ENGINE_VM_DESCENT_H_
