#include "engine/tasks/digest.h"

#include <bit>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace gabarit::tasks {
namespace {

constexpr uint64_t kPrime = 0x9fb21c651e98df25;

// One step takes in eight bytes: the one of FNV-1a, with a turn so that high
// bits reach low ones.
uint64_t Step(uint64_t state, uint64_t next) {
  return std::rotl((state ^ next) * kPrime, 31);
}

// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
uint64_t Finish(uint64_t state) {
  state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9;
  state = (state ^ (state >> 27)) * 0x94d049bb133111eb;
  return state ^ (state >> 31);
}

// Long texts in four lanes, which a processor works at side by side.
uint64_t StepLanes(uint64_t state, std::string_view* text) {
  constexpr size_t kBytes = 32;
  uint64_t lanes[4] = {state, state ^ kPrime, ~state, state + kPrime};
  while (text->size() >= kBytes) {
    uint64_t next[4];
    std::memcpy(next, text->data(), kBytes);
    for (size_t i = 0; i < 4; ++i) lanes[i] = Step(lanes[i], next[i]);
    text->remove_prefix(kBytes);
  }
  return Step(Step(lanes[0], lanes[1]), Step(lanes[2], lanes[3]));
}

uint64_t StepText(uint64_t state, std::string_view text) {
  // The length, so that texts that end where another begins differ.
  state = Step(state, text.size());
  if (text.size() >= 64) state = StepLanes(state, &text);
  while (text.size() >= sizeof(uint64_t)) {
    uint64_t eight;
    std::memcpy(&eight, text.data(), sizeof eight);
    state = Step(state, eight);
    text.remove_prefix(sizeof eight);
  }
  uint64_t rest = 0;
  std::memcpy(&rest, text.data(), text.size());
  return Step(state, rest);
}

}  // namespace

uint64_t Digest(document::Value value) {
  namespace tape = document::tape;
  const document::TapeView& view = value.view();
  const uint32_t end = tape::Next(view.words, value.index());
  uint64_t state = 0;
  // Every value, name and bracket is a word on the tape, whatever its depth.
  for (uint32_t index = value.index(); index < end; ++index) {
    const uint64_t word = view.words[index];
    const char type = tape::IsString(word) ? '"' : tape::Type(word);
    state += static_cast<uint8_t>(type);
    if (type == '"' || type == 'Z') {
      state = StepText(state, tape::StringAt(view.strings, word));
    } else if (type == 'l' || type == 'u' || type == 'd') {
      state = Step(state, view.words[++index]);
    } else {
      state = Step(state, 0);
    }
  }
  return Finish(state);
}

}  // namespace gabarit::tasks
