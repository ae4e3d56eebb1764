#include "engine/tasks/digest.h"

#include <bit>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace gabarit::tasks {
namespace {

// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014) over the running
// state and what comes next.
uint64_t Mix(uint64_t state, uint64_t next) {
  uint64_t mixed = (state ^ next) + 0x9e3779b97f4a7c15;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

// Long texts in four lanes, which a processor works at side by side; each step
// is the one of FNV-1a on eight bytes, with a turn so that high bits reach low
// ones.
uint64_t MixLanes(uint64_t state, std::string_view* text) {
  constexpr size_t kStep = 32;
  constexpr uint64_t kPrime = 0x9fb21c651e98df25;
  uint64_t lanes[4] = {state, state ^ kPrime, ~state, state + kPrime};
  while (text->size() >= kStep) {
    uint64_t next[4];
    std::memcpy(next, text->data(), kStep);
    for (size_t i = 0; i < 4; ++i) {
      lanes[i] = std::rotl((lanes[i] ^ next[i]) * kPrime, 31);
    }
    text->remove_prefix(kStep);
  }
  return Mix(Mix(lanes[0], lanes[1]), Mix(lanes[2], lanes[3]));
}

uint64_t MixText(uint64_t state, std::string_view text) {
  // The length, so that texts that end where another begins differ.
  state ^= uint64_t{text.size()} << 32;
  if (text.size() >= 64) state = MixLanes(state, &text);
  while (text.size() >= sizeof(uint64_t)) {
    uint64_t eight;
    std::memcpy(&eight, text.data(), sizeof eight);
    state = Mix(state, eight);
    text.remove_prefix(sizeof eight);
  }
  uint64_t rest = 0;
  std::memcpy(&rest, text.data(), text.size());
  return Mix(state, rest ^ (uint64_t{text.size() + 1} << 56));
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
    const char type = tape::Type(word);
    state = Mix(state, static_cast<uint8_t>(type));
    if (type == '"' || type == 'Z') {
      state = MixText(state, tape::StringAt(view.strings, word));
    } else if (type == 'l' || type == 'u' || type == 'd') {
      state = Mix(state, view.words[++index]);
    }
  }
  return state;
}

}  // namespace gabarit::tasks
