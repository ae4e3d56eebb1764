// Short ways to load schemas in tests.

#ifndef GABARIT_TESTS_SCHEMA_LOAD_H_
#define GABARIT_TESTS_SCHEMA_LOAD_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "engine/document/parser.h"
#include "engine/schema/graph.h"
#include "engine/schema/loader.h"
#include "engine/schema/text.h"
#include "gtest/gtest.h"

namespace gabarit::schema {

using LoadResult = absl::StatusOr<std::unique_ptr<const SchemaGraph>>;

inline std::shared_ptr<const document::Document> Parse(std::string_view json) {
  auto document = document::Document::Parse(json);
  EXPECT_TRUE(document.ok()) << document.status() << "\n" << json;
  if (!document.ok()) return nullptr;
  return *std::move(document);
}

inline LoadResult LoadText(std::string_view json,
                           const LoadOptions& options = {}) {
  auto document = Parse(json);
  if (document == nullptr) return absl::InternalError("the test has a typo");
  return Load(std::move(document), options);
}

// The graph of a schema that must load.
inline std::unique_ptr<const SchemaGraph> MustLoad(
    std::string_view json, const LoadOptions& options = {}) {
  auto graph = LoadText(json, options);
  EXPECT_TRUE(graph.ok()) << graph.status() << "\n" << json;
  if (!graph.ok()) return nullptr;
  return *std::move(graph);
}

// The subschema that the root's one reference of this kind leads to.
inline SubschemaId RootTarget(const SchemaGraph& graph,
                              KeywordKind kind = KeywordKind::kRef) {
  const Keyword* keyword = graph.Find(graph.root(), kind);
  return keyword == nullptr ? kNoSubschema : keyword->target;
}

}  // namespace gabarit::schema

#endif  // GABARIT_TESTS_SCHEMA_LOAD_H_
