#include "engine/regex/code_point_set.h"

#include <algorithm>
#include <utility>

namespace gabarit::regex {

CodePointSet::CodePointSet(std::initializer_list<CodePointRange> ranges)
    : CodePointSet(FromRanges(std::vector<CodePointRange>(ranges))) {}

CodePointSet CodePointSet::All() {
  CodePointSet all;
  all.ranges_ = {{0, kMaxCodePoint}};
  return all;
}

CodePointSet CodePointSet::FromRanges(std::vector<CodePointRange> ranges) {
  const auto by_low = [](const CodePointRange& a, const CodePointRange& b) {
    return a.low < b.low;
  };
  if (!std::is_sorted(ranges.begin(), ranges.end(), by_low)) {
    std::sort(ranges.begin(), ranges.end(), by_low);
  }
  size_t kept = 0;
  for (size_t i = 1; i < ranges.size(); ++i) {
    if (ranges[i].low <= ranges[kept].high + 1) {
      ranges[kept].high = std::max(ranges[kept].high, ranges[i].high);
    } else {
      ranges[++kept] = ranges[i];
    }
  }
  if (!ranges.empty()) ranges.resize(kept + 1);
  CodePointSet set;
  set.ranges_ = std::move(ranges);
  return set;
}

bool CodePointSet::Contains(char32_t code_point) const {
  const auto after = std::upper_bound(
      ranges_.begin(), ranges_.end(), code_point,
      [](char32_t c, const CodePointRange& range) { return c < range.low; });
  return after != ranges_.begin() && code_point <= std::prev(after)->high;
}

bool CodePointSet::Intersects(const CodePointSet& other) const {
  auto mine = ranges_.begin();
  auto theirs = other.ranges_.begin();
  while (mine != ranges_.end() && theirs != other.ranges_.end()) {
    if (mine->high < theirs->low) {
      ++mine;
    } else if (theirs->high < mine->low) {
      ++theirs;
    } else {
      return true;
    }
  }
  return false;
}

CodePointSet CodePointSet::Union(const CodePointSet& other) const {
  if (other.empty()) return *this;
  if (empty()) return other;
  std::vector<CodePointRange> both(ranges_.size() + other.ranges_.size());
  std::merge(ranges_.begin(), ranges_.end(), other.ranges_.begin(),
             other.ranges_.end(), both.begin(),
             [](const CodePointRange& a, const CodePointRange& b) {
               return a.low < b.low;
             });
  return FromRanges(std::move(both));
}

CodePointSet CodePointSet::Intersection(const CodePointSet& other) const {
  CodePointSet common;
  auto mine = ranges_.begin();
  auto theirs = other.ranges_.begin();
  while (mine != ranges_.end() && theirs != other.ranges_.end()) {
    const char32_t low = std::max(mine->low, theirs->low);
    const char32_t high = std::min(mine->high, theirs->high);
    if (low <= high) common.ranges_.push_back({low, high});
    if (mine->high < theirs->high) {
      ++mine;
    } else {
      ++theirs;
    }
  }
  return common;
}

CodePointSet CodePointSet::Complement() const {
  CodePointSet rest;
  char32_t next = 0;
  for (const CodePointRange& range : ranges_) {
    if (next < range.low) rest.ranges_.push_back({next, range.low - 1});
    next = range.high + 1;
  }
  if (next <= kMaxCodePoint) rest.ranges_.push_back({next, kMaxCodePoint});
  return rest;
}

CodePointSet CodePointSet::WithoutSurrogates() const {
  static const CodePointSet scalar_values = {{0, 0xD7FF},
                                             {0xE000, kMaxCodePoint}};
  return Intersection(scalar_values);
}

}  // namespace gabarit::regex
