// tasks/get, tasks/result, tasks/update, tasks/cancel, tasks/list: what is
// asked about tasks, and what is answered.

#include <utility>

#include "engine/schema/text.h"
#include "engine/tasks/answers.h"
#include "engine/tasks/session_state.h"
#include "engine/tasks/task_state.h"

namespace gabarit {

using schema::Concat;
using tasks::Message;
using tasks::Method;
using tasks::OpenRequest;
using tasks::Source;
using tasks::Task;
using tasks::TaskObject;

namespace {

DecisionKind KindOf(Method method) {
  switch (method) {
    case Method::kTasksGet:
      return DecisionKind::kPoll;
    case Method::kTasksResult:
      return DecisionKind::kFetchResult;
    case Method::kTasksCancel:
      return DecisionKind::kCancel;
    case Method::kTasksUpdate:
      return DecisionKind::kInput;
    default:
      return DecisionKind::kOther;
  }
}

bool InRevision(Method method, ProtocolRevision revision) {
  switch (revision) {
    case ProtocolRevision::k2025_06_18:
      return false;
    case ProtocolRevision::k2025_11_25:
      return method != Method::kTasksUpdate;
    case ProtocolRevision::k2026_07_28:
      return method != Method::kTasksResult && method != Method::kTasksList;
  }
  return false;
}

}  // namespace

Decision Session::State::TaskRequest(const Message& message) {
  Decision decision = Make(KindOf(message.method));
  const auto refuse = [&](Reason reason, std::string_view location,
                          std::string_view text, int code) {
    decision.kind = DecisionKind::kMalformed;
    decision.action = Action::kRefuse;
    Add(&decision, reason, Severity::kViolation, location, text);
    decision.message = tasks::ErrorAnswer(message.id, code, text);
  };
  const bool extension =
      message.params.has_value() && ReadRequestMeta(*message.params, &decision);
  if (!InRevision(message.method, revision)) {
    refuse(Reason::kMethodNotInRevision, "/method",
           Concat(ProtocolRevisionName(revision), " has no method ",
                  message.method_name),
           tasks::kMethodNotFound);
  } else if (extension_revision() && !extension) {
    refuse(Reason::kMissingCapability, "/params/_meta",
           "the request does not declare the tasks extension",
           tasks::kMissingClientCapability);
    decision.message = tasks::MissingExtensionAnswer(message.id);
  } else if (!extension_revision() && peer_known &&
             ((message.method == Method::kTasksCancel && !server.task_cancel) ||
              (message.method == Method::kTasksList && !server.task_list))) {
    refuse(Reason::kMissingCapability, "/method",
           Concat("the server does not declare ",
                  message.method == Method::kTasksCancel ? "tasks.cancel"
                                                         : "tasks.list"),
           tasks::kMethodNotFound);
  }
  std::optional<Value> id;
  if (message.params.has_value()) id = message.params->Find("taskId");
  if (decision.action != Action::kRefuse &&
      message.method != Method::kTasksList &&
      (!id.has_value() || !id->is_string() ||
       id->string().size() > options.limits.max_id_bytes)) {
    refuse(Reason::kMalformedParams, "/params/taskId",
           "a taskId, a string of at most max_id_bytes, is needed",
           tasks::kInvalidParams);
  }
  std::string_view task_id;
  Task* task = nullptr;
  if (id.has_value() && id->is_string() &&
      id->string().size() <= options.limits.max_id_bytes) {
    task_id = id->string();
    task = tasks.Find(task_id);
  }
  SetTask(&decision, task_id);
  if (task != nullptr) SetTool(&decision, task->tool);
  if (decision.action != Action::kRefuse) {
    if (task == nullptr) {
      if (message.method != Method::kTasksList) {
        Add(&decision, Reason::kUnknownTask, Severity::kNote, "/params/taskId",
            "a task that this session has not seen begin");
      }
    } else if (message.method == Method::kTasksGet) {
      if (time_known && !task->finished && host() &&
          !tasks::IsTerminal(task->status) && clock < task->next_poll) {
        Add(&decision, Reason::kPolledEarly, Severity::kNote, "",
            Concat("asked ", task->next_poll - clock,
                   " ms before the poll interval was over"));
      }
    } else if (message.method == Method::kTasksCancel) {
      if (tasks::IsTerminal(task->status) && !extension_revision()) {
        // "Task Cancellation", 1.
        refuse(Reason::kAlreadyTerminal, "/params/taskId",
               Concat("the task is ", TaskStatusName(task->status), " already"),
               tasks::kInvalidParams);
        decision.kind = DecisionKind::kLate;
      } else {
        task->cancel_asked = true;
      }
    }
  }
  if (message.method == Method::kTasksUpdate &&
      decision.action != Action::kRefuse) {
    Decision update = TaskUpdateRequest(message, task);
    for (const Finding& finding : decision.findings) {
      Add(&update, finding.reason, finding.severity, finding.location,
          finding.text);
    }
    update.task_id = decision.task_id;
    update.tool = decision.tool;
    decision = std::move(update);
  }
  if (decision.action == Action::kRefuse && !options.observe) return decision;
  OpenRequest* request = Open(message, false, &decision);
  if (request == nullptr) {
    refuse(Reason::kOpenRequestLimit, "/id", decision.findings.front().text,
           tasks::kInternalError);
    return decision;
  }
  request->task_id.assign(task_id);
  if (task != nullptr && !task->finished) {
    if (message.method == Method::kTasksGet) {
      task->get_open = true;
      task->get_sent = clock;
      Schedule(task);
    } else if (message.method == Method::kTasksResult) {
      task->result_open = true;
      task->result_sent = clock;
      Schedule(task);
    }
  }
  if (message.method == Method::kTasksUpdate && message.params.has_value()) {
    const std::optional<Value> responses =
        message.params->Find("inputResponses");
    if (responses.has_value() && responses->is_object()) {
      for (document::MemberIterator member(*responses); !member.done();
           member.Next()) {
        if (request->keys.size() >= options.limits.max_inputs) break;
        request->keys.emplace_back(member.name());
      }
    }
  }
  return decision;
}

Decision Session::State::TaskError(const Message& message, Task* task) {
  const Value error = *message.error;
  std::optional<Value> code;
  if (error.is_object()) code = error.Find("code");
  const bool unknown =
      code.has_value() &&
      Public(*code).integer() == std::optional<int64_t>(tasks::kInvalidParams);
  if (task == nullptr) {
    return Late(Reason::kUnknownTask, Severity::kNote, "/error",
                "an error about a task that this session has not seen begin");
  }
  if (task->finished) {
    Decision decision =
        Late(Reason::kLateStatus, Severity::kNote, "/error",
             "the task is finished, and the server may have dropped it");
    SetTask(&decision, *task);
    decision.error = Public(error);
    return decision;
  }
  if (unknown) {
    Decision decision = Expire(task, Reason::kTaskDropped);
    decision.error = Public(error);
    return decision;
  }
  // The asking failed, not the task.
  Decision decision = Make(DecisionKind::kTaskStatus);
  SetTask(&decision, *task);
  decision.error = Public(error);
  Add(&decision, Reason::kRpcError, Severity::kNote, "/error",
      "the server could not answer: asked again later");
  task->last_answer = clock;
  task->next_poll = clock + task->poll_interval;
  Schedule(task);
  return decision;
}

Decision Session::State::TaskGetAnswer(const Message& message,
                                       const OpenRequest& request) {
  Task* task = tasks.Find(request.task_id);
  if (task != nullptr && !task->finished) {
    task->get_open = false;
    task->next_poll = clock + task->poll_interval;
    Schedule(task);
  }
  if (message.error.has_value() && message.ambiguity.empty()) {
    return TaskError(message, task);
  }
  TaskObject object;
  tasks::ShapeFault fault;
  Reason reason = Reason::kMalformedTask;
  std::string base = "/result";
  if (!message.ambiguity.empty()) {
    reason = Reason::kDuplicateMember;
    base.clear();
    fault = {message.ambiguity_location, message.ambiguity};
  } else {
    fault = extension_revision()
                ? tasks::ReadDetailedTask20260728(*message.result, &object)
                : tasks::ReadTask20251125(*message.result, &object);
    if (!fault.found() && object.id != request.task_id) {
      fault = {"/taskId", "another task than the one asked about"};
      reason = Reason::kWrongRelatedTask;
    }
  }
  if (fault.found()) {
    Decision decision =
        Malformed(message, reason, Concat(base, fault.location), fault.text);
    if (task != nullptr) {
      SetTask(&decision, *task);
    } else {
      SetTask(&decision, request.task_id);
    }
    return decision;
  }
  if (task == nullptr) {
    Decision decision =
        Late(Reason::kUnknownTask, Severity::kViolation, "/result/taskId",
             "the status of a task that this session has not seen begin");
    SetTask(&decision, object.id);
    return decision;
  }
  Decision decision = Apply(task, object, "/result", Source::kAnswer);
  if (extension_revision()) {
    const std::optional<Value> type = message.result->Find("resultType");
    if (type.has_value() && type->is_string() && type->string() != "complete") {
      Add(&decision, Reason::kTaskResultType, Severity::kViolation,
          "/result/resultType",
          "an answer to tasks/get has the resultType \"complete\"");
    }
  }
  if (decision.action == Action::kReplace) {
    std::string result;
    tasks::AppendWithMember(&result, *message.result, "result",
                            tasks::ErrorResult(decision.text, revision));
    decision.message = tasks::ResultAnswer(message.id, result);
  }
  return decision;
}

Decision Session::State::TaskResultAnswer(const Message& message,
                                          const OpenRequest& request) {
  Task* task = tasks.Find(request.task_id);
  if (task == nullptr) {
    if (message.error.has_value()) return TaskError(message, nullptr);
    Decision decision =
        Late(Reason::kUnknownTask, Severity::kViolation, "/result",
             "the result of a task that this session has not seen begin");
    SetTask(&decision, request.task_id);
    return decision;
  }
  const bool was_open = !task->finished;
  if (was_open) {
    task->result_open = false;
    task->fetch = false;
  }
  if (!message.ambiguity.empty() && was_open) {
    Decision decision =
        MalformedResult(ContextOf(*task), Reason::kDuplicateMember,
                        message.ambiguity_location, message.ambiguity);
    SetTask(&decision, *task);
    ReplaceAnswer(&decision, message.id);
    Finish(task);
    return decision;
  }
  if (message.error.has_value() || !message.ambiguity.empty()) {
    if (!was_open || message.result.has_value()) {
      return message.error.has_value()
                 ? TaskError(message, task)
                 : Malformed(message, Reason::kDuplicateMember,
                             message.ambiguity_location, message.ambiguity);
    }
    // tasks/result gives the call's own error, whatever its code ("Result
    // Retrieval", 4); only of a task that is not known to have failed does
    // -32602 say that the server has no such task.
    if (task->status == TaskStatus::kFailed) {
      Decision decision = RpcError(*message.error, ContextOf(*task));
      SetTask(&decision, *task);
      ReplaceAnswer(&decision, message.id);
      Finish(task);
      return decision;
    }
    Decision decision = TaskError(message, task);
    if (!task->finished && task->status == TaskStatus::kCompleted) {
      // It will not get better by asking again.
      decision = RpcError(*message.error, ContextOf(*task));
      SetTask(&decision, *task);
      ReplaceAnswer(&decision, message.id);
      Finish(task);
    }
    return decision;
  }
  const Value result = *message.result;
  const std::optional<std::string_view> related =
      tasks::ReadRelatedTask(result);
  const bool wrong = related.has_value() && *related != task->id;
  const auto add_related = [&](Decision* decision) {
    if (!related.has_value()) {
      Add(decision, Reason::kNoRelatedTask, Severity::kViolation,
          "/result/_meta",
          "the result must name its task in "
          "\"io.modelcontextprotocol/related-task\"");
    }
  };
  if (!was_open) {
    if (task->status == TaskStatus::kCancelled || task->expired) {
      Decision decision =
          Late(Reason::kSuccessOfFailed, Severity::kNote, "/result",
               "the task was given up: its result is not used");
      SetTask(&decision, *task);
      decision.result = Public(result);
      return decision;
    }
    Decision decision = Again(task, result, "");
    add_related(&decision);
    return decision;
  }
  if (wrong) {
    // Results of two tasks mixed up would be worse than none.
    Decision decision = MalformedResult(
        ContextOf(*task), Reason::kWrongRelatedTask, "/result/_meta",
        "the result names another task than the one asked about");
    decision.result = Public(result);
    SetTask(&decision, *task);
    ReplaceAnswer(&decision, message.id);
    Finish(task);
    return decision;
  }
  Decision decision = JudgeResult(result, "/result", ContextOf(*task));
  SetTask(&decision, *task);
  if (task->status == TaskStatus::kFailed &&
      decision.kind != DecisionKind::kToolError &&
      decision.kind != DecisionKind::kResultMalformed) {
    decision =
        MalformedResult(ContextOf(*task), Reason::kSuccessOfFailed, "/result",
                        "the task failed, yet its result says success");
    decision.result = Public(result);
    SetTask(&decision, *task);
  } else if (decision.kind == DecisionKind::kToolError &&
             task->status == TaskStatus::kCompleted) {
    Add(&decision, Reason::kShouldHaveFailed, Severity::kNote,
        "/result/isError",
        "a tool's error makes its task failed, not completed");
  }
  add_related(&decision);
  if (!tasks::IsTerminal(task->status)) {
    // The answer was held back until the task had ended.
    task->status = decision.kind == DecisionKind::kToolError
                       ? TaskStatus::kFailed
                       : TaskStatus::kCompleted;
  }
  Deliver(task, result);
  ReplaceAnswer(&decision, message.id);
  return decision;
}

Decision Session::State::TaskCancelAnswer(const Message& message,
                                          const OpenRequest& request) {
  Task* task = tasks.Find(request.task_id);
  if (!message.ambiguity.empty()) {
    return Malformed(message, Reason::kDuplicateMember,
                     message.ambiguity_location, message.ambiguity);
  }
  if (message.error.has_value()) {
    if (task == nullptr || task->finished) return TaskError(message, task);
    Decision decision = Make(DecisionKind::kCancel);
    SetTask(&decision, *task);
    decision.error = Public(*message.error);
    Add(&decision, Reason::kAlreadyTerminal, Severity::kNote, "/error",
        "the server did not cancel: the task may have ended");
    // How it ended is worth asking at once.
    task->next_poll = clock;
    Schedule(task);
    return decision;
  }
  if (extension_revision()) {
    // An acknowledgement and no more: the task ends, if it does, by its status.
    Decision decision = Make(DecisionKind::kCancel);
    SetTask(&decision, request.task_id);
    if (task != nullptr) SetTask(&decision, *task);
    return decision;
  }
  TaskObject object;
  const tasks::ShapeFault fault =
      tasks::ReadTask20251125(*message.result, &object);
  if (fault.found()) {
    Decision decision =
        Malformed(message, Reason::kMalformedTask,
                  Concat("/result", fault.location), fault.text);
    SetTask(&decision, request.task_id);
    return decision;
  }
  if (task == nullptr || object.id != request.task_id) {
    Decision decision = Late(
        task == nullptr ? Reason::kUnknownTask : Reason::kWrongRelatedTask,
        Severity::kViolation, "/result/taskId",
        task == nullptr ? "the status of a task that this session has not seen "
                          "begin"
                        : "another task than the one asked about");
    SetTask(&decision, object.id);
    return decision;
  }
  Decision decision = Apply(task, object, "/result", Source::kAnswer);
  if (object.status != TaskStatus::kCancelled &&
      decision.kind != DecisionKind::kLate) {
    // "Task Cancellation", 2: cancelled before the answer is sent.
    Add(&decision, Reason::kIllegalMove, Severity::kViolation, "/result/status",
        "the answer to tasks/cancel is a cancelled task");
  }
  return decision;
}

Decision Session::State::TaskUpdateAnswer(const Message& message,
                                          const OpenRequest& request) {
  Task* task = tasks.Find(request.task_id);
  if (!message.ambiguity.empty()) {
    return Malformed(message, Reason::kDuplicateMember,
                     message.ambiguity_location, message.ambiguity);
  }
  if (message.error.has_value()) {
    if (task == nullptr || task->finished) return TaskError(message, task);
    // The answers were not taken: they may be given again.
    for (const std::string& key : request.keys) {
      for (tasks::Question& question : task->questions) {
        if (question.key == key) question.answered = false;
      }
    }
    return TaskError(message, task);
  }
  Decision decision = Make(DecisionKind::kInput);
  SetTask(&decision, request.task_id);
  if (task != nullptr) {
    SetTask(&decision, *task);
    if (!task->finished) {
      // The answers may have set the task going.
      task->next_poll = std::min(task->next_poll, clock + task->poll_interval);
      Schedule(task);
    }
  }
  return decision;
}

Decision Session::State::TaskListAnswer(const Message& message) {
  Decision decision = Make(DecisionKind::kOther);
  if (!message.ambiguity.empty()) {
    return Malformed(message, Reason::kDuplicateMember,
                     message.ambiguity_location, message.ambiguity);
  }
  if (message.error.has_value()) {
    decision.error = Public(*message.error);
    Add(&decision, Reason::kRpcError, Severity::kNote, "/error",
        "the list was refused");
    return decision;
  }
  const std::optional<Value> list = message.result->is_object()
                                        ? message.result->Find("tasks")
                                        : std::nullopt;
  if (!list.has_value() || !list->is_array()) {
    return Malformed(message, Reason::kMalformedResult, "/result",
                     "a list of tasks is needed");
  }
  size_t index = 0;
  for (document::ItemIterator item(*list); !item.done(); item.Next(), ++index) {
    TaskObject object;
    const tasks::ShapeFault fault =
        tasks::ReadTask20251125(item.value(), &object);
    if (!fault.found()) continue;
    Add(&decision, Reason::kMalformedTask, Severity::kViolation,
        Concat("/result/tasks/", index, fault.location), fault.text);
    if (decision.findings.size() >= 16) break;
  }
  return decision;
}

}  // namespace gabarit
