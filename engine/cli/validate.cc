#include "engine/cli/validate.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "engine/cli/excerpt.h"
#include "engine/cli/file_text.h"
#include "engine/cli/progress.h"
#include "engine/document/strict_parser.h"

namespace gabarit::cli {
namespace {

// How the instances came out.
struct Tally {
  size_t instances = 0;
  size_t valid = 0;
  size_t invalid = 0;
  size_t not_json = 0;
  size_t limited = 0;
};

class Validation {
 public:
  Validation(const ValidateOptions& options, const SchemaFile& schema,
             OutputMode mode, Console* console)
      : options_(options),
        schema_(schema),
        mode_(mode),
        printer_(schema, mode, console),
        console_(*console),
        validator_(options.validator) {}

  ExitCode Run() {
    bool any_lines = false;
    for (const std::string& path : options_.instances) {
      if (options_.lines || HasLines(path)) {
        any_lines = true;
        ValidateLines(path);
      } else {
        ValidateFile(path);
      }
    }
    if (tally_.instances > 0 && (any_lines || options_.instances.size() > 1)) {
      PrintSummary();
    }
    return exit_code_;
  }

 private:
  void ValidateFile(const std::string& path) {
    const absl::StatusOr<FileText> file =
        FileText::Read(path, options_.validator.limits.max_instance_bytes,
                       "max_instance_bytes");
    if (!file.ok()) return Fail(file.status());
    const Instance instance{DisplayName(path), file->text()};
    const Verdict verdict = Judge(instance, file->padded());
    if (verdict != Verdict::kNotJson && verdict != Verdict::kLimitReached) {
      return;
    }
    const Failure& failure = validator_.failure();
    const PlacedMessage placed = SplitPlace(failure.message);
    std::string complaint = instance.name;
    if (placed.line != 0) {
      absl::StrAppend(&complaint, ":", placed.line, ":", placed.column);
    }
    absl::StrAppend(&complaint, ": ",
                    verdict == Verdict::kNotJson ? "not JSON: " : "",
                    std::string(placed.message),
                    verdict == Verdict::kNotJson ? "" : LimitRemedy());
    console_.Complain(complaint);
    if (verdict == Verdict::kLimitReached) return;
    // A file that was to be an instance and is no JSON is the wrong file.
    exit_code_ = Graver(exit_code_, ExitCode::kError);
    if (mode_ == OutputMode::kPretty && !options_.quiet) {
      console_.PrintError(
          Excerpt(instance.text, failure.offset, failure.line,
                  console_.error_is_terminal() ? console_.colors() : Colors()));
    }
  }

  void ValidateLines(const std::string& path) {
    absl::StatusOr<LineReader> reader =
        LineReader::Open(path, options_.validator.limits.max_instance_bytes);
    if (!reader.ok()) return Fail(reader.status());
    Progress progress(&console_);
    const size_t before = tally_.instances;
    while (true) {
      switch (reader->Read()) {
        case LineReader::Next::kLine:
          break;
        case LineReader::Next::kTooLong:
          PassOver(path, reader->line_number());
          continue;
        case LineReader::Next::kError:
          return Fail(reader->error());
        case LineReader::Next::kEnd:
          if (tally_.instances == before) {
            Fail(absl::FailedPreconditionError(absl::StrCat(
                DisplayName(path),
                ": is empty; a JSON value was expected on each line")));
          }
          return;
      }
      if (absl::ascii_isspace(Front(reader->line())) &&
          IsBlank(reader->line())) {
        continue;
      }
      const Instance instance{DisplayName(path), reader->line(),
                              reader->line_number()};
      Judge(instance, PaddedText{reader->line()});
      progress.Show([&] {
        return absl::StrCat(DisplayName(path), ": line ", reader->line_number(),
                            ", ", tally_.instances - tally_.valid,
                            " not valid, ", reader->bytes_read() >> 20, " MiB");
      });
    }
  }

  static unsigned char Front(std::string_view line) {
    return line.empty() ? ' ' : static_cast<unsigned char>(line.front());
  }
  static bool IsBlank(std::string_view line) {
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
  }

  // The verdict, counted and told. After kNotJson and kLimitReached the
  // validator knows why.
  Verdict Judge(const Instance& instance, PaddedText text) {
    ++tally_.instances;
    Verdict verdict = validator_.Validate(schema_.schema, text);
    if (!options_.quiet) {
      if (verdict != Verdict::kValid || printer_.reports_valid()) {
        verdict = Tell(instance, verdict);
      } else {
        printer_.PrintValid(instance);
      }
    }
    switch (verdict) {
      case Verdict::kValid:
        ++tally_.valid;
        break;
      case Verdict::kInvalid:
        ++tally_.invalid;
        exit_code_ = Graver(exit_code_, ExitCode::kInvalid);
        break;
      case Verdict::kNotJson:
        ++tally_.not_json;
        exit_code_ = Graver(exit_code_, ExitCode::kInvalid);
        break;
      case Verdict::kLimitReached:
        ++tally_.limited;
        exit_code_ = Graver(exit_code_, ExitCode::kLimit);
        break;
    }
    return verdict;
  }

