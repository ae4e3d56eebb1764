// Positions by name, for lists that are read much more often than made.

#ifndef GABARIT_ENGINE_TOOLS_NAME_INDEX_H_
#define GABARIT_ENGINE_TOOLS_NAME_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"

namespace gabarit::tools {

// An open hash table whose names lie in one piece: a lookup touches one slot
// and one name. Hashes are seeded by the process, so that names cannot be made
// to collide.
class NameIndex {
 public:
  // Makes room for `count` names; forgets what was there.
  void Reset(size_t count) {
    size_t slots = 8;
    while (slots < 2 * count) slots *= 2;
    slots_.assign(slots, Slot());
    mask_ = slots - 1;
    names_.clear();
  }

  // Gives `name` the position, unless it has one: then returns that.
  std::optional<uint32_t> Insert(std::string_view name, uint32_t position) {
    const uint64_t hash = HashOf(name);
    size_t at = hash & mask_;
    for (; slots_[at].position != kEmpty; at = (at + 1) & mask_) {
      if (Matches(slots_[at], hash, name)) return slots_[at].position;
    }
    slots_[at] = {hash, static_cast<uint32_t>(names_.size()),
                  static_cast<uint32_t>(name.size()), position};
    names_ += name;
    return std::nullopt;
  }

  std::optional<uint32_t> Find(std::string_view name) const {
    if (slots_.empty()) return std::nullopt;
    const uint64_t hash = HashOf(name);
    for (size_t at = hash & mask_; slots_[at].position != kEmpty;
         at = (at + 1) & mask_) {
      if (Matches(slots_[at], hash, name)) return slots_[at].position;
    }
    return std::nullopt;
  }

 private:
  static constexpr uint32_t kEmpty = ~uint32_t{0};
  struct Slot {
    uint64_t hash = 0;
    uint32_t name = 0;  // offset in names_
    uint32_t length = 0;
    uint32_t position = kEmpty;
  };

  static uint64_t HashOf(std::string_view name) {
    return absl::Hash<absl::string_view>()({name.data(), name.size()});
  }
  bool Matches(const Slot& slot, uint64_t hash, std::string_view name) const {
    return slot.hash == hash &&
           std::string_view(names_).substr(slot.name, slot.length) == name;
  }

  std::vector<Slot> slots_;
  size_t mask_ = 0;
  std::string names_;
};

}  // namespace gabarit::tools

#endif  // GABARIT_ENGINE_TOOLS_NAME_INDEX_H_
