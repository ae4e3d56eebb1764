// Requests and their answers, by their ids.

#include <utility>

#include "engine/schema/text.h"
#include "engine/tasks/answers.h"
#include "engine/tasks/session_state.h"

namespace gabarit {

using schema::Concat;
using tasks::Message;
using tasks::Method;
using tasks::OpenRequest;
using tasks::OpenRequests;
using tasks::RequestId;

namespace {

// Withdrawals remembered, for answers that cross them.
constexpr size_t kMostWithdrawn = 256;

std::string WithdrawnKey(bool from_server, const RequestId& id) {
  std::string key = from_server ? "s" : "c";
  tasks::AppendId(&key, id);
  return key;
}

}  // namespace

OpenRequest* Session::State::Open(const Message& message, bool from_server,
                                  Decision* decision) {
  const size_t former = open.Find(from_server, message.id);
  if (former != OpenRequests::npos) {
    // Whatever comes under the id now could be either's answer; it is taken as
    // the later one's.
    Add(decision, Reason::kDuplicateId, Severity::kViolation, "/id",
        "another request with this id waits for its answer");
    if (!open.at(former).task_id.empty()) {
      if (tasks::Task* task = tasks.Find(open.at(former).task_id)) {
        if (open.at(former).method == Method::kTasksGet) task->get_open = false;
        if (open.at(former).method == Method::kTasksResult) {
          task->result_open = false;
        }
        if (!task->finished) Schedule(task);
      }
    }
    open.Erase(former);
  }
  if (open.size() >= options.limits.max_open_requests) {
    Add(decision, Reason::kOpenRequestLimit, Severity::kViolation, "/id",
        Concat("more than max_open_requests (",
               options.limits.max_open_requests,
               ") requests wait for their answers"));
    return nullptr;
  }
  OpenRequest& request = open.at(open.Insert(from_server, message.id));
  request.method = message.method;
  request.sent = clock;
  return &request;
}

Decision Session::State::PlainRequest(const Message& message,
                                      bool from_server) {
  Decision decision = Make(DecisionKind::kOther);
  if (from_server && message.params.has_value()) {
    const std::optional<std::string_view> related =
        tasks::ReadRelatedTask(*message.params);
    if (related.has_value()) {
      SetTask(&decision, *related);
      if (tasks.Find(*related) == nullptr) {
        Add(&decision, Reason::kUnknownTask, Severity::kNote, "/params/_meta",
            "the request names a task that is not known");
      }
    }
  }
  OpenRequest* request = Open(message, from_server, &decision);
  if (request == nullptr) {
    decision.kind = DecisionKind::kMalformed;
    decision.action = Action::kRefuse;
    decision.message = tasks::ErrorAnswer(message.id, tasks::kInternalError,
                                          decision.findings.back().text);
  } else if (!decision.task_id.empty()) {
    request->task_id.assign(decision.task_id);
  }
  return decision;
}

Decision Session::State::Withdrawal(const Message& message, bool from_server) {
  Decision decision = Make(DecisionKind::kOther);
  if (!message.params.has_value()) return decision;
  const std::optional<Value> id = message.params->Find("requestId");
  if (!id.has_value()) return decision;
  const RequestId asked = tasks::ReadId(*id);
  if (asked.kind == RequestId::Kind::kNone) return decision;
  const size_t entry = open.Find(from_server, asked);
  if (entry == OpenRequests::npos) return decision;
  if (tasks::Task* task = tasks.Find(open.at(entry).task_id);
      task != nullptr && !task->finished) {
    if (open.at(entry).method == Method::kTasksGet) task->get_open = false;
    if (open.at(entry).method == Method::kTasksResult) {
      task->result_open = false;
    }
    Schedule(task);
  }
  Withdraw(from_server, asked);
  return decision;
}

void Session::State::Withdraw(bool from_server, const RequestId& id) {
  withdrawn.push_back(WithdrawnKey(from_server, id));
  if (withdrawn.size() > kMostWithdrawn) withdrawn.pop_front();
  open.Erase(open.Find(from_server, id));
}

Decision Session::State::UnknownAnswer(const Message& message) {
  return Late(Reason::kUnknownId, Severity::kViolation, "/id",
              message.id.kind == RequestId::Kind::kNone
                  ? "an answer to a request that could not be read"
                  : "no open request has this id");
}

Decision Session::State::ServerAnswer(const Message& message) {
  const size_t entry = open.Find(false, message.id);
  if (entry == OpenRequests::npos) {
    for (auto key = withdrawn.begin(); key != withdrawn.end(); ++key) {
      if (*key == WithdrawnKey(false, message.id)) {
        withdrawn.erase(key);
        return Late(Reason::kUnknownId, Severity::kNote, "/id",
                    "the request was withdrawn");
      }
    }
    return UnknownAnswer(message);
  }
  Decision decision = AnswerTo(message, &open.at(entry));
  open.Erase(entry);
  return decision;
}

Decision Session::State::AnswerTo(const Message& message,
                                  OpenRequest* request) {
  switch (request->method) {
    case Method::kToolsCall: {
      Decision decision = CallAnswer(message, request);
      ReplaceAnswer(&decision, message.id);
      return decision;
    }
    case Method::kTasksGet:
      return TaskGetAnswer(message, *request);
    case Method::kTasksResult:
      return TaskResultAnswer(message, *request);
    case Method::kTasksCancel:
      return TaskCancelAnswer(message, *request);
    case Method::kTasksUpdate:
      return TaskUpdateAnswer(message, *request);
    case Method::kTasksList:
      return TaskListAnswer(message);
    case Method::kToolsList:
      return ListAnswer(message, *request);
    case Method::kInitialize:
    case Method::kDiscover:
      return OpeningAnswer(message, *request);
    default:
      break;
  }
  if (!message.ambiguity.empty()) {
    return Malformed(message, Reason::kDuplicateMember,
                     message.ambiguity_location, message.ambiguity);
  }
  if (extension_revision() && message.result.has_value() &&
      message.result->is_object() && request->method != Method::kPromptsGet &&
      request->method != Method::kResourcesRead) {
    const std::optional<Value> type = message.result->Find("resultType");
    if (type.has_value() && type->is_string() &&
        type->string() == "input_required") {
      return Malformed(message, Reason::kInterimNotAllowed,
                       "/result/resultType",
                       "only tools/call, prompts/get and resources/read may "
                       "ask for input");
    }
  }
  return Make(DecisionKind::kOther);
}

Decision Session::State::ClientAnswer(const Message& message) {
  const size_t entry = open.Find(true, message.id);
  if (entry == OpenRequests::npos) {
    for (auto key = withdrawn.begin(); key != withdrawn.end(); ++key) {
      if (*key == WithdrawnKey(true, message.id)) {
        withdrawn.erase(key);
        return Late(Reason::kUnknownId, Severity::kNote, "/id",
                    "the request was withdrawn");
      }
    }
    return UnknownAnswer(message);
  }
  OpenRequest& request = open.at(entry);
  Decision decision = ElicitationAnswer(message, request);
  // A refused answer is still owed, unless it is on its way already.
  if (decision.action != Action::kRefuse || options.observe) open.Erase(entry);
  return decision;
}

}  // namespace gabarit
