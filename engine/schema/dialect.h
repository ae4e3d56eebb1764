// The dialects: what each draft of JSON Schema calls things, as data.
//
// A dialect is one table of keywords and a handful of rules. To add one, write
// its table in dialect_tables.cc, its row in kDialects and its tests; the rest
// of the engine sees only the SchemaGraph and need not know.

#ifndef GABARIT_ENGINE_SCHEMA_DIALECT_H_
#define GABARIT_ENGINE_SCHEMA_DIALECT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "engine/schema/graph.h"

namespace gabarit::schema {

// The shape of a keyword's value, and with it how the loader reads it.
enum class Shape : uint8_t {
  // Core keywords that make no Keyword in the graph.
  kNoOperand,        // $comment, $vocabulary: nothing to load
  kSchemaUri,        // $schema
  kIdentifier,       // $id, id
  kAnchor,           // $anchor
  kDynamicAnchor,    // $dynamicAnchor
  kRecursiveAnchor,  // $recursiveAnchor
  kDefinitions,      // $defs, definitions: hold subschemas, apply none

  kReference,
  kDynamicReference,
  kRecursiveReference,

  // Scalars and lists.
  kAny,
  kTypes,
  kValueList,
  kNumber,
  kPositiveNumber,
  kCount,
  kBoolean,
  kString,
  kPattern,
  kFormat,
  kStringList,
  kStringListMap,

  // Subschemas.
  kSchema,
  kSchemaOrBoolean,  // draft-04, which has no other boolean schemas
  kSchemaList,
  kSchemaMap,
  kPatternMap,

  // Forms that later drafts gave up; the loader lowers them.
  kSchemaOrList,      // `items` up to 2019-09
  kAfterItemList,     // `additionalItems`: acts only beside a list
  kDependencies,      // lists of names and schemas mixed
  kBoundIsExclusive,  // draft-04's boolean exclusiveMaximum, -Minimum
};

// The vocabularies of 2019-09 and 2020-12, one bit each. Older drafts have all
// their keywords in kCore, which is always active.
enum Vocabulary : uint8_t {
  kCoreVocabulary = 1 << 0,
  kApplicatorVocabulary = 1 << 1,
  kUnevaluatedVocabulary = 1 << 2,
  kValidationVocabulary = 1 << 3,
  kMetaDataVocabulary = 1 << 4,
  kFormatAnnotationVocabulary = 1 << 5,
  kFormatAssertionVocabulary = 1 << 6,
  kContentVocabulary = 1 << 7,
};
inline constexpr uint8_t kFormatVocabularies =
    kFormatAnnotationVocabulary | kFormatAssertionVocabulary;

struct KeywordRow {
  std::string_view name;
  KeywordKind kind;
  Shape shape;
  uint8_t vocabulary = kCoreVocabulary;
  // For keywords that a draft only keeps for its predecessors' schemas: what to
  // write today. Such a keyword works, and the loader warns.
  std::string_view successor = {};
};

// Finds a table's rows by name: an open hash table of row numbers, made at
// compile time.
class KeywordIndex {
 public:
  constexpr explicit KeywordIndex(absl::Span<const KeywordRow> rows)
      : rows_(rows) {
    for (size_t i = 0; i < rows.size(); ++i) {
      size_t slot = Hash(rows[i].name);
      while (slots_[slot] != 0) slot = (slot + 1) % kSlots;
      slots_[slot] = static_cast<uint8_t>(i + 1);
    }
  }
  const KeywordRow* Find(std::string_view name) const {
    if (name.empty()) return nullptr;
    for (size_t slot = Hash(name); slots_[slot] != 0;
         slot = (slot + 1) % kSlots) {
      const KeywordRow& row = rows_[slots_[slot] - 1u];
      if (row.name == name) return &row;
    }
    return nullptr;
  }
  absl::Span<const KeywordRow> rows() const { return rows_; }

 private:
  // Four times the longest table, so that most probes end at once.
  static constexpr size_t kSlots = 256;
  // Length, first, middle and last characters tell keywords well apart.
  static constexpr size_t Hash(std::string_view name) {
    const auto at = [name](size_t i) {
      return static_cast<size_t>(static_cast<unsigned char>(name[i]));
    };
    return (name.size() * 37 + at(name.size() > 1 ? 1 : 0) * 11 +
            at(name.size() / 2) * 5 + at(name.size() - 1) * 3) %
           kSlots;
  }

  absl::Span<const KeywordRow> rows_;
  std::array<uint8_t, kSlots> slots_ = {};
};

// A dialect, or what a custom metaschema's `$vocabulary` leaves of one.
struct Dialect {
  std::string name;  // as people say it: "draft-07"
  std::string uri;   // of its metaschema, absolute, without an empty fragment
  const KeywordIndex* keywords = nullptr;
  uint8_t vocabularies = 0xFF;

  // Identifiers (Core §8.2; draft-07 Core §8.2).
  std::string_view id_keyword = "$id";
  bool fragment_ids = false;  // `$id: "#foo"` is an anchor
  // `$ref` hides every keyword beside it (draft-07 Core §8.3).
  bool ref_hides_siblings = false;
  bool boolean_schemas = true;
  // Whether an "integer" must be written as one (draft-04 §3.5).
  bool integer_literals = false;
  // Whether items that `contains` matched count as evaluated (2020-12 Core
  // §10.3.1.3).
  bool contains_evaluates = false;
  // Whether `$vocabulary` has a meaning in this dialect's metaschemas.
  bool has_vocabularies = false;
  // Whether `format` asserts, and fails to load on names it does not know
  // (Validation 2020-12 §7.2.2, 2019-09 §7.2).
  bool formats_assert = false;
  // Whether contentEncoding and contentMediaType assert unless told otherwise:
  // in draft-07 they are assertions too (its Validation §8.2); from 2019-09 on
  // they are annotations only (Validation §8.2).
  bool content_asserts = false;

  // The row of the keyword `name` when the dialect knows it and its vocabulary
  // is active; otherwise null.
  const KeywordRow* Find(std::string_view keyword) const {
    const KeywordRow* row = keywords->Find(keyword);
    if (row == nullptr || (row->vocabulary & vocabularies) == 0) return nullptr;
    return row;
  }
};

// The five dialects, newest first.
absl::Span<const Dialect> Dialects();

// The dialect whose metaschema `uri` names, in any spelling in use: with or
// without an empty fragment, by http or https. Null when it names none of them.
const Dialect* FindDialect(std::string_view uri);

// The vocabulary that `uri` names in `dialect`; 0 when it names none of its.
uint8_t FindVocabulary(const Dialect& dialect, std::string_view uri);

// The metaschemas' URIs for a message: "https://…/schema, http://…, …".
std::string SupportedDialects();

}  // namespace gabarit::schema

#endif  // GABARIT_ENGINE_SCHEMA_DIALECT_H_
