// The loader's inside. loader.h says what it does; this is how.
//
// Loading goes in three steps, each of them a loop over a list, so that no
// schema is too deep for the native stack:
//
//   1. Decode. Every subschema of a document, from its root along the keywords
//      that its dialect gives subschemas to: identifiers and anchors are
//      registered, operands checked and decoded, children appended to the list.
//   2. Reach. From the first document's subschemas on, and along references
//   into
//      other documents: references are resolved (which may load and decode
//      further documents), patterns compiled, formats looked up. Parts of other
//      documents that nothing leads to cost no more than step 1.
//   3. Refuse references that lead in circles (reference_loops.h).
//
// A pointer may lead to a place that no keyword gives meaning to (a draft-07
// schema's "$defs", say). What it finds there is decoded as a subschema of the
// nearest enclosing one; identifiers in it set base URIs but name nothing, for
// whether they do would depend on who refers to them.

#ifndef GABARIT_ENGINE_SCHEMA_LOADER_INTERNAL_H_
#define GABARIT_ENGINE_SCHEMA_LOADER_INTERNAL_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/document/parser.h"
#include "engine/document/value.h"
#include "engine/schema/dialect.h"
#include "engine/schema/graph.h"
#include "engine/schema/loader.h"
#include "engine/schema/pointer_walk.h"
#include "engine/schema/text.h"

namespace gabarit::schema {

// The document among the embedded metaschemas that has `uri`; null when none
// has. Parsed on first use and then kept for the life of the program.
std::shared_ptr<const document::Document> EmbeddedDocument(
    std::string_view uri);

// Loads one graph; used once.
class Loader {
 public:
  explicit Loader(const LoadOptions& options) : options_(options) {}

  absl::StatusOr<std::unique_ptr<const SchemaGraph>> Run(
      std::shared_ptr<const document::Document> document);

 private:
  // A member of the schema object that is being decoded.
  struct Member {
    std::string_view name;
    document::Value value;
    const KeywordRow* row = nullptr;  // null for unknown keywords
  };

  // What only the loader has to know of a subschema.
  struct Place {
    uint32_t depth = 0;
    bool named = true;  // whether its identifiers name it
    bool reached = false;
  };

  struct LoadedDocument {
    explicit LoadedDocument(size_t tape_size) : at(tape_size, kNoSubschema) {}
    std::vector<SubschemaId> at;  // by tape index
    PointerWalk walk;
  };

  struct FoundDocument {
    std::shared_ptr<const document::Document> document;
    std::string retrieval_uri;
  };

  struct Target {
    SubschemaId subschema = kNoSubschema;
    // The plain name by which it was referred to; empty otherwise.
    std::string_view anchor;
  };

  // Where a keyword stands, for errors and warnings.
  struct Site {
    SubschemaId subschema = kNoSubschema;
    std::string_view keyword;  // empty for the subschema itself
  };

  // loader.cc: documents and the list of subschemas.
  absl::StatusOr<uint32_t> AddDocument(
      std::shared_ptr<const document::Document> document,
      std::string_view base_uri);
  absl::StatusOr<SubschemaId> AddSubschema(document::Value value, Site parent,
                                           std::string_view member = {},
                                           uint32_t item = Subschema::kNoItem,
                                           bool boolean_allowed = true);
  absl::Status NewSubschema(Subschema subschema, uint32_t depth, bool named);
  absl::Status DecodePending();
  absl::Status FindEntry();
  FoundDocument FindDocument(std::string_view uri) const;

  // identifiers.cc: resources, anchors and the dialect of each.
  absl::Status Identify(SubschemaId id);
  absl::Status EnterEmbeddedDialect(SubschemaId id, const Dialect** dialect);
  absl::Status ReadIdentifier(SubschemaId id, const Member& member,
                              const Dialect& dialect);
  absl::Status NameResource(uint32_t resource, Site site);
  absl::Status AddAnchor(SubschemaId id, const Member& member,
                         std::string_view name, bool dynamic);
  absl::Status ReadRecursiveAnchor(SubschemaId id, const Member& member);
  void AddDynamicAnchor(SubschemaId id, std::string_view name);
  uint32_t DynamicAnchorIndex(std::string_view name);

  // custom_dialect.cc
  absl::StatusOr<const Dialect*> DialectOfDocument(document::Value root,
                                                   Site site);
  absl::StatusOr<const Dialect*> ResolveDialect(std::string_view uri);
  absl::StatusOr<const Dialect*> ReadVocabularies(document::Value metaschema,
                                                  std::string_view uri,
                                                  const Dialect* own);

  // keywords.cc: what a schema object says.
  absl::Status Decode(SubschemaId id);
  void LookUpMembers(const Dialect& dialect);
  absl::Status DecodeKeyword(SubschemaId id, const Member& member);
  absl::Status DecodeSchema(SubschemaId id, const Member& member,
                            KeywordKind kind, bool boolean_allowed = true);
  absl::Status DecodeSchemaList(SubschemaId id, const Member& member,
                                KeywordKind kind);
  absl::Status DecodeSchemaMap(SubschemaId id, const Member& member);
  absl::Status DecodeDependencies(SubschemaId id, const Member& member);
  absl::Status DecodeDefinitions(SubschemaId id, const Member& member);
  Keyword& Emit(KeywordKind kind, const Member& member);
  // Whether the schema object has a keyword of this kind.
  bool Has(KeywordKind kind) const {
    return ((present_ >> static_cast<unsigned>(kind)) & 1) != 0;
  }
  // Whether the keyword acts beside the others of its schema object; warns if
  // not. Its subschemas count in any case, for they can be referred to.
  bool HasEffect(SubschemaId id, const Member& member, KeywordKind kind);

