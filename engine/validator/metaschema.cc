#include "engine/validator/metaschema.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "engine/compile/compiler.h"
#include "engine/document/parser.h"
#include "engine/program/program.h"
#include "engine/report/explainer.h"
#include "engine/schema/dialect.h"
#include "engine/schema/embedded_metaschemas.h"
#include "engine/vm/vm.h"

namespace gabarit {
namespace {

struct Metaschema {
  std::unique_ptr<const schema::SchemaGraph> graph;
  program::Program program;
};

absl::StatusOr<Metaschema> CompileMetaschema(
    std::shared_ptr<const document::Document> document,
    const schema::LoadOptions& options) {
  Metaschema metaschema;
  absl::StatusOr<std::unique_ptr<const schema::SchemaGraph>> graph =
      schema::Load(std::move(document), options);
  if (!graph.ok()) return graph.status();
  metaschema.graph = *std::move(graph);
  absl::StatusOr<program::Program> program =
      compile::Compile(*metaschema.graph);
  if (!program.ok()) return program.status();
  metaschema.program = *std::move(program);
  return metaschema;
}

// The library's own metaschemas, each compiled when it is first asked for and
// kept, immutable, for the life of the process.
const Metaschema* EmbeddedMetaschema(std::string_view uri) {
  using Cache = std::map<std::string, Metaschema, std::less<>>;
  static const Cache& cache = *new Cache([] {
    Cache compiled;
    for (const schema::EmbeddedMetaschema& embedded :
         schema::EmbeddedMetaschemas()) {
      // Vocabularies' own metaschemas are reached through their dialect's.
      if (schema::FindDialect(embedded.uri) == nullptr) continue;
      absl::StatusOr<std::unique_ptr<const document::Document>> document =
          document::Document::Parse(embedded.json);
      if (!document.ok()) continue;
      absl::StatusOr<Metaschema> metaschema =
          CompileMetaschema(*std::move(document), schema::LoadOptions());
      if (!metaschema.ok()) continue;
      compiled.emplace(embedded.uri, *std::move(metaschema));
    }
    return compiled;
  }());
  const auto found = cache.find(uri);
  return found == cache.end() ? nullptr : &found->second;
}

// The one dialect of the graph's first document; null where there are several.
const schema::Dialect* OnlyDialect(const schema::SchemaGraph& graph) {
  const schema::Dialect* only = nullptr;
  for (uint32_t i = 0; i < graph.resource_count(); ++i) {
    const schema::Resource& resource = graph.resource(i);
    if (resource.document != 0) continue;
    if (only != nullptr && only->uri != resource.dialect->uri) return nullptr;
    only = resource.dialect;
  }
  return only;
}

absl::Status Explain(const Metaschema& metaschema, document::Value schema) {
  report::Explainer explainer;
  explainer.Evaluate(*metaschema.graph, schema, report::ExplainLimits());
  const Report report = explainer.MakeReport(Detail::kErrors);
  if (report.errors().empty()) return absl::OkStatus();
  // The last error listed is the most specific one.
  const ErrorUnit& error = report.errors().front();
  return schema::SchemaError(
      absl::StatusCode::kInvalidArgument, error.instance_location,
      "not valid against the metaschema: " + error.message);
}

absl::Status Check(const Metaschema& metaschema, document::Value schema) {
  vm::Machine machine;
  const vm::Outcome outcome =
      machine.Run(metaschema.program, schema, vm::RunLimits());
  if (outcome == vm::Outcome::kValid) return absl::OkStatus();
  return Explain(metaschema, schema);
}

}  // namespace

absl::Status CheckAgainstMetaschema(const schema::SchemaGraph& graph,
                                    const schema::LoadOptions& options) {
  const schema::Dialect* dialect = OnlyDialect(graph);
  if (dialect == nullptr) return absl::OkStatus();
  const document::Value schema = graph.document().root();
  if (const Metaschema* metaschema = EmbeddedMetaschema(dialect->uri)) {
    return Check(*metaschema, schema);
  }
  if (options.store == nullptr) return absl::OkStatus();
  const schema::DocumentStore::Entry* entry = options.store->Find(dialect->uri);
  if (entry == nullptr) return absl::OkStatus();
  schema::LoadOptions metaschema_options;
  metaschema_options.base_uri = entry->retrieval_uri;
  metaschema_options.store = options.store;
  absl::StatusOr<Metaschema> metaschema =
      CompileMetaschema(entry->document, metaschema_options);
  if (!metaschema.ok()) return metaschema.status();
  return Check(*metaschema, schema);
}

}  // namespace gabarit
