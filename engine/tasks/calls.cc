// tools/call, before it is made.

#include <utility>

#include "engine/schema/text.h"
#include "engine/tasks/answers.h"
#include "engine/tasks/session_state.h"

namespace gabarit {

using schema::Concat;
using tasks::Message;
using tasks::OpenRequest;

OutputPolicy Session::State::PolicyFor(std::string_view tool) const {
  if (options.tool_outputs.empty()) return options.outputs;
  const auto found = options.tool_outputs.find(tool);
  return found == options.tool_outputs.end() ? options.outputs : found->second;
}

void Session::State::Refuse(Decision* decision, const tasks::RequestId& id,
                            std::string_view tool, int code) {
  decision->kind = DecisionKind::kCallRefused;
  decision->action = Action::kRefuse;
  const std::string_view problem =
      decision->findings.empty()
          ? std::string_view()
          : std::string_view(decision->findings.front().text);
  if (decision->text.empty()) {
    const std::string advice =
        tool.empty()
            ? Concat("The tool was not called: ", problem, ".")
            : Concat("The tool \"", tool, "\" was not called: ", problem, ".");
    decision->text = tasks::PlainText(tool, advice, options.text);
  }
  decision->message =
      code != 0 && !host()
          ? tasks::ErrorAnswer(id, code, problem)
          : tasks::ResultAnswer(id,
                                tasks::ErrorResult(decision->text, revision));
}

bool Session::State::LookUp(std::string_view name,
                            std::shared_ptr<const Tool>* tool, bool* stale,
                            bool* unknown, Decision* decision) {
  ToolLookup lookup = checker.Find(*catalog, name);
  *stale = lookup.list == ListState::kStale;
  switch (lookup.outcome) {
    case ToolLookup::Outcome::kFound:
      *tool = std::move(lookup.tool);
      if (*stale) {
        Add(decision, Reason::kListStale, Severity::kNote, "",
            "the tool list has changed since it was read: ask for it anew");
      }
      return true;
    case ToolLookup::Outcome::kNoList:
      Add(decision, Reason::kListUnknown, Severity::kNote, "/params/name",
          "the tool is not known, for the list of tools was not read: the "
          "call is not checked");
      return true;
    case ToolLookup::Outcome::kUnknown:
      *unknown = true;
      if (*stale) {
        Add(decision, Reason::kListStale, Severity::kNote, "/params/name",
            "the tool is not in the list, which has changed since it was read: "
            "the call is not checked");
        return true;
      }
      Add(decision, Reason::kUnknownTool, Severity::kViolation, "/params/name",
          Concat("there is no tool \"", name, "\""));
      return false;
    case ToolLookup::Outcome::kRefused: {
      const ToolProblem& problem = *lookup.tool->refusal();
      Add(decision, Reason::kToolSetAside, Severity::kViolation, "/params/name",
          Concat("its definition cannot be used (", problem.location, ": ",
                 problem.reason, ")"));
      *tool = std::move(lookup.tool);
      return false;
    }
  }
  return false;
}

bool Session::State::CheckTaskMember(const Tool& tool, bool task_asked,
                                     Decision* decision) {
  if (revision == ProtocolRevision::k2026_07_28) {
    // The server decides; a `task` of the former revision is an unknown member.
    if (task_asked) {
      Add(decision, Reason::kMethodNotInRevision, Severity::kNote,
          "/params/task", "2026-07-28 has no \"task\": the server decides");
    }
    return true;
  }
  const bool supported =
      revision == ProtocolRevision::k2025_11_25 && server.task_calls;
  if (!supported) {
    if (task_asked && peer_known) {
      Add(decision, Reason::kTaskNotSupported,
          host() ? Severity::kViolation : Severity::kNote, "/params/task",
          "the server does not declare tasks.requests.tools.call");
      // Who does not declare it ignores it ("Task Support and Handling", 1).
      return !host();
    }
    if (tool.task_support() == TaskSupport::kRequired && peer_known) {
      Add(decision, Reason::kTaskSupportContradiction, Severity::kNote, "",
          "the tool requires a task, yet the server declares none");
    }
    return true;
  }
  switch (tool.task_support()) {
    case TaskSupport::kForbidden:
      if (!task_asked) return true;
      Add(decision, Reason::kTaskForbidden, Severity::kViolation,
          "/params/task", "the tool does not run as a task");
      return false;
    case TaskSupport::kOptional:
      return true;
    case TaskSupport::kRequired:
      if (task_asked) return true;
      Add(decision, Reason::kTaskRequired, Severity::kViolation, "/params",
          "the tool runs only as a task");
      return false;
  }
  return true;
}

bool Session::State::CheckArguments(const Tool& tool,
                                    std::optional<Value> arguments,
                                    std::string_view place, bool stale,
                                    Decision* decision) {
  ToolCheck check = checker.CheckArguments(
      tool, arguments.has_value()
                ? std::optional<gabarit::Value>(Public(*arguments))
                : std::nullopt);
  if (check.outcome == CheckOutcome::kValid) return true;
  const Reason reason = check.outcome == CheckOutcome::kLimitReached
                            ? Reason::kCheckLimit
                            : Reason::kArgumentsInvalid;
  // By a list that has changed, nobody can say that they do not fit.
  AddReport(decision, reason, stale ? Severity::kNote : Severity::kViolation,
            place, check.report);
  decision->report = std::move(check.report);
  if (stale) return true;
  decision->text = std::move(check.text);
  return false;
}

Decision Session::State::ToolCall(const Message& message) {
  Decision decision = Make(DecisionKind::kCall);
  const auto malformed = [&](std::string_view location, std::string_view text) {
    Add(&decision, Reason::kMalformedParams, Severity::kViolation, location,
        text);
    Refuse(&decision, message.id, "", tasks::kInvalidParams);
  };
  if (!message.params.has_value()) {
    malformed("", "tools/call needs params");
    return decision;
  }
  std::string_view name;
  bool named = false;
  std::optional<Value> arguments;
  std::optional<Value> task;
  bool has_meta = false;
  bool has_responses = false;
  for (document::MemberIterator member(*message.params); !member.done();
       member.Next()) {
    const std::string_view key = member.name();
    if (key == "name") {
      named = member.value().is_string();
      if (named) name = member.value().string();
    } else if (key == "arguments") {
      arguments = member.value();
    } else if (key == "task") {
      task = member.value();
    } else if (key == "_meta") {
      has_meta = member.value().is_object();
    } else if (key == "inputResponses" || key == "requestState") {
      has_responses = true;
    }
  }
  const bool extension =
      has_meta && ReadRequestMeta(*message.params, &decision);
  if (!named) {
    malformed("/params/name", "tools/call needs the name of a tool");
    return decision;
  }
  if (task.has_value() && !extension_revision()) {
    const std::optional<Value> ttl =
        task->is_object() ? task->Find("ttl") : std::nullopt;
    if (!task->is_object()) {
      malformed("/params/task", "task is an object");
      return decision;
    }
    if (ttl.has_value() && !Public(*ttl).integer().has_value()) {
      malformed("/params/task/ttl", "ttl is an integer of milliseconds");
      return decision;
    }
  }
  std::shared_ptr<const Tool> tool;
  bool stale = false;
  bool unknown = false;
  bool allowed = LookUp(name, &tool, &stale, &unknown, &decision);
  if (!allowed) {
    Refuse(&decision, message.id, name, unknown ? tasks::kInvalidParams : 0);
  }
  if (allowed && tool != nullptr &&
      !CheckTaskMember(*tool, task.has_value(), &decision)) {
    allowed = false;
    Refuse(&decision, message.id, name, tasks::kMethodNotFound);
  }
  if (allowed && tool != nullptr &&
      !CheckArguments(*tool, arguments, "/params/arguments", stale,
                      &decision)) {
    allowed = false;
    Refuse(&decision, message.id, name, 0);
  }
  if (allowed && tool == nullptr && arguments.has_value() &&
      !arguments->is_object()) {
    allowed = false;
    Add(&decision, Reason::kArgumentsInvalid, Severity::kViolation,
        "/params/arguments", "expected an object");
    Refuse(&decision, message.id, name, 0);
  }
  if (allowed && has_responses && extension_revision() &&
      !CheckInterimResponses(*message.params, name, &decision)) {
    allowed = false;
    Refuse(&decision, message.id, name, tasks::kInvalidParams);
  }
  const bool may_become_task =
      extension_revision() ? extension : task.has_value();
  if (allowed && may_become_task &&
      tasks.open() >= options.limits.max_open_tasks) {
    allowed = false;
    Add(&decision, Reason::kOpenTaskLimit, Severity::kViolation, "",
        Concat("more than max_open_tasks (", options.limits.max_open_tasks,
               ") tasks are open"));
    Refuse(&decision, message.id, name, tasks::kInternalError);
  }
  if (allowed || options.observe) {
    OpenRequest* request = Open(message, false, &decision);
    if (request == nullptr) {
      Refuse(&decision, message.id, name, tasks::kInternalError);
    } else {
      request->unknown_tool = unknown;
      request->stale = stale;
      request->task_asked = task.has_value();
      request->task_extension = extension;
      if (tool == nullptr) request->tool_name.assign(name);
      request->tool = tool;
      if (may_become_task && arguments.has_value()) {
        const std::string_view text = Slice(*arguments);
        if (text.size() <= options.limits.max_kept_bytes) {
          request->arguments.assign(text);
        }
      }
    }
  }
  SetTool(&decision, std::move(tool));
  return decision;
}

}  // namespace gabarit
