#include "engine/cli/check.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/cli/file_text.h"
#include "engine/report/json_text.h"
#include "gabarit/schema.h"

namespace gabarit::cli {
namespace {

std::string_view KindName(SchemaWarning::Kind kind) {
  switch (kind) {
    case SchemaWarning::Kind::kUnknownKeyword:
      return "unknown-keyword";
    case SchemaWarning::Kind::kUnknownFormat:
      return "unknown-format";
    case SchemaWarning::Kind::kUncheckedPattern:
      return "unchecked-pattern";
    case SchemaWarning::Kind::kPatternSpelling:
      return "pattern-spelling";
    case SchemaWarning::Kind::kDialectSpelling:
      return "dialect-spelling";
    case SchemaWarning::Kind::kOtherDialect:
      return "other-dialect";
    case SchemaWarning::Kind::kNoEffect:
      return "no-effect";
  }
  return "";
}

void AppendMember(std::string* json, std::string_view name,
                  std::string_view text) {
  report::AppendQuoted(json, name);
  json->push_back(':');
  report::AppendQuoted(json, text);
}

struct PlacedWarning {
  const SchemaWarning* warning;
  SchemaPlace place;
};

// The schema's warnings in the order of its text.
std::vector<PlacedWarning> Warnings(const SchemaFile& file) {
  SchemaPlaces places(file.text);
  std::vector<PlacedWarning> warnings;
  for (const SchemaWarning& warning : file.schema.warnings()) {
    warnings.push_back({&warning, places.Find(warning.location)});
  }
  std::stable_sort(warnings.begin(), warnings.end(),
                   [](const PlacedWarning& a, const PlacedWarning& b) {
                     return std::pair(a.place.line, a.place.column) <
                            std::pair(b.place.line, b.place.column);
                   });
  return warnings;
}

std::string WarningJson(const PlacedWarning& placed) {
  const SchemaWarning& warning = *placed.warning;
  std::string json = "{";
  AppendMember(&json, "kind", KindName(warning.kind));
  json += ',';
  AppendMember(&json, "location", warning.location);
  if (placed.place.line != 0) {
    absl::StrAppend(&json, ",\"line\":", placed.place.line,
                    ",\"column\":", placed.place.column);
  }
  json += ',';
  AppendMember(&json, "message", warning.message);
  return json + "}";
}

std::string ValidJson(const SchemaFile& file) {
  std::string json = "{";
  AppendMember(&json, "schema", DisplayName(file.path));
  json += ",\"valid\":true,";
  AppendMember(&json, "dialect", file.schema.dialect());
  json += ",\"warnings\":[";
  for (const PlacedWarning& placed : Warnings(file)) {
    if (json.back() == '}') json += ',';
    json += WarningJson(placed);
  }
  return json + "]}";
}

std::string InvalidJson(const std::string& path, std::string_view message) {
  std::string json = "{";
  AppendMember(&json, "schema", DisplayName(path));
  json += ",\"valid\":false,";
  AppendMember(&json, "error", Printable(message));
  return json + ",\"warnings\":[]}";
}

void PrintValid(const SchemaFile& file, Console* console) {
  const Colors& colors = console->colors();
  const std::string name = Printable(DisplayName(file.path));
  for (const auto& [warning, place] : Warnings(file)) {
    const std::string at =
        place.line == 0 ? "" : absl::StrCat(":", place.line, ":", place.column);
    console->Print(absl::StrCat(
        name, at, ": ", std::string(colors.warning), "warning",
        std::string(colors.reset), ": ",
        warning->location.empty() ? "(root)" : Printable(warning->location),
        ": ", Printable(warning->message), "\n"));
  }
  const size_t count = file.schema.warnings().size();
  console->Print(absl::StrCat(
      name, ": ", std::string(colors.good), "valid", std::string(colors.reset),
      " schema of ", std::string(file.schema.dialect()),
      count == 0   ? ""
      : count == 1 ? ", 1 warning"
                   : absl::StrCat(", ", count, " warnings"),
      "\n"));
}

}  // namespace

ExitCode Check(const CheckOptions& options, Console* console) {
  SchemaStore store;
  const absl::Status added =
      AddFiles(options.schema_options.resolve, console, &store);
  if (!added.ok()) {
    console->Complain(std::string(added.message()));
    return ExitCodeOf(added);
  }
  ExitCode code = ExitCode::kSuccess;
  for (const std::string& path : options.schemas) {
    const absl::StatusOr<SchemaFile> file =
        LoadSchema(path, options.schema_options, store);
    if (!file.ok()) {
      code = Graver(code, ExitCodeOf(file.status()));
      const std::string message(file.status().message());
      console->Complain(message);
      if (options.json && !options.quiet) {
        console->Print(InvalidJson(path, message) + "\n");
      }
    } else if (!options.quiet) {
      if (options.json) {
        console->Print(ValidJson(*file) + "\n");
      } else {
        PrintValid(*file, console);
      }
    }
  }
  return code;
}

}  // namespace gabarit::cli
