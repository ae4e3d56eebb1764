#include "engine/document/pointer.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace gabarit::document {

void AppendToken(std::string* pointer, std::string_view token) {
  pointer->push_back('/');
  for (const char c : token) {
    if (c == '~') {
      pointer->append("~0");
    } else if (c == '/') {
      pointer->append("~1");
    } else {
      pointer->push_back(c);
    }
  }
}

std::optional<std::string> UnescapeToken(std::string_view token) {
  std::string plain;
  plain.reserve(token.size());
  for (size_t i = 0; i < token.size(); ++i) {
    if (token[i] != '~') {
      plain.push_back(token[i]);
      continue;
    }
    if (++i == token.size()) return std::nullopt;
    if (token[i] == '0') {
      plain.push_back('~');
    } else if (token[i] == '1') {
      plain.push_back('/');
    } else {
      return std::nullopt;
    }
  }
  return plain;
}

bool IsPointer(std::string_view text) {
  if (text.empty()) return true;
  if (text[0] != '/') return false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '~') continue;
    if (i + 1 == text.size()) return false;
    if (text[i + 1] != '0' && text[i + 1] != '1') return false;
  }
  return true;
}

std::optional<Value> Step(Value container, std::string_view token) {
  if (container.is_object()) return container.Find(token);
  if (!container.is_array()) return std::nullopt;
  const bool digits = !token.empty() && token.find_first_not_of("0123456789") ==
                                            std::string_view::npos;
  if (!digits || (token.size() > 1 && token[0] == '0')) return std::nullopt;
  size_t position = 0;
  const auto [end, error] =
      std::from_chars(token.data(), token.data() + token.size(), position);
  if (error != std::errc()) return std::nullopt;
  return container.Item(position);
}

std::optional<Value> Resolve(Value root, std::string_view pointer) {
  if (!IsPointer(pointer)) return std::nullopt;
  Value value = root;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const size_t end = std::min(pointer.find('/'), pointer.size());
    const std::optional<std::string> token =
        UnescapeToken(pointer.substr(0, end));
    pointer.remove_prefix(end);
    const std::optional<Value> next = Step(value, *token);
    if (!next.has_value()) return std::nullopt;
    value = *next;
  }
  return value;
}

std::string PointerTo(Value root, Value target) {
  std::string pointer;
  Value value = root;
  // Containers hold contiguous words, so the step to take is the child whose
  // words enclose the target's.
  while (value.index() != target.index()) {
    bool descended = false;
    if (value.is_object()) {
      for (MemberIterator member(value); !member.done(); member.Next()) {
        const Value child = member.value();
        if (target.index() < tape::Next(child.view().words, child.index())) {
          AppendToken(&pointer, member.name());
          value = child;
          descended = true;
          break;
        }
      }
    } else if (value.is_array()) {
      size_t position = 0;
      for (ItemIterator item(value); !item.done(); item.Next(), ++position) {
        const Value child = item.value();
        if (target.index() < tape::Next(child.view().words, child.index())) {
          absl::StrAppend(&pointer, "/", position);
          value = child;
          descended = true;
          break;
        }
      }
    }
    // A member's name lies in its object, at no pointer of its own.
    if (!descended || value.index() > target.index()) break;
  }
  return pointer;
}

}  // namespace gabarit::document
