#include "engine/cli/disassemble.h"

#include <string>

namespace gabarit::cli {

ExitCode Disassemble(const DisassembleOptions& options, Console* console) {
  SchemaStore store;
  absl::Status status =
      AddFiles(options.schema_options.resolve, console, &store);
  if (status.ok()) {
    const absl::StatusOr<SchemaFile> schema =
        LoadSchema(options.schema, options.schema_options, store);
    if (schema.ok()) {
      console->Print(schema->schema.Disassemble());
      return ExitCode::kSuccess;
    }
    status = schema.status();
  }
  console->Complain(std::string(status.message()));
  return ExitCodeOf(status);
}

}  // namespace gabarit::cli
