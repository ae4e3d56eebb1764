#include "engine/document/equality.h"

#include <algorithm>
#include <bit>

#include "absl/hash/hash.h"
#include "engine/document/number.h"

namespace gabarit::document {
namespace {

uint64_t Mix(uint64_t a, uint64_t b) {
  uint64_t mixed = (a ^ std::rotl(b, 32)) * 0x9E3779B97F4A7C15u;
  mixed ^= mixed >> 29;
  mixed *= 0xBF58476D1CE4E5B9u;
  return mixed ^ (mixed >> 32);
}

// absl's hash is seeded anew in every process, so that nobody can prepare
// strings that collide.
uint64_t HashText(std::string_view text) { return absl::HashOf(text); }

bool IsContainer(Kind kind) {
  return kind == Kind::kArray || kind == Kind::kObject;
}

// Below this many items comparing all pairs is cheaper than hashing.
constexpr size_t kFewItems = 8;

}  // namespace

bool Equality::Equal(Value a, Value b) {
  pending_.clear();
  pending_.emplace_back(a, b);
  while (!pending_.empty()) {
    const auto [left, right] = pending_.back();
    pending_.pop_back();
    if (left.is_number() && right.is_number()) {
      if (!NumbersEqual(left, right)) return false;
      continue;
    }
    if (left.kind() != right.kind()) return false;
    switch (left.kind()) {
      case Kind::kNull:
        break;
      case Kind::kBoolean:
        if (left.boolean() != right.boolean()) return false;
        break;
      case Kind::kString:
        if (left.string() != right.string()) return false;
        break;
      case Kind::kArray: {
        if (left.size() != right.size()) return false;
        ItemIterator left_item(left);
        ItemIterator right_item(right);
        for (; !left_item.done(); left_item.Next(), right_item.Next()) {
          pending_.emplace_back(left_item.value(), right_item.value());
        }
        break;
      }
      case Kind::kObject: {
        if (left.size() != right.size()) return false;
        left_.clear();
        right_.clear();
        bool same_order = true;
        MemberIterator right_member(right);
        for (MemberIterator left_member(left); !left_member.done();
             left_member.Next(), right_member.Next()) {
          left_.emplace_back(left_member.name(), left_member.value());
          right_.emplace_back(right_member.name(), right_member.value());
          if (left_.back().first != right_.back().first) same_order = false;
        }
        if (!same_order) {
          const auto by_name = [](const auto& x, const auto& y) {
            return x.first < y.first;
          };
          std::stable_sort(left_.begin(), left_.end(), by_name);
          std::stable_sort(right_.begin(), right_.end(), by_name);
        }
        for (size_t i = 0; i < left_.size(); ++i) {
          if (left_[i].first != right_[i].first) return false;
          pending_.emplace_back(left_[i].second, right_[i].second);
        }
        break;
      }
      case Kind::kInteger:
      case Kind::kNumber:
        break;  // handled above
    }
  }
  return true;
}

// The hash is a sum over all values inside, each mixed with the path to it. A
// sum has no order, which members need; items are told apart by the position in
// their path.
uint64_t Equality::Hash(Value value) {
  uint64_t sum = 0;
  unhashed_.clear();
  unhashed_.emplace_back(value, 0);
  while (!unhashed_.empty()) {
    const auto [part, path] = unhashed_.back();
    unhashed_.pop_back();
    switch (part.kind()) {
      case Kind::kNull:
        sum += Mix(path, 1);
        break;
      case Kind::kBoolean:
        sum += Mix(path, part.boolean() ? 2 : 3);
        break;
      case Kind::kInteger:
      case Kind::kNumber:
        sum += Mix(path ^ 4, HashNumber(part));
        break;
      case Kind::kString:
        sum += Mix(path ^ 5, HashText(part.string()));
        break;
      case Kind::kArray: {
        sum += Mix(path, 6);
        uint64_t position = 0;
        for (ItemIterator item(part); !item.done(); item.Next()) {
          unhashed_.emplace_back(item.value(), Mix(path ^ 7, ++position));
        }
        break;
      }
      case Kind::kObject:
        sum += Mix(path, 8);
        for (MemberIterator member(part); !member.done(); member.Next()) {
          unhashed_.emplace_back(member.value(),
                                 Mix(path ^ 9, HashText(member.name())));
        }
        break;
    }
  }
  return sum;
}

bool Equality::AllUnique(Value array) {
  const size_t size = array.size();
  if (size < 2) return true;
  bool scalars = true;
  for (ItemIterator item(array); !item.done(); item.Next()) {
    if (IsContainer(item.value().kind())) {
      scalars = false;
      break;
    }
  }
  if (scalars && size <= kFewItems) {
    for (ItemIterator item(array); !item.done(); item.Next()) {
      ItemIterator other = item;
      for (other.Next(); !other.done(); other.Next()) {
        if (Equal(item.value(), other.value())) return false;
      }
    }
    return true;
  }
  const size_t capacity = std::bit_ceil(2 * size);
  slots_.assign(capacity, Slot{0, Value(), false});
  for (ItemIterator item(array); !item.done(); item.Next()) {
    const uint64_t hash = Hash(item.value());
    size_t at = hash & (capacity - 1);
    for (; slots_[at].used; at = (at + 1) & (capacity - 1)) {
      if (slots_[at].hash == hash && Equal(slots_[at].item, item.value())) {
        return false;
      }
    }
    slots_[at] = Slot{hash, item.value(), true};
  }
  return true;
}

}  // namespace gabarit::document
