// Tools by name, and sessions.

#include "gabarit/tools.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "bindings.h"
#include "document_text.h"
#include "gabarit/session.h"
#include "gabarit/tool_checker.h"

namespace nb = nanobind;

namespace gabarit::python {
namespace {

// A message or a value as JSON text: bytes are text already, and where `text`
// is set, so is str.
std::string JsonOf(nb::handle value, bool text) {
  const BytesView bytes(value);
  if (bytes.is_bytes()) return std::string(bytes.view());
  if (text && PyUnicode_Check(value.ptr())) {
    return nb::cast<std::string>(value);
  }
  std::string json;
  WriteJson(value, &json);
  return json;
}

ProtocolRevision RevisionOf(const std::string& name) {
  const std::optional<ProtocolRevision> revision = FindProtocolRevision(name);
  if (!revision.has_value()) {
    throw nb::value_error(("unknown protocol revision \"" + name +
                           "\"; known are 2025-06-18, 2025-11-25, 2026-07-28")
                              .c_str());
  }
  return *revision;
}

[[noreturn]] void Raise(const absl::Status& status) {
  throw nb::value_error(std::string(status.message()).c_str());
}

nb::list Problems(const std::vector<ToolProblem>& problems) {
  nb::list list;
  for (const ToolProblem& problem : problems) {
    nb::dict entry;
    entry["tool"] = problem.tool;
    entry["index"] = problem.index;
    entry["location"] = problem.location;
    entry["reason"] = problem.reason;
    list.append(entry);
  }
  return list;
}

const char* NameOf(CheckOutcome outcome) {
  switch (outcome) {
    case CheckOutcome::kValid:
      return "valid";
    case CheckOutcome::kInvalid:
      return "invalid";
    case CheckOutcome::kNotJson:
      return "not_json";
    case CheckOutcome::kLimitReached:
      return "limit_reached";
    case CheckOutcome::kToolRefused:
      return "tool_refused";
    case CheckOutcome::kNotCheckable:
      return "not_checkable";
    case CheckOutcome::kNoSchema:
      return "no_schema";
    case CheckOutcome::kMissing:
      return "missing";
    case CheckOutcome::kMalformed:
      return "malformed";
    case CheckOutcome::kErrorResult:
      return "error_result";
  }
  return "";
}

// A catalog and what checks by it. One call at a time: the lock of Python is
// kept all the while, and a mutex stands for it where there is none.
class Catalog {
 public:
  explicit Catalog(const std::string& revision)
      : catalog_(std::make_shared<ToolCatalog>(
            ToolCatalogOptions{.revision = RevisionOf(revision)})),
        checker_(catalog_->cache()) {}

  const std::shared_ptr<ToolCatalog>& catalog() const { return catalog_; }

  nb::dict Load(nb::handle page, const std::string& cursor) {
    const std::string json = JsonOf(page, /*text=*/true);
    const std::lock_guard<std::mutex> lock(mutex_);
    const absl::StatusOr<ListReport> loaded = catalog_->LoadPage(cursor, json);
    if (!loaded.ok()) Raise(loaded.status());
    nb::dict report;
    report["added"] = loaded->added;
    report["changed"] = loaded->changed;
    report["removed"] = loaded->removed;
    report["unchanged"] = loaded->unchanged;
    report["refused"] = Problems(loaded->refused);
    report["uncheckedOutputs"] = Problems(loaded->unchecked_outputs);
    report["warnings"] = Problems(loaded->warnings);
    report["nextCursor"] = loaded->next_cursor;
    return report;
  }

  // outcome, passed, text, errors.
  nb::tuple CheckArguments(const std::string& tool, nb::handle arguments) {
    const std::optional<std::string> json =
        arguments.is_none()
            ? std::nullopt
            : std::optional<std::string>(JsonOf(arguments, /*text=*/true));
    return Check(tool, [&](const Tool& found) {
      return json.has_value()
                 ? checker_.CheckArguments(found, *json)
                 : checker_.CheckArguments(found, std::optional<Value>());
    });
  }

