#include "engine/compile/dynamic_loops.h"

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "engine/schema/reference_loops.h"

namespace gabarit::compile {
namespace {

using schema::Keyword;
using schema::KeywordKind;
using schema::kNoSubschema;
using schema::LoopStep;
using schema::SchemaGraph;
using schema::SubschemaId;

bool IsReference(const Keyword& keyword) {
  return keyword.kind == KeywordKind::kRef ||
         keyword.kind == KeywordKind::kDynamicRef;
}

// What is reached from the root, scopes included. Subschemas below which nobody
// asks for the scope are on no such loop.
class Reached {
 public:
  Reached(const SchemaGraph& graph, DynamicScopes& scopes)
      : graph_(graph), scopes_(scopes) {
    Add(scopes_.Apply(graph.root(), 0));
  }

  // False where there is more than `most`.
  bool Collect(size_t most) {
    for (size_t i = 0; i < list_.size(); ++i) {
      if (list_.size() > most) return false;
      const Applied from = list_[i];
      for (const Keyword& keyword : graph_.keywords(from.subschema)) {
        AddOperands(keyword, from.scope);
      }
    }
    return true;
  }

  const std::vector<Applied>& list() const { return list_; }

 private:
  void Add(Applied applied) {
    if (scopes_.Asks(applied.subschema) && known_.insert(applied).second) {
      list_.push_back(applied);
    }
  }

  void AddOperands(const Keyword& keyword, ScopeId scope) {
    switch (keyword.kind) {
      case KeywordKind::kRef:
      case KeywordKind::kDynamicRef:
        Add(scopes_.Follow(keyword, scope));
        break;
      case KeywordKind::kProperties:
      case KeywordKind::kPatternProperties:
      case KeywordKind::kDependentSchemas:
        for (const auto& member : graph_.members(keyword)) {
          Add(scopes_.Apply(member.subschema, scope));
        }
        break;
      case KeywordKind::kRequired:
      case KeywordKind::kDependentRequired:
        break;
      default:
        for (const SubschemaId child : graph_.subschemas(keyword)) {
          Add(scopes_.Apply(child, scope));
        }
    }
  }

  const SchemaGraph& graph_;
  DynamicScopes& scopes_;
  std::vector<Applied> list_;
  absl::flat_hash_set<Applied> known_;
};

}  // namespace

absl::Status CheckDynamicLoops(const SchemaGraph& graph, DynamicScopes& scopes,
                               size_t max_applied) {
  if (!scopes.HaveChoices()) return absl::OkStatus();
  Reached reached(graph, scopes);
  if (!reached.Collect(max_applied)) {
    return absl::ResourceExhaustedError(
        absl::StrCat("dynamic references unfold the schema into more than "
                     "max_instructions = ",
                     max_applied, " pairs of subschema and dynamic scope"));
  }

  absl::flat_hash_set<Applied> done;
  absl::flat_hash_map<Applied, size_t> on_path;  // to its place on the path
  std::vector<LoopStep> path;
  std::vector<ScopeId> path_scopes;
  const auto enter = [&](Applied applied) {
    on_path.emplace(applied, path.size());
    path.push_back({applied.subschema});
    path_scopes.push_back(applied.scope);
  };
  for (const Applied& start : reached.list()) {
    if (done.contains(start)) continue;
    enter(start);
    while (!path.empty()) {
      const Applied at{path.back().subschema, path_scopes.back()};
      const SubschemaId next = NextInPlace(graph, &path.back());
      if (next == kNoSubschema) {
        done.insert(at);
        on_path.erase(at);
        path.pop_back();
        path_scopes.pop_back();
        continue;
      }
      const Keyword& keyword =
          graph.keywords(at.subschema)[path.back().keyword];
      const Applied target = IsReference(keyword)
                                 ? scopes.Follow(keyword, at.scope)
                                 : scopes.Apply(next, at.scope);
      if (!scopes.Asks(target.subschema) || done.contains(target)) continue;
      const auto repeated = on_path.find(target);
      if (repeated != on_path.end()) {
        return LoopError(graph,
                         absl::MakeConstSpan(path).subspan(repeated->second));
      }
      enter(target);
    }
  }
  return absl::OkStatus();
}

}  // namespace gabarit::compile
