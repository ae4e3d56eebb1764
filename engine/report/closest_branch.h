// Which of several failed alternatives the instance was most likely meant for.

#ifndef GABARIT_ENGINE_REPORT_CLOSEST_BRANCH_H_
#define GABARIT_ENGINE_REPORT_CLOSEST_BRANCH_H_

#include <cstdint>
#include <string_view>

#include "engine/report/evaluation.h"
#include "engine/schema/graph.h"

namespace gabarit::report {

struct ClosestBranch {
  uint32_t evaluation = kNone;
  // How it was told from the others, in words that fit into parentheses.
  std::string_view reason;
  // Whether every branch failed because of its type alone: then there is no
  // closest one, and `types` is what they would have accepted together.
  bool only_types = false;
  schema::TypeSet types;
};

// `result` is of an anyOf or oneOf none of whose branches is valid. A branch is
// far off if the value has another type than it wants, less so if none of the
// value's members is one of its properties, less again if a constant or
// enumeration in it differs (these usually tell alternatives apart), and
// otherwise the nearer the fewer errors it has. Looks at a bounded number of
// results.
ClosestBranch FindClosestBranch(const EvaluationTree& tree,
                                const KeywordResult& result);

}  // namespace gabarit::report

#endif  // GABARIT_ENGINE_REPORT_CLOSEST_BRANCH_H_
