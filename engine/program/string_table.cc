#include "engine/program/string_table.h"

#include <algorithm>
#include <numeric>

namespace gabarit::program {
namespace {

constexpr uint64_t kMultipliers[] = {
    0x9E3779B97F4A7C15u, 0xC2B2AE3D27D4EB4Fu, 0x165667B19E3779F9u,
    0xD6E8FEB86659FD93u, 0xFF51AFD7ED558CCDu, 0xC4CEB9FE1A85EC53u,
    0xBF58476D1CE4E5B9u, 0x94D049BB133111EBu, 0xA0761D6478BD642Fu,
    0xE7037ED1A0B428DBu, 0x8EBC6AF09C88C6E3u, 0x589965CC75374CC3u,
    0x1D8E4E27C47D124Fu, 0xEB44ACCAB455D165u, 0x2545F4914F6CDD1Du,
    0xDA942042E4DD58B5u,
};

// Sets up to this size are tried without displacements first: separating many
// strings by a multiplier alone would need a needlessly large table.
constexpr size_t kSmallSet = 24;

std::vector<uint64_t> HashAll(const StringTable& table,
                              absl::Span<const std::string_view> strings) {
  std::vector<uint64_t> hashes;
  hashes.reserve(strings.size());
  for (const std::string_view string : strings) {
    // The strings come from anywhere; give MakeStringKey its eight bytes.
    char buffer[8] = {};
    const char* text = string.data();
    if (string.size() < sizeof buffer) {
      std::copy(string.begin(), string.end(), buffer);
      text = buffer;
    }
    const StringKey key =
        MakeStringKey(text, static_cast<uint32_t>(string.size()));
    hashes.push_back(HashString(table, key, string.data()));
  }
  return hashes;
}

bool AllDistinct(std::vector<uint64_t> hashes) {
  std::sort(hashes.begin(), hashes.end());
  return std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end();
}

// Whether the table, without displacements, gives every hash its own slot.
bool Separates(const StringTable& table, absl::Span<const uint64_t> hashes,
               std::vector<uint32_t>* places) {
  places->clear();
  std::vector<bool> taken(table.index_mask + 1);
  for (const uint64_t hash : hashes) {
    const uint32_t place = IndexPlace(table, hash, nullptr);
    if (taken[place]) return false;
    taken[place] = true;
    places->push_back(place);
  }
  return true;
}

// Chooses displacements, largest groups first, so that every hash gets its own
// slot. Fails only where an unlucky group finds no room.
bool Displace(const StringTable& table, absl::Span<const uint64_t> hashes,
              size_t group_count, std::vector<uint32_t>* chosen,
              std::vector<uint32_t>* places) {
  std::vector<std::vector<uint32_t>> groups(group_count);
  for (uint32_t i = 0; i < hashes.size(); ++i) {
    groups[hashes[i] >> table.displacement_shift].push_back(i);
  }
  std::vector<uint32_t> order(group_count);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return groups[a].size() > groups[b].size();
  });
  chosen->assign(group_count, 0);
  places->assign(hashes.size(), 0);
  std::vector<bool> taken(table.index_mask + 1);
  std::vector<uint32_t> tried;
  for (const uint32_t group : order) {
    if (groups[group].empty()) break;
    bool placed = false;
    for (uint32_t displacement = 0; displacement <= table.index_mask;
         ++displacement) {
      tried.clear();
      for (const uint32_t member : groups[group]) {
        const uint32_t place =
            (static_cast<uint32_t>(hashes[member]) + displacement) &
            table.index_mask;
        if (taken[place] ||
            std::find(tried.begin(), tried.end(), place) != tried.end()) {
          break;
        }
        tried.push_back(place);
      }
      if (tried.size() != groups[group].size()) continue;
      for (size_t i = 0; i < tried.size(); ++i) {
        taken[tried[i]] = true;
        (*places)[groups[group][i]] = tried[i];
      }
      (*chosen)[group] = displacement;
      placed = true;
      break;
    }
    if (!placed) return false;
  }
  return true;
}

// Finds the layout: multiplier, sizes, displacements and each string's place.
void ChooseLayout(absl::Span<const std::string_view> strings,
                  StringTable* table, std::vector<uint32_t>* chosen,
                  std::vector<uint32_t>* places) {
  const size_t smallest = std::bit_ceil(std::max<size_t>(strings.size(), 1));
  for (size_t attempt = 0;; ++attempt) {
    table->multiplier = kMultipliers[attempt % std::size(kMultipliers)] +
                        2 * (attempt / std::size(kMultipliers));
    std::vector<uint64_t> hashes = HashAll(*table, strings);
    if (!AllDistinct(hashes)) {
      // Ends and length agree, or the multiplier is unlucky.
      table->hash_all_bytes = true;
      continue;
    }
    if (strings.size() <= kSmallSet) {
      const size_t growth = attempt < 4 ? 1 : attempt < 12 ? 2 : 4;
      table->index_mask = static_cast<uint32_t>(smallest * growth - 1);
      table->displacement_shift = 0;
      if (Separates(*table, hashes, places)) return;
      if (attempt < 2 * std::size(kMultipliers)) continue;
    }
    const size_t groups = std::bit_ceil(strings.size() / 3 + 2);
    table->index_mask = static_cast<uint32_t>(
        std::bit_ceil(strings.size() + strings.size() / 3 + 1) - 1);
    table->displacement_shift =
        static_cast<uint8_t>(64 - std::countr_zero(groups));
    if (Displace(*table, hashes, groups, chosen, places)) return;
  }
}

}  // namespace

uint64_t HashAllBytes(std::string_view text, uint64_t seed) {
  uint64_t hash = text.size() ^ seed;
  while (text.size() >= 8) {
    uint64_t word;
    std::memcpy(&word, text.data(), sizeof word);
    hash = (std::rotl(hash, 23) ^ word) * 0xBF58476D1CE4E5B9u;
    hash ^= hash >> 31;
    text.remove_prefix(8);
  }
  for (const char c : text) {
    hash =
        (std::rotl(hash, 23) ^ static_cast<uint8_t>(c)) * 0x94D049BB133111EBu;
  }
  return hash ^ (hash >> 29);
}

StringTable BuildStringTable(absl::Span<const std::string_view> strings,
                             std::vector<StringSlot>* slots,
                             std::vector<uint32_t>* indices,
                             std::string* texts) {
  StringTable table;
  std::vector<uint32_t> chosen;
  std::vector<uint32_t> places;
  ChooseLayout(strings, &table, &chosen, &places);

  table.size = static_cast<uint32_t>(strings.size());
  table.slots = static_cast<uint32_t>(slots->size());
  for (const std::string_view string : strings) {
    StringSlot& slot = slots->emplace_back();
    slot.text = static_cast<uint32_t>(texts->size());
    texts->append(string);
    // Eight readable bytes, as MakeStringKey wants.
    texts->append(8, '\0');
    const StringKey key = MakeStringKey(texts->data() + slot.text,
                                        static_cast<uint32_t>(string.size()));
    slot.first = key.first;
    slot.last = key.last;
    slot.length = key.length;
  }
  slots->emplace_back();  // matches no string
  table.indices = static_cast<uint32_t>(indices->size());
  indices->resize(indices->size() + table.index_mask + 1, table.size);
  for (uint32_t i = 0; i < table.size; ++i) {
    (*indices)[table.indices + places[i]] = i;
  }
  table.displacements = static_cast<uint32_t>(indices->size());
  if (table.displacement_shift != 0) {
    indices->insert(indices->end(), chosen.begin(), chosen.end());
  }
  return table;
}

}  // namespace gabarit::program
