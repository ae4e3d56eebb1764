// Schemas from files: compiled with what they may refer to, and errors that
// name the file, the line and the column.

#ifndef GABARIT_ENGINE_CLI_SCHEMA_FILE_H_
#define GABARIT_ENGINE_CLI_SCHEMA_FILE_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/cli/console.h"
#include "engine/cli/exit_code.h"
#include "engine/document/parser.h"
#include "gabarit/schema.h"

namespace gabarit::cli {

// The options that all subcommands share which compile schemas.
struct SchemaOptions {
  std::vector<std::string> resolve;  // files and folders
  std::string entry;
  std::string default_dialect;  // a URI or a short name; empty for 2020-12
  std::string forced_dialect;   // likewise; empty for none
  bool format_assertion = false;
  bool content_assertion = false;
  bool annotate_unsupported_patterns = false;
};

// `options` as the library takes them. `store` may be null.
CompileOptions ToCompileOptions(const SchemaOptions& options,
                                const SchemaStore* store);

// The URI of the dialect that `name` names: "2020-12", "2019-09", "draft-07",
// "draft-06" and "draft-04" are short for their metaschemas' URIs; anything
// else is a URI already.
std::string DialectUri(std::string_view name);

// Adds the files at `paths`, and the .json files in and below the folders among
// them, under their file: URIs and their own `$id`. Errors name the file: one
// that cannot be read or is not JSON, and two that claim the same URI. Files in
// folders that are not JSON are passed over, for a folder may hold anything;
// `console` tells of them.
absl::Status AddFiles(const std::vector<std::string>& paths, Console* console,
                      SchemaStore* store);

// Adds every .json file in and below the folder `folder` under `base_uri`
// followed by its path in the folder. Errors as of AddFiles, but that files of
// the same `$id` are let be.
absl::Status AddFolder(const std::string& folder, std::string_view base_uri,
                       SchemaStore* store);

// A place in a schema's text, for people.
struct SchemaPlace {
  size_t line = 0;  // from 1; 0 where it is not known
  size_t column = 0;
};

// Finds places in one text, which must outlive it.
class SchemaPlaces {
 public:
  explicit SchemaPlaces(std::string_view text);

  // Where the value at the JSON Pointer `location` begins.
  SchemaPlace Find(std::string_view location);

 private:
  document::Parser parser_;
  bool is_json_;
};

// A schema and the file it came from.
struct SchemaFile {
  std::string path;
  std::string base_uri;
  std::string text;
  Schema schema;
};

// Reads and compiles the schema at `path` ("-" for standard input). The
// status's message is ready to be shown: "FILE:LINE:COLUMN: what is wrong".
absl::StatusOr<SchemaFile> LoadSchema(const std::string& path,
                                      const SchemaOptions& options,
                                      const SchemaStore& store);

// What `status`, which Schema::Compile gave for `text`, is to people.
std::string DescribeSchemaError(const std::string& name, std::string_view text,
                                const absl::Status& status);

// The status's exit code: kLimit where a limit was passed, or else kError.
ExitCode ExitCodeOf(const absl::Status& status);

// A schema location as people type it: the file's path instead of its URI.
std::string ShortLocation(const SchemaFile& file, std::string_view location);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_SCHEMA_FILE_H_
