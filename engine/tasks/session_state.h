// What a session holds, and the steps by which it judges a message. Each file
// of this room defines the steps of one part of the conversation.

#ifndef GABARIT_ENGINE_TASKS_SESSION_STATE_H_
#define GABARIT_ENGINE_TASKS_SESSION_STATE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/document/duplicate_names.h"
#include "engine/document/value.h"
#include "engine/tasks/message.h"
#include "engine/tasks/open_requests.h"
#include "engine/tasks/task_object.h"
#include "engine/tasks/task_table.h"
#include "gabarit/session.h"

namespace gabarit {

namespace tasks {

enum class Speaker : uint8_t { kClient, kServer };

// A call that was answered by a request for input (2026-07-28), until it is
// made again with the answers.
struct Interim {
  std::string tool;
  std::string state;  // requestState
  bool has_state = false;
  std::vector<Question> questions;
};

// Whose result is judged.
struct CallContext {
  std::shared_ptr<const Tool> tool;  // null where it is not known
  std::string_view name;
  bool unknown_tool = false;
  bool stale = false;
};

// How a status reached the session.
enum class Source : uint8_t { kAnswer, kNotification };

}  // namespace tasks

struct Session::State {
  using Value = document::Value;

  explicit State(const SessionOptions& given);

  // ---- session.cc
  Decision Judge(std::string_view message, bool padded, tasks::Speaker speaker,
                 int64_t now);
  // A message with two members of one name, which is not read any further.
  Decision Ambiguous(const tasks::Message& message);
  Decision FromClientMessage(const tasks::Message& message);
  Decision FromServerMessage(const tasks::Message& message);
  // Parses and keeps the view; nothing if it cannot be read.
  std::optional<Value> Parse(std::string_view json, bool padded);
  void Advance(int64_t now);

  // ---- decisions.cc
  static Decision Make(DecisionKind kind, Action action = Action::kPass);
  static void Add(Decision* decision, Reason reason, Severity severity,
                  std::string_view location, std::string_view text);
  // Errors of a report as findings, `place` before their locations.
  static void AddReport(Decision* decision, Reason reason, Severity severity,
                        std::string_view place, const Report& report);
  Decision Malformed(const tasks::Message& message, Reason reason,
                     std::string_view location, std::string_view text) const;
  // A message that nobody waits for.
  static Decision Late(Reason reason, Severity severity,
                       std::string_view location, std::string_view text);
  void SetTool(Decision* decision, std::shared_ptr<const Tool> tool);
  void SetTask(Decision* decision, const tasks::Task& task);
  void SetTask(Decision* decision, std::string_view id);
  void SetRequest(Decision* decision, const tasks::RequestId& id);
  // The bytes of a value of the message in hand.
  std::string_view Slice(Value value) const;
  gabarit::Value Public(Value value) const;
  bool host() const { return options.side == Side::kHost; }
  bool extension_revision() const {
    return revision == ProtocolRevision::k2026_07_28;
  }

  // ---- opening.cc
  Decision OpeningRequest(const tasks::Message& message);
  Decision OpeningAnswer(const tasks::Message& message,
                         const tasks::OpenRequest& request);
  void SetRevision(ProtocolRevision found);
  void ReadServerCapabilities(Value capabilities);
  // The revision and capabilities that a request's `_meta` declares; whether
  // the tasks extension is among them.
  bool ReadRequestMeta(Value params, Decision* decision);
  Decision ListRequest(const tasks::Message& message);
  Decision ListAnswer(const tasks::Message& message,
                      const tasks::OpenRequest& request);

  // ---- calls.cc
  Decision ToolCall(const tasks::Message& message);
  // What the rules of tasks say; whether the call may be made.
  bool CheckTaskMember(const Tool& tool, bool task_asked, Decision* decision);
  // What the arguments are; whether the call may be made.
  bool CheckArguments(const Tool& tool, std::optional<Value> arguments,
                      std::string_view place, bool stale, Decision* decision);
  // Makes `decision` a refusal of the call. `code`: the JSON-RPC error that a
  // server answers with; 0 for a tool result.
  void Refuse(Decision* decision, const tasks::RequestId& id,
              std::string_view tool, int code);
  // Finds the tool; whether the call may be made, `tool` null where unknown.
  bool LookUp(std::string_view name, std::shared_ptr<const Tool>* tool,
              bool* stale, bool* unknown, Decision* decision);
  OutputPolicy PolicyFor(std::string_view tool) const;

  // ---- open requests, in requests.cc
  // Adds the request that the message is; null where there may be no more.
  tasks::OpenRequest* Open(const tasks::Message& message, bool from_server,
                           Decision* decision);
  Decision PlainRequest(const tasks::Message& message, bool from_server);
  Decision Withdrawal(const tasks::Message& message, bool from_server);
  // The request is open no longer; an answer that comes all the same is late.
  void Withdraw(bool from_server, const tasks::RequestId& id);
  Decision ServerAnswer(const tasks::Message& message);
  Decision AnswerTo(const tasks::Message& message, tasks::OpenRequest* request);
  Decision ClientAnswer(const tasks::Message& message);
  Decision UnknownAnswer(const tasks::Message& message);

