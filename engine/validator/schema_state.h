// What a public Schema and a public SchemaStore hold.

#ifndef GABARIT_ENGINE_VALIDATOR_SCHEMA_STATE_H_
#define GABARIT_ENGINE_VALIDATOR_SCHEMA_STATE_H_

#include <memory>
#include <vector>

#include "engine/program/program.h"
#include "engine/schema/graph.h"
#include "engine/schema/loader.h"
#include "gabarit/schema.h"

namespace gabarit {

struct SchemaStore::State {
  schema::DocumentStore documents;
};

// The program refers into the graph, so they stay together.
struct Schema::State {
  std::unique_ptr<const schema::SchemaGraph> graph;
  program::Program program;
  std::vector<SchemaWarning> warnings;
};

}  // namespace gabarit

#endif  // GABARIT_ENGINE_VALIDATOR_SCHEMA_STATE_H_
