// A conversation between a host and a server, watched message by message: which
// calls may leave, what an answer is, which task to ask about next.
//
// The session opens no socket, starts no thread and reads no clock. It is given
// each message as it stands on the wire, and the time, and gives a Decision:
//
//   gabarit::SessionOptions options;
//   options.catalog = warehouse;                      // gabarit/tools.h
//   options.revision = gabarit::ProtocolRevision::k2025_11_25;
//   options.server.task_calls = true;                 // from `initialize`
//   gabarit::Session session(options);
//
//   gabarit::Decision call = session.Call(
//       {.tool = "batch_index", .arguments = R"({"shard": 3})"}, now);
//   if (call.action == gabarit::Action::kRefuse) return call.text;  // to model
//   connection.Send(call.message);
//   ...
//   gabarit::Decision answer = session.FromServer(bytes, now);
//   if (!answer.text.empty()) ToModel(answer.text);
//   ...
//   // Sleep until session.NextDeadline(), then:
//   while (std::optional<gabarit::Decision> due = session.Next(now)) {
//     if (due->action == gabarit::Action::kSend) connection.Send(due->message);
//   }
//
// A server's own session is made with Side::kServer: FromClient judges what
// arrives, FromServer what is about to leave.

#ifndef GABARIT_SESSION_H_
#define GABARIT_SESSION_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "gabarit/export.h"
#include "gabarit/limits.h"
#include "gabarit/model_text.h"
#include "gabarit/report.h"
#include "gabarit/tool_checker.h"
#include "gabarit/tools.h"
#include "gabarit/validator.h"