  // ---- results.cc
  Decision CallAnswer(const tasks::Message& message,
                      tasks::OpenRequest* request);
  // A CallToolResult at `location` of the message. What is to be sent in its
  // place is left to the caller: kReplace only says that something is.
  Decision JudgeResult(Value result, std::string_view location,
                       const tasks::CallContext& context);
  // For the application: what stands where the result should.
  Decision MalformedResult(const tasks::CallContext& context, Reason reason,
                           std::string_view location, std::string_view text);
  Decision RpcError(Value error, const tasks::CallContext& context);
  Decision InterimAnswer(const tasks::Message& message,
                         tasks::OpenRequest* request);
  Decision NewTask(const tasks::Message& message, Value task,
                   std::string_view location, tasks::OpenRequest* request);
  void ReplaceAnswer(Decision* decision, const tasks::RequestId& id) const;

  // ---- task_requests.cc
  Decision TaskRequest(const tasks::Message& message);
  Decision TaskGetAnswer(const tasks::Message& message,
                         const tasks::OpenRequest& request);
  Decision TaskResultAnswer(const tasks::Message& message,
                            const tasks::OpenRequest& request);
  Decision TaskCancelAnswer(const tasks::Message& message,
                            const tasks::OpenRequest& request);
  Decision TaskUpdateAnswer(const tasks::Message& message,
                            const tasks::OpenRequest& request);
  Decision TaskListAnswer(const tasks::Message& message);
  Decision TaskError(const tasks::Message& message, tasks::Task* task);

  // ---- task_life.cc
  Decision TaskNotification(const tasks::Message& message);
  // What a task object says about a task that is known.
  Decision Apply(tasks::Task* task, const tasks::TaskObject& object,
                 std::string_view location, tasks::Source source);
  Decision ApplyToFinished(tasks::Task* task, const tasks::TaskObject& object,
                           std::string_view location);
  Decision Completed(tasks::Task* task, const tasks::TaskObject& object,
                     std::string_view location);
  Decision Expire(tasks::Task* task, Reason reason);
  // A result once more: the same, or another.
  Decision Again(tasks::Task* task, Value result, std::string_view location);
  void Deliver(tasks::Task* task, Value result);
  void Finish(tasks::Task* task);
  // Whether the time to live ends what is still awaited of it.
  bool MayExpire(const tasks::Task& task) const;
  void Schedule(tasks::Task* task);
  int64_t PollInterval(const tasks::TaskObject& object) const;
  tasks::CallContext ContextOf(const tasks::Task& task) const;
  std::string TaskText(const tasks::Task& task, std::string_view what) const;

  // ---- inputs.cc
  // For whoever gave the answer: what is wrong with it.
  std::string InputText(const Report& report) const;
  Decision Elicitation(const tasks::Message& message);
  Decision ElicitationAnswer(const tasks::Message& message,
                             const tasks::OpenRequest& request);
  // Whether `result`, an ElicitResult, answers the form; findings if not.
  bool CheckElicitResult(Value result, std::string_view location, bool form,
                         std::string_view schema, Decision* decision);
  // Takes up `inputRequests`; keys not seen before become new_inputs.
  void ReadQuestions(Value requests, std::string_view location,
                     std::vector<tasks::Question>* questions,
                     Decision* decision);
  // Whether all `responses` may go; those that are marked answered.
  bool CheckResponses(Value responses, std::string_view location,
                      std::vector<tasks::Question>* questions, bool mark,
                      Decision* decision);
  bool CheckInterimResponses(Value params, std::string_view tool,
                             Decision* decision);
  Decision TaskUpdateRequest(const tasks::Message& message, tasks::Task* task);

  // ---- host.cc
  Decision Call(const CallRequest& request, int64_t now);
  Decision Cancel(std::string_view id, int64_t now);
  Decision AnswerInputs(std::string_view id, std::string_view responses,
                        int64_t now);
  std::optional<Decision> Next(int64_t now);
  std::vector<std::string> ConnectionLost();
  // An id that no open request has.
  tasks::RequestId NewId();
  // Open requests of the method about the task are given up.
  void ForgetRequests(const tasks::Task& task, tasks::Method method);
  // A request of the session's own about a task.
  Decision SendTaskRequest(tasks::Task* task, tasks::Method method,
                           DecisionKind kind);

  // ---- saving.cc, restoring.cc
  std::string Save() const;
  absl::Status Restore(std::string_view json);

  // What was given, and what was learnt.
  SessionOptions options;
  std::shared_ptr<ToolCatalog> catalog;
  bool own_catalog;
  ToolChecker checker;
  ProtocolRevision revision;
  bool peer_known;
  ServerCapabilities server;
  ClientCapabilities client;

  // The conversation.
  int64_t clock = 0;
  bool time_known = false;  // of the message in hand
  uint64_t next_id = 1;
  tasks::OpenRequests open;
  tasks::TaskTable tasks;
  std::deque<tasks::Interim> interims;
  // Requests that were withdrawn: their answers may cross the withdrawal. As
  // JSON text with "c" or "s" before it, for who had asked.
  std::deque<std::string> withdrawn;

  // The message in hand, and what its decision views.
  document::TapeView view;
  document::DuplicateNames duplicates;
  std::shared_ptr<const Tool> tool_in_hand;
  std::string id_in_hand;
  std::string task_in_hand;
  std::string own_id;
};

}  // namespace gabarit

#endif  // GABARIT_ENGINE_TASKS_SESSION_STATE_H_
