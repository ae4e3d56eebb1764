#include "engine/cli/call.h"

#include <algorithm>
#include <memory>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/cli/schema_file.h"

namespace gabarit::cli {
namespace {

std::string_view Word(CheckOutcome outcome) {
  switch (outcome) {
    case CheckOutcome::kNoSchema:
      return "nothing to check against: the tool has no outputSchema";
    case CheckOutcome::kErrorResult:
      return "the tool's own error (isError), which no schema judges";
    default:
      return "valid";
  }
}

}  // namespace

ExitCode PrintCheck(const ToolCheck& check, bool json, Console* console) {
  if (check.text.empty()) {
    const std::string word(Word(check.outcome));
    console->Print(
        json ? absl::StrCat("{\"faults\":[],\"note\":\"", word, "\"}\n")
             : word + "\n");
  } else if (json) {
    console->Print(check.text + "\n");
  } else {
    for (const auto line : absl::StrSplit(check.text, '\n')) {
      console->Print(Printable({line.data(), line.size()}) + "\n");
    }
  }
  switch (check.outcome) {
    case CheckOutcome::kLimitReached:
      return ExitCode::kLimit;
    case CheckOutcome::kToolRefused:
      return ExitCode::kError;
    case CheckOutcome::kNotCheckable:
      return ExitCode::kInvalid;
    default:
      return check.passed() ? ExitCode::kSuccess : ExitCode::kInvalid;
  }
}

ExitCode CheckCall(const CallOptions& options, Console* console) {
  const auto fail = [console](const absl::Status& status) {
    console->Complain(std::string(status.message()));
    return ExitCodeOf(status);
  };
  const absl::StatusOr<ToolFile> file = LoadToolFile(options.file);
  if (!file.ok()) return fail(file.status());
  const absl::StatusOr<std::shared_ptr<const Tool>> tool =
      FindTool(*file, options.tool);
  if (!tool.ok()) return fail(tool.status());
  ToolCheckerOptions checker_options;
  if (options.json) checker_options.text.form = ModelTextForm::kJson;
  ToolChecker checker(file->catalog->cache(), checker_options);
  if (options.arguments.empty()) {
    return PrintCheck(checker.CheckArguments(**tool, std::nullopt),
                      options.json, console);
  }
  const absl::StatusOr<std::string> text = ReadJsonArgument(options.arguments);
  if (!text.ok()) return fail(text.status());
  if (!options.arguments_string) {
    return PrintCheck(checker.CheckArguments(**tool, std::string_view(*text)),
                      options.json, console);
  }
  const std::optional<Value> value = checker.Parse(*text);
  if (!value.has_value()) {
    console->Complain("the arguments: " + checker.failure().message);
    return ExitCode::kError;
  }
  if (!value->is_string()) {
    console->Complain(
        "the arguments are no JSON string; leave --arguments-string away");
    return ExitCode::kError;
  }
  return PrintCheck(checker.CheckArgumentsText(**tool, value->string()),
                    options.json, console);
}

}  // namespace gabarit::cli
