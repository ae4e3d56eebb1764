// Step 2 of loading: references, and everything that they reach.

#include <optional>

#include "engine/document/pointer.h"
#include "engine/schema/loader_internal.h"
#include "engine/schema/text.h"
#include "engine/schema/uri.h"

namespace gabarit::schema {

using document::Value;

absl::Status Loader::Reach() {
  while (!reached_.empty()) {
    const SubschemaId id = reached_.back();
    reached_.pop_back();
    if (auto status = ReachSubschema(id); !status.ok()) return status;
  }
  return absl::OkStatus();
}

// From the time that a resource is entered, its dynamic anchors may be where a
// dynamic reference leads, whoever makes it (Core §8.2.3.2).
void Loader::MarkReached(SubschemaId id) {
  if (places_[id].reached) return;
  places_[id].reached = true;
  reached_.push_back(id);
}

absl::Status Loader::ReachSubschema(SubschemaId id) {
  const uint32_t resource = graph_->subschemas_[id].resource;
  if (entered_.size() <= resource) entered_.resize(resource + 1);
  if (!entered_[resource]) {
    entered_[resource] = true;
    for (const auto& [name, subschema] :
         graph_->resources_[resource].dynamic_anchors) {
      MarkReached(subschema);
    }
  }
  const PoolRange range = graph_->subschemas_[id].keywords;
  // By index, for resolving a reference may add keywords.
  for (uint32_t k = range.first; k < range.first + range.size; ++k) {
    const Keyword& keyword = graph_->keywords_[k];
    const PoolRange operands = keyword.operands;
    absl::Status status;
    switch (keyword.kind) {
      case KeywordKind::kRef:
      case KeywordKind::kDynamicRef:
        status = ResolveReference(id, k);
        break;
      case KeywordKind::kPattern: {
        auto pattern =
            CompilePattern(keyword.value.string(), {id, keyword.name}, {});
        if (pattern.ok()) {
          graph_->keywords_[k].pattern = *pattern;
        }
        status = pattern.status();
        break;
      }
      case KeywordKind::kFormat:
        status = LookUpFormat(id, k);
        break;
      case KeywordKind::kPatternProperties:
      case KeywordKind::kProperties:
      case KeywordKind::kDependentSchemas:
        for (uint32_t i = operands.first; i < operands.first + operands.size;
             ++i) {
          NamedSubschema& member = graph_->operand_members_[i];
          MarkReached(member.subschema);
          if (keyword.kind != KeywordKind::kPatternProperties) continue;
          auto pattern =
              CompilePattern(member.name, {id, keyword.name}, member.name);
          if (!pattern.ok()) return pattern.status();
          member.pattern = *pattern;
        }
        break;
      case KeywordKind::kRequired:
      case KeywordKind::kDependentRequired:
        break;
      default:
        for (uint32_t i = operands.first; i < operands.first + operands.size;
             ++i) {
          MarkReached(graph_->operand_subschemas_[i]);
        }
        break;
    }
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status Loader::ResolveReference(SubschemaId id, uint32_t keyword) {
  const std::string_view name = graph_->keywords_[keyword].name;
  const KeywordKind kind = graph_->keywords_[keyword].kind;
  auto target =
      Resolve(id, graph_->keywords_[keyword].value.string(), {id, name});
  if (!target.ok()) return target.status();
  Keyword& resolved = graph_->keywords_[keyword];
  resolved.target = target->subschema;
  MarkReached(target->subschema);
  if (kind != KeywordKind::kDynamicRef) return absl::OkStatus();

  // The search in the dynamic scope begins only if the reference has found a
  // dynamic anchor: by its name in 2020-12 (Core §8.2.3.2), and in 2019-09
  // (§8.2.4.2.1), where the anchor has no name, at a root.
  const Resource& resource = graph_->resource_of(target->subschema);
  const bool by_name =
      !target->anchor.empty() ||
      DialectOf(id).Find(name)->shape == Shape::kRecursiveReference;
  const auto known = dynamic_anchor_index_.find(target->anchor);
  if (by_name && known != dynamic_anchor_index_.end() &&
      resource.DynamicAnchor(known->second) == target->subschema) {
    resolved.dynamic_anchor = known->second;
  }
  return absl::OkStatus();
}

absl::StatusOr<Loader::Target> Loader::Resolve(SubschemaId from,
                                               std::string_view reference,
                                               Site site) {
  uint32_t resource = graph_->subschemas_[from].resource;
  const std::string_view document = WithoutFragment(reference);
  if (!document.empty()) {
    auto found =
        FindResource(ResolveUri(graph_->resources_[resource].uri, document),
                     reference, site);
    if (!found.ok()) return found.status();
    resource = *found;
  }
  std::string_view fragment = FragmentOf(reference).value_or("");
  if (fragment.empty()) return Target{graph_->resources_[resource].root, {}};
  std::string decoded;
  if (fragment.find('%') != std::string_view::npos) {
    decoded = PercentDecode(fragment);
    fragment = decoded;
  }
  if (!fragment.empty() && fragment[0] == '/') {
    auto subschema = FollowPointer(resource, fragment, reference, site);
    if (!subschema.ok()) return subschema.status();
    return Target{*subschema, {}};
  }
  const auto anchor = anchors_.find(std::make_pair(resource, fragment));
  if (anchor == anchors_.end()) {
    const std::string& uri = graph_->resources_[resource].uri;
    return Fail(absl::StatusCode::kNotFound, site,
                Concat("the reference \"", reference, "\" leads nowhere: ",
                       uri.empty() ? "the schema" : uri, " has no anchor \"",
                       fragment, "\"; a JSON Pointer would begin with \"#/\""));
  }
  // The key's own text, which outlives `decoded`.
  return Target{anchor->second, anchor->first.second};
}

absl::StatusOr<uint32_t> Loader::FindResource(std::string_view uri,
                                              std::string_view reference,
                                              Site site) {
  if (const auto known = resource_by_uri_.find(uri);
      known != resource_by_uri_.end()) {
    return known->second;
  }
  FoundDocument found = FindDocument(uri);
  if (found.document == nullptr) {
    if (options_.store != nullptr && options_.store->IsAmbiguous(uri)) {
      return Fail(absl::StatusCode::kInvalidArgument, site,
                  Concat("the reference \"", reference,
                         "\" is ambiguous: several documents of the "
                         "schema store have the identifier ",
                         uri));
    }
    return Fail(absl::StatusCode::kNotFound, site,
                Concat("the reference \"", reference, "\" leads to ", uri,
                       ", which is not known; add that document to the "
                       "schema store (--resolve), for nothing is "
                       "fetched"));
  }
  // It may have been loaded by another of its names.
  if (const auto known = root_resources_.find(found.document.get());
      known != root_resources_.end()) {
    resource_by_uri_.emplace(uri, known->second);
    return known->second;
  }
  auto resource = AddDocument(std::move(found.document), found.retrieval_uri);
  if (!resource.ok()) return resource.status();
  if (auto status = DecodePending(); !status.ok()) return status;
  resource_by_uri_.try_emplace(uri, *resource);
  return resource;
}

// `pointer` is decoded from its fragment but not from its own escapes. Passing
// into embedded resources is allowed (Core §9.2.1 discourages it only).
absl::StatusOr<SubschemaId> Loader::FollowPointer(uint32_t resource,
                                                  std::string_view pointer,
                                                  std::string_view reference,
                                                  Site site) {
  LoadedDocument& document = documents_[graph_->resources_[resource].document];
  SubschemaId nearest = graph_->resources_[resource].root;
  Value value = graph_->subschemas_[nearest].value;
  size_t below_nearest = 0;  // where the pointer goes on from `nearest`
  std::string unescaped;
  for (size_t at = 0; at < pointer.size();) {
    size_t end = pointer.find('/', at + 1);
    if (end == std::string_view::npos) end = pointer.size();
    std::string_view token = pointer.substr(at + 1, end - at - 1);
    if (token.find('~') != std::string_view::npos) {
      auto decoded = document::UnescapeToken(token);
      if (!decoded.has_value()) {
        return Fail(absl::StatusCode::kInvalidArgument, site,
                    Concat("\"", reference,
                           "\" is no JSON Pointer: '~' must be followed "
                           "by 0 or 1"));
      }
      unescaped = *std::move(decoded);
      token = unescaped;
    }
    const std::optional<Value> next = document.walk.Step(value, token);
    if (!next.has_value()) {
      const std::string_view before = pointer.substr(0, at);
      return Fail(
          absl::StatusCode::kNotFound, site,
          Concat("the reference \"", reference, "\" leads nowhere: ",
                 before.empty() ? "the root" : before, " has no ",
                 value.is_array() ? "item " : "member ", "\"", token, "\""));
    }
    value = *next;
    at = end;
    if (document.at[value.index()] != kNoSubschema) {
      nearest = document.at[value.index()];
      below_nearest = at;
    }
  }
  if (below_nearest == pointer.size()) return nearest;

  if (!value.is_object() && !value.is_boolean()) {
    return Fail(absl::StatusCode::kInvalidArgument, site,
                Concat("the reference \"", reference, "\" leads to ",
                       Found(value), ", which is no schema"));
  }
  Subschema subschema;
  subschema.resource = graph_->subschemas_[nearest].resource;
  subschema.value = value;
  subschema.parent = nearest;
  subschema.path = Keep(std::string(pointer.substr(below_nearest)));
  const auto id = static_cast<SubschemaId>(graph_->subschemas_.size());
  if (auto status = NewSubschema(subschema, places_[nearest].depth + 1,
                                 /*named=*/false);
      !status.ok())
    return status;
  if (auto status = DecodePending(); !status.ok()) return status;
  return id;
}

}  // namespace gabarit::schema
