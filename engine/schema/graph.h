// SchemaGraph: what a schema means, free of dialects and of references by text.
//
// The loader turns documents of any supported dialect into one graph of
// subschemas. Every keyword stands in it under the kind whose meaning it has
// (draft-07's array-form `items` is a kPrefixItems named "items"), with its
// operands checked and decoded and its references resolved to subschemas. What
// stays of the document is what people need to find their way back: the
// keyword's own name and its place.
//
// A graph is immutable once loaded and may be read from many threads.

#ifndef GABARIT_ENGINE_SCHEMA_GRAPH_H_
#define GABARIT_ENGINE_SCHEMA_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "engine/document/parser.h"
#include "engine/document/value.h"
#include "engine/regex/pattern.h"

namespace gabarit::schema {

struct Dialect;

using SubschemaId = uint32_t;
inline constexpr SubschemaId kNoSubschema = ~SubschemaId{0};

// What a keyword means. The order is an order of evaluation that the
// specification allows: a keyword stands after those whose results it uses
// (Core 2020-12 §10 and §11). A subschema's keywords are sorted by it.
enum class KeywordKind : uint8_t {
  // Core §8.2.3
  kRef,
  kDynamicRef,  // and 2019-09's $recursiveRef

  // Validation §6.1
  kType,
  kEnum,
  kConst,
  // §6.2
  kMultipleOf,
  kMaximum,
  kExclusiveMaximum,
  kMinimum,
  kExclusiveMinimum,
  // §6.3
  kMaxLength,
  kMinLength,
  kPattern,
  // §6.4, without the two that count what `contains` matched
  kMaxItems,
  kMinItems,
  kUniqueItems,
  // §6.5
  kMaxProperties,
  kMinProperties,
  kRequired,
  kDependentRequired,
  // §7 and §8
  kFormat,
  kContentEncoding,
  kContentMediaType,
  kContentSchema,

  // Applicators in place, Core §10.2
  kAllOf,
  kAnyOf,
  kOneOf,
  kNot,
  kIf,
  kThen,
  kElse,
  kDependentSchemas,

  // Applicators to children, Core §10.3
  kPrefixItems,  // and the array form of `items` up to 2019-09
  kItems,        // and `additionalItems` up to 2019-09
  kContains,
  kMinContains,
  kMaxContains,
  kProperties,
  kPatternProperties,
  kAdditionalProperties,
  kPropertyNames,

  // Core §11
  kUnevaluatedItems,
  kUnevaluatedProperties,

  // Meta-data (Validation §9) and unknown keywords (Core §6.5): they only
  // annotate, and their annotation is their value.
  kAnnotation,
};

// A set of the specification's types (Validation §6.1.1), one bit each.
class TypeSet {
 public:
  enum Type : uint8_t {
    kNull = 1 << 0,
    kBoolean = 1 << 1,
    kInteger = 1 << 2,  // any number with a zero fraction
    kNumber = 1 << 3,   // any number
    kString = 1 << 4,
    kArray = 1 << 5,
    kObject = 1 << 6,
    // draft-04 §3.5: an integer is written without fraction or exponent
    kIntegerLiteral = 1 << 7,
  };
  constexpr TypeSet() = default;
  constexpr explicit TypeSet(uint8_t bits) : bits_(bits) {}
  constexpr void Add(Type type) { bits_ = static_cast<uint8_t>(bits_ | type); }
  constexpr bool Has(Type type) const { return (bits_ & type) != 0; }
  constexpr uint8_t bits() const { return bits_; }
  constexpr bool operator==(const TypeSet&) const = default;

 private:
  uint8_t bits_ = 0;
};

// A range in one of the graph's pools.
struct PoolRange {
  uint32_t first = 0;
  uint32_t size = 0;
};

// A named operand of properties, patternProperties and dependentSchemas.
struct NamedSubschema {
  std::string_view name;  // a property's name, or the pattern's text
  SubschemaId subschema = kNoSubschema;
  // patternProperties: the compiled pattern; null where the pattern was beyond
  // linear matching and the host chose to annotate only (then it matches no
  // name).
  const regex::Pattern* pattern = nullptr;
};

// One property of dependentRequired, with the names it requires.
struct DependentNames {
  std::string_view name;
  PoolRange names;  // read with SchemaGraph::names()
};

// A caller's or the project's own check of a `format`.
using FormatCheck = std::function<bool(std::string_view)>;

struct Keyword {
  KeywordKind kind = KeywordKind::kAnnotation;

