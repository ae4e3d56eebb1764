// std::string_view, where Abseil may have another.
//
// Debian 12 builds Abseil for C++14, and its absl::string_view is then a type
// of its own that std::string_view does not convert to. This header has the two
// things that the room would take from Abseil otherwise: putting messages
// together and hash tables with texts as keys.

#ifndef GABARIT_ENGINE_SCHEMA_TEXT_H_
#define GABARIT_ENGINE_SCHEMA_TEXT_H_

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/hash/hash.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace gabarit::schema {

inline absl::string_view AbslText(std::string_view text) {
  return absl::string_view(text.data(), text.size());
}

// A status's message; valid as long as the status.
inline std::string_view MessageOf(const absl::Status& status) {
  return {status.message().data(), status.message().size()};
}

inline void AppendPiece(std::string* text, std::string_view piece) {
  text->append(piece);
}
template <std::integral Integer>
void AppendPiece(std::string* text, Integer number) {
  text->append(std::to_string(number));
}

// Appends texts and integers (in decimal digits).
template <typename... Pieces>
void AppendTo(std::string* text, const Pieces&... pieces) {
  (AppendPiece(text, pieces), ...);
}

template <typename... Pieces>
std::string Concat(const Pieces&... pieces) {
  std::string text;
  AppendTo(&text, pieces...);
  return text;
}

// Hashes texts with Abseil's per-process seed, so that a schema cannot be made
// to collide. Transparent: tables of std::string find a std::string_view.
struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const {
    return absl::Hash<absl::string_view>()(AbslText(text));
  }
};
struct TextEqual {
  using is_transparent = void;
  bool operator()(std::string_view a, std::string_view b) const {
    return a == b;
  }
};

template <typename Value>
using TextMap = absl::flat_hash_map<std::string, Value, TextHash, TextEqual>;
// Keys that live elsewhere.
template <typename Value>
using TextViewMap =
    absl::flat_hash_map<std::string_view, Value, TextHash, TextEqual>;

// A text together with a number that says which of several tables it is in.
struct NumberedTextHash {
  template <typename Number>
  size_t operator()(const std::pair<Number, std::string_view>& key) const {
    return absl::HashOf(key.first, AbslText(key.second));
  }
};

}  // namespace gabarit::schema

#endif  // GABARIT_ENGINE_SCHEMA_TEXT_H_