namespace gabarit {

// Whose session it is.
enum class Side : uint8_t {
  kHost,    // the client's: what it sends is judged before it leaves
  kServer,  // the server's, or that of a proxy in front of one
};

// What to do about a tool's result that does not fit.
enum class OutputPolicy : uint8_t {
  kEnforce,  // Action::kReplace: the model is told instead
  kWarn,     // Action::kPass, with the findings
  kOff,      // outputs are not checked
};

// How a host treats tools that can run as tasks.
enum class CallMode : uint8_t {
  // They do, and the model goes on with Decision::text until the result comes.
  kBackground,
  // They do, and the model waits: no text is made for it in between.
  kBlockUntilDone,
  // They do not. Tools that run only as tasks are refused.
  kTasksOff,
};

enum class TaskStatus : uint8_t {
  kWorking,
  kInputRequired,
  kCompleted,
  kFailed,
  kCancelled,
};

// What to do with the message that was handed in, or what there is to send.
enum class Action : uint8_t {
  kPass,     // goes on as it is: to the peer, or to the application
  kRefuse,   // does not go on; Decision::message answers whoever sent it
  kReplace,  // Decision::message goes on instead
  kDrop,     // does not go on, and nobody is answered
  kSend,     // only for what the session made: send Decision::message
  kNothing,  // only for what the session made: nothing is to be sent
};

// What a message turned out to be.
enum class DecisionKind : uint8_t {
  // Of tools/call.
  kCall,         // may be made; `reason` where it could not be checked
  kCallRefused,  // may not; nothing was sent
  // Of what a call, or its task, came to.
  kResult,           // a tool's result that fits, or that nothing is said about
  kToolError,        // the tool ran and says `isError`
  kOutputInvalid,    // structuredContent does not fit the outputSchema
  kResultMalformed,  // not a CallToolResult; or a task where none can be
  kCallFailed,       // a JSON-RPC error
  // Of the life of a task.
  kTaskCreated,    // `text` is for the model, unless it waits
  kTaskStatus,     // still working, or no news
  kResultDue,      // completed; its result is still to be fetched
  kInputRequired,  // waits for an answer from this side
  kTaskFailed,     // for the log; its result may still hold the tool's error
  kTaskCancelled,  // for the log
  kTaskExpired,    // the server has dropped it, or may have
  kPoll,           // tasks/get
  kFetchResult,    // tasks/result
  kCancel,         // tasks/cancel, and its acknowledgement
  kInput,          // a question to the user, or an answer that fits it
  kInputInvalid,   // an answer that does not fit its requestedSchema
  // Of everything else.
  kToolList,         // an answer to tools/list, loaded into the catalog
  kToolListChanged,  // the list is stale: ask for it anew
  kOpening,          // initialize or server/discover, or the answer
  kLate,             // about something that is finished, or never began here
  kMalformed,        // not a message, or one that breaks the protocol
  kOther,            // none of the session's business
};

// Why. The names (ReasonName) are stable, for logs and programs.
enum class Reason : uint8_t {
  kNone,
  // The message.
  kNotJson,
  kMessageLimit,      // too large or too deep; the text names the limit
  kDuplicateMember,   // two members of one name in an object (RFC 8259 §4)
  kNotJsonRpc,        // not a JSON-RPC 2.0 message, or a batch
  kMalformedParams,   // lacks what its method needs
  kDuplicateId,       // a request under the id of one that is still open
  kUnknownId,         // an answer to no open request
  kOpenRequestLimit,  // more open requests than SessionLimits allow
  kUnknownRevision,   // a protocol version that is not known
  kMethodNotInRevision,
  kMissingCapability,  // what the peer did not declare is asked of it
  // A call.
  kArgumentsInvalid,
  kArgumentsNotJson,  // arguments handed over as text that holds no JSON
  kUnknownTool,       // the list is whole and has no such tool
  kToolSetAside,      // the tool's own schemas cannot be used
  kToolWarning,       // the tool is usable, but has something wrong probably
  kListUnknown,       // no list was loaded: not checked
  kListStale,         // checked by a list that has changed since
  kTaskNotSupported,  // `task` for a server that does not declare it
  kTaskForbidden,     // `task` for a tool that forbids it
  kTaskRequired,      // no `task` for a tool that requires it
  kTaskSupportContradiction,  // required by the tool, not declared by the
                              // server
  kOpenTaskLimit,             // more open tasks than SessionLimits allow
  kCheckLimit,                // the check passed a limit, which the text names
  // A result.
  kOutputInvalid,
  kOutputMissing,
  kOutputNotCheckable,  // the outputSchema cannot be used
  kOutputUnchecked,     // there is no outputSchema, or the policy is off
  kMalformedResult,
  kUnexpectedTask,   // a task for a call that cannot have become one
  kToolError,        // isError
  kRpcError,         // a JSON-RPC error
  kUnknownToolForm,  // an unknown tool answered by a result, not by an error
  kUnknownResultType,
  kInterimNotAllowed,  // `input_required` for a method that cannot answer so
  kSuccessOfFailed,    // a failed or cancelled task's result that says success
  // A task.
  kMalformedTask,
  kNotBegunWorking,    // a new task whose status is not `working`
  kIllegalMove,        // a change of status that the protocol does not know
  kLateStatus,         // status of a task that is finished
  kUnknownTask,        // the session has never seen it
  kTaskDropped,        // the server does not know the task (any more)
  kTtlPassed,          // the time to live is over
  kDuplicateTask,      // a new task under the id of an open one
  kPolledEarly,        // tasks/get before the poll interval was over
  kAlreadyDelivered,   // the same result once more
  kConflictingResult,  // another result than before
  kNoRelatedTask,      // related-task metadata is missing
  kWrongRelatedTask,   // related-task metadata names another task
  kShouldHaveFailed,   // isError, yet `completed` (2025-11-25)
  kAlreadyTerminal,    // tasks/cancel for a task that is finished
  kTaskResultType,     // resultType "task" in an answer to tasks/get
  // An input.
  kInputInvalid,
  kInputMalformed,      // not an ElicitResult, though harmless
  kInputUnknown,        // an answer to no open question
  kInputAnswered,       // a second answer
  kInputKeyReused,      // a key that stood for another question before
  kInputLimit,          // more questions than SessionLimits allow
  kInputNotCheckable,   // the requestedSchema cannot be used
  kInputSchemaMissing,  // a form without a requestedSchema
};

// "task_forbidden" and the like.
GABARIT_EXPORT std::string_view ReasonName(Reason reason);
GABARIT_EXPORT std::string_view DecisionKindName(DecisionKind kind);
GABARIT_EXPORT std::string_view ActionName(Action action);
GABARIT_EXPORT std::string_view TaskStatusName(TaskStatus status);

enum class Severity : uint8_t {
  kNote,       // allowed, but worth a line in a log
  kViolation,  // the message breaks the protocol or a schema
};

// One thing to say about a message.
struct Finding {
  Reason reason = Reason::kNone;
  Severity severity = Severity::kNote;
  std::string location;  // JSON Pointer into the message; may be empty
  std::string text;      // one line
};

// Views, values and `tool` hold until the session's next call; copy what is to
// last. Everything else is the decision's own.
struct Decision {
  Action action = Action::kPass;
  DecisionKind kind = DecisionKind::kOther;
  // Of the finding that decided; kNone where there is nothing to say.
  // kOutputUnchecked alone has no finding: there is nothing more to it.
  Reason reason = Reason::kNone;

