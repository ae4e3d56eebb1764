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

// The outermost resource in the dynamic scope that carries the anchor
// (§8.2.3.2).
void ExpandDynamicReference(EvaluationTree& tree, uint32_t result) {
  const Keyword& keyword = *tree.result(result).keyword;
  SubschemaId target = keyword.target;
  if (keyword.dynamic_anchor != Keyword::kPlainReference) {
    for (uint32_t at = tree.evaluation(tree.result(result).evaluation).scope;
         at != kNone; at = tree.scope(at).outer) {
      const SubschemaId carrier = tree.graph()
                                      .resource(tree.scope(at).resource)
                                      .DynamicAnchor(keyword.dynamic_anchor);
      if (carrier != schema::kNoSubschema) target = carrier;
    }
  }
  tree.AddInPlace(result, target);
}

}  // namespace

KeywordFunctions ReferenceFunctions(KeywordKind kind) {
  if (kind == KeywordKind::kRef) return {ExpandReference, nullptr};
  return {ExpandDynamicReference, nullptr};
}

}  // namespace gabarit::report
