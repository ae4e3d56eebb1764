// Resources and anchors: what `$id` and its kin name (Core §8.2).

#include "absl/strings/ascii.h"
#include "engine/schema/loader_internal.h"
#include "engine/schema/text.h"
#include "engine/schema/uri.h"

namespace gabarit::schema {
namespace {

// The plain names of anchors (Core 2020-12 §8.2.2). 2019-09 and the drafts
// before it also allow ':' (XML's NCName without it never was required).
bool IsPlainName(std::string_view name) {
  if (name.empty()) return false;
  const auto first = static_cast<unsigned char>(name[0]);
  if (!absl::ascii_isalpha(first) && first != '_') return false;
  for (char c : name) {
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c)) && c != '-' &&
        c != '_' && c != '.' && c != ':')
      return false;
  }
  return true;
}

}  // namespace

// Reads the identifiers among members_, which may open a resource for the
// subschema, of another dialect perhaps. Leaves members_ looked up in the
// dialect that then holds.
absl::Status Loader::Identify(SubschemaId id) {
  const Dialect* dialect = &DialectOf(id);
  LookUpMembers(*dialect);
  if (graph_->resource_of(id).root != id) {
    if (auto status = EnterEmbeddedDialect(id, &dialect); !status.ok())
      return status;
  }
  if (dialect->ref_hides_siblings && Has(KeywordKind::kRef)) {
    return absl::OkStatus();
  }
  // First the resource, then the anchors in it, whatever their order.
  for (const Member& member : members_) {
    if (member.row == nullptr || member.row->shape != Shape::kIdentifier)
      continue;
    if (auto status = ReadIdentifier(id, member, *dialect); !status.ok())
      return status;
  }
  for (const Member& member : members_) {
    if (member.row == nullptr) continue;
    absl::Status status;
    switch (member.row->shape) {
      case Shape::kAnchor:
      case Shape::kDynamicAnchor:
        if (!member.value.is_string() || !IsPlainName(member.value.string())) {
          return WrongShape(id, member,
                            "a plain name (a letter or '_', then letters, "
                            "digits, '-', '_' or '.')");
        }
        status = AddAnchor(id, member, member.value.string(),
                           member.row->shape == Shape::kDynamicAnchor);
        break;
      case Shape::kRecursiveAnchor:
        status = ReadRecursiveAnchor(id, member);
        break;
      default:
        break;
    }
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// A subschema that has both an identifier and a `$schema` is a resource of the
// dialect that it declares (Core §8.1.1).
absl::Status Loader::EnterEmbeddedDialect(SubschemaId id,
                                          const Dialect** dialect) {
  const Member* declaration = nullptr;
  bool may_be_resource = false;
  for (const Member& member : members_) {
    if (member.name == "$schema") declaration = &member;
    if ((member.name == "$id" || member.name == "id") &&
        member.value.is_string())
      may_be_resource = true;
  }
  if (declaration == nullptr || forced_dialect_ != nullptr) {
    return absl::OkStatus();
  }
  const Site site{id, "$schema"};
  if (may_be_resource) {
    auto declared = DialectOfDocument(graph_->subschema(id).value, site);
    if (!declared.ok()) return declared.status();
    for (const Member& member : members_) {
      if (member.name != (*declared)->id_keyword || !member.value.is_string() ||
          WithoutFragment(member.value.string()).empty())
        continue;
      *dialect = *declared;
      LookUpMembers(**declared);
      return absl::OkStatus();
    }
  }
  Warn(Warning::Kind::kNoEffect, site,
       Concat("`$schema` has no effect in a subschema without `",
              (*dialect)->id_keyword, "`"),
       "$schema");
  return absl::OkStatus();
}

absl::Status Loader::ReadIdentifier(SubschemaId id, const Member& member,
                                    const Dialect& dialect) {
  if (!member.value.is_string()) {
    return WrongShape(id, member, "a string, a URI reference");
  }
  const std::string_view text = member.value.string();
  const std::string_view fragment = FragmentOf(text).value_or("");
  if (!fragment.empty() && !dialect.fragment_ids) {
    return WrongShape(id, member, "a URI reference without a fragment",
                      "write `$anchor` to name a place in the resource");
  }
  if (!WithoutFragment(text).empty()) {
    const uint32_t outer = graph_->subschemas_[id].resource;
    std::string uri =
        ResolveUri(graph_->resources_[outer].uri, WithoutFragment(text));
    uint32_t resource = outer;
    if (graph_->resources_[outer].root != id) {
      resource = static_cast<uint32_t>(graph_->resources_.size());
      Resource& added = graph_->resources_.emplace_back();
      added.root = id;
      added.dialect = &dialect;
      added.document = graph_->resources_[outer].document;
      graph_->subschemas_[id].resource = resource;
    }
    graph_->resources_[resource].uri = std::move(uri);
    if (places_[id].named) {
      if (auto status = NameResource(resource, {id, member.name}); !status.ok())
        return status;
    }
  }
  if (fragment.empty()) return absl::OkStatus();
  if (fragment[0] == '/') {
    // Some generators write every subschema's own pointer as its `$id`.
    Warn(Warning::Kind::kNoEffect, {id, member.name},
         Concat("`", member.name, "`: ", Found(member.value),
                " has no effect: a JSON Pointer is no identifier"),
         member.name);
    return absl::OkStatus();
  }
  std::string_view name = fragment;
  if (name.find('%') != std::string_view::npos) {
    name = Keep(PercentDecode(name));
  }
  return AddAnchor(id, member, name, /*dynamic=*/false);
}

absl::Status Loader::NameResource(uint32_t resource, Site site) {
  const std::string& uri = graph_->resources_[resource].uri;
  const auto [known, is_new] = resource_by_uri_.try_emplace(uri, resource);
  if (is_new || known->second == resource) return absl::OkStatus();
  const Resource& other = graph_->resources_[known->second];
  // Of resources in different documents, the one that was loaded first has the
  // name.
  if (other.document != graph_->resources_[resource].document) {
    return absl::OkStatus();
  }
  return Wrong(site,
               Concat("the identifier ", uri, " already names the schema at ",
                      other.root == 0 ? "the document's root"
                                      : Location({other.root, ""}),
                      "; identifiers must be unique"));
}

absl::Status Loader::AddAnchor(SubschemaId id, const Member& member,
                               std::string_view name, bool dynamic) {
  if (!places_[id].named) return absl::OkStatus();
  const uint32_t resource = graph_->subschemas_[id].resource;
  const auto [known, is_new] =
      anchors_.try_emplace(std::make_pair(resource, name), id);
  if (!is_new && known->second != id) {
    return Wrong(
        {id, member.name},
        Concat("the anchor \"", name, "\" already names the schema at ",
               Location({known->second, ""}),
               "; anchors must be unique in their resource"));
  }
  if (dynamic) AddDynamicAnchor(id, name);
  return absl::OkStatus();
}

// 2019-09 Core §8.2.4.2: at a resource's root, the value true marks it as one
// that $recursiveRef may lead to.
absl::Status Loader::ReadRecursiveAnchor(SubschemaId id, const Member& member) {
  if (!member.value.is_boolean()) return WrongShape(id, member, "a boolean");
  if (!member.value.boolean() || !places_[id].named) return absl::OkStatus();
  if (graph_->resource_of(id).root != id) {
    Warn(Warning::Kind::kNoEffect, {id, member.name},
         "`$recursiveAnchor` has no effect in a subschema without `$id`",
         member.name);
    return absl::OkStatus();
  }
  AddDynamicAnchor(id, "");
  return absl::OkStatus();
}

void Loader::AddDynamicAnchor(SubschemaId id, std::string_view name) {
  graph_->resources_[graph_->subschemas_[id].resource]
      .dynamic_anchors.emplace_back(DynamicAnchorIndex(name), id);
}

uint32_t Loader::DynamicAnchorIndex(std::string_view name) {
  const auto [known, is_new] = dynamic_anchor_index_.try_emplace(
      name, static_cast<uint32_t>(graph_->dynamic_anchors_.size()));
  if (is_new) graph_->dynamic_anchors_.emplace_back(name);
  return known->second;
}

}  // namespace gabarit::schema
