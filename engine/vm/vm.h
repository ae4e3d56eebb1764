// Runs a program on a value: valid or not, and nothing else.
//
// Most values are decided by a Descent, which goes down by calls as far as the
// native stack is sure to bear it. What lies deeper is run by the machine
// itself, and so is what few schemas have.
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
#include "engine/document/value.h"
#include "engine/program/program.h"
#include "engine/vm/frame.h"
#include "engine/vm/records.h"

namespace gabarit::vm {

enum class Outcome : uint8_t {
  kValid,
  kInvalid,
  kStepLimit,     // more steps than allowed
  kFrameLimit,    // more frames than allowed
  kContentLimit,  // JSON content nested in JSON content too often
};

struct RunLimits {
  uint64_t max_steps = 100'000'000;
  size_t max_frames = size_t{1} << 20;
  // Levels of the native stack that a descent (engine/vm/descent.h) may use;
  // with none, the machine does all. A level takes up to 400 bytes.
  uint32_t max_levels = 192;
};

// How deep JSON inside strings inside JSON … is followed.
inline constexpr uint32_t kDeepestContent = 16;

// Runs programs, reusing its memory. Not for use from several threads at once.
class Machine {
 public:
  Machine();
  ~Machine();
  Machine(Machine&&) noexcept;
  Machine& operator=(Machine&&) noexcept;

  Outcome Run(const program::Program& program, document::Value value,
              const RunLimits& limits) {
    return RunBlock(program, program.root, value, limits);
  }
  // The same from a block other than the root.
  Outcome RunBlock(const program::Program& program, program::BlockId block,
                   document::Value value, const RunLimits& limits);

  // Steps taken by the last run.
  uint64_t steps() const { return steps_; }

 private:
  friend class Descent;
  friend class Execution;

  Outcome RunEntry(const program::Program& program, program::Entry entry,
                   document::Value value, const RunLimits& limits);

  // Makes room for at least one more frame; false beyond the limit.
  bool GrowFrames(const RunLimits& limits);
  // The string's content by `plan`: kValid or kInvalid, or a limit. Takes what
  // it used from `fuel`.
  Outcome CheckContent(const program::Program& program,
                       const program::ContentPlan& plan, std::string_view text,
                       const RunLimits& limits, int64_t* fuel);

  std::vector<Frame> frames_;
  Records records_;
  std::vector<uint64_t> wide_bits_;  // of object plans with more than 64 bits
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
