// gabarit bench: what a verdict costs.

#ifndef GABARIT_ENGINE_CLI_BENCH_H_
#define GABARIT_ENGINE_CLI_BENCH_H_

#include <string>

#include "engine/cli/console.h"
#include "engine/cli/exit_code.h"
#include "engine/cli/schema_file.h"

namespace gabarit::cli {

struct BenchOptions {
  std::string schema;
  std::string instances;
  SchemaOptions schema_options;
  bool lines = false;
  double seconds = 2;  // about how long to measure
  bool json = false;
};

ExitCode Bench(const BenchOptions& options, Console* console);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_BENCH_H_
