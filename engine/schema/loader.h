// From schema documents to a SchemaGraph.
//
// Loading finds the dialect of every resource ($schema, Core §8.1.1, and
// $vocabulary, §8.1.2), the identifiers and anchors (§8.2), checks and decodes
// every keyword's value, compiles patterns and resolves every reference. It
// never reads a file or the network: documents that are referred to must have
// been added to a DocumentStore beforehand, or be one of the metaschemas that
// the library carries.

#ifndef GABARIT_ENGINE_SCHEMA_LOADER_H_
#define GABARIT_ENGINE_SCHEMA_LOADER_H_

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/document/parser.h"
#include "engine/regex/pattern.h"
#include "engine/schema/graph.h"
#include "engine/schema/text.h"

namespace gabarit::schema {

// Documents that may be referred to, by URI. Build it first, then share it:
// const use from several threads is safe.
class DocumentStore {
 public:
  // Adds `document` under the URI it was retrieved from (may be empty) and
  // under the URI that its root's `$id` (or `id`) gives it. A retrieval URI is
  // a fact and goes before what other documents' identifiers claim; an
  // identifier that several retrieved documents claim is ambiguous, and refers
  // to none of them. Errors: AlreadyExists when another document was retrieved
  // from that URI, or, for a document that has only an identifier, when it is
  // taken; InvalidArgument when it has neither.
  absl::Status Add(std::string_view retrieval_uri,
                   std::shared_ptr<const document::Document> document);

  struct Entry {
    std::shared_ptr<const document::Document> document;
    std::string retrieval_uri;
  };
  // The document whose retrieval URI or root identifier is `uri` (absolute,
  // without fragment); null when there is none, or several.
  const Entry* Find(std::string_view uri) const;
  // Whether several documents claim `uri` by their identifiers.
  bool IsAmbiguous(std::string_view uri) const;

 private:
  struct Claim {
    std::shared_ptr<const Entry> entry;  // null when ambiguous
    bool retrieved = false;
  };
  TextMap<Claim> entries_;
};

// What to do with a pattern that is a regular expression by ECMA-262 but cannot
// be matched in linear time (a backreference, some look-arounds).
enum class UnsupportedPattern {
  kRefuse,    // the schema does not load
  kAnnotate,  // the keyword asserts nothing; a Warning says so
};

struct LoadOptions {
  // The document's retrieval URI: the base of its root's `$id` and of relative
  // references where it has none (RFC 3986 §5.1.3).
  std::string base_uri;
  // The dialect of documents that declare none: a metaschema's URI.
  std::string default_dialect = "https://json-schema.org/draft/2020-12/schema";
  // When not empty: the dialect of every document, whatever `$schema` says.
  std::string forced_dialect;
  // Where instances are validated: a JSON Pointer ("/$defs/a"), a URI reference
  // ("#a", "https://example.com/other"), or empty for the document's root.
  std::string entry;

  const DocumentStore* store = nullptr;

  bool assert_formats = false;  // Validation §7.2.1: as by format-assertion
  // contentEncoding, -MediaType and -Schema; nothing: as the dialect has it.
  std::optional<bool> assert_content;
  UnsupportedPattern unsupported_pattern = UnsupportedPattern::kRefuse;
  // Formats the caller adds, or whose check the caller replaces.
  std::map<std::string, FormatCheck, std::less<>> formats;

  size_t max_subschemas = 200'000;  // over all documents of the graph
  size_t max_schema_depth = 512;    // subschemas nested in one document
  regex::PatternOptions pattern;
};

// Errors: InvalidArgument when the schema is wrong, with its place;
// NotFound for a reference that leads nowhere; Unimplemented for an unsupported
// dialect, vocabulary or pattern; ResourceExhausted where a limit is passed.
absl::StatusOr<std::unique_ptr<const SchemaGraph>> Load(
    std::shared_ptr<const document::Document> document,
    const LoadOptions& options);

// A status whose message is "<location>: <reason>" and which carries the
// location as a payload.
absl::Status SchemaError(absl::StatusCode code, std::string_view location,
                         std::string_view reason);
// The location that SchemaError attached; empty when there is none.
std::string SchemaErrorLocation(const absl::Status& status);

}  // namespace gabarit::schema

#endif  // GABARIT_ENGINE_SCHEMA_LOADER_H_
