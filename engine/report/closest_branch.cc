#include "engine/report/closest_branch.h"

#include <utility>
#include <vector>

namespace gabarit::report {
namespace {

using schema::KeywordKind;
using schema::TypeSet;

// Weights of what speaks against a branch.
constexpr uint32_t kOtherType = 100'000;
constexpr uint32_t kOtherNames = 10'000;
constexpr uint32_t kOtherConstant = 1'000;
constexpr uint32_t kOtherError = 1;
// Results looked at in one branch; more says nothing new.
constexpr int kMostResults = 200;

struct Distance {
  uint32_t weight = 0;
  bool type_only = false;  // nothing but a type mismatch of the value itself
  TypeSet types;
};

// Whether an object has members, of which a subschema names properties but none
// of these: then it was hardly meant for it.
enum class Names { kNotSaid, kOthers, kThese };

Names NamesOf(const EvaluationTree& tree, const Evaluation& evaluation) {
  constexpr int kMostNames = 200;
  if (!evaluation.instance.is_object() || evaluation.instance.empty()) {
    return Names::kNotSaid;
  }
  const schema::Keyword* properties =
      tree.graph().Find(evaluation.subschema, KeywordKind::kProperties);
  if (properties == nullptr) return Names::kNotSaid;
  Names names = Names::kNotSaid;
  int looked_at = 0;
  for (const auto& member : tree.graph().members(*properties)) {
    if (++looked_at > kMostNames) return Names::kNotSaid;
    if (evaluation.instance.Find(member.name).has_value()) return Names::kThese;
    names = Names::kOthers;
  }
  return names;
}

Distance DistanceOf(const EvaluationTree& tree, uint32_t branch) {
  Distance distance;
  uint32_t type_errors = 0;
  uint32_t errors = 0;
  std::vector<std::pair<uint32_t, int>> open = {{branch, 0}};  // and depth
  int looked_at = 0;
  Names names = Names::kNotSaid;
  while (!open.empty() && looked_at < kMostResults) {
    const auto [index, depth] = open.back();
    open.pop_back();
    const Evaluation& evaluation = tree.evaluation(index);
    if (depth == 0 && names != Names::kThese) {
      const Names here = NamesOf(tree, evaluation);
      if (here != Names::kNotSaid) names = here;
    }
    if (evaluation.first_result == kNone && !evaluation.valid) {
      ++errors;
      distance.weight += kOtherError;
    }
    for (uint32_t at = evaluation.first_result; at != kNone;
         at = tree.result(at).next) {
      const KeywordResult& result = tree.result(at);
      if (result.valid) continue;
      ++looked_at;
      const KeywordKind kind = result.keyword->kind;
      if (kind == KeywordKind::kType && depth == 0) {
        ++type_errors;
        distance.weight += kOtherType;
        distance.types = result.keyword->types;
      } else if (kind == KeywordKind::kConst || kind == KeywordKind::kEnum) {
        ++errors;
        distance.weight += depth <= 1 ? kOtherConstant : kOtherError;
      } else if (kind == KeywordKind::kAnyOf || kind == KeywordKind::kOneOf ||
                 result.first_child == kNone) {
        ++errors;
        distance.weight += kOtherError;
      } else {
        for (uint32_t child = result.first_child; child != kNone;
             child = tree.evaluation(child).next_sibling) {
          const Evaluation& inner = tree.evaluation(child);
          if (inner.valid) continue;
          const bool in_place = inner.instance == evaluation.instance;
          open.emplace_back(child, in_place ? depth : depth + 1);
        }
      }
    }
  }
  if (names == Names::kOthers && type_errors == 0) {
    distance.weight += kOtherNames;
  }
  distance.type_only = type_errors == 1 && errors == 0 && open.empty();
  return distance;
}

}  // namespace

ClosestBranch FindClosestBranch(const EvaluationTree& tree,
                                const KeywordResult& result) {
  ClosestBranch closest;
  closest.only_types = true;
  uint32_t nearest = ~uint32_t{0};
  uint32_t second = ~uint32_t{0};
  uint8_t types = 0;
  for (uint32_t at = result.first_child; at != kNone;
       at = tree.evaluation(at).next_sibling) {
    const Distance distance = DistanceOf(tree, at);
    closest.only_types &= distance.type_only;
    types = static_cast<uint8_t>(types | distance.types.bits());
    if (distance.weight < nearest) {
      second = nearest;
      nearest = distance.weight;
      closest.evaluation = at;
    } else if (distance.weight < second) {
      second = distance.weight;
    }
  }
  closest.types = TypeSet(types);
  if (nearest < kOtherType && second >= kOtherType) {
    closest.reason = "the only one of this type";
  } else if (nearest < kOtherNames && second >= kOtherNames) {
    closest.reason = "the only one with such properties";
  } else if (nearest < kOtherConstant && second >= kOtherConstant) {
    closest.reason = "the others want other constants";
  } else if (nearest < second) {
    closest.reason = "it has the fewest errors";
  }
  return closest;
}

}  // namespace gabarit::report
