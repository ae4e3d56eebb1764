// Files that hold a server's tools, and texts that stand on the command line.

#ifndef GABARIT_ENGINE_CLI_TOOL_FILE_H_
#define GABARIT_ENGINE_CLI_TOOL_FILE_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "engine/cli/file_text.h"
#include "gabarit/tools.h"

namespace gabarit::cli {

struct ToolFileOptions {
  std::string path;
  ProtocolRevision revision = ProtocolRevision::k2025_11_25;
};

struct ToolFile {
  std::unique_ptr<ToolCatalog> catalog;
  ListReport report;
};

// Loads a tools/list result, an object with "tools", or a bare array. Errors
// name the file.
absl::StatusOr<ToolFile> LoadToolFile(const ToolFileOptions& options);

// The tool of this name; NotFound with the names there are.
absl::StatusOr<std::shared_ptr<const Tool>> FindTool(const ToolFile& file,
                                                     std::string_view name);

// JSON as an argument: a text that begins like an object, array or string is
// the JSON itself; another is a file's name, or "-".
absl::StatusOr<std::string> ReadJsonArgument(const std::string& argument);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_TOOL_FILE_H_
