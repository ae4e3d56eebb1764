// type, enum, const, and the assertions on numbers and strings (Validation §6.1
// to §6.3 and §7).

#include <compare>
#include <cstdint>
#include <string_view>

#include "engine/document/number.h"
#include "engine/regex/pattern.h"
#include "engine/report/keywords.h"

namespace gabarit::report {
namespace {

using document::Kind;
using document::Value;
using schema::Keyword;
using schema::KeywordKind;
using schema::TypeSet;

const Keyword& KeywordOf(const EvaluationTree& tree, uint32_t result) {
  return *tree.result(result).keyword;
}

Value InstanceOf(const EvaluationTree& tree, uint32_t result) {
  return tree.instance_of(tree.result(result));
}

bool ConcludeType(EvaluationTree& tree, uint32_t result) {
  const TypeSet types = KeywordOf(tree, result).types;
  const Value instance = InstanceOf(tree, result);
  switch (instance.kind()) {
    case Kind::kNull:
      return types.Has(TypeSet::kNull);
    case Kind::kBoolean:
      return types.Has(TypeSet::kBoolean);
    case Kind::kString:
      return types.Has(TypeSet::kString);
    case Kind::kArray:
      return types.Has(TypeSet::kArray);
    case Kind::kObject:
      return types.Has(TypeSet::kObject);
    case Kind::kInteger:
    case Kind::kNumber:
      if (types.Has(TypeSet::kNumber)) return true;
      if (types.Has(TypeSet::kInteger) && document::IsInteger(instance)) {
        return true;
      }
      return types.Has(TypeSet::kIntegerLiteral) &&
             document::IsIntegerLiteral(instance);
  }
  return false;
}

bool ConcludeEnum(EvaluationTree& tree, uint32_t result) {
  const Value instance = InstanceOf(tree, result);
  for (document::ItemIterator item(KeywordOf(tree, result).value); !item.done();
       item.Next()) {
    if (tree.equality().Equal(instance, item.value())) return true;
  }
  return false;
}

bool ConcludeConst(EvaluationTree& tree, uint32_t result) {
  return tree.equality().Equal(InstanceOf(tree, result),
                               KeywordOf(tree, result).value);
}

bool ConcludeNumber(EvaluationTree& tree, uint32_t result) {
  const Value instance = InstanceOf(tree, result);
  if (!instance.is_number()) return true;
  const Keyword& keyword = KeywordOf(tree, result);
  if (keyword.kind == KeywordKind::kMultipleOf) {
    return document::IsMultipleOf(instance, keyword.value);
  }
  const std::strong_ordering order =
      document::CompareNumbers(instance, keyword.value);
  switch (keyword.kind) {
    case KeywordKind::kMaximum:
      return order <= 0;
    case KeywordKind::kExclusiveMaximum:
      return order < 0;
    case KeywordKind::kMinimum:
      return order >= 0;
    default:
      return order > 0;
  }
}

uint64_t CodePoints(std::string_view text) {
  uint64_t count = 0;
  for (const char c : text) {
    // All bytes but UTF-8's continuation bytes begin a code point.
    if ((static_cast<uint8_t>(c) & 0xC0) != 0x80) ++count;
  }
  return count;
}

bool ConcludeString(EvaluationTree& tree, uint32_t result) {
  const Value instance = InstanceOf(tree, result);
  if (!instance.is_string()) return true;
  const Keyword& keyword = KeywordOf(tree, result);
  switch (keyword.kind) {
    case KeywordKind::kMaxLength:
      return CodePoints(instance.string()) <= keyword.count;
    case KeywordKind::kMinLength:
      return CodePoints(instance.string()) >= keyword.count;
    case KeywordKind::kPattern:
      return keyword.pattern == nullptr ||
             keyword.pattern->MatchesWithRe2(instance.string());
    default:
      return !keyword.flag || keyword.format == nullptr ||
             (*keyword.format)(instance.string());
  }
}

}  // namespace

KeywordFunctions ScalarFunctions(KeywordKind kind) {
  switch (kind) {
    case KeywordKind::kType:
      return {nullptr, ConcludeType};
    case KeywordKind::kEnum:
      return {nullptr, ConcludeEnum};
    case KeywordKind::kConst:
      return {nullptr, ConcludeConst};
    case KeywordKind::kMultipleOf:
    case KeywordKind::kMaximum:
    case KeywordKind::kExclusiveMaximum:
    case KeywordKind::kMinimum:
    case KeywordKind::kExclusiveMinimum:
      return {nullptr, ConcludeNumber};
    default:
      return {nullptr, ConcludeString};
  }
}

}  // namespace gabarit::report
