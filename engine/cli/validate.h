// gabarit validate: are these instances valid?

#ifndef GABARIT_ENGINE_CLI_VALIDATE_H_
#define GABARIT_ENGINE_CLI_VALIDATE_H_

#include <optional>
#include <string>
#include <vector>

#include "engine/cli/console.h"
#include "engine/cli/exit_code.h"
#include "engine/cli/result_printer.h"
#include "engine/cli/schema_file.h"
#include "gabarit/validator.h"

namespace gabarit::cli {

struct ValidateOptions {
  std::string schema;
  std::vector<std::string> instances;  // "-" at most once
  SchemaOptions schema_options;
  ValidatorOptions validator;
  // Nothing: kPretty on a terminal, kCompact elsewhere.
  std::optional<OutputMode> output;
  bool lines = false;  // every line of every file is an instance
  bool quiet = false;
};

// Whether each line of the file is an instance, to judge by its name.
bool HasLines(const std::string& path);

ExitCode Validate(const ValidateOptions& options, Console* console);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_VALIDATE_H_
