#include "gabarit/schema.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/compile/compiler.h"
#include "engine/document/parser.h"
#include "engine/program/disassembler.h"
#include "engine/program/verifier.h"
#include "engine/schema/dialect.h"
#include "engine/schema/loader.h"
#include "engine/validator/metaschema.h"
#include "engine/validator/schema_state.h"

namespace gabarit {
namespace {

schema::LoadOptions MakeLoadOptions(const CompileOptions& options,
                                    const schema::DocumentStore* documents) {
  schema::LoadOptions load;
  load.base_uri = options.base_uri;
  load.default_dialect = options.default_dialect;
  load.forced_dialect = options.forced_dialect;
  load.entry = options.entry;
  load.store = documents;
  load.assert_formats = options.assert_formats;
  load.assert_content = options.assert_content;
  load.unsupported_pattern =
      options.unsupported_pattern == UnsupportedPattern::kAnnotate
          ? schema::UnsupportedPattern::kAnnotate
          : schema::UnsupportedPattern::kRefuse;
  load.formats = options.formats;
  load.max_subschemas = options.limits.max_subschemas;
  load.max_schema_depth = options.limits.max_schema_depth;
  // Published schemas hold such patterns; a warning tells of them.
  load.pattern.accept_annex_b = true;
  load.pattern.max_program_bytes = options.limits.max_pattern_bytes;
  return load;
}

SchemaWarning::Kind WarningKind(schema::Warning::Kind kind) {
  switch (kind) {
    case schema::Warning::Kind::kUnknownKeyword:
      return SchemaWarning::Kind::kUnknownKeyword;
    case schema::Warning::Kind::kUnknownFormat:
      return SchemaWarning::Kind::kUnknownFormat;
    case schema::Warning::Kind::kUncheckedPattern:
      return SchemaWarning::Kind::kUncheckedPattern;
    case schema::Warning::Kind::kPatternSpelling:
      return SchemaWarning::Kind::kPatternSpelling;
    case schema::Warning::Kind::kDialectSpelling:
      return SchemaWarning::Kind::kDialectSpelling;
    case schema::Warning::Kind::kOtherDialect:
      return SchemaWarning::Kind::kOtherDialect;
    case schema::Warning::Kind::kNoEffect:
      return SchemaWarning::Kind::kNoEffect;
  }
  return SchemaWarning::Kind::kNoEffect;
}

}  // namespace

SchemaStore::SchemaStore() : state_(std::make_unique<State>()) {}
SchemaStore::~SchemaStore() = default;
SchemaStore::SchemaStore(SchemaStore&&) noexcept = default;
SchemaStore& SchemaStore::operator=(SchemaStore&&) noexcept = default;

absl::Status SchemaStore::Add(std::string_view uri, std::string_view json) {
  absl::StatusOr<std::unique_ptr<const document::Document>> document =
      document::Document::Parse(json);
  if (!document.ok()) return document.status();
  return state_->documents.Add(uri, *std::move(document));
}

Schema::Schema(std::shared_ptr<const State> state) : state_(std::move(state)) {}

absl::StatusOr<Schema> Schema::Compile(std::string_view json,
                                       const CompileOptions& options) {
  document::ParseLimits parse_limits;
  parse_limits.max_bytes = options.limits.max_schema_bytes;
  parse_limits.limit_name = "max_schema_bytes";
  // A subschema may be two levels of JSON below the one it is in
  // (`properties`); annotations and constants may be nested for reasons of
  // their own.
  parse_limits.max_depth =
      std::min(options.limits.max_schema_depth, size_t{1} << 24) * 2 + 1024;
  parse_limits.depth_limit_name = "max_schema_depth * 2 + 1024";
  absl::StatusOr<std::unique_ptr<const document::Document>> document =
      document::Document::Parse(json, parse_limits);
  if (!document.ok()) return document.status();

  const schema::LoadOptions load = MakeLoadOptions(
      options,
      options.store == nullptr ? nullptr : &options.store->state_->documents);
  absl::StatusOr<std::unique_ptr<const schema::SchemaGraph>> graph =
      schema::Load(*std::move(document), load);
  if (!graph.ok()) return graph.status();
  if (options.check_metaschema) {
    const absl::Status status = CheckAgainstMetaschema(**graph, load);
    if (!status.ok()) return status;
  }

  compile::CompileLimits compile_limits;
  compile_limits.max_instructions = options.limits.max_instructions;
  absl::StatusOr<program::Program> program =
      compile::Compile(**graph, compile_limits);
  if (!program.ok()) return program.status();
#ifndef NDEBUG
  const absl::Status verified = program::Verify(*program);
  if (!verified.ok()) return verified;
#endif

  auto state = std::make_shared<State>();
  state->graph = *std::move(graph);
  state->program = *std::move(program);
  for (const schema::Warning& warning : state->graph->warnings()) {
    state->warnings.push_back(
        {WarningKind(warning.kind), warning.location, warning.message});
  }
  return Schema(std::move(state));
}

absl::Span<const SchemaWarning> Schema::warnings() const {
  return state_->warnings;
}

std::string_view Schema::dialect() const {
  return state_->graph->resource_of(state_->graph->root()).dialect->uri;
}

std::string Schema::Disassemble() const {
  return program::Disassemble(state_->program);
}

size_t Schema::program_bytes() const { return state_->program.bytes(); }

size_t Schema::memory_bytes() const {
  return sizeof(State) + state_->program.bytes() + state_->graph->bytes();
}

std::string SchemaLocation(const absl::Status& status) {
  return schema::SchemaErrorLocation(status);
}

}  // namespace gabarit
