// Positions by name, for lists that are read much more often than made.

#ifndef GABARIT_ENGINE_TOOLS_NAME_INDEX_H_
#define GABARIT_ENGINE_TOOLS_NAME_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"

namespace gabarit::tools {

// An open hash table of small slots, and the names in one piece: lists of
// thousands of tools stay in the processor's caches. Hashes are seeded by the
// process, so that names cannot be made to collide.
class NameIndex {
 public:
  // Makes room for `count` names, at positions from 0; forgets what was there.
  void Reset(size_t count) {
    size_t slots = 8;
    while (slots < 2 * count) slots *= 2;
    slots_.assign(slots, Slot());
    mask_ = slots - 1;
    ends_.assign(1, 0);
    names_.clear();
  }

  // Gives `name` the next position, unless it has one: then returns that.
  std::optional<uint32_t> Insert(std::string_view name) {
    const uint64_t hash = HashOf(name);
    size_t at = hash & mask_;
    for (; slots_[at].position != kEmpty; at = (at + 1) & mask_) {
      if (Matches(slots_[at], hash, name)) return slots_[at].position;
    }
    slots_[at] = {Tag(hash), static_cast<uint32_t>(ends_.size() - 1)};
    names_ += name;
    ends_.push_back(static_cast<uint32_t>(names_.size()));
    return std::nullopt;
  }

  // `expect(position)` is called before the names are compared, so that what
  // stands there can be fetched in the meantime.
  template <typename Expect>
  std::optional<uint32_t> Find(std::string_view name, Expect expect) const {
    if (slots_.empty()) return std::nullopt;
    const uint64_t hash = HashOf(name);
    for (size_t at = hash & mask_; slots_[at].position != kEmpty;
         at = (at + 1) & mask_) {
      const Slot slot = slots_[at];
      if (slot.tag != Tag(hash)) continue;
      expect(slot.position);
      if (Matches(slot, hash, name)) return slot.position;
    }
    return std::nullopt;
  }
  std::optional<uint32_t> Find(std::string_view name) const {
    return Find(name, [](uint32_t) {});
  }

 private:
  static constexpr uint32_t kEmpty = ~uint32_t{0};
  struct Slot {
    uint32_t tag = 0;  // of the hash, the part that does not choose the slot
    uint32_t position = kEmpty;
  };

  static uint64_t HashOf(std::string_view name) {
    return absl::Hash<absl::string_view>()({name.data(), name.size()});
  }
  static uint32_t Tag(uint64_t hash) {
    return static_cast<uint32_t>(hash >> 32);
  }
  bool Matches(Slot slot, uint64_t hash, std::string_view name) const {
    if (slot.tag != Tag(hash)) return false;
    const uint32_t begin = ends_[slot.position];
    return ends_[slot.position + 1] - begin == name.size() &&
           std::memcmp(names_.data() + begin, name.data(), name.size()) == 0;
  }

  std::vector<Slot> slots_;
  size_t mask_ = 0;
  std::vector<uint32_t> ends_;  // where each position's name begins and ends
  std::string names_;
};

}  // namespace gabarit::tools

#endif  // GABARIT_ENGINE_TOOLS_NAME_INDEX_H_
