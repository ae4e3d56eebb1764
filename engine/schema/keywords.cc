// One schema object: its members by keyword, and the keywords that hold
// subschemas.

#include <algorithm>

#include "engine/schema/loader_internal.h"
#include "engine/schema/text.h"

namespace gabarit::schema {

using document::ItemIterator;
using document::MemberIterator;
using document::Value;

absl::Status Loader::Decode(SubschemaId id) {
  const Value schema = graph_->subschemas_[id].value;
  members_.clear();
  for (MemberIterator it(schema); !it.done(); it.Next()) {
    members_.push_back({it.name(), it.value()});
  }
  if (auto status = CheckNames(schema, {id, ""}); !status.ok()) return status;
  if (auto status = Identify(id); !status.ok()) return status;

  const Dialect& dialect = DialectOf(id);
  const bool only_ref = dialect.ref_hides_siblings && Has(KeywordKind::kRef);
  const size_t first = graph_->keywords_.size();
  for (const Member& member : members_) {
    if (only_ref &&
        (member.row == nullptr || (member.row->shape != Shape::kReference &&
                                   member.row->shape != Shape::kDefinitions))) {
      // Definitions beside `$ref` apply to nothing, so to read them keeps the
      // rule that draft-07 Core §8.3 makes, and schemas rely on it.
      if (member.row != nullptr && member.row->kind != KeywordKind::kAnnotation)
        Warn(Warning::Kind::kNoEffect, {id, member.name},
             Concat("`", member.name, "` has no effect beside `$ref` in ",
                    dialect.name, "; put both into `allOf`"),
             member.name);
      continue;
    }
    if (member.row == nullptr) {
      AdviseUnknown(id, member, dialect);
      Emit(KeywordKind::kAnnotation, member);
      continue;
    }
    if (!member.row->successor.empty()) {
      Warn(Warning::Kind::kOtherDialect, {id, member.name},
           Concat("`", member.name, "` is of an older dialect than ",
                  dialect.name, " (it still works); write `",
                  member.row->successor, "`"),
           member.name);
    }
    if (auto status = DecodeKeyword(id, member); !status.ok()) return status;
  }

  const auto by_kind = [](const Keyword& a, const Keyword& b) {
    return a.kind < b.kind;
  };
  const auto begin = graph_->keywords_.begin() + static_cast<ptrdiff_t>(first);
  // Nearly all schema objects are too small for an allocation to pay.
  if (graph_->keywords_.end() - begin > 32) {
    std::stable_sort(begin, graph_->keywords_.end(), by_kind);
  } else {
    for (auto it = begin; it != graph_->keywords_.end(); ++it) {
      const auto to = std::upper_bound(begin, it, *it, by_kind);
      if (to != it) std::rotate(to, it, it + 1);
    }
  }
  graph_->subschemas_[id].keywords = {
      static_cast<uint32_t>(first),
      static_cast<uint32_t>(graph_->keywords_.size() - first)};
  return absl::OkStatus();
}

void Loader::LookUpMembers(const Dialect& dialect) {
  present_ = 0;
  has_item_list_ = false;
  for (Member& member : members_) {
    member.row = dialect.Find(member.name);
    if (member.row == nullptr) continue;
    present_ |= uint64_t{1} << static_cast<unsigned>(member.row->kind);
    if (member.row->shape == Shape::kSchemaOrList && member.value.is_array())
      has_item_list_ = true;
  }
}

Keyword& Loader::Emit(KeywordKind kind, const Member& member) {
  Keyword& keyword = graph_->keywords_.emplace_back();
  keyword.kind = kind;
  keyword.name = member.name;
  keyword.value = member.value;
  return keyword;
}

bool Loader::HasEffect(SubschemaId id, const Member& member, KeywordKind kind) {
  std::string_view needs;
  switch (kind) {
    case KeywordKind::kThen:
    case KeywordKind::kElse:  // Core §10.2.2.2, §10.2.2.3
      if (!Has(KeywordKind::kIf)) needs = "if";
      break;
    case KeywordKind::kMinContains:
    case KeywordKind::kMaxContains:  // Validation §6.4.4, §6.4.5
      if (!Has(KeywordKind::kContains)) needs = "contains";
      break;
    case KeywordKind::kContentSchema:  // Validation §8.5
      if (!Has(KeywordKind::kContentMediaType)) needs = "contentMediaType";
      break;
    default:
      break;
  }
  if (needs.empty()) return true;
  Warn(Warning::Kind::kNoEffect, {id, member.name},
       Concat("`", member.name, "` has no effect without `", needs, "`"),
       member.name);
  return false;
}

absl::Status Loader::DecodeKeyword(SubschemaId id, const Member& member) {
  const KeywordKind kind = member.row->kind;
  switch (member.row->shape) {
    case Shape::kNoOperand:
    case Shape::kSchemaUri:
    case Shape::kIdentifier:
    case Shape::kAnchor:
    case Shape::kDynamicAnchor:
    case Shape::kRecursiveAnchor:
      return absl::OkStatus();
    case Shape::kDefinitions:
      return DecodeDefinitions(id, member);

    case Shape::kReference:
    case Shape::kDynamicReference:
      if (!member.value.is_string()) {
        return WrongShape(id, member, "a string, a URI reference");
      }
      Emit(kind, member);
      return absl::OkStatus();
    case Shape::kRecursiveReference:
      if (!member.value.is_string() || member.value.string() != "#") {
        return WrongShape(id, member, "\"#\"");
      }
      Emit(kind, member);
      return absl::OkStatus();

    case Shape::kAny:
      Emit(kind, member);
      return absl::OkStatus();
    case Shape::kValueList:
      if (!member.value.is_array()) {
        return WrongShape(id, member, "an array of the allowed values");
      }
      if (member.value.empty()) {
        Warn(Warning::Kind::kNoEffect, {id, member.name},
             "an empty `enum` allows no value at all", "");
      }
      Emit(kind, member);
      return absl::OkStatus();
    case Shape::kBoolean:
      if (!member.value.is_boolean())
        return WrongShape(id, member, "a boolean");
      Emit(kind, member).flag = member.value.boolean();
      return absl::OkStatus();
    case Shape::kPattern:
      if (!member.value.is_string()) {
        return WrongShape(id, member, "a string, a regular expression");
      }
      Emit(kind, member);
      return absl::OkStatus();
    case Shape::kFormat:
    case Shape::kString:
      return DecodeString(id, member);
    case Shape::kTypes:
      return DecodeTypes(id, member);
    case Shape::kCount:
      return DecodeCount(id, member);
    case Shape::kNumber:
    case Shape::kPositiveNumber:
      return DecodeNumber(id, member);
    case Shape::kBoundIsExclusive:
      return DecodeExclusiveFlag(id, member);
    case Shape::kStringList:
      return DecodeStringList(id, member);
    case Shape::kStringListMap:
      return DecodeStringListMap(id, member);

    case Shape::kSchema:
      return DecodeSchema(id, member, kind, DialectOf(id).boolean_schemas);
    case Shape::kSchemaOrBoolean:
      return DecodeSchema(id, member, kind);
    case Shape::kSchemaList:
      return DecodeSchemaList(id, member, kind);
    case Shape::kSchemaMap:
    case Shape::kPatternMap:
      return DecodeSchemaMap(id, member);
    case Shape::kSchemaOrList:
      if (member.value.is_array()) {
        return DecodeSchemaList(id, member, KeywordKind::kPrefixItems);
      }
      return DecodeSchema(id, member, kind, DialectOf(id).boolean_schemas);
    case Shape::kAfterItemList:
      if (has_item_list_) return DecodeSchema(id, member, kind);
      Warn(Warning::Kind::kNoEffect, {id, member.name},
           "`additionalItems` has no effect unless `items` is an array",
           member.name);
      return AddSubschema(member.value, {id, member.name}).status();
    case Shape::kDependencies:
      return DecodeDependencies(id, member);
  }
  return absl::OkStatus();
}

absl::Status Loader::DecodeSchema(SubschemaId id, const Member& member,
                                  KeywordKind kind, bool boolean_allowed) {
  // The most common slip of all between the dialects.
  if (member.value.is_array() && member.name == "items") {
    return WrongShape(id, member, "a schema",
                      "an array of schemas, one for each position, is "
                      "`prefixItems` in this dialect");
  }
  auto subschema = AddSubschema(member.value, {id, member.name}, {},
                                Subschema::kNoItem, boolean_allowed);
  if (!subschema.ok()) return subschema.status();
  if (!HasEffect(id, member, kind)) return absl::OkStatus();
  Keyword& keyword = Emit(kind, member);
  keyword.operands = {static_cast<uint32_t>(graph_->operand_subschemas_.size()),
                      1};
  graph_->operand_subschemas_.push_back(*subschema);
  if (kind == KeywordKind::kContains) {
    keyword.flag = DialectOf(id).contains_evaluates;
  } else if (kind == KeywordKind::kContentSchema) {
    keyword.flag =
        options_.assert_content.value_or(DialectOf(id).content_asserts);
  }
  return absl::OkStatus();
}

absl::Status Loader::DecodeSchemaList(SubschemaId id, const Member& member,
                                      KeywordKind kind) {
  // An empty tuple constrains nothing and is written by generators; an empty
  // choice has no agreed meaning.
  if (!member.value.is_array() ||
      (member.value.empty() && kind != KeywordKind::kPrefixItems)) {
    return WrongShape(id, member, "an array of at least one schema");
  }
  const auto first = static_cast<uint32_t>(graph_->operand_subschemas_.size());
  uint32_t position = 0;
  for (ItemIterator it(member.value); !it.done(); it.Next(), ++position) {
    auto subschema = AddSubschema(it.value(), {id, member.name}, {}, position,
                                  DialectOf(id).boolean_schemas);
    if (!subschema.ok()) return subschema.status();
    graph_->operand_subschemas_.push_back(*subschema);
  }
  Emit(kind, member).operands = {first, position};
  return absl::OkStatus();
}

absl::Status Loader::DecodeSchemaMap(SubschemaId id, const Member& member) {
  if (!member.value.is_object()) {
    return WrongShape(id, member, "an object whose values are schemas");
  }
  if (auto status = CheckNames(member.value, {id, member.name}); !status.ok())
    return status;
  const auto first = static_cast<uint32_t>(graph_->operand_members_.size());
  for (MemberIterator it(member.value); !it.done(); it.Next()) {
    auto subschema =
        AddSubschema(it.value(), {id, member.name}, it.name(),
                     Subschema::kNoItem, DialectOf(id).boolean_schemas);
    if (!subschema.ok()) return subschema.status();
    graph_->operand_members_.push_back({it.name(), *subschema});
  }
  Emit(member.row->kind, member).operands = {
      first, static_cast<uint32_t>(graph_->operand_members_.size()) - first};
  return absl::OkStatus();
}

absl::Status Loader::DecodeDefinitions(SubschemaId id, const Member& member) {
  if (!member.value.is_object()) {
    return WrongShape(id, member, "an object whose values are schemas");
  }
  if (auto status = CheckNames(member.value, {id, member.name}); !status.ok())
    return status;
  for (MemberIterator it(member.value); !it.done(); it.Next()) {
    auto subschema =
        AddSubschema(it.value(), {id, member.name}, it.name(),
                     Subschema::kNoItem, DialectOf(id).boolean_schemas);
    if (!subschema.ok()) return subschema.status();
  }
  return absl::OkStatus();
}

// Becomes the two keywords that 2019-09 split it into (Validation 2019-09
// §6.5.4), both with the name and value that stand in the document.
absl::Status Loader::DecodeDependencies(SubschemaId id, const Member& member) {
  if (!member.value.is_object()) {
    return WrongShape(id, member,
                      "an object whose values are schemas or arrays of names");
  }
  if (auto status = CheckNames(member.value, {id, member.name}); !status.ok())
    return status;
  const auto first_schema =
      static_cast<uint32_t>(graph_->operand_members_.size());
  const auto first_list =
      static_cast<uint32_t>(graph_->operand_dependents_.size());
  for (MemberIterator it(member.value); !it.done(); it.Next()) {
    if (it.value().is_array()) {
      auto names = AddNames(id, member, it.value(), it.name());
      if (!names.ok()) return names.status();
      graph_->operand_dependents_.push_back({it.name(), *names});
      continue;
    }
    auto subschema =
        AddSubschema(it.value(), {id, member.name}, it.name(),
                     Subschema::kNoItem, DialectOf(id).boolean_schemas);
    if (!subschema.ok()) return subschema.status();
    graph_->operand_members_.push_back({it.name(), *subschema});
  }
  const auto schemas =
      static_cast<uint32_t>(graph_->operand_members_.size()) - first_schema;
  const auto lists =
      static_cast<uint32_t>(graph_->operand_dependents_.size()) - first_list;
  if (lists > 0) {
    Emit(KeywordKind::kDependentRequired, member).operands = {first_list,
                                                              lists};
  }
  if (schemas > 0) {
    Emit(KeywordKind::kDependentSchemas, member).operands = {first_schema,
                                                             schemas};
  }
  return absl::OkStatus();
}

}  // namespace gabarit::schema