  Verdict Tell(const Instance& instance, Verdict verdict) {
    // What is no instance is told in a whole file's complaint, but for formats
    // that promise an answer for each.
    const bool refused =
        verdict == Verdict::kNotJson || verdict == Verdict::kLimitReached;
    if (refused && instance.line == 0 && !IsJson(mode_)) return verdict;
    const Failure failure = validator_.failure();
    const Report report =
        validator_.Explain(schema_.schema, instance.text, printer_.detail());
    if (verdict == Verdict::kLimitReached &&
        report.outcome() != Report::Outcome::kLimitReached) {
      // Only the machine counts steps; what it said stands.
      TellLimit(instance, failure);
      return verdict;
    }
    printer_.Print(instance, report);
    // The report that was asked for could not be made.
    if (report.outcome() == Report::Outcome::kLimitReached &&
        verdict == Verdict::kValid) {
      return Verdict::kLimitReached;
    }
    return verdict;
  }

  void TellLimit(const Instance& instance, const Failure& failure) {
    if (IsJson(mode_)) {
      console_.Print("{\"valid\":false}\n");
      return;
    }
    console_.Print(
        absl::StrCat(Printable(instance.name),
                     instance.line == 0 ? "" : absl::StrCat(":", instance.line),
                     ": limit reached: ", Printable(failure.message), "\n"));
  }

  void PassOver(const std::string& path, size_t line) {
    ++tally_.instances;
    ++tally_.limited;
    exit_code_ = Graver(exit_code_, ExitCode::kLimit);
    if (options_.quiet) return;
    Failure failure;
    failure.message = absl::StrCat(
        "the line has more than max_instance_bytes = ",
        options_.validator.limits.max_instance_bytes, " bytes", LimitRemedy());
    TellLimit({DisplayName(path), {}, line}, failure);
  }

  // An instance file that there is no verdict on.
  void Fail(const absl::Status& status) {
    const ExitCode code = ExitCodeOf(status);
    exit_code_ = Graver(exit_code_, code);
    console_.Complain(std::string(status.message()) +
                      (code == ExitCode::kLimit ? LimitRemedy() : ""));
  }

  static std::string LimitRemedy() {
    return "; an option of the limit's name raises it (see gabarit validate "
           "--help)";
  }

  void PrintSummary() {
    if (options_.quiet) return;
    std::string summary = absl::StrCat(
        tally_.instances,
        tally_.instances == 1 ? " instance: " : " instances: ", tally_.valid,
        " valid, ", tally_.invalid, " invalid");
    if (tally_.not_json > 0) {
      absl::StrAppend(&summary, ", ", tally_.not_json, " not JSON");
    }
    if (tally_.limited > 0) {
      absl::StrAppend(&summary, ", ", tally_.limited, " beyond a limit");
    }
    summary += "\n";
    // Programs that read JSON count for themselves.
    if (IsJson(mode_)) {
      console_.PrintError(summary);
    } else {
      console_.Print(summary);
    }
  }

  const ValidateOptions& options_;
  const SchemaFile& schema_;
  const OutputMode mode_;
  ResultPrinter printer_;
  Console& console_;
  Validator validator_;
  Tally tally_;
  ExitCode exit_code_ = ExitCode::kSuccess;
};

}  // namespace

bool HasLines(const std::string& path) {
  return absl::EndsWithIgnoreCase(path, ".jsonl") ||
         absl::EndsWithIgnoreCase(path, ".ndjson");
}

ExitCode Validate(const ValidateOptions& options, Console* console) {
  SchemaStore store;
  const absl::Status added =
      AddFiles(options.schema_options.resolve, console, &store);
  if (!added.ok()) {
    console->Complain(std::string(added.message()));
    return ExitCodeOf(added);
  }
  const absl::StatusOr<SchemaFile> schema =
      LoadSchema(options.schema, options.schema_options, store);
  if (!schema.ok()) {
    console->Complain(std::string(schema.status().message()));
    return ExitCodeOf(schema.status());
  }
  const OutputMode mode = options.output.value_or(console->output_is_terminal()
                                                      ? OutputMode::kPretty
                                                      : OutputMode::kCompact);
  return Validation(options, *schema, mode, console).Run();
}

}  // namespace gabarit::cli
