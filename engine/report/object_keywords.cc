// Objects (Validation §6.5, Core §10.2.2.4, §10.3.2 and §11.3). Of several
// members with one name, every one is looked at.

#include <cstdint>
#include <string_view>

#include "absl/container/flat_hash_set.h"
#include "engine/regex/pattern.h"
#include "engine/report/keywords.h"

namespace gabarit::report {
namespace {

using document::MemberIterator;
using document::Value;
using schema::Keyword;
using schema::KeywordKind;
using schema::SubschemaId;

bool IsObject(const EvaluationTree& tree, uint32_t result) {
  return tree.instance_of(tree.result(result)).is_object();
}

Value InstanceOf(const EvaluationTree& tree, uint32_t result) {
  return tree.instance_of(tree.result(result));
}

EvaluationTree::Place PlaceOf(const MemberIterator& member) {
  EvaluationTree::Place place;
  place.value = member.value();
  place.name = member.name();
  return place;
}

SubschemaId Only(const EvaluationTree& tree, uint32_t result) {
  return tree.graph().subschemas(*tree.result(result).keyword)[0];
}

bool ConcludeCount(EvaluationTree& tree, uint32_t result) {
  if (!IsObject(tree, result)) return true;
  const Keyword& keyword = *tree.result(result).keyword;
  const size_t size = InstanceOf(tree, result).size();
  return keyword.kind == KeywordKind::kMaxProperties ? size <= keyword.count
                                                     : size >= keyword.count;
}

bool ConcludeRequired(EvaluationTree& tree, uint32_t result) {
  if (!IsObject(tree, result)) return true;
  const Value instance = InstanceOf(tree, result);
  for (const std::string_view name :
       tree.graph().names(*tree.result(result).keyword)) {
    if (!instance.Find(name).has_value()) return false;
  }
  return true;
}

bool ConcludeDependentRequired(EvaluationTree& tree, uint32_t result) {
  if (!IsObject(tree, result)) return true;
  const Value instance = InstanceOf(tree, result);
  for (const auto& dependent :
       tree.graph().dependents(*tree.result(result).keyword)) {
    if (!instance.Find(dependent.name).has_value()) continue;
    for (const std::string_view name : tree.graph().names(dependent)) {
      if (!instance.Find(name).has_value()) return false;
    }
  }
  return true;
}

void ExpandDependentSchemas(EvaluationTree& tree, uint32_t result) {
  if (!IsObject(tree, result)) return;
  for (const auto& member :
       tree.graph().members(*tree.result(result).keyword)) {
    if (InstanceOf(tree, result).Find(member.name).has_value()) {
      tree.AddInPlace(result, member.subschema, member.name);
    }
  }
}

void ExpandProperties(EvaluationTree& tree, uint32_t result) {
  if (!IsObject(tree, result)) return;
  const auto properties = tree.graph().members(*tree.result(result).keyword);
  for (MemberIterator member(InstanceOf(tree, result)); !member.done();
       member.Next()) {
    for (const auto& property : properties) {
      if (property.name == member.name()) {
        tree.AddChild(result, property.subschema, PlaceOf(member),
                      property.name);
      }
    }
  }
}

void ExpandPatternProperties(EvaluationTree& tree, uint32_t result) {
  if (!IsObject(tree, result)) return;
  const auto patterns = tree.graph().members(*tree.result(result).keyword);
  for (MemberIterator member(InstanceOf(tree, result)); !member.done();
       member.Next()) {
    for (const auto& pattern : patterns) {
      if (pattern.pattern != nullptr &&
          pattern.pattern->MatchesWithRe2(member.name())) {
        tree.AddChild(result, pattern.subschema, PlaceOf(member), pattern.name);
      }
    }
  }
}

// Whether properties or patternProperties beside the keyword apply to `name`.
bool IsNamed(const EvaluationTree& tree, uint32_t result,
             std::string_view name) {
  const KeywordResult& own = tree.result(result);
  const Keyword* properties =
      tree.SiblingKeyword(own, KeywordKind::kProperties);
  if (properties != nullptr) {
    for (const auto& property : tree.graph().members(*properties)) {
      if (property.name == name) return true;
    }
  }
  const Keyword* patterns =
      tree.SiblingKeyword(own, KeywordKind::kPatternProperties);
  if (patterns != nullptr) {
    for (const auto& pattern : tree.graph().members(*patterns)) {
      if (pattern.pattern != nullptr && pattern.pattern->MatchesWithRe2(name)) {
        return true;
      }
    }
  }
  return false;
}

void ExpandAdditionalProperties(EvaluationTree& tree, uint32_t result) {
  if (!IsObject(tree, result)) return;
  for (MemberIterator member(InstanceOf(tree, result)); !member.done();
       member.Next()) {
    if (IsNamed(tree, result, member.name())) continue;
    tree.AddChild(result, Only(tree, result), PlaceOf(member));
  }
}

void ExpandPropertyNames(EvaluationTree& tree, uint32_t result) {
  if (!IsObject(tree, result)) return;
  for (MemberIterator member(InstanceOf(tree, result)); !member.done();
       member.Next()) {
    tree.AddDetached(result, Only(tree, result), member.name_value());
  }
}

void ExpandUnevaluatedProperties(EvaluationTree& tree, uint32_t result) {
  if (!IsObject(tree, result)) return;
  const absl::flat_hash_set<uint32_t> evaluated =
      tree.Evaluated(tree.result(result).evaluation);
  for (MemberIterator member(InstanceOf(tree, result)); !member.done();
       member.Next()) {
    if (evaluated.contains(member.value().index())) continue;
    tree.AddChild(result, Only(tree, result), PlaceOf(member));
  }
}

}  // namespace

KeywordFunctions ObjectFunctions(KeywordKind kind) {
  switch (kind) {
    case KeywordKind::kMaxProperties:
    case KeywordKind::kMinProperties:
      return {nullptr, ConcludeCount};
    case KeywordKind::kRequired:
      return {nullptr, ConcludeRequired};
    case KeywordKind::kDependentRequired:
      return {nullptr, ConcludeDependentRequired};
    case KeywordKind::kDependentSchemas:
      return {ExpandDependentSchemas, nullptr};
    case KeywordKind::kProperties:
      return {ExpandProperties, nullptr};
    case KeywordKind::kPatternProperties:
      return {ExpandPatternProperties, nullptr};
    case KeywordKind::kAdditionalProperties:
      return {ExpandAdditionalProperties, nullptr};
    case KeywordKind::kPropertyNames:
      return {ExpandPropertyNames, nullptr};
    default:
      return {ExpandUnevaluatedProperties, nullptr};
  }
}

}  // namespace gabarit::report
