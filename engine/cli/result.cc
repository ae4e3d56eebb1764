#include "engine/cli/result.h"

#include <memory>

#include "engine/cli/call.h"
#include "engine/cli/schema_file.h"
#include "gabarit/tool_checker.h"

namespace gabarit::cli {

ExitCode CheckCallResult(const ResultOptions& options, Console* console) {
  const auto fail = [console](const absl::Status& status) {
    console->Complain(std::string(status.message()));
    return ExitCodeOf(status);
  };
  const absl::StatusOr<ToolFile> file = LoadToolFile(options.file);
  if (!file.ok()) return fail(file.status());
  const absl::StatusOr<std::shared_ptr<const Tool>> tool =
      FindTool(*file, options.tool);
  if (!tool.ok()) return fail(tool.status());
  const absl::StatusOr<std::string> text = ReadJsonArgument(options.result);
  if (!text.ok()) return fail(text.status());
  ToolCheckerOptions checker_options;
  if (options.json) checker_options.text.form = ModelTextForm::kJson;
  ToolChecker checker(file->catalog->cache(), checker_options);
  std::optional<Value> result = checker.Parse(*text);
  if (!result.has_value()) {
    console->Complain("the result: " + checker.failure().message);
    return checker.failure().line == 0 ? ExitCode::kLimit : ExitCode::kError;
  }
  // A JSON-RPC response holds it.
  if (result->Find("jsonrpc").has_value() && result->Find("result")) {
    result = result->Find("result");
  }
  return PrintCheck(checker.CheckResult(**tool, *result, options.file.revision),
                    options.json, console);
}

}  // namespace gabarit::cli
