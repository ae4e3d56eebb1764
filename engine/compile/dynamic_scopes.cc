#include "engine/compile/dynamic_scopes.h"

#include <utility>

namespace gabarit::compile {

using schema::Keyword;
using schema::KeywordKind;
using schema::kNoSubschema;
using schema::SchemaGraph;
using schema::SubschemaId;

DynamicScopes::DynamicScopes(const SchemaGraph& graph) : graph_(graph) {
  std::vector<uint32_t> carriers(graph.dynamic_anchors().size(), 0);
  for (uint32_t i = 0; i < graph.resource_count(); ++i) {
    for (const auto& [anchor, subschema] : graph.resource(i).dynamic_anchors) {
      ++carriers[anchor];
    }
  }
  choices_.assign(carriers.size(), kNone);
  for (size_t anchor = 0; anchor < carriers.size(); ++anchor) {
    if (carriers[anchor] > 1) choices_[anchor] = choice_count_++;
  }
  scopes_.emplace_back(choice_count_, kNoSubschema);
  ids_.emplace(scopes_[0], 0);
  if (choice_count_ > 0) FindWhoAsks();
}

// Walks backwards from the references with a choice along all edges by which
// they may be reached.
void DynamicScopes::FindWhoAsks() {
  const size_t count = graph_.subschema_count();
  std::vector<std::vector<SubschemaId>> carried_by(choice_count_);
  for (uint32_t i = 0; i < graph_.resource_count(); ++i) {
    for (const auto& [anchor, subschema] : graph_.resource(i).dynamic_anchors) {
      if (choices_[anchor] != kNone) {
        carried_by[choices_[anchor]].push_back(subschema);
      }
    }
  }
  std::vector<std::vector<SubschemaId>> reached_from(count);
  std::vector<SubschemaId> found;
  asks_.assign(count, false);
  for (SubschemaId id = 0; id < count; ++id) {
    for (const Keyword& keyword : graph_.keywords(id)) {
      switch (keyword.kind) {
        case KeywordKind::kRef:
          reached_from[keyword.target].push_back(id);
          break;
        case KeywordKind::kDynamicRef:
          reached_from[keyword.target].push_back(id);
          if (keyword.dynamic_anchor != Keyword::kPlainReference &&
              choices_[keyword.dynamic_anchor] != kNone) {
            for (const SubschemaId target :
                 carried_by[choices_[keyword.dynamic_anchor]]) {
              reached_from[target].push_back(id);
            }
            if (!asks_[id]) {
              asks_[id] = true;
              found.push_back(id);
            }
          }
          break;
        case KeywordKind::kProperties:
        case KeywordKind::kPatternProperties:
        case KeywordKind::kDependentSchemas:
          for (const auto& member : graph_.members(keyword)) {
            reached_from[member.subschema].push_back(id);
          }
          break;
        case KeywordKind::kRequired:
        case KeywordKind::kDependentRequired:
          break;
        default:
          for (const SubschemaId child : graph_.subschemas(keyword)) {
            reached_from[child].push_back(id);
          }
      }
    }
  }
  while (!found.empty()) {
    const SubschemaId id = found.back();
    found.pop_back();
    for (const SubschemaId from : reached_from[id]) {
      if (asks_[from]) continue;
      asks_[from] = true;
      found.push_back(from);
    }
  }
}

ScopeId DynamicScopes::Enter(ScopeId scope, uint32_t resource) {
  const auto [entered, is_new] =
      entered_.try_emplace(uint64_t{scope} << 32 | resource, scope);
  if (!is_new) return entered->second;
  Meanings meanings = scopes_[scope];
  bool changed = false;
  for (const auto& [anchor, subschema] :
       graph_.resource(resource).dynamic_anchors) {
    if (choices_[anchor] == kNone) continue;
    SubschemaId& meaning = meanings[choices_[anchor]];
    if (meaning == kNoSubschema) {
      meaning = subschema;
      changed = true;
    }
  }
  if (!changed) return scope;
  const auto [id, is_new_scope] =
      ids_.try_emplace(meanings, static_cast<ScopeId>(scopes_.size()));
  if (is_new_scope) scopes_.push_back(std::move(meanings));
  entered->second = id->second;
  return id->second;
}

Applied DynamicScopes::Apply(SubschemaId subschema, ScopeId scope) {
  if (choice_count_ == 0 || !asks_[subschema]) return {subschema, 0};
  return {subschema, Enter(scope, graph_.subschema(subschema).resource)};
}

Applied DynamicScopes::Follow(const Keyword& reference, ScopeId scope) {
  if (reference.kind == KeywordKind::kDynamicRef &&
      reference.dynamic_anchor != Keyword::kPlainReference &&
      choices_[reference.dynamic_anchor] != kNone) {
    const SubschemaId meaning =
        scopes_[scope][choices_[reference.dynamic_anchor]];
    if (meaning != kNoSubschema) return Apply(meaning, scope);
  }
  return Apply(reference.target, scope);
}

}  // namespace gabarit::compile
