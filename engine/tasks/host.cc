// What a host's session says of its own accord: calls, polls, cancellations.

#include <algorithm>
#include <tuple>
#include <utility>

#include "engine/document/pointer.h"
#include "engine/report/json_text.h"
#include "engine/schema/text.h"
#include "engine/tasks/answers.h"
#include "engine/tasks/session_state.h"
#include "engine/tasks/task_state.h"

namespace gabarit {

using schema::Concat;
using tasks::Message;
using tasks::Method;
using tasks::OpenRequest;
using tasks::OpenRequests;
using tasks::RequestId;
using tasks::RequestWriter;
using tasks::Task;

namespace {

// JSON text on one line, as the stdio transport needs it: outside of strings,
// where JSON allows line ends, they are white space.
std::string OneLine(std::string_view json) {
  std::string line(json);
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::replace(line.begin(), line.end(), '\r', ' ');
  return line;
}

}  // namespace

RequestId Session::State::NewId() {
  RequestId id;
  id.kind = RequestId::Kind::kText;
  do {
    own_id = Concat(options.id_prefix, next_id++);
    id.text = own_id;
  } while (open.Find(false, id) != OpenRequests::npos);
  return id;
}

Decision Session::State::Call(const CallRequest& request, int64_t now) {
  Advance(now);
  Decision decision = Make(DecisionKind::kCall, Action::kSend);
  RequestId id;
  const auto refuse = [&](Reason reason, std::string_view location,
                          std::string_view text) {
    if (reason != Reason::kNone) {
      Add(&decision, reason, Severity::kViolation, location, text);
    }
    Refuse(&decision, id, request.tool, 0);
    SetRequest(&decision, id);
    return std::move(decision);
  };
  std::string given_id;
  if (request.id.empty()) {
    id = NewId();
  } else {
    const std::optional<Value> value = Parse(request.id, false);
    if (value.has_value()) id = tasks::ReadId(*value);
    given_id = id.text;
    id.text = given_id;
    if (id.kind == RequestId::Kind::kNone ||
        id.text.size() > options.limits.max_id_bytes) {
      id = RequestId();
      return refuse(Reason::kNotJsonRpc, "/id",
                    "an id is a string or a 64-bit integer");
    }
    if (open.Find(false, id) != OpenRequests::npos) {
      return refuse(Reason::kDuplicateId, "/id",
                    "another request with this id waits for its answer");
    }
  }
  std::string meta;
  if (!request.meta.empty()) {
    const std::optional<Value> value = Parse(request.meta, false);
    if (!value.has_value() || !value->is_object() ||
        duplicates.Find(*value).has_value() ||
        value->Find("io.modelcontextprotocol/protocolVersion").has_value() ||
        value->Find("io.modelcontextprotocol/clientCapabilities").has_value()) {
      return refuse(Reason::kMalformedParams, "/params/_meta",
                    "_meta is an object, without what the session says itself");
    }
    meta = OneLine(Slice(*value));
  }
  std::shared_ptr<const Tool> tool;
  bool stale = false;
  bool unknown = false;
  const bool found = LookUp(request.tool, &tool, &stale, &unknown, &decision);
  SetTool(&decision, tool);
  if (!found) return refuse(Reason::kNone, "", "");

  const CallMode mode = request.mode.value_or(options.mode);
  const bool ask_task = mode != CallMode::kTasksOff && tool != nullptr &&
                        revision == ProtocolRevision::k2025_11_25 &&
                        server.task_calls &&
                        tool->task_support() != TaskSupport::kForbidden;
  const bool extension = mode != CallMode::kTasksOff && extension_revision() &&
                         client.task_extension;
  if (tool != nullptr && !CheckTaskMember(*tool, ask_task, &decision)) {
    return refuse(Reason::kNone, "", "");
  }
  if ((ask_task || extension) &&
      tasks.open() >= options.limits.max_open_tasks) {
    return refuse(Reason::kOpenTaskLimit, "",
                  Concat("more than max_open_tasks (",
                         options.limits.max_open_tasks, ") tasks are open"));
  }

  // The arguments stand alone: inside a message, `{}},"x":{` would be JSON.
  std::string arguments;
  std::optional<Value> value;
  if (!request.arguments.empty()) {
    value = Parse(request.arguments, false);
    if (value.has_value() && request.arguments_string && value->is_string()) {
      arguments = value->string();
      value = arguments.empty() ? std::nullopt : Parse(arguments, false);
      if (!value.has_value() && !arguments.empty()) {
        return refuse(
            Reason::kArgumentsNotJson, "/params/arguments",
            Concat("the arguments are not JSON: ", checker.failure().message));
      }
    } else if (!value.has_value()) {
      return refuse(
          checker.failure().line == 0 ? Reason::kMessageLimit
                                      : Reason::kArgumentsNotJson,
          "/params/arguments",
          Concat("the arguments are not JSON: ", checker.failure().message));
    }
  }
  if (value.has_value() && options.reject_duplicate_names) {
    if (const std::optional<Value> twice = duplicates.Find(*value)) {
      return refuse(
          Reason::kDuplicateMember,
          Concat("/params/arguments",
                 document::PointerTo(*value, Value(&view, twice->index() + 1))),
          Concat("two members named ", report::Excerpt(*twice, 80),
                 ", and which one counts is open"));
    }
  }
  if (tool != nullptr) {
    if (!CheckArguments(*tool, value, "/params/arguments", stale, &decision)) {
      return refuse(Reason::kNone, "", "");
    }
  } else if (value.has_value() && !value->is_object()) {
    return refuse(Reason::kArgumentsInvalid, "/params/arguments",
                  "expected an object");
  }
  arguments = value.has_value() ? OneLine(Slice(*value)) : "{}";

  Message message;
  message.id = id;
  message.method = Method::kToolsCall;
  OpenRequest* entry = Open(message, false, &decision);
  if (entry == nullptr) return refuse(Reason::kNone, "", "");
  entry->tool = tool;
  entry->unknown_tool = unknown;
  entry->stale = stale;
  entry->task_asked = ask_task;
  entry->task_extension = extension;
  entry->blocking = mode == CallMode::kBlockUntilDone;
  if (tool == nullptr) entry->tool_name.assign(request.tool);
  if ((ask_task || extension) &&
      arguments.size() <= options.limits.max_kept_bytes) {
    entry->arguments = arguments;
  }

  RequestWriter writer(id, "tools/call");
  writer.StringMember("name", request.tool);
  writer.Member("arguments", arguments);
  if (ask_task) {
    const std::optional<int64_t> ttl =
        request.ttl.has_value() ? request.ttl : options.ttl;
    writer.Member("task",
                  ttl.has_value() ? Concat(R"({"ttl":)", *ttl, "}") : "{}");
  }
  writer.Meta(revision, extension, meta);
  decision.params_offset = writer.params_offset();
  decision.message = writer.Finish();
  SetRequest(&decision, id);
  return decision;
}

Decision Session::State::SendTaskRequest(Task* task, Method method,
                                         DecisionKind kind) {
  Decision decision = Make(kind, Action::kSend);
  SetTask(&decision, *task);
  const RequestId id = NewId();
  OpenRequest& entry = open.at(open.Insert(false, id));
  entry.method = method;
  entry.sent = clock;
  entry.task_id = task->id;
  RequestWriter writer(id, method == Method::kTasksGet      ? "tasks/get"
                           : method == Method::kTasksResult ? "tasks/result"
                                                            : "tasks/cancel");
  writer.StringMember("taskId", task->id);
  writer.Meta(revision, true, "");
  decision.params_offset = writer.params_offset();
  decision.message = writer.Finish();
  SetRequest(&decision, id);
  return decision;
}

Decision Session::State::Cancel(std::string_view task_id, int64_t now) {
  Advance(now);
  Task* task = tasks.Find(task_id);
  const auto nothing = [&](Reason reason, std::string_view text) {
    Decision decision = Make(DecisionKind::kLate, Action::kNothing);
    SetTask(&decision, task_id);
    Add(&decision, reason, Severity::kNote, "", text);
    return decision;
  };
  if (task == nullptr) {
    return nothing(Reason::kUnknownTask, "there is no such task");
  }
  if (task->finished || tasks::IsTerminal(task->status)) {
    return nothing(Reason::kAlreadyTerminal, "the task has ended");
  }
  if (!extension_revision() && peer_known && !server.task_cancel) {
    return nothing(Reason::kMissingCapability,
                   "the server does not declare tasks.cancel");
  }
  task->cancel_asked = true;
  return SendTaskRequest(task, Method::kTasksCancel, DecisionKind::kCancel);
}

Decision Session::State::AnswerInputs(std::string_view task_id,
                                      std::string_view responses, int64_t now) {
  Advance(now);
  Task* task = tasks.Find(task_id);
  Decision decision = Make(DecisionKind::kInput, Action::kSend);
  const auto refuse = [&](DecisionKind kind, Reason reason,
                          std::string_view location, std::string_view text) {
    decision.kind = kind;
    decision.action = Action::kRefuse;
    if (reason != Reason::kNone) {
      Add(&decision, reason, Severity::kViolation, location, text);
    }
    SetTask(&decision, task_id);
    return std::move(decision);
  };
  if (!extension_revision()) {
    return refuse(DecisionKind::kInputInvalid, Reason::kMethodNotInRevision, "",
                  "tasks/update is of 2026-07-28: before, the question is a "
                  "request, and the answer its answer");
  }
  if (task == nullptr || task->finished) {
    return refuse(
        DecisionKind::kLate,
        task == nullptr ? Reason::kUnknownTask : Reason::kAlreadyTerminal, "",
        "no open task has this id");
  }
  const std::optional<Value> value = Parse(responses, false);
  if (!value.has_value() || !value->is_object()) {
    return refuse(DecisionKind::kInputInvalid, Reason::kInputMalformed,
                  "/params/inputResponses",
                  value.has_value()
                      ? "expected an object"
                      : std::string_view(checker.failure().message));
  }
  if (duplicates.Find(*value).has_value()) {
    return refuse(DecisionKind::kInputInvalid, Reason::kDuplicateMember,
                  "/params/inputResponses", "two members of one name");
  }
  const std::string text = OneLine(Slice(*value));
  if (!CheckResponses(*value, "/params/inputResponses", &task->questions, true,
                      &decision)) {
    decision.text = InputText(decision.report);
    return refuse(DecisionKind::kInputInvalid, Reason::kNone, "", "");
  }
  SetTask(&decision, *task);
  const RequestId id = NewId();
  OpenRequest& entry = open.at(open.Insert(false, id));
  entry.method = Method::kTasksUpdate;
  entry.sent = clock;
  entry.task_id = task->id;
  for (document::MemberIterator member(*value); !member.done(); member.Next()) {
    entry.keys.emplace_back(member.name());
  }
  RequestWriter writer(id, "tasks/update");
  writer.StringMember("taskId", task->id);
  writer.Member("inputResponses", text);
  writer.Meta(revision, true, "");
  decision.params_offset = writer.params_offset();
  decision.message = writer.Finish();
  SetRequest(&decision, id);
  return decision;
}

void Session::State::ForgetRequests(const Task& task, Method method) {
  std::vector<RequestId> ids;
  open.ForEach([&](const OpenRequest& request) {
    if (!request.from_server && request.method == method &&
        request.task_id == task.id) {
      ids.push_back(request.id);
    }
  });
  // The table's own order differs from process to process.
  std::sort(ids.begin(), ids.end(), [](const RequestId& a, const RequestId& b) {
    return std::tie(a.kind, a.number, a.text) <
           std::tie(b.kind, b.number, b.text);
  });
  for (const RequestId& id : ids) Withdraw(false, id);
}

std::optional<Decision> Session::State::Next(int64_t now) {
  Advance(now);
  if (!host()) return std::nullopt;
  const std::optional<tasks::TaskTable::Due> due = tasks.FirstDue();
  if (!due.has_value() || due->deadline > clock) return std::nullopt;
  Task* task = due->task;
  if (MayExpire(*task) && task->expires() <= clock) {
    Decision decision = Expire(task, Reason::kTtlPassed);
    decision.action = Action::kNothing;
    return decision;
  }
  const bool result_lost = tasks::IsTerminal(task->status) && task->result_open;
  if (result_lost || (task->fetch && !task->result_open)) {
    if (task->result_open) ForgetRequests(*task, Method::kTasksResult);
    task->fetch = true;
    task->result_open = true;
    task->result_sent = clock;
    Decision decision =
        SendTaskRequest(task, Method::kTasksResult, DecisionKind::kFetchResult);
    Schedule(task);
    return decision;
  }
  if (task->get_open) ForgetRequests(*task, Method::kTasksGet);
  task->get_open = true;
  task->get_sent = clock;
  Decision decision =
      SendTaskRequest(task, Method::kTasksGet, DecisionKind::kPoll);
  Schedule(task);
  return decision;
}

std::vector<std::string> Session::State::ConnectionLost() {
  std::vector<std::string> lost;
  open.ForEach([&](const OpenRequest& request) {
    if (request.from_server || request.method != Method::kToolsCall) return;
    lost.emplace_back();
    tasks::AppendId(&lost.back(), request.id);
  });
  std::sort(lost.begin(), lost.end());
  open.Clear();
  withdrawn.clear();
  for (Task* task : tasks.InOrder()) {
    if (task->finished) continue;
    task->get_open = false;
    if (task->result_open) task->fetch = true;
    task->result_open = false;
    if (host()) Schedule(task);
  }
  return lost;
}

}  // namespace gabarit
