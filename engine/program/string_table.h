// A fixed set of strings, looked up by perfect hash: one slot is read, whatever
// the set's size, and the string compared with that slot alone.
//
// Used for property names and for string enumerations. Most such strings have
// at most 16 bytes: their first and last eight bytes and their length then say
// everything, so that comparing takes three words and no call.

#ifndef GABARIT_ENGINE_PROGRAM_STRING_TABLE_H_
#define GABARIT_ENGINE_PROGRAM_STRING_TABLE_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"

namespace gabarit::program {

// A string's ends as words, the form in which strings are hashed and compared.
struct StringKey {
  uint64_t first;  // the first eight bytes, zero-filled where there are fewer
  uint64_t last;   // the last eight bytes; `first` where there are fewer
  uint32_t length;
};

// Reads `text`, of which eight bytes must be readable even if it is shorter (as
// they are in simdjson's string buffer and in the program's text pool).
inline StringKey MakeStringKey(const char* text, uint32_t length) {
  StringKey key;
  key.length = length;
  std::memcpy(&key.first, text, sizeof key.first);
  if (length >= 8) {
    std::memcpy(&key.last, text + length - 8, sizeof key.last);
  } else {
    if constexpr (std::endian::native == std::endian::little) {
      key.first &= (uint64_t{1} << (8 * length)) - 1;
    } else {
      key.first &= length == 0 ? 0 : ~uint64_t{0} << (64 - 8 * length);
    }
    key.last = key.first;
  }
  return key;
}

// One string of a table. The last three members are the user's.
struct StringSlot {
  static constexpr uint32_t kUnused = ~uint32_t{0};

  uint64_t first = 0;
  uint64_t last = 0;
  uint32_t length = kUnused;  // kUnused matches no string
  uint32_t text = 0;          // offset in the text pool
  uint32_t block = 0;
  // Flags in the low bits and a bit's number above, to keep a slot in half a
  // cache line.
  uint32_t flags_and_bit = 0;

  static constexpr int kBitShift = 9;
  static constexpr uint32_t kMostBits = uint32_t{1} << (32 - kBitShift);
  uint32_t bit() const { return flags_and_bit >> kBitShift; }
};
static_assert(sizeof(StringSlot) == 32);

// Where a table's slots are and how a string finds its own.
//
// The slots stand one after another in the order in which the strings were
// given, followed by one that no string matches: whoever expects the strings in
// that order can compare with the next slot before hashing at all. The hash
// leads to an index, and the index to the slot. Two levels: the hash selects a
// displacement, and hash and displacement together the index. Sets that a
// multiplier alone separates have no displacements.
struct StringTable {
  uint64_t multiplier = 1;
  uint32_t slots = 0;       // first slot in the program's slot pool
  uint32_t size = 0;        // how many strings
  uint32_t indices = 0;     // first index in the index pool
  uint32_t index_mask = 0;  // number of indices minus 1, a power of 2 minus 1
  uint32_t displacements = 0;      // first displacement in the index pool
  uint8_t displacement_shift = 0;  // 0: no displacements
  // Whether strings of more than 16 bytes are hashed as a whole, because two of
  // the set agree in length and ends.
  bool hash_all_bytes = false;
};

uint64_t HashAllBytes(std::string_view text, uint64_t seed);

inline uint64_t HashString(const StringTable& table, const StringKey& key,
                           const char* text) {
  // The multiplier enters before the words meet: a set of strings made to
  // collide under one multiplier comes apart under the next.
  const absl::uint128 product = absl::uint128(key.first ^ table.multiplier) *
                                ((key.last + key.length * 0x9E3779B97F4A7C15u) ^
                                 std::rotr(table.multiplier, 17));
  uint64_t mixed = absl::Uint128High64(product) ^ absl::Uint128Low64(product);
  if (table.hash_all_bytes && key.length > 16) {
    mixed ^= HashAllBytes({text, key.length}, table.multiplier);
  }
  return mixed;
}

inline uint32_t IndexPlace(const StringTable& table, uint64_t hash,
                           const uint32_t* indices) {
  auto at = static_cast<uint32_t>(hash);
  if (table.displacement_shift != 0) {
    at += indices[table.displacements + (hash >> table.displacement_shift)];
  }
  return at & table.index_mask;
}

// Whether the slot's string is `text`, whose key is `key`.
inline bool Matches(const StringSlot& slot, const StringKey& key,
                    const char* texts, const char* text) {
  return slot.length == key.length && slot.first == key.first &&
         slot.last == key.last &&
         (key.length <= 16 ||
          std::memcmp(texts + slot.text, text, key.length) == 0);
}

// The slot of the string, or null if the set does not have it. `texts` is the
// base of the text pool.
inline const StringSlot* Lookup(const StringTable& table,
                                const StringSlot* slots,
                                const uint32_t* indices, const char* texts,
                                const StringKey& key, const char* text) {
  const uint64_t hash = HashString(table, key, text);
  const StringSlot& slot =
      slots[table.slots +
            indices[table.indices + IndexPlace(table, hash, indices)]];
  return Matches(slot, key, texts, text) ? &slot : nullptr;
}

// Lays out a table for `strings`, which are distinct. Appends its slots, its
// indices and displacements, and its characters to the pools. Always succeeds,
// in expected time linear in the set.
StringTable BuildStringTable(absl::Span<const std::string_view> strings,
                             std::vector<StringSlot>* slots,
                             std::vector<uint32_t>* indices,
                             std::string* texts);

}  // namespace gabarit::program

#endif  // GABARIT_ENGINE_PROGRAM_STRING_TABLE_H_
