// $ref and $dynamicRef (Core §8.2.3).

#include "engine/report/keywords.h"

namespace gabarit::report {
namespace {

using schema::Keyword;
using schema::KeywordKind;
using schema::SubschemaId;

void ExpandReference(EvaluationTree& tree, uint32_t result) {
  tree.AddInPlace(result, tree.result(result).keyword->target);
}

void ExpandDynamicReference(EvaluationTree& tree, uint32_t result) {
  const Keyword& keyword = *tree.result(result).keyword;
  SubschemaId target = schema::kNoSubschema;
  if (keyword.dynamic_anchor != Keyword::kPlainReference) {
    target = tree.DynamicTarget(tree.result(result).evaluation,
                                keyword.dynamic_anchor);
  }
  if (target == schema::kNoSubschema) target = keyword.target;
  tree.AddInPlace(result, target);
}

}  // namespace

KeywordFunctions ReferenceFunctions(KeywordKind kind) {
  if (kind == KeywordKind::kRef) return {ExpandReference, nullptr};
  return {ExpandDynamicReference, nullptr};
}

}  // namespace gabarit::report
