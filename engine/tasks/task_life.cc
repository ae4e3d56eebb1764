// From a task's creation to its end.

#include <algorithm>
#include <utility>

#include "engine/report/json_text.h"
#include "engine/schema/text.h"
#include "engine/tasks/answers.h"
#include "engine/tasks/digest.h"
#include "engine/tasks/session_state.h"
#include "engine/tasks/task_state.h"

namespace gabarit {

using schema::Concat;
using tasks::CallContext;
using tasks::Message;
using tasks::Source;
using tasks::Task;
using tasks::TaskObject;

CallContext Session::State::ContextOf(const Task& task) const {
  CallContext context;
  context.tool = task.tool;
  context.name = task.name();
  context.stale = task.stale;
  return context;
}

std::string Session::State::TaskText(const Task& task,
                                     std::string_view what) const {
  std::string text = Concat("The tool \"", task.name(), "\" ", what);
  if (!task.status_message.empty()) {
    text += Concat(": ", report::Excerpt(task.status_message, 200));
  } else {
    text += ".";
  }
  return tasks::PlainText(task.name(), text, options.text);
}

int64_t Session::State::PollInterval(const TaskObject& object) const {
  return std::clamp(
      object.poll_interval.value_or(options.default_poll_interval),
      options.min_poll_interval,
      std::max(options.min_poll_interval, options.max_poll_interval));
}

void Session::State::Finish(Task* task) {
  tasks.Finish(task, options.limits.max_finished_tasks);
}

bool Session::State::MayExpire(const Task& task) const {
  // What tasks/get brings with a status, it brings in time or never; a result
  // that is fetched by itself may be there longer than the server promised.
  return extension_revision() || !tasks::IsTerminal(task.status);
}

void Session::State::Schedule(Task* task) {
  const int64_t expires = task->expires();
  if (!host()) {
    // Only to forget it in time.
    if (expires == Task::kNever) {
      tasks.ClearDeadline(task);
    } else {
      tasks.SetDeadline(task, expires);
    }
    return;
  }
  int64_t deadline;
  if (task->fetch && !task->result_open) {
    deadline = clock;
  } else if (tasks::IsTerminal(task->status) && task->result_open) {
    deadline = task->result_sent + options.answer_timeout;
  } else if (task->get_open) {
    deadline = task->get_sent + options.answer_timeout;
  } else {
    deadline = task->next_poll;
  }
  if (MayExpire(*task)) deadline = std::min(deadline, expires);
  tasks.SetDeadline(task, deadline);
}

Decision Session::State::Expire(Task* task, Reason reason) {
  Decision decision = Make(DecisionKind::kTaskExpired);
  SetTask(&decision, *task);
  Add(&decision, reason, Severity::kNote, "",
      reason == Reason::kTtlPassed
          ? "the task's time to live is over"
          : "the server does not know the task any more");
  task->status_message.clear();
  decision.text =
      TaskText(*task, "ran in the background, and its result is lost");
  task->expired = true;
  Finish(task);
  return decision;
}

void Session::State::Deliver(Task* task, Value result) {
  task->delivered = true;
  task->digest = tasks::Digest(result);
  Finish(task);
}

Decision Session::State::TaskNotification(const Message& message) {
  const bool of_extension = message.method == tasks::Method::kTaskNotification;
  if (of_extension != extension_revision() ||
      revision == ProtocolRevision::k2025_06_18) {
    return Late(Reason::kMethodNotInRevision, Severity::kViolation, "/method",
                Concat("a notification that ", ProtocolRevisionName(revision),
                       " does not have"));
  }
  if (!message.params.has_value()) {
    return Malformed(message, Reason::kMalformedTask, "",
                     "the notification needs params");
  }
  TaskObject object;
  const tasks::ShapeFault fault =
      of_extension ? tasks::ReadDetailedTask20260728(*message.params, &object)
                   : tasks::ReadTask20251125(*message.params, &object);
  if (fault.found()) {
    return Malformed(message, Reason::kMalformedTask,
                     Concat("/params", fault.location), fault.text);
  }
  Task* task = tasks.Find(object.id);
  if (task == nullptr) {
    Decision decision =
        Late(Reason::kUnknownTask, Severity::kNote, "/params/taskId",
             "a task that this session has not seen begin");
    SetTask(&decision, object.id);
    return decision;
  }
  Decision decision = Apply(task, object, "/params", Source::kNotification);
  if (decision.action == Action::kReplace) {
    std::string params;
    tasks::AppendWithMember(&params, *message.params, "result",
                            tasks::ErrorResult(decision.text, revision));
    decision.message =
        Concat(R"({"jsonrpc":"2.0","method":"notifications/tasks","params":)",
               params, "}");
  }
  return decision;
}

Decision Session::State::Apply(Task* task, const TaskObject& object,
                               std::string_view location, Source source) {
  // A task of the extension may have begun with a terminal status: what that
  // brings with it is still to come.
  const bool awaited = extension_revision() && object.status == task->status;
  if (task->finished || (tasks::IsTerminal(task->status) && !awaited)) {
    return ApplyToFinished(task, object, location);
  }
  const tasks::Move move = tasks::MoveOf(task->status, object.status);
  // Of two statuses, the later is not always the one that arrives later.
  if (source == Source::kNotification && move == tasks::Move::kLegal &&
      !tasks::IsTerminal(object.status) &&
      object.last_updated < task->last_updated) {
    Decision decision = Late(Reason::kLateStatus, Severity::kNote,
                             Concat(location, "/lastUpdatedAt"),
                             "an earlier status than the one known");
    SetTask(&decision, *task);
    return decision;
  }
  task->status = object.status;
  task->status_message = object.status_message;
  task->last_updated = object.last_updated;
  task->ttl = object.ttl;
  task->poll_interval = PollInterval(object);
  task->last_answer = clock;
  task->next_poll = clock + task->poll_interval;
  switch (object.status) {
    case TaskStatus::kWorking: {
      task->fetch = false;
      Decision decision = Make(DecisionKind::kTaskStatus);
      SetTask(&decision, *task);
      Schedule(task);
      return decision;
    }
    case TaskStatus::kInputRequired: {
      Decision decision = Make(DecisionKind::kInputRequired);
      SetTask(&decision, *task);
      if (extension_revision()) {
        ReadQuestions(*object.input_requests,
                      Concat(location, "/inputRequests"), &task->questions,
                      &decision);
        decision.input_requests = Public(*object.input_requests);
      } else {
        // That is where the server sends its questions ("Input Required
        // Status", 3).
        task->fetch = true;
      }
      Schedule(task);
      return decision;
    }
    case TaskStatus::kCancelled: {
      Decision decision = Make(DecisionKind::kTaskCancelled);
      SetTask(&decision, *task);
      decision.text = TaskText(*task, "was cancelled");
      Finish(task);
      return decision;
    }
    case TaskStatus::kCompleted:
      if (extension_revision()) return Completed(task, object, location);
      break;
    case TaskStatus::kFailed:
      if (extension_revision()) {
        Decision decision = RpcError(*object.error, ContextOf(*task));
        decision.action = Action::kPass;
        decision.kind = DecisionKind::kTaskFailed;
        SetTask(&decision, *task);
        Finish(task);
        return decision;
      }
      break;
  }
  // 2025-11-25: completed or failed, and the result still to be fetched. A
  // failed task's too: it holds the tool's own words.
  task->fetch = true;
  // Where it was asked for already, the answer is due from now on.
  task->result_sent = clock;
  Decision decision =
      Make(object.status == TaskStatus::kCompleted ? DecisionKind::kResultDue
                                                   : DecisionKind::kTaskFailed);
  SetTask(&decision, *task);
  Schedule(task);
  return decision;
}

Decision Session::State::Completed(Task* task, const TaskObject& object,
                                   std::string_view location) {
  Decision decision = JudgeResult(*object.result, Concat(location, "/result"),
                                  ContextOf(*task));
  SetTask(&decision, *task);
  Deliver(task, *object.result);
  return decision;
}

Decision Session::State::Again(Task* task, Value result,
                               std::string_view location) {
  const std::string place = Concat(location, "/result");
  if (task->delivered && task->digest == tasks::Digest(result)) {
    Decision decision = Late(Reason::kAlreadyDelivered, Severity::kNote, place,
                             "the same result as before");
    SetTask(&decision, *task);
    return decision;
  }
  Decision decision = JudgeResult(result, place, ContextOf(*task));
  // Whatever it is, the first result stands.
  decision.action = Action::kDrop;
  decision.text.clear();
  SetTask(&decision, *task);
  const bool invalid = decision.violation();
  if (!invalid) decision.kind = DecisionKind::kLate;
  Add(&decision,
      task->delivered ? Reason::kConflictingResult : Reason::kIllegalMove,
      Severity::kViolation, place,
      task->delivered ? "another result than before"
                      : "a result for a task that ended without one");
  return decision;
}

Decision Session::State::ApplyToFinished(Task* task, const TaskObject& object,
                                         std::string_view location) {
  if (task->expired) {
    Decision decision =
        Late(Reason::kLateStatus, Severity::kNote, Concat(location, "/status"),
             "the task was given up: its time was over");
    SetTask(&decision, *task);
    return decision;
  }
  if (object.status == task->status) {
    if (object.result.has_value()) {
      return Again(task, *object.result, location);
    }
    Decision decision = Make(DecisionKind::kTaskStatus);
    SetTask(&decision, *task);
    if (!task->finished) {
      // The news is old; its result is still due.
      decision.kind = task->status == TaskStatus::kCompleted
                          ? DecisionKind::kResultDue
                          : DecisionKind::kTaskFailed;
      task->get_open = false;
      Schedule(task);
    } else {
      decision.kind = DecisionKind::kLate;
      Add(&decision, Reason::kLateStatus, Severity::kNote,
          Concat(location, "/status"), "the task is finished, as is known");
    }
    return decision;
  }
  // A status from before the end may arrive after it. One that the server
  // wrote later than the end breaks the protocol: terminal is terminal.
  const bool overtaken = !tasks::IsTerminal(object.status) &&
                         object.last_updated <= task->last_updated;
  Decision decision =
      overtaken ? Late(Reason::kLateStatus, Severity::kNote,
                       Concat(location, "/status"),
                       Concat("the task is ", TaskStatusName(task->status),
                              " already"))
                : Late(Reason::kIllegalMove, Severity::kViolation,
                       Concat(location, "/status"),
                       Concat("from ", TaskStatusName(task->status), " to ",
                              TaskStatusName(object.status),
                              ": a terminal status does not change"));
  SetTask(&decision, *task);
  if (!task->finished) {
    task->get_open = false;
    Schedule(task);
  }
  return decision;
}

}  // namespace gabarit
