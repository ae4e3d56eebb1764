#include "engine/cli/replay.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/cli/decision_json.h"
#include "engine/cli/file_text.h"
#include "engine/report/json_text.h"
#include "engine/tasks/recording.h"
#include "gabarit/session.h"

namespace gabarit::cli {
namespace {

// A line of a recording holds a message and little else.
constexpr size_t kLongestLine = size_t{128} << 20;

class Player {
 public:
  Player(const ReplayOptions& options, Console* console)
      : options_(options), console_(*console) {
    session_options_.side = options.server ? Side::kServer : Side::kHost;
    // What was recorded was sent, whatever is said of it.
    session_options_.observe = true;
  }

  // False where the line is no line of a recording; it has complained then.
  bool Line(std::string_view line, size_t number) {
    const absl::StatusOr<tasks::RecordedLine> read =
        tasks::ReadRecordedLine(line);
    if (!read.ok()) return Complain(number, read.status());
    if (read->opening.has_value()) {
      if (session_ != nullptr) {
        return Complain(number,
                        absl::InvalidArgumentError(
                            "an opening stands before the first message"));
      }
      ListReport report;
      const absl::Status applied =
          tasks::ApplyOpening(*read->opening, &session_options_, &report);
      if (!applied.ok()) return Complain(number, applied);
      for (const ToolProblem& problem : report.refused) Tell(problem);
      for (const ToolProblem& problem : report.unchecked_outputs) Tell(problem);
      Begin();
      return true;
    }
    if (session_ == nullptr) Begin();
    const tasks::RecordedMessage& message = *read->message;
    const bool from_client = message.speaker == tasks::Speaker::kClient;
    const Decision decision =
        from_client ? session_->FromClient(message.text, message.at)
                    : session_->FromServer(message.text, message.at);
    ++messages_;
    if (decision.violation()) ++violations_;
    if (!options_.quiet) {
      if (options_.json) {
        PrintJson(decision, number, message);
      } else {
        PrintLine(decision, number, from_client);
      }
    }
    return true;
  }

  ExitCode Finish() {
    const size_t tasks = session_ == nullptr ? 0 : session_->open_tasks();
    const size_t requests = session_ == nullptr ? 0 : session_->open_requests();
    if (options_.json) {
      console_.Print(absl::StrCat(
          "{\"messages\":", messages_, ",\"violations\":", violations_,
          ",\"openTasks\":", tasks, ",\"openRequests\":", requests, "}\n"));
    } else {
      console_.Print(absl::StrCat(messages_, " messages, ", violations_,
                                  " with violations; ", tasks, " tasks and ",
                                  requests, " requests still open\n"));
    }
    return violations_ == 0 && broken_tools_ == 0 ? ExitCode::kSuccess
                                                  : ExitCode::kInvalid;
  }

 private:
  void Begin() { session_ = std::make_unique<Session>(session_options_); }

  bool Complain(size_t number, const absl::Status& status) {
    console_.Complain(
        absl::StrCat(DisplayName(options_.recording), ":", number, ": ",
                     Printable(std::string_view(status.message().data(),
                                                status.message().size()))));
    return false;
  }

  void Tell(const ToolProblem& problem) {
    ++broken_tools_;
    if (options_.quiet) return;
    if (options_.json) {
      std::string json = "{\"tool\":";
      report::AppendQuoted(&json, problem.tool);
      json += ",\"location\":";
      report::AppendQuoted(&json, problem.location);
      json += ",\"message\":";
      report::AppendQuoted(&json, problem.reason);
      console_.Print(json + "}\n");
      return;
    }
    console_.Print(absl::StrCat("tool ", Printable(problem.tool), " at ",
                                Printable(problem.location), ": ",
                                Printable(problem.reason), "\n"));
  }

  void PrintJson(const Decision& decision, size_t number,
                 const tasks::RecordedMessage& message) {
    std::string json = absl::StrCat(
        "{\"line\":", number, ",\"from\":\"",
        message.speaker == tasks::Speaker::kClient ? "client" : "server", "\"");
    if (message.at != kUnknownTime) {
      absl::StrAppend(&json, ",\"at\":", message.at);
    }
    AppendDecision(&json, decision);
    console_.Print(json + "}\n");
  }

  void PrintLine(const Decision& decision, size_t number, bool from_client) {
    const Colors& colors = console_.colors();
    std::string line = absl::StrCat(
        number, from_client ? " client " : " server ",
        std::string(decision.violation() ? colors.bad : colors.good),
        std::string(ActionName(decision.action)), std::string(colors.reset),
        " ", std::string(DecisionKindName(decision.kind)));
    if (decision.tool != nullptr) {
      absl::StrAppend(&line, " of ", Printable(decision.tool->name()));
    }
    if (!decision.task_id.empty()) {
      absl::StrAppend(&line, " in task ", Printable(decision.task_id));
    }
    if (decision.findings.empty() && decision.reason != Reason::kNone) {
      absl::StrAppend(&line, ": ", std::string(ReasonName(decision.reason)));
    }
    bool first = true;
    for (const Finding& finding : decision.findings) {
      absl::StrAppend(&line, first ? ": " : "; ",
                      std::string(ReasonName(finding.reason)),
                      finding.severity == Severity::kNote ? " (note)" : "",
                      finding.location.empty()
                          ? ""
                          : absl::StrCat(" at ", Printable(finding.location)),
                      ": ", Printable(finding.text));
      first = false;
    }
    console_.Print(line + "\n");
  }

  const ReplayOptions& options_;
  Console& console_;
  SessionOptions session_options_;
  std::unique_ptr<Session> session_;
  size_t messages_ = 0;
  size_t violations_ = 0;
  size_t broken_tools_ = 0;
};

}  // namespace

ExitCode Replay(const ReplayOptions& options, Console* console) {
  absl::StatusOr<LineReader> reader =
      LineReader::Open(options.recording, kLongestLine);
  if (!reader.ok()) {
    console->Complain(std::string(reader.status().message()));
    return ExitCode::kError;
  }
  Player player(options, console);
  for (;;) {
    switch (reader->Read()) {
      case LineReader::Next::kLine: {
        const std::string_view line = reader->line();
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) break;
        if (!player.Line(line, reader->line_number())) return ExitCode::kError;
        break;
      }
      case LineReader::Next::kTooLong:
        console->Complain(absl::StrCat(
            DisplayName(options.recording), ":", reader->line_number(),
            ": the line is longer than ", kLongestLine, " bytes"));
        return ExitCode::kError;
      case LineReader::Next::kError:
        console->Complain(std::string(reader->error().message()));
        return ExitCode::kError;
      case LineReader::Next::kEnd:
        return player.Finish();
    }
  }
}

}  // namespace gabarit::cli