  // For the model, where it is told something in place of a result or before
  // one; empty otherwise.
  std::string text;
  // A JSON-RPC message ready to send: see Action.
  std::string message;
  // Why arguments, an output or an input do not fit; valid otherwise.
  Report report;
  // All there is to say, the finding that decided first.
  std::vector<Finding> findings;

  // The tool the message is about; null where it is about none or an unknown
  // one.
  const Tool* tool = nullptr;
  // The task; empty where there is none.
  std::string_view task_id;
  // The id of the request that the message is or answers, as JSON text.
  std::string_view request_id;
  // The tool's result, whatever was decided about it: a CallToolResult inside
  // the message, whose bytes Session::RawText gives.
  std::optional<Value> result;
  // A JSON-RPC error, likewise.
  std::optional<Value> error;
  // Questions to the user that have not been asked before: the requests by
  // their keys (2026-07-28), or the request itself (2025-11-25).
  std::optional<Value> input_requests;
  std::vector<std::string> new_inputs;  // of them, the keys to ask now

  // With kCall by Session::Call: where `params` stands in `message`.
  size_t params_offset = 0;
  std::string_view params() const {
    return params_offset == 0
               ? std::string_view()
               : std::string_view(message).substr(
                     params_offset, message.size() - params_offset - 1);
  }

  // Whether some finding is a violation.
  bool violation() const;
};

// What `initialize`, `server/discover` or a request's `_meta` say. The session
// learns it from those messages when it sees them.
struct ServerCapabilities {
  bool task_calls = false;      // tasks.requests.tools.call (2025-11-25)
  bool task_cancel = false;     // tasks.cancel
  bool task_list = false;       // tasks.list
  bool task_extension = false;  // extensions["io.modelcontextprotocol/tasks"]
};
struct ClientCapabilities {
  bool task_extension = false;  // the same, for the calls that Call() makes
};

// Beyond a limit the session refuses, and says so; it never forgets silently,
// save for finished tasks.
struct SessionLimits {
  size_t max_open_requests = 100'000;
  size_t max_open_tasks = 100'000;
  // Finished tasks that are remembered, so that what comes late is known for
  // what it is.
  size_t max_finished_tasks = 1'000;
  // Results of tools/call that asked for input (2026-07-28), to check the
  // answers when the call is repeated.
  size_t max_open_interims = 1'000;
  // Questions of one task.
  size_t max_inputs = 1'000;
  // Of the ids that a peer chooses.
  size_t max_id_bytes = 1'024;
  // Of what is kept of one message: arguments, a requestedSchema, a state.
  size_t max_kept_bytes = size_t{1} << 20;
  // Of each message.
  InstanceLimits message = {.max_instance_bytes = size_t{64} << 20};
  // Of each requestedSchema.
  SchemaLimits input_schema = {.max_schema_bytes = size_t{256} << 10,
                               .max_schema_depth = 64,
                               .max_subschemas = 5'000,
                               .max_instructions = 100'000,
                               .max_pattern_bytes = int64_t{1} << 20};
};

struct SessionOptions {
  Side side = Side::kHost;
  // The server's tools, which the session loads from the answers to tools/list
  // that it sees. One of its own where null.
  std::shared_ptr<ToolCatalog> catalog = {};
  // Nothing: learnt from the opening, 2025-11-25 until then.
  std::optional<ProtocolRevision> revision = {};
  ServerCapabilities server = {};
  ClientCapabilities client = {};

  CallMode mode = CallMode::kBackground;
  OutputPolicy outputs = OutputPolicy::kEnforce;
  std::map<std::string, OutputPolicy, std::less<>> tool_outputs =
      {};  // by tool
  // Whether the messages have been sent already, as in a recording: what is
  // refused then counts as sent all the same.
  bool observe = false;
  // Whether objects with two members of one name are refused.
  bool reject_duplicate_names = true;

  // Milliseconds. The interval is used where a server names none; what a
  // server names is kept within the two bounds.
  int64_t default_poll_interval = 5'000;
  int64_t min_poll_interval = 100;
  int64_t max_poll_interval = 3'600'000;
  // After which an unanswered tasks/get or tasks/result is sent again.
  int64_t answer_timeout = 60'000;
  // The `ttl` to ask for with a task; the server's choice where nothing.
  std::optional<int64_t> ttl = {};

