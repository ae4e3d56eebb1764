// allOf, anyOf, oneOf, not, if, then and else (Core §10.2.1 and §10.2.2).

#include "engine/report/keywords.h"

namespace gabarit::report {
namespace {

using schema::KeywordKind;
using schema::SubschemaId;

void ExpandAll(EvaluationTree& tree, uint32_t result) {
  uint32_t position = 0;
  for (const SubschemaId branch :
       tree.graph().subschemas(*tree.result(result).keyword)) {
    tree.AddInPlace(result, branch, position++);
  }
}

void ExpandOnly(EvaluationTree& tree, uint32_t result) {
  tree.AddInPlace(result,
                  tree.graph().subschemas(*tree.result(result).keyword)[0]);
}

bool ConcludeAnyOf(EvaluationTree& tree, uint32_t result) {
  return tree.CountValid(tree.result(result)) > 0;
}

bool ConcludeOneOf(EvaluationTree& tree, uint32_t result) {
  return tree.CountValid(tree.result(result)) == 1;
}

bool ConcludeNot(EvaluationTree& tree, uint32_t result) {
  return tree.CountValid(tree.result(result)) == 0;
}

// `if` never fails; it selects.
bool ConcludeIf(EvaluationTree&, uint32_t) { return true; }

bool ConditionHolds(const EvaluationTree& tree, uint32_t result) {
  const KeywordResult* condition =
      tree.Sibling(tree.result(result), KeywordKind::kIf);
  return condition != nullptr && tree.CountValid(*condition) == 1;
}

void ExpandThen(EvaluationTree& tree, uint32_t result) {
  if (tree.Sibling(tree.result(result), KeywordKind::kIf) == nullptr) return;
  if (ConditionHolds(tree, result)) ExpandOnly(tree, result);
}

void ExpandElse(EvaluationTree& tree, uint32_t result) {
  if (tree.Sibling(tree.result(result), KeywordKind::kIf) == nullptr) return;
  if (!ConditionHolds(tree, result)) ExpandOnly(tree, result);
}

}  // namespace

KeywordFunctions LogicFunctions(KeywordKind kind) {
  switch (kind) {
    case KeywordKind::kAllOf:
      return {ExpandAll, nullptr};
    case KeywordKind::kAnyOf:
      return {ExpandAll, ConcludeAnyOf};
    case KeywordKind::kOneOf:
      return {ExpandAll, ConcludeOneOf};
    case KeywordKind::kNot:
      return {ExpandOnly, ConcludeNot};
    case KeywordKind::kIf:
      return {ExpandOnly, ConcludeIf};
    case KeywordKind::kThen:
      return {ExpandThen, nullptr};
    default:
      return {ExpandElse, nullptr};
  }
}

}  // namespace gabarit::report
