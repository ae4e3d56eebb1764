#include "engine/document/duplicate_names.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace gabarit::document {

std::optional<Value> DuplicateNames::FindInObject(Value object) {
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
    const char type = tape::Type(words[index]);
    if (type == '{') {
      const std::optional<Value> found =
          FindInObject(Value(&root.view(), index));
      if (found && (!first || found->index() < first->index())) first = found;
    }
    index += type == 'l' || type == 'u' || type == 'd' ? 2 : 1;
  }
  return first;
}

}  // namespace gabarit::document