  // operands.cc: values without subschemas.
  absl::Status DecodeTypes(SubschemaId id, const Member& member);
  absl::Status DecodeCount(SubschemaId id, const Member& member);
  absl::Status DecodeNumber(SubschemaId id, const Member& member);
  absl::Status DecodeBound(SubschemaId id, const Member& member);
  absl::Status DecodeExclusiveFlag(SubschemaId id, const Member& member);
  absl::Status DecodeString(SubschemaId id, const Member& member);
  absl::Status DecodeStringList(SubschemaId id, const Member& member);
  absl::Status DecodeStringListMap(SubschemaId id, const Member& member);
  absl::StatusOr<PoolRange> AddNames(SubschemaId id, const Member& member,
                                     document::Value list,
                                     std::string_view owner);
  absl::Status CheckNames(document::Value object, Site site);

  // references.cc: step 2.
  absl::Status Reach();
  absl::Status ReachSubschema(SubschemaId id);
  void MarkReached(SubschemaId id);
  absl::Status ResolveReference(SubschemaId id, uint32_t keyword);
  absl::StatusOr<Target> Resolve(SubschemaId from, std::string_view reference,
                                 Site site);
  absl::StatusOr<uint32_t> FindResource(std::string_view uri,
                                        std::string_view reference, Site site);
  absl::StatusOr<SubschemaId> FollowPointer(uint32_t resource,
                                            std::string_view pointer,
                                            std::string_view reference,
                                            Site site);
  // assertions.cc: patterns and formats of what is reached.
  absl::StatusOr<const regex::Pattern*> CompilePattern(std::string_view text,
                                                       Site site,
                                                       std::string_view member);
  absl::Status LookUpFormat(SubschemaId id, uint32_t keyword);

  // advice.cc: warnings.
  void AdviseUnknown(SubschemaId id, const Member& member,
                     const Dialect& dialect);
  void Warn(Warning::Kind kind, Site site, std::string message,
            std::string_view once_for);

  const Dialect& DialectOf(SubschemaId id) const {
    return *graph_->resource_of(id).dialect;
  }
  uint32_t DocumentOf(SubschemaId id) const {
    return graph_->resource_of(id).document;
  }
  // The place as a JSON Pointer in the first document, or as an absolute URI in
  // others. `more` are further tokens.
  std::string Location(Site site,
                       std::initializer_list<std::string_view> more = {}) const;
  absl::Status Wrong(Site site, std::string_view reason,
                     std::initializer_list<std::string_view> more = {}) const;
  absl::Status Fail(absl::StatusCode code, Site site,
                    std::string_view reason) const;
  // "`minLength` must be a non-negative integer, found "x""
  absl::Status WrongShape(SubschemaId id, const Member& member,
                          std::string_view expected,
                          std::string_view remedy = {}) const;
  // Keeps text that stands in no document.
  std::string_view Keep(std::string text);

  const LoadOptions& options_;
  std::unique_ptr<SchemaGraph> graph_;
  const Dialect* forced_dialect_ = nullptr;

  std::vector<LoadedDocument> documents_;
  std::vector<Place> places_;  // by subschema
  SubschemaId next_ = 0;       // the first subschema not yet decoded

  TextMap<uint32_t> resource_by_uri_;
  absl::flat_hash_map<const document::Document*, uint32_t> root_resources_;
  absl::flat_hash_map<std::pair<uint32_t, std::string_view>, SubschemaId,
                      NumberedTextHash>
      anchors_;
  TextMap<const Dialect*> custom_dialects_;
  TextMap<uint32_t> dynamic_anchor_index_;

  // The schema object that is being decoded.
  std::vector<Member> members_;
  uint64_t present_ = 0;  // kinds among members_, one bit each
  bool has_item_list_ = false;
  std::vector<std::string_view> names_;  // for CheckNames

  std::vector<SubschemaId> reached_;
  std::vector<bool> entered_;  // by resource

  TextViewMap<const regex::Pattern*> patterns_;
  TextViewMap<const FormatCheck*> formats_;
  absl::flat_hash_set<std::pair<Warning::Kind, std::string_view>,
                      NumberedTextHash>
      warned_;
};

// A value as messages show it: scalars by their text, shortened if long, and
// "an object" or "an array".
std::string Found(document::Value value);

// The entry of `candidates` that is most like `name`, if any is so alike that
// `name` looks like a slip of the pen.
std::string_view Closest(std::string_view name,
                         absl::Span<const std::string_view> candidates);

}  // namespace gabarit::schema

#endif  // GABARIT_ENGINE_SCHEMA_LOADER_INTERNAL_H_