  // kType.
  TypeSet types;
  // kFormat, kContentEncoding, kContentMediaType, kContentSchema: whether it
  // asserts; otherwise it annotates only. kUniqueItems: the keyword's value.
  // kContains: whether matched items count as evaluated (since 2020-12).
  bool flag = false;

  // As the document spells it: the token of the keyword in its schema location.
  // Where a draft says one thing with two keywords, the one that holds `value`:
  // draft-04's maximum with exclusiveMaximum is a kExclusiveMaximum named
  // "maximum".
  std::string_view name;
  // The keyword's value in the schema document. Enumerations, constants and
  // numeric bounds are read from here.
  document::Value value;

  // kMaxLength and the other counting keywords: the count. Bounds beyond 64
  // bits are saturated, which no instance can tell.
  uint64_t count = 0;

  // Operands in the graph's pools, by kind:
  //   subschemas(): kAllOf, kAnyOf, kOneOf, kPrefixItems; and exactly one for
  //     kNot, kIf, kThen, kElse, kItems, kContains, kAdditionalProperties,
  //     kPropertyNames, kUnevaluatedItems, kUnevaluatedProperties,
  //     kContentSchema
  //   members(): kProperties, kPatternProperties, kDependentSchemas
  //   names(): kRequired
  //   dependents(): kDependentRequired
  PoolRange operands;

  // kRef and kDynamicRef: what the reference resolves to from where it stands.
  // kNoSubschema only in documents other than the first, in subschemas that
  // nothing leads to.
  SubschemaId target = kNoSubschema;
  // kDynamicRef: index into SchemaGraph::dynamic_anchors() of the name to look
  // for in the dynamic scope; kPlainReference where the target is no dynamic
  // anchor, and the reference behaves as $ref does (Core §8.2.3.2).
  static constexpr uint32_t kPlainReference = ~uint32_t{0};
  uint32_t dynamic_anchor = kPlainReference;

  // kPattern: the compiled pattern, or null as for NamedSubschema::pattern.
  const regex::Pattern* pattern = nullptr;
  // kFormat that asserts: the check.
  const FormatCheck* format = nullptr;
};

struct Subschema {
  enum class Form : uint8_t { kTrue, kFalse, kObject };
  Form form = Form::kObject;
  uint32_t resource = 0;
  document::Value value;  // the schema itself in its document
  PoolRange keywords;     // read with SchemaGraph::keywords()

  // The subschema it lies in, and the tokens that lead from there: the
  // keyword's name and, for keywords that hold several, a member name or item
  // position. kNoSubschema for a document's root. A subschema that was reached
  // by a pointer into a place no keyword gives meaning to has its whole pointer
  // from the parent in `path`.
  SubschemaId parent = kNoSubschema;
  std::string_view keyword;
  std::string_view member;
  static constexpr uint32_t kNoItem = ~uint32_t{0};
  uint32_t item = kNoItem;
  bool has_member = false;  // a member's name may be empty
  std::string_view path;
};

// A schema resource (Core §4.3.5): what one URI identifies.
struct Resource {
  // Absolute and without fragment; empty when it has no name. Relative where
  // the document has a relative `$id` and no retrieval URI.
  std::string uri;
  SubschemaId root = kNoSubschema;
  const Dialect* dialect = nullptr;
  uint32_t document = 0;
  // The dynamic anchors that stand in this resource: name index and subschema.
  std::vector<std::pair<uint32_t, SubschemaId>> dynamic_anchors;

  // The subschema that carries the dynamic anchor `name`; kNoSubschema if none.
  SubschemaId DynamicAnchor(uint32_t name) const {
    for (const auto& [anchor, subschema] : dynamic_anchors) {
      if (anchor == name) return subschema;
    }
    return kNoSubschema;
  }
};

// Something that is allowed but probably not what was meant.
struct Warning {
  enum class Kind : uint8_t {
    kUnknownKeyword,
    kUnknownFormat,
    kUncheckedPattern,  // annotate-only by the host's choice
    kPatternSpelling,   // valid only without ECMA-262's u flag
    kDialectSpelling,   // a $schema that names a dialect in an unusual way
    kOtherDialect,      // a keyword of another dialect, without effect here
    kNoEffect,          // a keyword that cannot have an effect where it stands
  };
  Kind kind = Kind::kUnknownKeyword;
  std::string location;  // JSON Pointer in the document
  std::string message;
};

class SchemaGraph {
 public:
  SchemaGraph(const SchemaGraph&) = delete;
  SchemaGraph& operator=(const SchemaGraph&) = delete;

