#include "engine/cli/test_run.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/cli/progress.h"
#include "engine/cli/suite_layout.h"
#include "engine/cli/test_file.h"
#include "engine/report/json_text.h"
#include "engine/validator/value_access.h"
#include "gabarit/limits.h"
#include "gabarit/report.h"
#include "gabarit/validator.h"

namespace gabarit::cli {
namespace {

namespace fs = std::filesystem;

// The files to run, in a stable order.
absl::StatusOr<std::vector<std::string>> FindTestFiles(
    const TestOptions& options) {
  std::vector<std::string> files;
  for (const std::string& path : options.paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    const size_t first = files.size();
    fs::recursive_directory_iterator entry(path, error);
    for (; !error && entry != fs::recursive_directory_iterator();
         entry.increment(error)) {
      std::error_code ignored;
      if (entry->is_directory(ignored)) {
        if (!options.recursive) entry.disable_recursion_pending();
      } else if (entry->path().extension() == ".json") {
        files.push_back(entry->path().string());
      }
    }
    if (error) {
      return absl::UnavailableError(
          absl::StrCat(path, ": cannot be searched: ", error.message()));
    }
    if (files.size() == first) {
      return absl::NotFoundError(absl::StrCat(
          path, ": has no .json files",
          options.recursive ? "" : "; --recursive looks into its folders"));
    }
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(first), files.end());
  }
  return files;
}

std::string_view VerdictWords(Verdict verdict) {
  switch (verdict) {
    case Verdict::kValid:
      return "valid";
    case Verdict::kInvalid:
      return "invalid";
    case Verdict::kNotJson:
      return "not JSON";
    case Verdict::kLimitReached:
      return "a limit";
  }
  return "";
}

Verdict VerdictOf(Report::Outcome outcome) {
  switch (outcome) {
    case Report::Outcome::kValid:
      return Verdict::kValid;
    case Report::Outcome::kInvalid:
      return Verdict::kInvalid;
    case Report::Outcome::kNotJson:
      return Verdict::kNotJson;
    case Report::Outcome::kLimitReached:
      return Verdict::kLimitReached;
  }
  return Verdict::kInvalid;
}

class TestRun {
 public:
  TestRun(const TestOptions& options, const SchemaStore& store,
          Console* console)
      : options_(options),
        store_(store),
        console_(*console),
        progress_(console) {}

  void RunFile(const std::string& path) {
    const absl::StatusOr<std::unique_ptr<const TestFile>> file =
        TestFile::Read(path);
    if (!file.ok()) {
      Refuse(file.status());
      return;
    }
    SchemaOptions schema_options = options_.schema_options;
    if (schema_options.default_dialect.empty()) {
      schema_options.default_dialect = FindSuiteLayout(path).dialect;
    }
    const CompileOptions compile = ToCompileOptions(schema_options, &store_);
    for (const TestGroup& group : (*file)->groups()) {
      RunGroup(path, group, compile);
    }
  }

  void Refuse(const absl::Status& status) {
    exit_code_ = Graver(exit_code_, ExitCodeOf(status));
    console_.Complain(std::string(status.message()));
  }

  ExitCode Finish() {
    if (failed_ > 0) exit_code_ = Graver(exit_code_, ExitCode::kInvalid);
    if (options_.json) {
      console_.Print(absl::StrCat("{\"passed\":", passed_,
                                  ",\"failed\":", failed_, ",\"failures\":[",
                                  failures_json_, "]}\n"));
    } else {
      console_.Print(absl::StrCat(passed_, " passed, ", failed_, " failed\n"));
    }
    return exit_code_;
  }

 private:
  void RunGroup(const std::string& path, const TestGroup& group,
                const CompileOptions& compile) {
    const absl::StatusOr<Schema> schema =
        Schema::Compile(group.schema, compile);
    for (const InstanceTest& test : group.tests) {
      const std::string reason =
          schema.ok() ? RunTest(*schema, test)
                      : absl::StrCat("the schema does not compile: ",
                                     std::string(schema.status().message()));
      if (reason.empty()) {
        ++passed_;
      } else {
        Fail(path, group, test, reason);
      }
      progress_.Show([&] {
        return absl::StrCat(path, ": ", passed_, " passed, ", failed_,
                            " failed");
      });
    }
  }