  // For the model when a task begins and the server has no words for it.
  std::string placeholder =
      "The tool is running in the background. Its result will follow when it "
      "is done; this message is not the result.";
  ModelTextOptions text = {};
  SessionLimits limits = {};
  // What the ids of the session's own requests begin with: "gabarit-1".
  std::string id_prefix = "gabarit-";
};

// A call that the host wants to make.
struct CallRequest {
  std::string_view tool = {};
  // JSON text of an object; empty for none.
  std::string_view arguments = {};
  // Whether `arguments` may also be a JSON string that holds the object, as
  // some model interfaces hand it over. What is inside is judged, and sent.
  bool arguments_string = false;
  // The request's id as JSON text (`7`, `"a"`); one is made where empty.
  std::string_view id = {};
  std::optional<CallMode> mode = {};  // the session's where nothing
  std::optional<int64_t> ttl = {};    // the session's where nothing
  // Further members of `params._meta`, a JSON object; may be empty.
  std::string_view meta = {};
};

// A task as the session knows it.
struct TaskInfo {
  std::string id;
  std::string tool;
  std::string arguments;  // JSON text; empty where not known
  TaskStatus status = TaskStatus::kWorking;
  std::string status_message;
  bool finished = false;  // nothing more is expected of it
  int64_t created = 0;
  int64_t last_answer = 0;
  int64_t poll_interval = 0;
  std::optional<int64_t> ttl;
  std::optional<int64_t> next_poll;  // none once it has a terminal status
};

// For `now` where the time of a message is not known, as in some recordings:
// the last time known is taken, and nothing is said about what depends on it.
inline constexpr int64_t kUnknownTime = std::numeric_limits<int64_t>::min();

// One per connection, used by one thread at a time. After warm-up, plain calls
// and results that fit allocate nothing.
class GABARIT_EXPORT Session {
 public:
  explicit Session(const SessionOptions& options = {});
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  // A message that goes from client to server, or the other way; `now` in
  // milliseconds of any clock that does not go backwards. Never fails: what
  // is wrong with a message is in the decision, and the session goes on.
  Decision FromClient(std::string_view message, int64_t now);
  Decision FromServer(std::string_view message, int64_t now);
  Decision FromClient(PaddedText message, int64_t now);
  Decision FromServer(PaddedText message, int64_t now);

  // For hosts. Messages that these make are known to the session: they must
  // not be handed to FromClient.
  //
  // Checks a call and makes its message: kCall with kSend, or kCallRefused with
  // kRefuse, when `text` is for the model and `message` the tool result that
  // says so, under the call's id.
  Decision Call(const CallRequest& request, int64_t now);
  // Asks the server to cancel a task. kCancel with kSend; kLate with kNothing
  // where there is nothing to cancel.
  Decision Cancel(std::string_view task_id, int64_t now);
  // Answers a task's questions (2026-07-28): `responses` is the object
  // `inputResponses`, of results by the questions' keys. kInput with kSend;
  // kInputInvalid with kRefuse, and then nothing is to be sent.
  Decision AnswerInputs(std::string_view task_id, std::string_view responses,
                        int64_t now);

  // When Next() should be called, without any message before; nothing while no
  // task is open. May be in the past.
  std::optional<int64_t> NextDeadline() const;
  // What is due: kPoll or kFetchResult with kSend, kTaskExpired with kNothing.
  // Call it until it gives nothing.
  std::optional<Decision> Next(int64_t now);

  // The connection is gone, and with it every answer that was still to come:
  // open requests are forgotten, tasks are asked for anew. Calls that were not
  // tasks are lost; their ids are returned, as JSON text.
  std::vector<std::string> ConnectionLost();

  // Tells the revision and capabilities, where `initialize` was not seen.
  void SetPeer(ProtocolRevision revision, const ServerCapabilities& server,
               const ClientCapabilities& client);

  // The exact bytes of a value of the last message, such as Decision::result;
  // they lie in that message.
  std::string_view RawText(Value value) const;

  ProtocolRevision revision() const;
  const std::shared_ptr<ToolCatalog>& catalog() const;
  // Tasks that are not finished, in the order of their creation; and one of
  // them, or a finished one that is remembered.
  std::vector<TaskInfo> OpenTasks() const;
  std::optional<TaskInfo> FindTask(std::string_view id) const;
  size_t open_tasks() const;
  size_t open_requests() const;

  // The whole state as JSON text: open requests, tasks, the tools they run.
  std::string Save() const;
  // Takes up a saved state in place of this one's; the options stay this
  // one's. Errors, which leave the session as it was: InvalidArgument (not a
  // saved session, with the place), FailedPrecondition (saved by a version
  // with another format, both named).
  absl::Status Restore(std::string_view json);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gabarit

#endif  // GABARIT_SESSION_H_
