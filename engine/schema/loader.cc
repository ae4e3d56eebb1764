#include "engine/schema/loader.h"

#include "absl/base/call_once.h"
#include "engine/schema/embedded_metaschemas.h"
#include "engine/schema/loader_internal.h"
#include "engine/schema/reference_loops.h"
#include "engine/schema/text.h"
#include "engine/schema/uri.h"

namespace gabarit::schema {

using document::Document;
using document::Value;

absl::StatusOr<std::unique_ptr<const SchemaGraph>> Load(
    std::shared_ptr<const Document> document, const LoadOptions& options) {
  return Loader(options).Run(std::move(document));
}

std::shared_ptr<const Document> EmbeddedDocument(std::string_view uri) {
  struct Slot {
    absl::once_flag once;
    std::shared_ptr<const Document> document;
  };
  // Never destroyed, for graphs with static lifetime may share the documents.
  static Slot* const slots = new Slot[EmbeddedMetaschemas().size()];
  for (size_t i = 0; i < EmbeddedMetaschemas().size(); ++i) {
    const EmbeddedMetaschema& metaschema = EmbeddedMetaschemas()[i];
    if (metaschema.uri != uri) continue;
    Slot& slot = slots[i];
    absl::call_once(slot.once, [&] {
      // A test parses them all; a failure would leave the slot empty, and the
      // metaschema unknown.
      auto parsed = Document::Parse(metaschema.json);
      if (parsed.ok()) slot.document = *std::move(parsed);
    });
    return slot.document;
  }
  return nullptr;
}

Loader::FoundDocument Loader::FindDocument(std::string_view uri) const {
  if (options_.store != nullptr) {
    if (const DocumentStore::Entry* entry = options_.store->Find(uri)) {
      return {entry->document, entry->retrieval_uri};
    }
  }
  return {EmbeddedDocument(uri), std::string(uri)};
}

absl::StatusOr<std::unique_ptr<const SchemaGraph>> Loader::Run(
    std::shared_ptr<const Document> document) {
  graph_.reset(new SchemaGraph());
  // Typical schemas have a subschema for each dozen words of tape, and two
  // keywords in each.
  const size_t words = document->tape_size();
  graph_->subschemas_.reserve(words / 12 + 8);
  places_.reserve(words / 12 + 8);
  graph_->keywords_.reserve(words / 6 + 8);
  graph_->operand_members_.reserve(words / 12 + 8);

  if (!options_.forced_dialect.empty()) {
    auto dialect = ResolveDialect(options_.forced_dialect);
    if (!dialect.ok()) return dialect.status();
    forced_dialect_ = *dialect;
  }
  auto root = AddDocument(std::move(document), options_.base_uri);
  if (!root.ok()) return root.status();
  if (auto status = DecodePending(); !status.ok()) return status;
  if (auto status = FindEntry(); !status.ok()) return status;
  if (auto status = Reach(); !status.ok()) return status;
  if (auto status = CheckReferenceLoops(*graph_); !status.ok()) return status;
  return std::move(graph_);
}

// Appends the document and its root, still to be decoded. Returns the root's
// resource.
absl::StatusOr<uint32_t> Loader::AddDocument(
    std::shared_ptr<const Document> document, std::string_view base_uri) {
  const auto resource = static_cast<uint32_t>(graph_->resources_.size());
  const Value root = document->root();
  const auto id = static_cast<SubschemaId>(graph_->subschemas_.size());

  Resource& added = graph_->resources_.emplace_back();
  added.uri = ResolveUri("", WithoutFragment(base_uri));
  added.root = id;
  added.document = static_cast<uint32_t>(documents_.size());
  documents_.emplace_back(document->tape_size());
  if (!added.uri.empty()) resource_by_uri_.try_emplace(added.uri, resource);
  root_resources_.try_emplace(document.get(), resource);
  graph_->documents_.push_back(std::move(document));

  Subschema subschema;
  subschema.resource = resource;
  subschema.value = root;
  if (auto status = NewSubschema(subschema, /*depth=*/1, /*named=*/true);
      !status.ok())
    return status;
  if (!root.is_object() && !root.is_boolean()) {
    return Wrong({id, ""}, Concat("a schema must be an object or a "
                                  "boolean, found ",
                                  Found(root)));
  }
  auto dialect = DialectOfDocument(root, {id, "$schema"});
  if (!dialect.ok()) return dialect.status();
  graph_->resources_[resource].dialect = *dialect;
  if (root.is_boolean() && !(*dialect)->boolean_schemas) {
    return Wrong({id, ""}, Concat((*dialect)->name,
                                  " has no boolean schemas; write {} or "
                                  "{\"not\": {}}"));
  }
  return resource;
}

absl::StatusOr<SubschemaId> Loader::AddSubschema(Value value, Site parent,
                                                 std::string_view member,
                                                 uint32_t item,
                                                 bool boolean_allowed) {
  const uint32_t resource = graph_->subschemas_[parent.subschema].resource;
  // A pointer may have led here before the enclosing schema was known to be
  // one.
  const SubschemaId known =
      documents_[graph_->resources_[resource].document].at[value.index()];
  if (known != kNoSubschema &&
      graph_->subschemas_[known].resource == resource) {
    return known;
  }
  Subschema subschema;
  subschema.resource = resource;
  subschema.value = value;
  subschema.parent = parent.subschema;
  subschema.keyword = parent.keyword;
  subschema.member = member;
  subschema.has_member = member.data() != nullptr;
  subschema.item = item;
  const Place place = places_[parent.subschema];
  const auto id = static_cast<SubschemaId>(graph_->subschemas_.size());
  if (auto status = NewSubschema(subschema, place.depth + 1, place.named);
      !status.ok())
    return status;
  if (value.is_boolean() && !boolean_allowed) {
    return Wrong({id, ""},
                 Concat("must be a schema: an object (", DialectOf(id).name,
                        " has no boolean schemas; write {} for true and "
                        "{\"not\": {}} for false), found ",
                        Found(value)));
  }
  if (!value.is_object() && !value.is_boolean()) {
    return Wrong({id, ""}, Concat("must be a schema: an object or a "
                                  "boolean, found ",
                                  Found(value)));
  }
  return id;
}

absl::Status Loader::NewSubschema(Subschema subschema, uint32_t depth,
                                  bool named) {
  const auto id = static_cast<SubschemaId>(graph_->subschemas_.size());
  if (subschema.value.is_boolean()) {
    subschema.form = subschema.value.boolean() ? Subschema::Form::kTrue
                                               : Subschema::Form::kFalse;
  }
  const uint32_t document = graph_->resources_[subschema.resource].document;
  graph_->subschemas_.push_back(subschema);
  places_.push_back({depth, named, /*reached=*/false});
  documents_[document].at[subschema.value.index()] = id;
  if (document == 0) MarkReached(id);
  if (id >= options_.max_subschemas) {
    return Fail(absl::StatusCode::kResourceExhausted, {id, ""},
                Concat("more than ", options_.max_subschemas,
                       " subschemas (limit max_subschemas)"));
  }
  if (depth > options_.max_schema_depth) {
    return Fail(
        absl::StatusCode::kResourceExhausted, {id, ""},
        Concat("subschemas nested more than ", options_.max_schema_depth,
               " deep (limit max_schema_depth)"));
  }
  return absl::OkStatus();
}

absl::Status Loader::DecodePending() {
  for (; next_ < graph_->subschemas_.size(); ++next_) {
    if (graph_->subschemas_[next_].form != Subschema::Form::kObject) continue;
    if (auto status = Decode(next_); !status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status Loader::FindEntry() {
  graph_->root_ = 0;
  if (options_.entry.empty()) return absl::OkStatus();
  if (options_.entry[0] == '/') {
    // From the document's root, whatever resources lie on the way.
    auto entry = FollowPointer(0, options_.entry, options_.entry, Site{});
    if (!entry.ok()) return entry.status();
    graph_->root_ = *entry;
    return absl::OkStatus();
  }
  auto entry = Resolve(0, options_.entry, Site{});
  if (!entry.ok()) return entry.status();
  graph_->root_ = entry->subschema;
  MarkReached(entry->subschema);
  return absl::OkStatus();
}

std::string_view Loader::Keep(std::string text) {
  graph_->texts_.push_back(
      std::make_unique<const std::string>(std::move(text)));
  return *graph_->texts_.back();
}

}  // namespace gabarit::schema
