// Arrays (Validation §6.4, Core §10.3.1 and §11.2).

#include <cstdint>

#include "absl/container/flat_hash_set.h"
#include "engine/report/keywords.h"

namespace gabarit::report {
namespace {

using document::ItemIterator;
using document::Value;
using schema::Keyword;
using schema::KeywordKind;
using schema::SubschemaId;

bool IsArray(const EvaluationTree& tree, uint32_t result) {
  return tree.instance_of(tree.result(result)).is_array();
}

EvaluationTree::Place PlaceOf(Value item, uint32_t position) {
  EvaluationTree::Place place;
  place.value = item;
  place.item = position;
  return place;
}

SubschemaId Only(const EvaluationTree& tree, uint32_t result) {
  return tree.graph().subschemas(*tree.result(result).keyword)[0];
}

bool ConcludeCount(EvaluationTree& tree, uint32_t result) {
  if (!IsArray(tree, result)) return true;
  const KeywordResult& own = tree.result(result);
  const size_t size = tree.instance_of(own).size();
  return own.keyword->kind == KeywordKind::kMaxItems
             ? size <= own.keyword->count
             : size >= own.keyword->count;
}

bool ConcludeUnique(EvaluationTree& tree, uint32_t result) {
  if (!IsArray(tree, result) || !tree.result(result).keyword->flag) return true;
  return tree.equality().AllUnique(tree.instance_of(tree.result(result)));
}

void ExpandPrefixItems(EvaluationTree& tree, uint32_t result) {
  if (!IsArray(tree, result)) return;
  ItemIterator item(tree.instance_of(tree.result(result)));
  uint32_t position = 0;
  for (const SubschemaId subschema :
       tree.graph().subschemas(*tree.result(result).keyword)) {
    if (item.done()) break;
    tree.AddChild(result, subschema, PlaceOf(item.value(), position), position);
    item.Next();
    ++position;
  }
}

// Applies to the items after those of prefixItems beside it.
void ExpandItems(EvaluationTree& tree, uint32_t result) {
  if (!IsArray(tree, result)) return;
  const Keyword* prefix =
      tree.SiblingKeyword(tree.result(result), KeywordKind::kPrefixItems);
  const uint32_t first = prefix == nullptr ? 0 : prefix->operands.size;
  uint32_t position = 0;
  for (ItemIterator item(tree.instance_of(tree.result(result))); !item.done();
       item.Next(), ++position) {
    if (position < first) continue;
    tree.AddChild(result, Only(tree, result), PlaceOf(item.value(), position));
  }
}

void ExpandContains(EvaluationTree& tree, uint32_t result) {
  if (!IsArray(tree, result)) return;
  uint32_t position = 0;
  for (ItemIterator item(tree.instance_of(tree.result(result))); !item.done();
       item.Next(), ++position) {
    tree.AddChild(result, Only(tree, result), PlaceOf(item.value(), position));
  }
}

// At least one, unless minContains says otherwise (Validation §6.4.5).
bool ConcludeContains(EvaluationTree& tree, uint32_t result) {
  if (!IsArray(tree, result)) return true;
  const KeywordResult& own = tree.result(result);
  if (tree.SiblingKeyword(own, KeywordKind::kMinContains) != nullptr) {
    return true;
  }
  return tree.CountValid(own) > 0;
}

bool ConcludeContainsCount(EvaluationTree& tree, uint32_t result) {
  if (!IsArray(tree, result)) return true;
  const KeywordResult& own = tree.result(result);
  const KeywordResult* contains = tree.Sibling(own, KeywordKind::kContains);
  if (contains == nullptr) return true;
  const uint32_t matches = tree.CountValid(*contains);
  return own.keyword->kind == KeywordKind::kMaxContains
             ? matches <= own.keyword->count
             : matches >= own.keyword->count;
}

void ExpandUnevaluatedItems(EvaluationTree& tree, uint32_t result) {
  if (!IsArray(tree, result)) return;
  const absl::flat_hash_set<uint32_t> evaluated =
      tree.Evaluated(tree.result(result).evaluation);
  uint32_t position = 0;
  for (ItemIterator item(tree.instance_of(tree.result(result))); !item.done();
       item.Next(), ++position) {
    if (evaluated.contains(item.value().index())) continue;
    tree.AddChild(result, Only(tree, result), PlaceOf(item.value(), position));
  }
}

}  // namespace

KeywordFunctions ArrayFunctions(KeywordKind kind) {
  switch (kind) {
    case KeywordKind::kMaxItems:
    case KeywordKind::kMinItems:
      return {nullptr, ConcludeCount};
    case KeywordKind::kUniqueItems:
      return {nullptr, ConcludeUnique};
    case KeywordKind::kPrefixItems:
      return {ExpandPrefixItems, nullptr};
    case KeywordKind::kItems:
      return {ExpandItems, nullptr};
    case KeywordKind::kContains:
      return {ExpandContains, ConcludeContains};
    case KeywordKind::kMinContains:
    case KeywordKind::kMaxContains:
      return {nullptr, ConcludeContainsCount};
    default:
      return {ExpandUnevaluatedItems, nullptr};
  }
}

}  // namespace gabarit::report
