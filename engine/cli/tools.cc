#include "engine/cli/tools.h"

#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "engine/cli/schema_file.h"
#include "engine/report/json_text.h"

namespace gabarit::cli {
namespace {

std::string NameOf(const std::string& name, size_t index) {
  return name.empty() ? absl::StrCat("tool number ", index + 1)
                      : Printable(name);
}

std::string Quoted(std::string_view text) {
  std::string quoted;
  report::AppendQuoted(&quoted, text);
  return quoted;
}

std::string Bytes(const absl::StatusOr<Schema>& schema) {
  return schema.ok() ? absl::StrCat(schema->program_bytes(), " bytes") : "";
}

void PrintProblem(std::string_view word, std::string_view color,
                  const ToolProblem& problem, Console* console) {
  console->Print(absl::StrCat(
      NameOf(problem.tool, problem.index), ": ", std::string(color),
      std::string(word), std::string(console->colors().reset), ": ",
      problem.location.empty() ? "(root)" : Printable(problem.location), ": ",
      Printable(problem.reason), "\n"));
}

void PrintUsable(const Tool& tool, Console* console) {
  const Colors& colors = console->colors();
  const absl::StatusOr<Schema> input = tool.input();
  const absl::StatusOr<Schema> output = tool.output();
  std::string line =
      absl::StrCat(Printable(tool.name()), ": ", std::string(colors.good), "ok",
                   std::string(colors.reset));
  if (input.ok()) {
    absl::StrAppend(&line, ", ", std::string(input->dialect()), ", input ",
                    Bytes(input));
  }
  if (output.ok()) {
    absl::StrAppend(&line, ", output ", Bytes(output));
    if (input.ok() && output->dialect() != input->dialect()) {
      absl::StrAppend(&line, " of ", std::string(output->dialect()));
    }
  }
  if (tool.task_support() != TaskSupport::kForbidden) {
    absl::StrAppend(&line, ", tasks ",
                    tool.task_support() == TaskSupport::kRequired ? "required"
                                                                  : "optional");
  }
  console->Print(line + "\n");
  if (tool.output_problem() != nullptr) {
    PrintProblem("output not checkable", colors.bad, *tool.output_problem(),
                 console);
  }
  for (const ToolProblem& warning : tool.warnings()) {
    PrintProblem("warning", colors.warning, warning, console);
  }
}

std::string ProblemJson(const ToolProblem& problem) {
  return absl::StrCat("{\"location\":", Quoted(problem.location),
                      ",\"reason\":", Quoted(problem.reason), "}");
}

std::string UsableJson(const Tool& tool) {
  std::string json =
      absl::StrCat("{\"tool\":", Quoted(tool.name()), ",\"usable\":true");
  const absl::StatusOr<Schema> input = tool.input();
  const absl::StatusOr<Schema> output = tool.output();
  if (input.ok()) {
    absl::StrAppend(&json, ",\"dialect\":", Quoted(input->dialect()),
                    ",\"inputProgramBytes\":", input->program_bytes());
  }
  if (output.ok()) {
    absl::StrAppend(&json, ",\"outputProgramBytes\":", output->program_bytes());
  }
  if (tool.output_problem() != nullptr) {
    absl::StrAppend(&json,
                    ",\"outputProblem\":", ProblemJson(*tool.output_problem()));
  }
  json += ",\"warnings\":[";
  for (const ToolProblem& warning : tool.warnings()) {
    absl::StrAppend(&json, json.back() == '[' ? "" : ",", ProblemJson(warning));
  }
  return json + "]}";
}

std::string RefusedJson(const ToolProblem& problem) {
  return absl::StrCat(
      "{\"tool\":", Quoted(problem.tool), ",\"index\":", problem.index,
      ",\"usable\":false,\"problem\":", ProblemJson(problem), "}");
}

}  // namespace

ExitCode ListTools(const ToolsOptions& options, Console* console) {
  const absl::StatusOr<ToolFile> file = LoadToolFile(options.file);
  if (!file.ok()) {
    console->Complain(std::string(file.status().message()));
    return ExitCodeOf(file.status());
  }
  size_t usable = 0;
  const std::shared_ptr<const ToolList> list = file->catalog->list();
  for (const std::shared_ptr<const Tool>& tool : list->tools()) {
    if (!tool->usable()) continue;
    ++usable;
    if (options.json) {
      console->Print(UsableJson(*tool) + "\n");
    } else {
      PrintUsable(*tool, console);
    }
  }
  for (const ToolProblem& problem : file->report.refused) {
    if (options.json) {
      console->Print(RefusedJson(problem) + "\n");
    } else {
      PrintProblem("refused", console->colors().bad, problem, console);
    }
  }
  if (!options.json) {
    console->Print(absl::StrCat(
        usable, usable == 1 ? " tool" : " tools", " can be used, ",
        file->report.refused.size(), " refused, ",
        file->report.unchecked_outputs.size(), " without checkable output\n"));
  }
  return file->report.refused.empty() && file->report.unchecked_outputs.empty()
             ? ExitCode::kSuccess
             : ExitCode::kInvalid;
}

}  // namespace gabarit::cli