  nb::tuple CheckResult(const std::string& tool, nb::handle result) {
    const std::string json = JsonOf(result, false);
    return Check(tool, [&](const Tool& found) {
      const std::optional<Value> value = checker_.Parse(json);
      if (!value.has_value()) {
        ToolCheck check;
        check.outcome = CheckOutcome::kNotJson;
        check.text = checker_.failure().message;
        return check;
      }
      return checker_.CheckResult(found, *value, catalog_->revision());
    });
  }

 private:
  template <typename Judge>
  nb::tuple Check(const std::string& tool, Judge&& judge) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const ToolLookup found = checker_.Find(*catalog_, tool);
    switch (found.outcome) {
      case ToolLookup::Outcome::kNoList:
        return nb::make_tuple("no_list", false,
                              "the tool list has not been loaded", nb::list());
      case ToolLookup::Outcome::kUnknown:
        return nb::make_tuple("unknown_tool", false,
                              "there is no tool named \"" + tool + "\"",
                              nb::list());
      case ToolLookup::Outcome::kRefused:
        return nb::make_tuple("tool_refused", false,
                              found.tool->refusal()->reason, nb::list());
      case ToolLookup::Outcome::kFound:
        break;
    }
    const ToolCheck check = judge(*found.tool);
    return nb::make_tuple(NameOf(check.outcome), check.passed(), check.text,
                          Errors(check.report));
  }

  std::shared_ptr<ToolCatalog> catalog_;
  std::mutex mutex_;
  ToolChecker checker_;
};

template <typename T>
T Choose(const std::string& name, const char* what,
         std::initializer_list<std::pair<const char*, T>> choices) {
  std::string known;
  for (const auto& [choice, value] : choices) {
    if (name == choice) return value;
    known += known.empty() ? "" : ", ";
    known += choice;
  }
  throw nb::value_error(
      (std::string(what) + " is one of " + known + ", not " + name).c_str());
}

nb::dict DecisionDict(const Decision& decision) {
  nb::dict made;
  const auto text = [](std::string_view view) {
    return nb::str(view.data(), view.size());
  };
  made["action"] = text(ActionName(decision.action));
  made["kind"] = text(DecisionKindName(decision.kind));
  made["reason"] = decision.reason == Reason::kNone
                       ? nb::object(nb::none())
                       : nb::object(text(ReasonName(decision.reason)));
  made["violation"] = decision.violation();
  made["text"] = text(decision.text);
  made["message"] = nb::bytes(decision.message.data(), decision.message.size());
  made["tool"] = decision.tool == nullptr
                     ? nb::object(nb::none())
                     : nb::object(text(decision.tool->name()));
  made["task"] = decision.task_id.empty() ? nb::object(nb::none())
                                          : nb::object(text(decision.task_id));
  nb::list findings;
  for (const Finding& finding : decision.findings) {
    nb::dict entry;
    entry["reason"] = text(ReasonName(finding.reason));
    entry["severity"] =
        finding.severity == Severity::kViolation ? "violation" : "note";
    entry["location"] = finding.location;
    entry["text"] = finding.text;
    findings.append(entry);
  }
  made["findings"] = findings;
  made["errors"] = Errors(decision.report);
  return made;
}

class PythonSession {
 public:
  PythonSession(const Catalog* catalog, const std::string& side,
                std::optional<std::string> revision, const std::string& mode,
                const std::string& outputs, bool observe, bool task_calls,
                bool task_cancel, bool task_list, bool task_extension,
                std::optional<int64_t> ttl) {
    SessionOptions options;
    if (catalog != nullptr) options.catalog = catalog->catalog();
    options.side = Choose<Side>(
        side, "side", {{"host", Side::kHost}, {"server", Side::kServer}});
    if (revision.has_value()) options.revision = RevisionOf(*revision);
    options.mode =
        Choose<CallMode>(mode, "mode",
                         {{"background", CallMode::kBackground},
                          {"block_until_done", CallMode::kBlockUntilDone},
                          {"tasks_off", CallMode::kTasksOff}});
    options.outputs = Choose<OutputPolicy>(outputs, "outputs",
                                           {{"enforce", OutputPolicy::kEnforce},
                                            {"warn", OutputPolicy::kWarn},
                                            {"off", OutputPolicy::kOff}});
    options.observe = observe;
    options.server.task_calls = task_calls;
    options.server.task_cancel = task_cancel;
    options.server.task_list = task_list;
    options.server.task_extension = task_extension;
    options.client.task_extension = task_extension;
    options.ttl = ttl;
    session_ = std::make_unique<Session>(options);
  }

