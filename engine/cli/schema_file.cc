#include "engine/cli/schema_file.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/cli/file_text.h"
#include "engine/cli/file_uri.h"
#include "engine/document/parser.h"
#include "engine/document/pointer.h"
#include "engine/document/positions.h"
#include "gabarit/limits.h"

namespace gabarit::cli {
namespace {

std::string At(std::string_view name, size_t line, size_t column) {
  return absl::StrCat(std::string(name), ":", line, ":", column, ": ");
}

document::ParseLimits SchemaParseLimits() {
  document::ParseLimits limits;
  limits.max_bytes = SchemaLimits().max_schema_bytes;
  return limits;
}

}  // namespace

std::string DialectUri(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"2020-12", "https://json-schema.org/draft/2020-12/schema"},
      {"2019-09", "https://json-schema.org/draft/2019-09/schema"},
      {"draft-07", "http://json-schema.org/draft-07/schema#"},
      {"draft-06", "http://json-schema.org/draft-06/schema#"},
      {"draft-04", "http://json-schema.org/draft-04/schema#"},
  };
  for (const auto& [short_name, uri] : kNames) {
    if (name == short_name) return std::string(uri);
  }
  return std::string(name);
}

CompileOptions ToCompileOptions(const SchemaOptions& options,
                                const SchemaStore* store) {
  CompileOptions compile;
  if (!options.default_dialect.empty()) {
    compile.default_dialect = DialectUri(options.default_dialect);
  }
  compile.forced_dialect = DialectUri(options.forced_dialect);
  compile.entry = options.entry;
  compile.store = store;
  compile.assert_formats = options.format_assertion;
  if (options.content_assertion) compile.assert_content = true;
  if (options.annotate_unsupported_patterns) {
    compile.unsupported_pattern = UnsupportedPattern::kAnnotate;
  }
  return compile;
}

ExitCode ExitCodeOf(const absl::Status& status) {
  if (status.ok()) return ExitCode::kSuccess;
  return status.code() == absl::StatusCode::kResourceExhausted
             ? ExitCode::kLimit
             : ExitCode::kError;
}

SchemaPlaces::SchemaPlaces(std::string_view text)
    : parser_(SchemaParseLimits()), is_json_(parser_.Parse(text)) {}

SchemaPlace SchemaPlaces::Find(std::string_view location) {
  if (!is_json_ || !document::IsPointer(location)) return {};
  const std::optional<document::Value> value =
      document::Resolve(parser_.root(), location);
  if (!value.has_value()) return {};
  document::PositionIndex* positions = parser_.view().positions;
  const document::LineColumn at =
      document::Locate(positions->text(), positions->Offset(value->index()));
  return {at.line, at.column};
}

std::string DescribeSchemaError(const std::string& name, std::string_view text,
                                const absl::Status& status) {
  document::Parser parser(SchemaParseLimits());
  if (!parser.Parse(text)) {
    const document::ParseError& error = parser.error();
    const document::LineColumn at = document::Locate(text, error.offset);
    const bool is_limit = error.kind == document::ParseError::Kind::kDepth ||
                          error.kind == document::ParseError::Kind::kTooLarge;
    return absl::StrCat(At(name, at.line, at.column),
                        is_limit ? "" : "not JSON: ", error.message);
  }
  std::string message(status.message());
  const std::string location = SchemaLocation(status);
  const SchemaPlace place = SchemaPlaces(text).Find(location);
  // At its root the schema's name says where.
  constexpr std::string_view kRoot = "(root): ";
  if (message.starts_with(kRoot)) message.erase(0, kRoot.size());
  return place.line == 0
             ? absl::StrCat(name, ": ", message)
             : absl::StrCat(At(name, place.line, place.column), message);
}

absl::StatusOr<SchemaFile> LoadSchema(const std::string& path,
                                      const SchemaOptions& options,
                                      const SchemaStore& store) {
  CompileOptions compile = ToCompileOptions(options, &store);
  compile.base_uri = FileUri(path == "-" ? "." : path);
  absl::StatusOr<FileText> file =
      FileText::Read(path, compile.limits.max_schema_bytes, "max_schema_bytes");
  if (!file.ok()) return file.status();
  absl::StatusOr<Schema> schema = Schema::Compile(file->text(), compile);
  if (!schema.ok()) {
    return absl::Status(
        schema.status().code(),
        DescribeSchemaError(DisplayName(path), file->text(), schema.status()));
  }
  return SchemaFile{path, std::move(compile.base_uri),
                    std::string(file->text()), *std::move(schema)};
}

std::string ShortLocation(const SchemaFile& file, std::string_view location) {
  const size_t fragment = std::min(location.find('#'), location.size());
  const std::string_view document = location.substr(0, fragment);
  if (document.empty() || document == file.base_uri) {
    return DisplayName(file.path) + std::string(location.substr(fragment));
  }
  return std::string(location);
}

}  // namespace gabarit::cli
