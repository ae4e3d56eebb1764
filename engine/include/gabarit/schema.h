// Start here: a JSON Schema, compiled.
//
//   absl::StatusOr<gabarit::Schema> schema = gabarit::Schema::Compile(R"({
//     "type": "object",
//     "properties": {"shard": {"type": "integer", "minimum": 0}},
//     "required": ["shard"]
//   })");
//   if (!schema.ok()) return schema.status();  // says where and why
//
//   gabarit::Validator validator;  // one per thread, see gabarit/validator.h
//   if (validator.Validate(*schema, R"({"shard": 3})") ==
//       gabarit::Verdict::kValid) {
//     ...
//   }

#ifndef GABARIT_SCHEMA_H_
#define GABARIT_SCHEMA_H_

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "gabarit/export.h"
#include "gabarit/limits.h"

namespace gabarit {

// Other schema documents that a schema may refer to. A reference is looked up
// here and nowhere else: the library reads no file and no network. The
// metaschemas of the supported dialects are always there.
//
// Fill it, then compile; adding while another thread compiles is not safe.
// Compiled schemas keep what they need, so the store may go before they do.
class GABARIT_EXPORT SchemaStore {
 public:
  SchemaStore();
  ~SchemaStore();
  SchemaStore(SchemaStore&&) noexcept;
  SchemaStore& operator=(SchemaStore&&) noexcept;

  // Adds the document `json` (UTF-8) under `uri`, the absolute URI it is known
  // by, and under the URI that its own `$id` gives it. `uri` may be empty when
  // there is an `$id`. Errors: InvalidArgument when it is not JSON or has no
  // URI; AlreadyExists when another document has the URI.
  absl::Status Add(std::string_view uri, std::string_view json);

 private:
  friend class Schema;
  struct State;
  std::unique_ptr<State> state_;
};

// What to do with a pattern that no linear-time engine can match (one with a
// backreference, or with a look-around that has no exact rewriting).
enum class UnsupportedPattern {
  kRefuse,    // the schema does not compile; the status names the construct
  kAnnotate,  // that keyword asserts nothing, and Schema::warnings() says so
};

struct CompileOptions {
  // Where the schema was retrieved from: the base URI of its relative
  // references (RFC 3986 §5.1.3). May be empty.
  std::string base_uri = {};
  // The dialect of documents that do not declare one by `$schema`.
  std::string default_dialect = "https://json-schema.org/draft/2020-12/schema";
  // When not empty, the dialect of all documents, whatever they declare.
  std::string forced_dialect = {};
  // Validate against a subschema: a JSON Pointer ("/$defs/a") or a URI
  // reference ("#anchor"). Empty for the whole schema.
  std::string entry = {};
  // Documents that may be referred to; used during the call only.
  const SchemaStore* store = nullptr;
  // Whether the schema must be valid against its dialect's metaschema. What the
  // engine needs of a keyword's value is checked in any case.
  bool check_metaschema = true;
  // Whether `format` asserts (Validation §7.2.1) rather than annotates. It
  // asserts in any case under a metaschema that asks for format-assertion.
  bool assert_formats = false;
  // Whether contentEncoding, contentMediaType and contentSchema assert.
  // Nothing: as the dialect has it, which is yes in draft-07 (its Validation
  // §8.2 makes them assertions that can be disabled) and no in the others.
  std::optional<bool> assert_content = {};
  UnsupportedPattern unsupported_pattern = UnsupportedPattern::kRefuse;
  // Formats of your own, or your own check for a known one: called with the
  // string's UTF-8 bytes, possibly from several threads at once; must not
  // throw.
  std::map<std::string, std::function<bool(std::string_view)>, std::less<>>
      formats = {};
  SchemaLimits limits = {};
};

// Something in a schema that is allowed but probably a mistake.
struct SchemaWarning {
  enum class Kind {
    kUnknownKeyword,
    kUnknownFormat,
    kUncheckedPattern,
    kPatternSpelling,  // valid only without ECMA-262's u flag
    kDialectSpelling,
    kOtherDialect,
    kNoEffect,
  };
  Kind kind;
  std::string location;  // JSON Pointer into the schema document
  std::string message;
};

// A compiled schema. Immutable, cheap to copy (copies share one state), and
// safe to use from many threads.
class GABARIT_EXPORT Schema {
 public:
  // Compiles the JSON Schema `json` (UTF-8 text; not kept by reference).
  // Errors, each with the place in the schema and what would be right:
  //   InvalidArgument    not JSON (line and column), or not a schema
  //   NotFound           a reference that leads nowhere
  //   Unimplemented      a dialect, vocabulary or pattern beyond the engine
  //   ResourceExhausted  a limit of CompileOptions::limits was passed
  static absl::StatusOr<Schema> Compile(std::string_view json,
                                        const CompileOptions& options = {});

  // What a metaschema-conforming schema may still have got wrong.
  absl::Span<const SchemaWarning> warnings() const;

  // The dialect of the schema's root: its metaschema's URI.
  std::string_view dialect() const;

  // The compiled program, readable, one instruction a line. The text is for
  // people and may change with every version.
  std::string Disassemble() const;

  // Memory of the compiled program alone, in bytes.
  size_t program_bytes() const;

  // Memory of all that the compiled schema keeps, in bytes, roughly: the
  // program, the schema's own text and the graph that reports are made from.
  size_t memory_bytes() const;

 private:
  friend class Validator;
  struct State;
  explicit Schema(std::shared_ptr<const State> state);
  std::shared_ptr<const State> state_;
};

// The JSON Pointer, into the schema document, of what a status from
// Schema::Compile is about; empty where the error has no place in it.
GABARIT_EXPORT std::string SchemaLocation(const absl::Status& status);

}  // namespace gabarit

#endif  // GABARIT_SCHEMA_H_
