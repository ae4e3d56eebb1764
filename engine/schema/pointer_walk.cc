#include "engine/schema/pointer_walk.h"

#include <cstddef>

#include "engine/document/pointer.h"

namespace gabarit::schema {
namespace {

using document::ItemIterator;
using document::MemberIterator;
using document::Value;

// A position as RFC 6901 §4 writes it: digits without leading zeros.
std::optional<size_t> ItemPosition(std::string_view token) {
  if (token.empty() || token.size() > 9 ||
      (token[0] == '0' && token.size() > 1))
    return std::nullopt;
  size_t position = 0;
  for (char c : token) {
    if (c < '0' || c > '9') return std::nullopt;
    position = position * 10 + static_cast<size_t>(c - '0');
  }
  return position;
}

}  // namespace

std::optional<Value> PointerWalk::Step(Value container,
                                       std::string_view token) {
  constexpr size_t kSmall = 16;
  if ((!container.is_object() && !container.is_array()) ||
      document::tape::Count(container.word()) <= kSmall) {
    return document::Step(container, token);
  }
  if (container.is_object()) {
    const auto [found, is_new] = members_.try_emplace(container.index());
    if (is_new) {
      found->second.reserve(container.size());
      for (MemberIterator it(container); !it.done(); it.Next()) {
        found->second.insert_or_assign(it.name(), it.value());
      }
    }
    const auto member = found->second.find(token);
    if (member == found->second.end()) return std::nullopt;
    return member->second;
  }
  const std::optional<size_t> position = ItemPosition(token);
  if (!position.has_value()) return std::nullopt;
  const auto [found, is_new] = items_.try_emplace(container.index());
  if (is_new) {
    for (ItemIterator it(container); !it.done(); it.Next()) {
      found->second.push_back(it.value());
    }
  }
  if (*position >= found->second.size()) return std::nullopt;
  return found->second[*position];
}

}  // namespace gabarit::schema
