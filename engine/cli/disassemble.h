// gabarit disasm: the program that a schema becomes.

#ifndef GABARIT_ENGINE_CLI_DISASSEMBLE_H_
#define GABARIT_ENGINE_CLI_DISASSEMBLE_H_

#include <string>

#include "engine/cli/console.h"
#include "engine/cli/exit_code.h"
#include "engine/cli/schema_file.h"

namespace gabarit::cli {

struct DisassembleOptions {
  std::string schema;
  SchemaOptions schema_options;
};

ExitCode Disassemble(const DisassembleOptions& options, Console* console);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_DISASSEMBLE_H_
