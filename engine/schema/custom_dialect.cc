// Which dialect a document has, custom metaschemas included (Core §8.1).

#include "engine/schema/loader_internal.h"
#include "engine/schema/text.h"
#include "engine/schema/uri.h"

namespace gabarit::schema {
namespace {

using document::MemberIterator;
using document::Value;

constexpr std::string_view kCore2020_12 =
    "https://json-schema.org/draft/2020-12/vocab/core";
constexpr std::string_view kCore2019_09 =
    "https://json-schema.org/draft/2019-09/vocab/core";

// Whether `uri` is not the metaschema's URI as its specification writes it.
bool IsUnusualSpelling(std::string_view uri, const Dialect& dialect) {
  return WithoutFragment(uri) != dialect.uri;
}

}  // namespace

absl::StatusOr<const Dialect*> Loader::DialectOfDocument(Value root,
                                                         Site site) {
  if (forced_dialect_ != nullptr) return forced_dialect_;
  if (!root.is_object() || !root.Find("$schema").has_value()) {
    return ResolveDialect(options_.default_dialect);
  }
  const Value declared = *root.Find("$schema");
  if (!declared.is_string()) {
    return Wrong(site, Concat("`$schema` must be a string, the URI of a "
                              "metaschema, found ",
                              Found(declared)));
  }
  const std::string_view uri = declared.string();
  auto dialect = ResolveDialect(uri);
  if (!dialect.ok()) {
    return Fail(dialect.status().code(), site, MessageOf(dialect.status()));
  }
  if (const Dialect* known = FindDialect(uri);
      known != nullptr && IsUnusualSpelling(uri, *known)) {
    Warn(Warning::Kind::kDialectSpelling, site,
         Concat("read as ", known->name, ", whose metaschema is ", known->uri,
                " and not ", uri),
         uri);
  }
  return dialect;
}

// A metaschema stands for the dialect that its vocabularies make up, or, where
// it has none, for the dialect that it is itself written in: the metaschema
// then only narrows which schemas are allowed.
absl::StatusOr<const Dialect*> Loader::ResolveDialect(std::string_view uri) {
  if (const Dialect* known = FindDialect(uri)) return known;
  const std::string name = ResolveUri("", WithoutFragment(uri));
  if (const auto known = custom_dialects_.find(name);
      known != custom_dialects_.end()) {
    if (known->second == nullptr) {
      return absl::InvalidArgumentError(Concat(
          "the metaschemas of ", name, " lead in a circle by `$schema`"));
    }
    return known->second;
  }
  const FoundDocument found = FindDocument(name);
  if (found.document == nullptr || !found.document->root().is_object()) {
    return absl::UnimplementedError(Concat(
        "unknown dialect ", uri, "; supported are ", SupportedDialects(),
        ", and metaschemas in the schema store; the option forced_dialect "
        "(--dialect) overrides what a schema declares"));
  }
  const Value metaschema = found.document->root();
  custom_dialects_.emplace(name, nullptr);  // while it is being read
  std::string_view own_uri = options_.default_dialect;
  if (const auto own = metaschema.Find("$schema");
      own.has_value() && own->is_string()) {
    own_uri = own->string();
  }
  // Its own dialect may be made by itself, as the standard's are.
  const bool is_own = ResolveUri("", WithoutFragment(own_uri)) == name;
  auto own = is_own ? absl::StatusOr<const Dialect*>(&Dialects()[0])
                    : ResolveDialect(own_uri);
  if (!own.ok()) return own.status();
  auto dialect = ReadVocabularies(metaschema, name, *own);
  if (dialect.ok()) custom_dialects_[name] = *dialect;
  return dialect;
}

absl::StatusOr<const Dialect*> Loader::ReadVocabularies(Value metaschema,
                                                        std::string_view uri,
                                                        const Dialect* own) {
  const auto vocabularies = metaschema.Find("$vocabulary");
  if (!vocabularies.has_value()) return own;
  if (!vocabularies->is_object()) {
    return absl::InvalidArgumentError(
        Concat("`$vocabulary` of the metaschema ", uri, " must be an object"));
  }
  const Dialect* base = own;
  if (vocabularies->Find(kCore2020_12).has_value()) base = &Dialects()[0];
  if (vocabularies->Find(kCore2019_09).has_value()) base = &Dialects()[1];
  if (!base->has_vocabularies) return own;

  auto dialect = std::make_shared<Dialect>(*base);
  dialect->name = std::string(uri);
  dialect->uri = std::string(uri);
  dialect->vocabularies = kCoreVocabulary;
  for (MemberIterator it(*vocabularies); !it.done(); it.Next()) {
    const bool required = it.value().is_boolean() && it.value().boolean();
    const uint8_t vocabulary = FindVocabulary(*base, it.name());
    if (vocabulary == 0 && required) {
      return absl::UnimplementedError(
          Concat("the metaschema ", uri, " requires the vocabulary ", it.name(),
                 ", which is not supported"));
    }
    dialect->vocabularies =
        static_cast<uint8_t>(dialect->vocabularies | vocabulary);
    // Validation 2020-12 §7.2.2 makes format-assertion assert however it is
    // declared, once an implementation supports it; 2019-09 §7.2 makes its one
    // format vocabulary assert where it is required.
    if (vocabulary == kFormatAssertionVocabulary ||
        (vocabulary == kFormatAnnotationVocabulary && required &&
         base == &Dialects()[1])) {
      dialect->formats_assert = true;
    }
  }
  graph_->dialects_.push_back(dialect);
  return dialect.get();
}

}  // namespace gabarit::schema
