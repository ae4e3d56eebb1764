#include "engine/document/duplicate_names.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace gabarit::document {
namespace {

// Objects of up to this many members are looked through by fingerprints alone.
constexpr size_t kSmall = 64;

// Equal names have equal fingerprints; different ones of different length or
// ends mostly have not. A few instructions whatever the length: what is equal
// here is compared in full.
uint64_t Fingerprint(std::string_view name) {
  uint64_t head = 0;
  uint64_t tail = 0;
  const size_t size = name.size();
  if (size >= 8) {
    std::memcpy(&head, name.data(), 8);
    std::memcpy(&tail, name.data() + size - 8, 8);
  } else if (size >= 4) {
    std::memcpy(&head, name.data(), 4);
    std::memcpy(&tail, name.data() + size - 4, 4);
  } else if (size > 0) {
    head = static_cast<uint8_t>(name[0]);
    tail = static_cast<uint8_t>(name[size / 2]) |
           uint64_t{static_cast<uint8_t>(name[size - 1])} << 8;
  }
  return (head ^ (tail << 29) ^ (tail >> 35) ^ size) * 0x9e3779b97f4a7c15;
}

}  // namespace

bool DuplicateNames::MayHaveAny(Value object) {
  uint64_t fingerprints[kSmall];
  uint64_t seen = 0;  // a bit for each value of a fingerprint's top six bits
  size_t count = 0;
  for (MemberIterator member(object); !member.done(); member.Next()) {
    const uint64_t fingerprint = Fingerprint(member.name());
    const uint64_t bit = uint64_t{1} << (fingerprint >> 58);
    if ((seen & bit) != 0 && std::find(fingerprints, fingerprints + count,
                                       fingerprint) != fingerprints + count) {
      return true;
    }
    if (count == kSmall) return true;
    seen |= bit;
    fingerprints[count++] = fingerprint;
  }
  return false;
}

std::optional<Value> DuplicateNames::FindInObject(Value object) {
  if (!MayHaveAny(object)) return std::nullopt;
  names_.clear();
  for (MemberIterator member(object); !member.done(); member.Next()) {
    names_.emplace_back(member.name(), member.name_value());
  }
  std::optional<Value> first;
  std::sort(names_.begin(), names_.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first
                              : a.second.index() < b.second.index();
  });
  for (size_t i = 1; i < names_.size(); ++i) {
    if (names_[i].first != names_[i - 1].first) continue;
    if (!first || names_[i].second.index() < first->index()) {
      first = names_[i].second;
    }
  }
  return first;
}

std::optional<Value> DuplicateNames::Find(Value root) {
  const uint64_t* words = root.view().words;
  const uint32_t end = tape::Next(words, root.index());
  std::optional<Value> first;
  // Every object is a word on the tape, whatever its depth.
  for (uint32_t index = root.index(); index < end;) {
    const uint64_t word = words[index];
    const char type = tape::Type(word);
    if (type == '{' && tape::Count(word) > 1) {
      const std::optional<Value> found =
          FindInObject(Value(&root.view(), index));
      if (found && (!first || found->index() < first->index())) first = found;
    }
    index += type == 'l' || type == 'u' || type == 'd' ? 2 : 1;
  }
  return first;
}

}  // namespace gabarit::document