  nb::dict FromClient(nb::handle message, int64_t now) {
    const std::string json = JsonOf(message, /*text=*/true);
    const std::lock_guard<std::mutex> lock(mutex_);
    return DecisionDict(session_->FromClient(json, now));
  }
  nb::dict FromServer(nb::handle message, int64_t now) {
    const std::string json = JsonOf(message, /*text=*/true);
    const std::lock_guard<std::mutex> lock(mutex_);
    return DecisionDict(session_->FromServer(json, now));
  }
  nb::dict Call(const std::string& tool, nb::handle arguments, int64_t now,
                const std::string& id) {
    const std::string json =
        arguments.is_none() ? std::string() : JsonOf(arguments, /*text=*/true);
    const std::lock_guard<std::mutex> lock(mutex_);
    CallRequest request;
    request.tool = tool;
    request.arguments = json;
    request.id = id;
    return DecisionDict(session_->Call(request, now));
  }
  nb::dict Cancel(const std::string& task, int64_t now) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return DecisionDict(session_->Cancel(task, now));
  }
  nb::dict AnswerInputs(const std::string& task, nb::handle responses,
                        int64_t now) {
    const std::string json = JsonOf(responses, false);
    const std::lock_guard<std::mutex> lock(mutex_);
    return DecisionDict(session_->AnswerInputs(task, json, now));
  }
  std::optional<int64_t> NextDeadline() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return session_->NextDeadline();
  }
  nb::object Next(int64_t now) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const std::optional<Decision> due = session_->Next(now);
    if (!due.has_value()) return nb::none();
    return DecisionDict(*due);
  }
  std::string Save() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return session_->Save();
  }
  void Restore(nb::handle state) {
    const std::string json = JsonOf(state, /*text=*/true);
    const std::lock_guard<std::mutex> lock(mutex_);
    const absl::Status restored = session_->Restore(json);
    if (!restored.ok()) Raise(restored);
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<Session> session_;
};

}  // namespace

void AddTools(nb::module_& module) {
  nb::class_<Catalog>(module, "Catalog")
      .def(nb::init<const std::string&>(), nb::arg("revision") = "2025-11-25")
      .def("load", &Catalog::Load, nb::arg("page"), nb::arg("cursor") = "")
      .def("check_arguments", &Catalog::CheckArguments, nb::arg("tool"),
           nb::arg("arguments").none())
      .def("check_result", &Catalog::CheckResult, nb::arg("tool"),
           nb::arg("result"));
  nb::class_<PythonSession>(module, "Session")
      .def(nb::init<const Catalog*, const std::string&,
                    std::optional<std::string>, const std::string&,
                    const std::string&, bool, bool, bool, bool, bool,
                    std::optional<int64_t>>(),
           nb::arg("catalog") = nb::none(), nb::arg("side") = "host",
           nb::arg("revision") = nb::none(), nb::arg("mode") = "background",
           nb::arg("outputs") = "enforce", nb::arg("observe") = false,
           nb::arg("task_calls") = false, nb::arg("task_cancel") = false,
           nb::arg("task_list") = false, nb::arg("task_extension") = false,
           nb::arg("ttl") = nb::none())
      .def("from_client", &PythonSession::FromClient, nb::arg("message"),
           nb::arg("now"))
      .def("from_server", &PythonSession::FromServer, nb::arg("message"),
           nb::arg("now"))
      .def("call", &PythonSession::Call, nb::arg("tool"),
           nb::arg("arguments").none(), nb::arg("now"), nb::arg("id") = "")
      .def("cancel", &PythonSession::Cancel, nb::arg("task"), nb::arg("now"))
      .def("answer_inputs", &PythonSession::AnswerInputs, nb::arg("task"),
           nb::arg("responses"), nb::arg("now"))
      .def("next_deadline", &PythonSession::NextDeadline)
      .def("next", &PythonSession::Next, nb::arg("now"))
      .def("save", &PythonSession::Save)
      .def("restore", &PythonSession::Restore, nb::arg("state"));
}

}  // namespace gabarit::python
