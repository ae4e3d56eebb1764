// gabarit corpus: real tools and labelled payloads, checked.
//
// A folder holds for each server SERVER.tools.json, an object whose "tools" are
// those of an MCP tools/list result (each with a "name", an "inputSchema" and
// perhaps an "outputSchema"), and perhaps SERVER.payloads.jsonl, with lines
//
//   {"tool": "…", "target": "arguments", "valid": true, "data": …}
//
// where the target is "arguments", to be judged by the inputSchema, or
// "structuredContent", by the outputSchema.

#ifndef GABARIT_ENGINE_CLI_CORPUS_H_
#define GABARIT_ENGINE_CLI_CORPUS_H_

#include <string>

#include "engine/cli/console.h"
#include "engine/cli/exit_code.h"
#include "engine/cli/schema_file.h"

namespace gabarit::cli {

struct CorpusOptions {
  std::string folder;
  SchemaOptions schema_options;
  bool json = false;
};

ExitCode CheckCorpus(const CorpusOptions& options, Console* console);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_CORPUS_H_
