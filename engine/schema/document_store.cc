#include "engine/schema/loader.h"
#include "engine/schema/text.h"
#include "engine/schema/uri.h"

namespace gabarit::schema {
namespace {

// The identifier of a document's root, without its fragment; empty when there
// is none. The dialect is not known here, so draft-04's `id` counts where there
// is no `$id` and it can be nothing but an identifier: an absolute URI.
std::string RootIdentifier(document::Value root, std::string_view base) {
  if (!root.is_object()) return "";
  const auto id = root.Find("$id");
  if (id.has_value() && id->is_string()) {
    return ResolveUri(base, WithoutFragment(id->string()));
  }
  const auto old_id = root.Find("id");
  if (old_id.has_value() && old_id->is_string() &&
      SplitUri(old_id->string()).scheme.has_value()) {
    return ResolveUri(base, WithoutFragment(old_id->string()));
  }
  return "";
}

}  // namespace

absl::Status DocumentStore::Add(
    std::string_view retrieval_uri,
    std::shared_ptr<const document::Document> document) {
  const std::string retrieved = ResolveUri("", WithoutFragment(retrieval_uri));
  const std::string identifier = RootIdentifier(document->root(), retrieved);
  if (retrieved.empty() && identifier.empty()) {
    return absl::InvalidArgumentError(
        "the document has neither a retrieval URI nor an absolute `$id`, so "
        "nothing could refer to it");
  }
  const std::string& first = retrieved.empty() ? identifier : retrieved;
  auto entry = std::make_shared<Entry>(Entry{std::move(document), retrieved});
  const auto [known, is_new] = entries_.try_emplace(first, Claim{entry, true});
  if (!is_new) {
    if (known->second.retrieved || retrieved.empty()) {
      return absl::AlreadyExistsError(
          Concat("there is another document with the URI ", first));
    }
    known->second = Claim{entry, true};
  }
  known->second.retrieved = !retrieved.empty();
  if (retrieved.empty() || identifier.empty() || identifier == retrieved) {
    return absl::OkStatus();
  }
  const auto [claim, is_first] =
      entries_.try_emplace(identifier, Claim{entry, false});
  if (!is_first && !claim->second.retrieved) claim->second.entry = nullptr;
  return absl::OkStatus();
}

const DocumentStore::Entry* DocumentStore::Find(std::string_view uri) const {
  const auto found = entries_.find(uri);
  return found == entries_.end() ? nullptr : found->second.entry.get();
}

bool DocumentStore::IsAmbiguous(std::string_view uri) const {
  const auto found = entries_.find(uri);
  return found != entries_.end() && found->second.entry == nullptr;
}

}  // namespace gabarit::schema
