// Runs a program on a value: valid or not, and nothing else.
//
// The machine has no recursion. What a sequence is run for (an object's next
// member, an alternative, a condition) is a frame on a stack of its own; when
// the sequence accepts, the frame on top says what comes next. When it fails,
// everything fails up to the nearest frame that can use a failure: an
// alternative that has another to try, a `not`, an `if`, a `contains`. Where
// there is none, the whole value is invalid, and the machine stops.

#ifndef GABARIT_ENGINE_VM_VM_H_
#define GABARIT_ENGINE_VM_VM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/document/equality.h"
#include "engine/document/parser.h"
#include "engine/document/value.h"
#include "engine/program/program.h"

namespace gabarit::vm {

enum class Outcome : uint8_t {
  kValid,
  kInvalid,
  kStepLimit,   // more steps than allowed
  kFrameLimit,  // more frames than allowed
  kContentLimit,  // JSON content nested in JSON content too often
};

struct RunLimits {
  uint64_t max_steps = 100'000'000;
  size_t max_frames = size_t{1} << 20;
};

// What is under way, and how to go on once its sequence is done.
struct Frame {
  enum class Kind : uint8_t {
    kStart,
    kObject,
    kArray,
    kCall,
    kAnyOf,
    kOneOf,
    kNot,
    kIf,
    kContains,
    kUnevaluatedMembers,
    kUnevaluatedItems,
  };
  Kind kind;
  uint8_t stage = 0;     // kObject: which block of the member is next
  bool matched = false;  // kObject: a pattern matched; kOneOf: one accepted
  const program::Instruction* instruction = nullptr;  // that opened the frame
  uint32_t value = 0;     // tape index of the value it looks at
  uint32_t cursor = 0;    // tape index of the next member or item
  uint32_t end = 0;       // tape index of the close word
  uint32_t position = 0;  // members, items or alternatives seen
  uint64_t seen = 0;      // kObject: bits of the names seen; kContains: matches
  uint32_t step = 0;      // kObject: next step for the current member
  uint32_t outer_catch = 0;  // the frame that catches failures outside this one
  uint32_t records = 0;      // how many records were open
  uint32_t wide = 0;         // kObject: first word for bits beyond 64
};

// Runs programs, reusing its memory. Not for use from several threads at once.
class Machine {
 public:
  Machine();
  ~Machine();
  Machine(Machine&&) noexcept;
  Machine& operator=(Machine&&) noexcept;

  Outcome Run(const program::Program& program, document::Value value,
              const RunLimits& limits);

  // The same from a block other than the root.
  Outcome RunBlock(const program::Program& program, program::BlockId block,
                   document::Value value, const RunLimits& limits);

  // Steps taken by the last run.
  uint64_t steps() const { return steps_; }

 private:
  friend class Execution;

  // The record, innermost last, of which members or items were evaluated: bits
  // in record_bits_.
  struct Record {
    uint32_t first_word;
    uint32_t words;
  };

  std::vector<Frame> frames_;
  std::vector<Record> records_;
  std::vector<uint64_t> record_bits_;
  std::vector<uint64_t> wide_bits_;
  document::Equality equality_;
  // For JSON inside strings: a parser and a machine of their own, made when
  // first needed.
  struct Content;
  std::unique_ptr<Content> content_;
  uint32_t content_depth_ = 0;
  uint64_t steps_ = 0;
};

}  // namespace gabarit::vm

#endif  // GABARIT_ENGINE_VM_VM_H_
