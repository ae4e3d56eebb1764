#include "engine/report/evaluation.h"

namespace gabarit::report {

using document::Value;
using schema::Keyword;
using schema::KeywordKind;
using schema::SubschemaId;

void EvaluationTree::Reset(const schema::SchemaGraph& graph) {
  graph_ = &graph;
  evaluations_.clear();
  results_.clear();
  steps_.clear();
  scopes_.clear();
  entered_.clear();
  targets_.clear();
  parsers_.clear();
}

uint32_t EvaluationTree::AddStep(uint32_t parent, std::string_view name,
                                 uint32_t item) {
  steps_.push_back({parent, name, item});
  return static_cast<uint32_t>(steps_.size() - 1);
}

uint32_t EvaluationTree::Enter(uint32_t scope, SubschemaId subschema) {
  const uint32_t resource = graph_->subschema(subschema).resource;
  if (scope != kNone && scopes_[scope].resource == resource) return scope;
  const auto [inside, is_new] =
      entered_.try_emplace(uint64_t{scope} << 32 | resource, scope);
  if (!is_new) return inside->second;
  for (uint32_t at = scope; at != kNone; at = scopes_[at].outer) {
    if (scopes_[at].resource == resource) return scope;
  }
  inside->second = static_cast<uint32_t>(scopes_.size());
  scopes_.push_back({scope, resource});
  return inside->second;
}

SubschemaId EvaluationTree::DynamicTarget(uint32_t evaluation,
                                          uint32_t anchor) {
  const uint32_t scope = evaluations_[evaluation].scope;
  const auto [target, is_new] = targets_.try_emplace(
      uint64_t{scope} << 32 | anchor, schema::kNoSubschema);
  if (!is_new) return target->second;
  for (uint32_t at = scope; at != kNone; at = scopes_[at].outer) {
    const SubschemaId carrier =
        graph_->resource(scopes_[at].resource).DynamicAnchor(anchor);
    if (carrier != schema::kNoSubschema) target->second = carrier;
  }
  return target->second;
}

uint32_t EvaluationTree::AddRoot(SubschemaId subschema, Value instance) {
  Evaluation& root = evaluations_.emplace_back();
  root.subschema = subschema;
  root.instance = instance;
  root.origin = instance.index();
  root.scope = Enter(kNone, subschema);
  return 0;
}

uint32_t EvaluationTree::AddResult(uint32_t evaluation,
                                   const Keyword& keyword) {
  const auto index = static_cast<uint32_t>(results_.size());
  KeywordResult& result = results_.emplace_back();
  result.keyword = &keyword;
  result.evaluation = evaluation;
  Evaluation& owner = evaluations_[evaluation];
  result.path = AddStep(owner.path, keyword.name, kNone);
  if (owner.first_result == kNone) {
    owner.first_result = index;
  } else {
    results_[owner.last_result].next = index;
  }
  owner.last_result = index;
  return index;
}

void EvaluationTree::Link(uint32_t result, SubschemaId subschema, Value value,
                          uint32_t instance_path, uint32_t path) {
  const auto index = static_cast<uint32_t>(evaluations_.size());
  const Evaluation& parent = evaluations_[results_[result].evaluation];
  const uint32_t scope = Enter(parent.scope, subschema);
  const bool in_document = &value.view() == &evaluations_[0].instance.view();
  const uint32_t origin = in_document ? value.index() : parent.origin;
  Evaluation& child = evaluations_.emplace_back();
  child.subschema = subschema;
  child.instance = value;
  child.instance_path = instance_path;
  child.path = path;
  child.origin = origin;
  child.scope = scope;
  KeywordResult& owner = results_[result];
  if (owner.first_child == kNone) {
    owner.first_child = index;
  } else {
    evaluations_[owner.last_child].next_sibling = index;
  }
  owner.last_child = index;
}

void EvaluationTree::AddInPlace(uint32_t result, SubschemaId subschema) {
  const Evaluation& owner = evaluations_[results_[result].evaluation];
  Link(result, subschema, owner.instance, owner.instance_path,
       results_[result].path);
}

void EvaluationTree::AddInPlace(uint32_t result, SubschemaId subschema,
                                uint32_t position) {
  const Evaluation& owner = evaluations_[results_[result].evaluation];
  const Value instance = owner.instance;
  const uint32_t instance_path = owner.instance_path;
  Link(result, subschema, instance, instance_path,
       AddStep(results_[result].path, {}, position));
}

void EvaluationTree::AddInPlace(uint32_t result, SubschemaId subschema,
                                std::string_view token) {
  const Evaluation& owner = evaluations_[results_[result].evaluation];
  const Value instance = owner.instance;
  const uint32_t instance_path = owner.instance_path;
  Link(result, subschema, instance, instance_path,
       AddStep(results_[result].path, token, kNone));
}

void EvaluationTree::AddChild(uint32_t result, SubschemaId subschema,
                              Place place) {
  const uint32_t parent =
      evaluations_[results_[result].evaluation].instance_path;
  Link(result, subschema, place.value, AddStep(parent, place.name, place.item),
       results_[result].path);
}

void EvaluationTree::AddChild(uint32_t result, SubschemaId subschema,
                              Place place, std::string_view token) {
  const uint32_t parent =
      evaluations_[results_[result].evaluation].instance_path;
  const uint32_t instance_path = AddStep(parent, place.name, place.item);
  Link(result, subschema, place.value, instance_path,
       AddStep(results_[result].path, token, kNone));
}

void EvaluationTree::AddChild(uint32_t result, SubschemaId subschema,
                              Place place, uint32_t position) {
  const uint32_t parent =
      evaluations_[results_[result].evaluation].instance_path;
  const uint32_t instance_path = AddStep(parent, place.name, place.item);
  Link(result, subschema, place.value, instance_path,
       AddStep(results_[result].path, {}, position));
}

void EvaluationTree::AddDetached(uint32_t result, SubschemaId subschema,
                                 Value value) {
  const uint32_t instance_path =
      evaluations_[results_[result].evaluation].instance_path;
  Link(result, subschema, value, instance_path, results_[result].path);
}

const KeywordResult* EvaluationTree::Sibling(const KeywordResult& result,
                                             KeywordKind kind) const {
  for (uint32_t at = evaluations_[result.evaluation].first_result; at != kNone;
       at = results_[at].next) {
    if (results_[at].keyword->kind == kind) return &results_[at];
  }
  return nullptr;
}

const Keyword* EvaluationTree::SiblingKeyword(const KeywordResult& result,
                                              KeywordKind kind) const {
  return graph_->Find(evaluations_[result.evaluation].subschema, kind);
}

uint32_t EvaluationTree::CountValid(const KeywordResult& result) const {
  uint32_t count = 0;
  for (uint32_t at = result.first_child; at != kNone;
       at = evaluations_[at].next_sibling) {
    if (evaluations_[at].valid) ++count;
  }
  return count;
}

uint32_t EvaluationTree::CountChildren(const KeywordResult& result) const {
  uint32_t count = 0;
  for (uint32_t at = result.first_child; at != kNone;
       at = evaluations_[at].next_sibling) {
    ++count;
  }
  return count;
}

absl::flat_hash_set<uint32_t> EvaluationTree::Evaluated(
    uint32_t evaluation) const {
  absl::flat_hash_set<uint32_t> evaluated;
  std::vector<uint32_t> open = {evaluation};
  while (!open.empty()) {
    const Evaluation& current = evaluations_[open.back()];
    open.pop_back();
    for (uint32_t at = current.first_result; at != kNone;
         at = results_[at].next) {
      const KeywordResult& result = results_[at];
      bool in_place = false;
      bool to_children = false;
      switch (result.keyword->kind) {
        case KeywordKind::kRef:
        case KeywordKind::kDynamicRef:
        case KeywordKind::kAllOf:
        case KeywordKind::kAnyOf:
        case KeywordKind::kOneOf:
        case KeywordKind::kIf:
        case KeywordKind::kThen:
        case KeywordKind::kElse:
        case KeywordKind::kDependentSchemas:
          in_place = true;
          break;
        case KeywordKind::kProperties:
        case KeywordKind::kPatternProperties:
        case KeywordKind::kAdditionalProperties:
        case KeywordKind::kUnevaluatedProperties:
        case KeywordKind::kPrefixItems:
        case KeywordKind::kItems:
        case KeywordKind::kUnevaluatedItems:
          to_children = true;
          break;
        case KeywordKind::kContains:
          to_children = result.keyword->flag;
          break;
        default:
          break;
      }
      for (uint32_t child = result.first_child;
           child != kNone && (in_place || to_children);
           child = evaluations_[child].next_sibling) {
        // A failed subschema's annotations are dropped (Core §7.7.1.2).
        if (!evaluations_[child].valid) continue;
        if (in_place) {
          open.push_back(child);
        } else {
          evaluated.insert(evaluations_[child].instance.index());
        }
      }
    }
  }
  return evaluated;
}

document::Parser& EvaluationTree::NewParser() {
  parsers_.push_back(std::make_unique<document::Parser>());
  return *parsers_.back();
}

}  // namespace gabarit::report
