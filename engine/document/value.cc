#include "engine/document/value.h"

namespace gabarit::document {

size_t Value::size() const {
  const uint32_t count = tape::Count(word());
  if (count < tape::kSaturatedCount) return count;
  size_t size = 0;
  if (is_object()) {
    for (MemberIterator member(*this); !member.done(); member.Next()) ++size;
  } else {
    for (ItemIterator item(*this); !item.done(); item.Next()) ++size;
  }
  return size;
}

std::optional<Value> Value::Find(std::string_view name) const {
  std::optional<Value> found;
  for (MemberIterator member(*this); !member.done(); member.Next()) {
    if (member.name() == name) found = member.value();
  }
  return found;
}

std::optional<Value> Value::Item(size_t position) const {
  for (ItemIterator item(*this); !item.done(); item.Next()) {
    if (position-- == 0) return item.value();
  }
  return std::nullopt;
}

}  // namespace gabarit::document
