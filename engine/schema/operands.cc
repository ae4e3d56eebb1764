// Operands without subschemas: types, numbers, counts, lists of names.

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "engine/document/number.h"
#include "engine/schema/loader_internal.h"
#include "engine/schema/text.h"

namespace gabarit::schema {
namespace {

using document::ItemIterator;
using document::MemberIterator;
using document::Value;

struct TypeName {
  std::string_view name;
  TypeSet::Type type;
};

constexpr TypeName kTypeNames[] = {
    {"null", TypeSet::kNull},       {"boolean", TypeSet::kBoolean},
    {"integer", TypeSet::kInteger}, {"number", TypeSet::kNumber},
    {"string", TypeSet::kString},   {"array", TypeSet::kArray},
    {"object", TypeSet::kObject},
};

std::optional<TypeSet::Type> FindType(Value name) {
  if (!name.is_string()) return std::nullopt;
  for (const TypeName& type : kTypeNames) {
    if (type.name == name.string()) return type.type;
  }
  return std::nullopt;
}

// What somebody who wrote an unknown type may have wanted.
std::string TypeRemedy(Value type) {
  constexpr std::string_view kList =
      "the types are null, boolean, integer, number, string, array and object";
  if (!type.is_string()) return std::string(kList);
  if (type.string() == "any") return "leave `type` out to allow any value";
  constexpr std::string_view kNames[] = {
      "null", "boolean", "integer", "number", "string", "array", "object"};
  std::string_view meant = Closest(type.string(), kNames);
  if (type.string() == "int" || type.string() == "long") meant = "integer";
  if (type.string() == "bool") meant = "boolean";
  if (type.string() == "float" || type.string() == "double") meant = "number";
  if (type.string() == "str") meant = "string";
  if (type.string() == "dict" || type.string() == "map") meant = "object";
  if (type.string() == "list") meant = "array";
  if (!meant.empty()) return Concat("write \"", meant, "\"");
  return std::string(kList);
}

// The non-negative integer that a number writes, saturated; nothing for other
// numbers.
std::optional<uint64_t> CountOf(Value number) {
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  if (number.is_int64()) {
    if (number.int64() < 0) return std::nullopt;
    return static_cast<uint64_t>(number.int64());
  }
  if (number.is_uint64()) return number.uint64();
  if (number.is_double()) {
    const double value = number.number();
    if (value < 0 || value != std::floor(value)) return std::nullopt;
    // 2^64; no double lies between it and the largest uint64_t.
    if (value >= 18446744073709551616.0) return kMost;
    return static_cast<uint64_t>(value);
  }
  if (number.big_number_text()[0] == '-' || !document::IsInteger(number)) {
    return std::nullopt;
  }
  return kMost;
}

// A zero is written with zero digits only, whatever its exponent.
bool IsPositive(Value number) {
  if (number.is_int64()) return number.int64() > 0;
  if (number.is_uint64()) return number.uint64() > 0;
  if (number.is_double()) {
    // 1e-400 is greater than 0, but the double nearest to it is not.
    if (number.number() != 0) return number.number() > 0;
    return document::ExactDecimal(number) > document::Decimal();
  }
  const std::string_view text = number.big_number_text();
  const std::string_view digits = text.substr(0, text.find_first_of("eE"));
  return digits[0] != '-' &&
         digits.find_first_of("123456789") != std::string_view::npos;
}

}  // namespace

absl::Status Loader::DecodeTypes(SubschemaId id, const Member& member) {
  constexpr std::string_view kExpected =
      "a type's name or an array of such names";
  TypeSet types;
  const auto add = [&](Value name) {
    const std::optional<TypeSet::Type> type = FindType(name);
    if (!type.has_value()) return false;
    const bool literal =
        *type == TypeSet::kInteger && DialectOf(id).integer_literals;
    types.Add(literal ? TypeSet::kIntegerLiteral : *type);
    return true;
  };
  if (member.value.is_array() && !member.value.empty()) {
    size_t position = 0;
    for (ItemIterator it(member.value); !it.done(); it.Next(), ++position) {
      if (add(it.value())) continue;
      return Wrong({id, member.name},
                   Concat("`type` names types, found ", Found(it.value()), "; ",
                          TypeRemedy(it.value())),
                   {Concat(position)});
    }
  } else if (!member.value.is_string()) {
    return WrongShape(id, member, kExpected);
  } else if (!add(member.value)) {
    return WrongShape(id, member, kExpected, TypeRemedy(member.value));
  }
  Emit(member.row->kind, member).types = types;
  return absl::OkStatus();
}

absl::Status Loader::DecodeCount(SubschemaId id, const Member& member) {
  std::optional<uint64_t> count;
  if (member.value.is_number()) count = CountOf(member.value);
  if (!count.has_value()) {
    std::string_view remedy;
    if (member.value.is_string()) remedy = "write the number without quotes";
    return WrongShape(id, member, "a non-negative integer", remedy);
  }
  if (!HasEffect(id, member, member.row->kind)) return absl::OkStatus();
  Emit(member.row->kind, member).count = *count;
  return absl::OkStatus();
}

absl::Status Loader::DecodeNumber(SubschemaId id, const Member& member) {
  const bool positive = member.row->shape == Shape::kPositiveNumber;
  if (!member.value.is_number() || (positive && !IsPositive(member.value))) {
    std::string_view remedy;
    if (member.value.is_boolean()) {
      remedy =
          "draft-04 had a boolean beside the bound; now it is the bound itself";
    } else if (member.value.is_string()) {
      remedy = "write the number without quotes";
    }
    return WrongShape(
        id, member, positive ? "a number greater than 0" : "a number", remedy);
  }
  if (DialectOf(id).integer_literals) return DecodeBound(id, member);
  Emit(member.row->kind, member);
  return absl::OkStatus();
}

// draft-04 §5.1.2, §5.1.3: a bound excludes its own value when the keyword
// beside it says so.
absl::Status Loader::DecodeBound(SubschemaId id, const Member& member) {
  (void)id;
  KeywordKind kind = member.row->kind;
  const KeywordKind exclusive = kind == KeywordKind::kMaximum
                                    ? KeywordKind::kExclusiveMaximum
                                    : KeywordKind::kExclusiveMinimum;
  if ((kind == KeywordKind::kMaximum || kind == KeywordKind::kMinimum) &&
      Has(exclusive)) {
    for (const Member& beside : members_) {
      if (beside.row != nullptr && beside.row->kind == exclusive &&
          beside.value.is_boolean() && beside.value.boolean()) {
        kind = exclusive;
      }
    }
  }
  Emit(kind, member);
  return absl::OkStatus();
}

absl::Status Loader::DecodeExclusiveFlag(SubschemaId id, const Member& member) {
  if (!member.value.is_boolean()) {
    return WrongShape(id, member, "a boolean in draft-04",
                      "the bound itself stands in `maximum` or `minimum`");
  }
  const bool is_maximum = member.row->kind == KeywordKind::kExclusiveMaximum;
  if (!Has(is_maximum ? KeywordKind::kMaximum : KeywordKind::kMinimum)) {
    Warn(Warning::Kind::kNoEffect, {id, member.name},
         Concat("`", member.name, "` has no effect without `",
                is_maximum ? "maximum" : "minimum", "`"),
         member.name);
  }
  return absl::OkStatus();
}

absl::Status Loader::DecodeString(SubschemaId id, const Member& member) {
  if (!member.value.is_string()) return WrongShape(id, member, "a string");
  Keyword& keyword = Emit(member.row->kind, member);
  // Whether a format asserts is found out when it is reached.
  if (member.row->kind != KeywordKind::kFormat) {
    keyword.flag =
        options_.assert_content.value_or(DialectOf(id).content_asserts);
  }
  return absl::OkStatus();
}

absl::StatusOr<PoolRange> Loader::AddNames(SubschemaId id, const Member& member,
                                           Value list, std::string_view owner) {
  const auto first = static_cast<uint32_t>(graph_->operand_names_.size());
  uint32_t position = 0;
  for (ItemIterator it(list); !it.done(); it.Next(), ++position) {
    if (!it.value().is_string()) {
      const std::string reason =
          Concat("`", member.name, "` lists names of properties, found ",
                 Found(it.value()));
      if (owner.data() == nullptr) {
        return Wrong({id, member.name}, reason, {Concat(position)});
      }
      return Wrong({id, member.name}, reason, {owner, Concat(position)});
    }
    graph_->operand_names_.push_back(it.value().string());
  }
  return PoolRange{first, position};
}

absl::Status Loader::DecodeStringList(SubschemaId id, const Member& member) {
  if (!member.value.is_array()) {
    std::string_view remedy;
    if (member.value.is_boolean()) {
      remedy = "list the property's name in `required` of the schema around it";
    } else if (member.value.is_string()) {
      remedy = "put the name into an array";
    }
    return WrongShape(id, member, "an array of names", remedy);
  }
  auto names = AddNames(id, member, member.value, {});
  if (!names.ok()) return names.status();
  Emit(member.row->kind, member).operands = *names;
  return absl::OkStatus();
}

absl::Status Loader::DecodeStringListMap(SubschemaId id, const Member& member) {
  constexpr std::string_view kExpected =
      "an object whose values are arrays of names";
  if (!member.value.is_object()) return WrongShape(id, member, kExpected);
  if (auto status = CheckNames(member.value, {id, member.name}); !status.ok())
    return status;
  const auto first = static_cast<uint32_t>(graph_->operand_dependents_.size());
  for (MemberIterator it(member.value); !it.done(); it.Next()) {
    if (!it.value().is_array()) {
      return Wrong(
          {id, member.name},
          Concat("must be an array of names, found ", Found(it.value())),
          {it.name()});
    }
    auto names = AddNames(id, member, it.value(), it.name());
    if (!names.ok()) return names.status();
    graph_->operand_dependents_.push_back({it.name(), *names});
  }
  Emit(member.row->kind, member).operands = {
      first, static_cast<uint32_t>(graph_->operand_dependents_.size()) - first};
  return absl::OkStatus();
}

// RFC 8259 §4 leaves open what an object with two members of one name means; in
// a schema either reading would leave a keyword unapplied.
absl::Status Loader::CheckNames(Value object, Site site) {
  names_.clear();
  for (MemberIterator it(object); !it.done(); it.Next()) {
    names_.push_back(it.name());
  }
  std::string_view twice;
  bool found = false;
  constexpr size_t kSmall = 12;
  if (names_.size() <= kSmall) {
    for (size_t i = 1; i < names_.size() && !found; ++i) {
      for (size_t j = 0; j < i && !found; ++j) {
        if (names_[i] == names_[j]) {
          twice = names_[i];
          found = true;
        }
      }
    }
  } else {
    std::sort(names_.begin(), names_.end());
    const auto same = std::adjacent_find(names_.begin(), names_.end());
    if (same != names_.end()) {
      twice = *same;
      found = true;
    }
  }
  if (!found) return absl::OkStatus();
  return Wrong(site, Concat("the member \"", twice,
                            "\" is there twice; remove one of them"));
}

}  // namespace gabarit::schema