  // Why the test fails; empty when it passes.
  std::string RunTest(const Schema& schema, const InstanceTest& test) {
    const InstanceLimits limits;
    // The limits of parsing, which a value in a parsed file has passed by.
    if (const size_t depth = DepthOf(test.data); depth > limits.max_depth) {
      return absl::StrCat("the instance cannot be parsed: it is nested ", depth,
                          " deep, more than max_depth = ", limits.max_depth);
    }
    const Value value = ValueAccess::Make(test.data);
    const Verdict expected = test.valid ? Verdict::kValid : Verdict::kInvalid;
    std::string reason;
    if (options_.engine != Engine::kExplainer) {
      const Verdict verdict = validator_.Validate(schema, value);
      if (verdict != expected) {
        reason =
            absl::StrCat("; the vm says ", std::string(VerdictWords(verdict)));
        if (verdict == Verdict::kLimitReached) {
          absl::StrAppend(&reason, " (", validator_.failure().message, ")");
        }
      }
    }
    if (options_.engine != Engine::kVm) {
      const Report report = validator_.Explain(schema, value);
      const Verdict verdict = VerdictOf(report.outcome());
      if (verdict != expected) {
        absl::StrAppend(&reason, "; the explainer says ",
                        std::string(VerdictWords(verdict)));
        if (!report.errors().empty()) {
          absl::StrAppend(&reason, " (", report.errors().front().message, ")");
        }
      }
    }
    if (reason.empty()) return reason;
    return absl::StrCat("expected ", std::string(VerdictWords(expected)),
                        reason);
  }

  void Fail(const std::string& path, const TestGroup& group,
            const InstanceTest& test, const std::string& reason) {
    ++failed_;
    if (!options_.json) {
      const Colors& colors = console_.colors();
      console_.Print(absl::StrCat(
          std::string(colors.bad), "failed", std::string(colors.reset), ": ",
          Printable(path), " / ", Printable(group.description), " / ",
          Printable(test.description), ": ", Printable(reason), "\n"));
      return;
    }
    if (!failures_json_.empty()) failures_json_ += ',';
    const auto member = [this](std::string_view name, std::string_view text) {
      report::AppendQuoted(&failures_json_, name);
      failures_json_ += ':';
      report::AppendQuoted(&failures_json_, text);
    };
    failures_json_ += '{';
    member("file", Printable(path));
    failures_json_ += ',';
    member("group", group.description);
    failures_json_ += ',';
    member("test", test.description);
    failures_json_ += ',';
    member("reason", reason);
    failures_json_ += '}';
  }

  const TestOptions& options_;
  const SchemaStore& store_;
  Console& console_;
  Progress progress_;
  Validator validator_;
  size_t passed_ = 0;
  size_t failed_ = 0;
  std::string failures_json_;
  ExitCode exit_code_ = ExitCode::kSuccess;
};

}  // namespace

ExitCode RunTests(const TestOptions& options, Console* console) {
  SchemaStore store;
  absl::Status status =
      AddFiles(options.schema_options.resolve, console, &store);
  std::vector<std::string> remotes = options.remotes;
  if (remotes.empty()) {
    std::set<std::string> found;
    for (const std::string& path : options.paths) {
      const SuiteLayout layout = FindSuiteLayout(path);
      if (!layout.remotes.empty()) found.insert(layout.remotes);
    }
    remotes.assign(found.begin(), found.end());
  }
  for (const std::string& folder : remotes) {
    if (status.ok()) status = AddFolder(folder, options.remotes_base, &store);
  }
  const absl::StatusOr<std::vector<std::string>> files =
      status.ok() ? FindTestFiles(options) : status;
  if (!files.ok()) {
    console->Complain(std::string(files.status().message()));
    return ExitCodeOf(files.status());
  }
  TestRun run(options, store, console);
  for (const std::string& path : *files) run.RunFile(path);
  return run.Finish();
}

}  // namespace gabarit::cli