  // The subschema that instances are validated against.
  SubschemaId root() const { return root_; }

  const Subschema& subschema(SubschemaId id) const { return subschemas_[id]; }
  size_t subschema_count() const { return subschemas_.size(); }
  const Resource& resource(uint32_t index) const { return resources_[index]; }
  const Resource& resource_of(SubschemaId id) const {
    return resources_[subschemas_[id].resource];
  }
  size_t resource_count() const { return resources_.size(); }

  // In order of evaluation; empty for boolean schemas.
  absl::Span<const Keyword> keywords(SubschemaId id) const {
    return Slice(keywords_, subschemas_[id].keywords);
  }
  // The keyword of `kind` in subschema `id`, or null.
  const Keyword* Find(SubschemaId id, KeywordKind kind) const {
    for (const Keyword& keyword : keywords(id)) {
      if (keyword.kind == kind) return &keyword;
    }
    return nullptr;
  }

  absl::Span<const SubschemaId> subschemas(const Keyword& keyword) const {
    return Slice(operand_subschemas_, keyword.operands);
  }
  absl::Span<const NamedSubschema> members(const Keyword& keyword) const {
    return Slice(operand_members_, keyword.operands);
  }
  absl::Span<const std::string_view> names(const Keyword& keyword) const {
    return Slice(operand_names_, keyword.operands);
  }
  absl::Span<const std::string_view> names(const DependentNames& dep) const {
    return Slice(operand_names_, dep.names);
  }
  absl::Span<const DependentNames> dependents(const Keyword& keyword) const {
    return Slice(operand_dependents_, keyword.operands);
  }

  // Names of the dynamic anchors that some reference looks for. 2019-09's
  // $recursiveAnchor has the empty name, which no $dynamicAnchor can have.
  absl::Span<const std::string> dynamic_anchors() const {
    return dynamic_anchors_;
  }

  // The document the graph was loaded from; others follow as they were needed.
  const document::Document& document(uint32_t index = 0) const {
    return *documents_[index];
  }

  // JSON Pointer of the subschema from its document's root: "/properties/a".
  std::string Pointer(SubschemaId id) const;
  // "https://example.com/tool#/properties/a": the resource's URI and a pointer
  // from the resource's root; only "#/…" where the resource has no URI. Ends in
  // "#" for the resource's root.
  std::string AbsoluteLocation(SubschemaId id) const;

  absl::Span<const Warning> warnings() const { return warnings_; }

  // Memory of the graph and of its documents, in bytes, roughly.
  size_t bytes() const;

 private:
  friend class Loader;
  SchemaGraph() = default;

  template <typename T>
  static absl::Span<const T> Slice(const std::vector<T>& pool,
                                   PoolRange range) {
    return absl::MakeConstSpan(pool).subspan(range.first, range.size);
  }

  SubschemaId root_ = kNoSubschema;
  std::vector<std::shared_ptr<const document::Document>> documents_;
  std::vector<Resource> resources_;
  std::vector<Subschema> subschemas_;
  std::vector<Keyword> keywords_;
  std::vector<SubschemaId> operand_subschemas_;
  std::vector<NamedSubschema> operand_members_;
  std::vector<std::string_view> operand_names_;
  std::vector<DependentNames> operand_dependents_;
  std::vector<std::string> dynamic_anchors_;
  std::vector<std::unique_ptr<const regex::Pattern>> patterns_;
  std::vector<std::unique_ptr<const FormatCheck>> formats_;
  // Text that is not in a document (decoded pointers); stable addresses.
  std::vector<std::unique_ptr<const std::string>> texts_;
  // Dialects that custom metaschemas define.
  std::vector<std::shared_ptr<const Dialect>> dialects_;
  std::vector<Warning> warnings_;
};

}  // namespace gabarit::schema

#endif  // GABARIT_ENGINE_SCHEMA_GRAPH_H_
