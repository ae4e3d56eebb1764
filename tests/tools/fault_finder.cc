#include "tests/tools/fault_finder.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/document/equality.h"
#include "engine/document/number.h"
#include "engine/document/pointer.h"
#include "engine/report/message.h"

namespace gabarit::tests {
namespace {

using document::ItemIterator;
using document::MemberIterator;
using document::Value;

struct Difference {
  std::set<std::string> places;
  size_t size = 0;
  // What the bad payload has more: a member or items. Of most kinds of fault, a
  // whole member only says that the payload was made from another good one.
  bool more_members = false;
  bool more_items = false;

  void Add(std::string place) {
    places.insert(std::move(place));
    ++size;
  }
};

std::vector<Value> ItemsOf(Value array) {
  std::vector<Value> items;
  for (ItemIterator item(array); !item.done(); item.Next()) {
    items.push_back(item.value());
  }
  return items;
}

void Compare(Value bad, Value good, const std::string& place,
             document::Equality& equality, Difference* difference);

// Items are paired from both ends, so that one that was put in or taken out
// shifts no others.
void CompareArrays(Value bad, Value good, const std::string& place,
                   document::Equality& equality, Difference* difference) {
  const std::vector<Value> ours = ItemsOf(bad);
  const std::vector<Value> theirs = ItemsOf(good);
  const size_t shorter = std::min(ours.size(), theirs.size());
  size_t before = 0;
  while (before < shorter && equality.Equal(ours[before], theirs[before])) {
    ++before;
  }
  size_t after = 0;
  while (after < shorter - before &&
         equality.Equal(ours[ours.size() - 1 - after],
                        theirs[theirs.size() - 1 - after])) {
    ++after;
  }
  const size_t our_rest = ours.size() - before - after;
  const size_t their_rest = theirs.size() - before - after;
  if (our_rest == their_rest) {
    for (size_t i = before; i < before + our_rest; ++i) {
      Compare(ours[i], theirs[i], place + "/" + std::to_string(i), equality,
              difference);
    }
  } else if (our_rest == 1 && their_rest == 0) {
    difference->places.insert(place);  // or the array is too long
    difference->Add(place + "/" + std::to_string(before));
  } else {
    difference->Add(place);
    difference->more_items = true;
  }
}

void Compare(Value bad, Value good, const std::string& place,
             document::Equality& equality, Difference* difference) {
  if (equality.Equal(bad, good)) return;
  if (bad.is_object() && good.is_object()) {
    for (MemberIterator member(bad); !member.done(); member.Next()) {
      std::string inside = place;
      document::AppendToken(&inside, member.name());
      const std::optional<Value> other = good.Find(member.name());
      if (other.has_value()) {
        Compare(member.value(), *other, inside, equality, difference);
      } else {
        difference->Add(inside);
        difference->more_members = true;
      }
    }
    for (MemberIterator member(good); !member.done(); member.Next()) {
      if (!bad.Find(member.name()).has_value()) difference->Add(place);
    }
  } else if (bad.is_array() && good.is_array()) {
    CompareArrays(bad, good, place, equality, difference);
  } else {
    difference->Add(place);
  }
}

std::string KindOf(Value value) { return std::string(report::KindName(value)); }

std::string Folded(std::string_view text) {
  std::string folded;
  for (const char c : text) {
    folded += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  while (!folded.empty() && folded.back() == ' ') folded.pop_back();
  while (!folded.empty() && folded.front() == ' ') folded.erase(0, 1);
  return folded;
}

double NumberOf(Value value) {
  if (value.is_int64()) return static_cast<double>(value.int64());
  if (value.is_uint64()) return static_cast<double>(value.uint64());
  return value.is_double() ? value.number() : 0;
}

bool IsOneOf(std::string_view kind,
             std::initializer_list<std::string_view> kinds) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

}  // namespace

void FaultFinder::AddGood(Value good) {
  good_.push_back(good);
  Learn(good, "");
}

void FaultFinder::Learn(Value value, const std::string& path) {
  Profile& profile = profiles_[path];
  profile.kinds.insert(KindOf(value));
  // Every integer is a number.
  if (KindOf(value) == "number") profile.kinds.insert("integer");
  if (value.is_number()) {
    const double number = NumberOf(value);
    const bool first = profile.numbers++ == 0;
    profile.least = first ? number : std::min(profile.least, number);
    profile.greatest = first ? number : std::max(profile.greatest, number);
  } else if (value.is_string()) {
    const size_t length = value.string().size();
    const bool first = profile.texts.empty();
    profile.texts.insert(std::string(value.string()));
    profile.shortest = first ? length : std::min(profile.shortest, length);
    profile.longest = first ? length : std::max(profile.longest, length);
  } else if (value.is_array()) {
    const bool first = profile.arrays++ == 0;
    const size_t size = value.size();
    profile.fewest = first ? size : std::min(profile.fewest, size);
    profile.most = first ? size : std::max(profile.most, size);
    for (const Value item : ItemsOf(value)) Learn(item, path + "/*");
  } else if (value.is_object()) {
    ++profile.objects;
    for (MemberIterator member(value); !member.done(); member.Next()) {
      profile.names.insert(std::string(member.name()));
      ++profile.members[std::string(member.name())];
      std::string inside = path;
      document::AppendToken(&inside, member.name());
      Learn(member.value(), inside);
    }
  }
}

void FaultFinder::Look(Value value, const std::string& path,
                       const std::string& place, std::string_view kind,
                       std::set<std::string>* places) const {
  const auto found = profiles_.find(path);
  if (found == profiles_.end()) return;
  const Profile& profile = found->second;
  const auto is = [kind](std::initializer_list<std::string_view> kinds) {
    return IsOneOf(kind, kinds);
  };
  const bool other_kind = !profile.kinds.contains(KindOf(value));
  if (is({"wrong_type", "wrong_type_deep", "wrong_item", "null_not_allowed",
          "root_type", "integer_fraction", "additional_value_type"})) {
    if (other_kind && (kind != "null_not_allowed" || value.is_null()) &&
        (kind != "integer_fraction" || value.is_number())) {
      places->insert(place);
    }
  }
  if (value.is_number() && profile.numbers > 0) {
    const double number = NumberOf(value);
    if ((number < profile.least &&
         is({"bounds_minimum", "bounds_exclusive_minimum"})) ||
        (number > profile.greatest &&
         is({"bounds_maximum", "bounds_exclusive_maximum"}))) {
      places->insert(place);
    }
  }
  if (value.is_string() && !profile.texts.empty()) {
    const size_t length = value.string().size();
    if ((kind == "bounds_min_length" && length < profile.shortest) ||
        (kind == "bounds_max_length" && length > profile.longest)) {
      places->insert(place);
    }
    if (is({"enum_miss", "const_miss"}) &&
        !profile.texts.contains(std::string(value.string()))) {
      const std::string folded = Folded(value.string());
      for (const std::string& text : profile.texts) {
        const std::string known = Folded(text);
        if (folded.starts_with(known) || known.starts_with(folded)) {
          places->insert(place);
        }
      }
    }
  }
  if (value.is_array() && profile.arrays > 0) {
    if ((kind == "bounds_min_items" && value.size() < profile.fewest) ||
        (kind == "bounds_max_items" && value.size() > profile.most)) {
      places->insert(place);
    }
    size_t position = 0;
    for (const Value item : ItemsOf(value)) {
      Look(item, path + "/*", place + "/" + std::to_string(position++), kind,
           places);
    }
  }
  if (value.is_object() && profile.objects > 0) {
    for (const auto& [name, count] : profile.members) {
      if (is({"missing_required", "missing_required_deep"}) &&
          count == profile.objects && !value.Find(name).has_value()) {
        places->insert(place);
      }
    }
    for (MemberIterator member(value); !member.done(); member.Next()) {
      std::string inside = place;
      document::AppendToken(&inside, member.name());
      if (!profile.names.contains(std::string(member.name()))) {
        if (is({"extra_property", "extra_property_deep", "property_name"})) {
          places->insert(inside);
        }
        continue;
      }
      std::string inner_path = path;
      document::AppendToken(&inner_path, member.name());
      Look(member.value(), inner_path, inside, kind, places);
    }
  }
}

std::set<std::string> FaultFinder::Find(Value bad,
                                        std::string_view kind) const {
  document::Equality equality;
  std::set<std::string> places;
  for (const Value good : good_) {
    Difference difference;
    Compare(bad, good, "", equality, &difference);
    if (difference.size != 1) continue;
    if (difference.more_members &&
        !IsOneOf(kind, {"extra_property", "extra_property_deep",
                        "property_name", "dependent_required"})) {
      continue;
    }
    if (difference.more_items &&
        !IsOneOf(kind, {"bounds_min_items", "bounds_max_items"})) {
      continue;
    }
    // Whether the item is too many or the array too long, the kind says.
    if (difference.places.size() > 1) {
      const bool array = kind == "bounds_max_items";
      difference.places.erase(array ? std::prev(difference.places.end())
                                    : difference.places.begin());
    }
    places.merge(difference.places);
  }
  if (places.empty()) Look(bad, "", "", kind, &places);
  return places;
}

}  // namespace gabarit::tests
