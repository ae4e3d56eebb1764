// What a call came to: a tool's result, an error, a task, a question.

#include <utility>

#include "engine/report/json_text.h"
#include "engine/schema/text.h"
#include "engine/tasks/answers.h"
#include "engine/tasks/session_state.h"

namespace gabarit {

using schema::Concat;
using tasks::CallContext;
using tasks::Message;
using tasks::OpenRequest;

namespace {

std::string Named(std::string_view tool) {
  return tool.empty() ? std::string("The tool")
                      : Concat("The tool \"", tool, "\"");
}

}  // namespace

void Session::State::ReplaceAnswer(Decision* decision,
                                   const tasks::RequestId& id) const {
  if (decision->action != Action::kReplace) return;
  decision->message =
      tasks::ResultAnswer(id, tasks::ErrorResult(decision->text, revision));
}

Decision Session::State::MalformedResult(const CallContext& context,
                                         Reason reason,
                                         std::string_view location,
                                         std::string_view text) {
  Decision decision = Make(DecisionKind::kResultMalformed, Action::kReplace);
  Add(&decision, reason, Severity::kViolation, location, text);
  decision.text =
      tasks::PlainText(context.name,
                       Concat(Named(context.name),
                              " was called, but what the server answered "
                              "cannot be used: ",
                              text, "."),
                       options.text);
  SetTool(&decision, context.tool);
  return decision;
}

Decision Session::State::RpcError(Value error, const CallContext& context) {
  std::optional<int64_t> code;
  std::optional<std::string_view> words;
  if (error.is_object()) {
    for (document::MemberIterator member(error); !member.done();
         member.Next()) {
      if (member.name() == "code") {
        code = Public(member.value()).integer();
      } else if (member.name() == "message" && member.value().is_string()) {
        words = member.value().string();
      }
    }
  }
  if (!code.has_value() || !words.has_value()) {
    return MalformedResult(context, Reason::kNotJsonRpc, "/error",
                           "an error has an integer \"code\" and a string "
                           "\"message\"");
  }
  Decision decision = Make(DecisionKind::kCallFailed);
  Add(&decision, Reason::kRpcError, Severity::kNote, "/error", *words);
  decision.error = Public(error);
  decision.text = tasks::PlainText(
      context.name,
      Concat(Named(context.name), " failed: ", report::Excerpt(*words, 500),
             " (error ", *code, ")."),
      options.text);
  SetTool(&decision, context.tool);
  return decision;
}

Decision Session::State::JudgeResult(Value result, std::string_view location,
                                     const CallContext& context) {
  Decision decision = Make(DecisionKind::kResult);
  decision.result = Public(result);
  SetTool(&decision, context.tool);
  const OutputPolicy policy = PolicyFor(context.name);
  const bool checked = context.tool != nullptr &&
                       policy != OutputPolicy::kOff && context.tool->usable();
  ToolCheck check =
      checked ? checker.CheckResult(*context.tool, *decision.result, revision)
              : checker.CheckResult(*decision.result, revision);
  if (context.unknown_tool) {
    // Unknown tools are a protocol error ("Tools", "Error Handling").
    Add(&decision, Reason::kUnknownToolForm, Severity::kViolation, location,
        "an unknown tool is answered by the error -32602, not by a result");
  }
  Severity severity = Severity::kViolation;
  if (context.stale) {
    severity = Severity::kNote;
    if (check.outcome == CheckOutcome::kInvalid ||
        check.outcome == CheckOutcome::kMissing) {
      Add(&decision, Reason::kListStale, Severity::kNote, "",
          "judged by a tool list that has changed since it was read");
    }
  }
  const auto invalid = [&](Reason reason, const std::string& place) {
    decision.kind = DecisionKind::kOutputInvalid;
    if (policy == OutputPolicy::kEnforce && !context.stale) {
      decision.action = Action::kReplace;
    }
    AddReport(&decision, reason, severity, place, check.report);
  };
  // Made only where something is said of it: this is the plain path.
  const auto content = [&] { return Concat(location, "/structuredContent"); };
  switch (check.outcome) {
    case CheckOutcome::kValid:
      return decision;
    case CheckOutcome::kErrorResult:
      decision.kind = DecisionKind::kToolError;
      Add(&decision, Reason::kToolError, Severity::kNote, location,
          "the tool says that it failed");
      return decision;
    case CheckOutcome::kNoSchema:
      if (context.tool == nullptr && !context.unknown_tool) {
        Add(&decision, Reason::kListUnknown, Severity::kNote, content(),
            "not checked: the tool is not known");
      } else if (decision.findings.empty()) {
        // The plain path of every tool without an outputSchema: no words.
        decision.reason = Reason::kOutputUnchecked;
      }
      return decision;
    case CheckOutcome::kNotCheckable:
    case CheckOutcome::kToolRefused:
      Add(&decision, Reason::kOutputNotCheckable, Severity::kNote, content(),
          "not checked: the tool's outputSchema cannot be used");
      decision.report = std::move(check.report);
      return decision;
    case CheckOutcome::kInvalid:
      invalid(Reason::kOutputInvalid, content());
      break;
    case CheckOutcome::kMissing:
      invalid(Reason::kOutputMissing, std::string(location));
      break;
    case CheckOutcome::kLimitReached:
      invalid(Reason::kCheckLimit, content());
      break;
    case CheckOutcome::kNotJson:
    case CheckOutcome::kMalformed:
      decision.kind = DecisionKind::kResultMalformed;
      if (policy == OutputPolicy::kEnforce) decision.action = Action::kReplace;
      AddReport(&decision, Reason::kMalformedResult, Severity::kViolation,
                location, check.report);
      break;
  }
  decision.report = std::move(check.report);
  decision.text = std::move(check.text);
  return decision;
}

Decision Session::State::CallAnswer(const Message& message,
                                    OpenRequest* request) {
  CallContext context;
  context.tool = std::move(request->tool);
  context.name = context.tool != nullptr ? context.tool->name()
                                         : std::string_view(request->tool_name);
  context.unknown_tool = request->unknown_tool;
  context.stale = request->stale;
  if (!message.ambiguity.empty()) {
    return MalformedResult(context, Reason::kDuplicateMember,
                           message.ambiguity_location, message.ambiguity);
  }
  if (message.error.has_value()) return RpcError(*message.error, context);
  if (!message.result->is_object()) {
    return MalformedResult(context, Reason::kMalformedResult, "/result",
                           "a result is an object");
  }
  const Value result = *message.result;
  std::string_view type = "complete";
  std::optional<Value> task;
  bool has_content = false;
  bool bad_type = false;
  for (document::MemberIterator member(result); !member.done(); member.Next()) {
    const std::string_view name = member.name();
    if (name == "content") {
      has_content = true;
    } else if (name == "resultType") {
      bad_type = !member.value().is_string();
      if (!bad_type) type = member.value().string();
    } else if (name == "task") {
      task = member.value();
    }
  }
  if (extension_revision()) {
    if (bad_type) {
      return MalformedResult(context, Reason::kMalformedResult,
                             "/result/resultType", "resultType is a string");
    }
    if (type == "complete") return JudgeResult(result, "/result", context);
    if (type != "input_required" && type != "task") {
      return MalformedResult(context, Reason::kUnknownResultType,
                             "/result/resultType",
                             "a resultType that the protocol does not know");
    }
    request->tool = std::move(context.tool);
    return type == "task" ? NewTask(message, result, "/result", request)
                          : InterimAnswer(message, request);
  }
  if (task.has_value() && !has_content) {
    if (request->task_asked && revision == ProtocolRevision::k2025_11_25) {
      request->tool = std::move(context.tool);
      return NewTask(message, *task, "/result/task", request);
    }
    return MalformedResult(context, Reason::kUnexpectedTask, "/result/task",
                           "a task, for a call that asked for none");
  }
  // An ordinary result for a call that asked for a task is what servers without
  // the capability send ("Task Support and Handling", 1).
  Decision decision = JudgeResult(result, "/result", context);
  if (request->task_asked && server.task_calls && context.tool != nullptr &&
      context.tool->task_support() != TaskSupport::kForbidden) {
    Add(&decision, Reason::kUnexpectedTask, Severity::kNote, "/result",
        "the call asked for a task, which the server supports, and got its "
        "result at once");
  }
  return decision;
}

Decision Session::State::NewTask(const Message& message, Value value,
                                 std::string_view location,
                                 OpenRequest* request) {
  CallContext context;
  context.tool = request->tool;
  context.name = context.tool != nullptr ? context.tool->name()
                                         : std::string_view(request->tool_name);
  if (extension_revision() && !request->task_extension) {
    return MalformedResult(context, Reason::kUnexpectedTask, location,
                           "a task, for a call that did not declare the tasks "
                           "extension");
  }
  tasks::TaskObject object;
  const tasks::ShapeFault fault =
      extension_revision() ? tasks::ReadNewTask20260728(value, &object)
                           : tasks::ReadTask20251125(value, &object);
  if (fault.found()) {
    return MalformedResult(context, Reason::kMalformedTask,
                           Concat(location, fault.location), fault.text);
  }
  if (object.id.size() > options.limits.max_id_bytes) {
    return MalformedResult(context, Reason::kMalformedTask,
                           Concat(location, "/taskId"),
                           "the id is longer than max_id_bytes");
  }
  if (tasks.Find(object.id) != nullptr) {
    return MalformedResult(context, Reason::kDuplicateTask,
                           Concat(location, "/taskId"),
                           "another task has this id");
  }
  if (tasks.open() >= options.limits.max_open_tasks) {
    return MalformedResult(
        context, Reason::kOpenTaskLimit, location,
        Concat("more than max_open_tasks (", options.limits.max_open_tasks,
               ") tasks are open"));
  }
  Decision decision = Make(DecisionKind::kTaskCreated);
  if (!extension_revision() && object.status != TaskStatus::kWorking) {
    // "Task Status Lifecycle", 1. The extension only says "typically".
    Add(&decision, Reason::kNotBegunWorking, Severity::kViolation,
        Concat(location, "/status"), "a task begins as working");
  }
  tasks::Task* task = tasks.Insert(object.id);
  task->tool = std::move(request->tool);
  task->tool_name = std::move(request->tool_name);
  task->arguments = std::move(request->arguments);
  task->stale = request->stale;
  task->blocking = request->blocking;
  task->status = object.status;
  task->status_message = object.status_message;
  task->last_updated = object.last_updated;
  task->created = clock;
  task->last_answer = clock;
  task->ttl = object.ttl;
  task->poll_interval = PollInterval(object);
  task->next_poll = clock + task->poll_interval;
  SetTask(&decision, *task);
  if (!task->blocking) {
    const std::string_view immediate =
        tasks::ReadImmediateResponse(*message.result);
    decision.text =
        immediate.empty() ? options.placeholder : std::string(immediate);
  }
  if (object.status == TaskStatus::kCancelled) {
    Finish(task);
    return decision;
  }
  if (extension_revision()) {
    // Only tasks/get brings what another status than working stands for.
    if (object.status != TaskStatus::kWorking) task->next_poll = clock;
  } else {
    task->fetch = object.status != TaskStatus::kWorking;
  }
  Schedule(task);
  return decision;
}

Decision Session::State::InterimAnswer(const Message& message,
                                       OpenRequest* request) {
  const Value result = *message.result;
  const std::optional<Value> requests = result.Find("inputRequests");
  const std::optional<Value> state = result.Find("requestState");
  CallContext context;
  context.tool = request->tool;
  context.name = context.tool != nullptr ? context.tool->name()
                                         : std::string_view(request->tool_name);
  if (!requests.has_value() && !state.has_value()) {
    return MalformedResult(context, Reason::kMalformedResult, "/result",
                           "a result that asks for input has inputRequests or "
                           "a requestState");
  }
  if (requests.has_value() && !requests->is_object()) {
    return MalformedResult(context, Reason::kMalformedResult,
                           "/result/inputRequests", "expected an object");
  }
  if (state.has_value() && !state->is_string()) {
    return MalformedResult(context, Reason::kMalformedResult,
                           "/result/requestState", "expected a string");
  }
  Decision decision = Make(DecisionKind::kInputRequired);
  tasks::Interim interim;
  interim.tool = context.name;
  interim.has_state = state.has_value();
  if (state.has_value() &&
      state->string().size() <= options.limits.max_kept_bytes) {
    interim.state = state->string();
  }
  if (requests.has_value()) {
    ReadQuestions(*requests, "/result/inputRequests", &interim.questions,
                  &decision);
    decision.input_requests = Public(*requests);
  }
  interims.push_back(std::move(interim));
  if (interims.size() > options.limits.max_open_interims) interims.pop_front();
  SetTool(&decision, std::move(context.tool));
  return decision;
}

}  // namespace gabarit
