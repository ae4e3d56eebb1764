// The public Session, and the first look at a message.

#include "gabarit/session.h"

#include <algorithm>
#include <utility>

#include "engine/document/pointer.h"
#include "engine/report/json_text.h"
#include "engine/schema/text.h"
#include "engine/tasks/answers.h"
#include "engine/tasks/session_state.h"
#include "engine/validator/value_access.h"

namespace gabarit {

using schema::Concat;
using tasks::Message;
using tasks::Method;
using tasks::Speaker;

namespace {

ToolCheckerOptions CheckerOptions(const SessionOptions& options) {
  ToolCheckerOptions made;
  made.limits = options.limits.message;
  // The session looks for them itself: where they are found, the rest of the
  // message must still be read, to answer it.
  made.reject_duplicate_names = false;
  made.text = options.text;
  return made;
}

ProtocolRevision FirstRevision(const SessionOptions& options) {
  if (options.revision.has_value()) return *options.revision;
  if (options.catalog != nullptr) return options.catalog->revision();
  return ProtocolRevision::k2025_11_25;
}

std::shared_ptr<ToolCatalog> FirstCatalog(const SessionOptions& options) {
  if (options.catalog != nullptr) return options.catalog;
  ToolCatalogOptions made;
  made.revision = FirstRevision(options);
  return std::make_shared<ToolCatalog>(made);
}

}  // namespace

Session::State::State(const SessionOptions& given)
    : options(given),
      catalog(FirstCatalog(given)),
      own_catalog(given.catalog == nullptr),
      checker(catalog->cache(), CheckerOptions(given)),
      revision(FirstRevision(given)),
      peer_known(given.revision.has_value()),
      server(given.server),
      client(given.client) {}

void Session::State::Advance(int64_t now) {
  time_known = now != kUnknownTime;
  if (time_known) clock = std::max(clock, now);
  tool_in_hand.reset();
  if (host() || !time_known) return;
  // A server's session asks nobody: what is over is over.
  while (const std::optional<tasks::TaskTable::Due> due = tasks.FirstDue()) {
    if (due->deadline > clock) break;
    due->task->expired = true;
    Finish(due->task);
  }
}

std::optional<document::Value> Session::State::Parse(std::string_view json,
                                                     bool padded) {
  const std::optional<gabarit::Value> parsed =
      padded ? checker.Parse(PaddedText{json}) : checker.Parse(json);
  if (!parsed.has_value()) return std::nullopt;
  view = ValueAccess::ViewOf(*parsed);
  return document::Value(&view, ValueAccess::IndexOf(*parsed));
}

Decision Session::State::Judge(std::string_view text, bool padded,
                               Speaker speaker, int64_t now) {
  Advance(now);
  const std::optional<document::Value> root = Parse(text, padded);
  if (!root.has_value()) {
    // Texts beyond a limit have no place of their fault.
    const Failure& failure = checker.failure();
    Decision decision = Make(DecisionKind::kMalformed, Action::kDrop);
    Add(&decision, failure.line == 0 ? Reason::kMessageLimit : Reason::kNotJson,
        Severity::kViolation, "", failure.message);
    if (speaker == Speaker::kClient) {
      decision.action = Action::kRefuse;
      decision.message = tasks::ErrorAnswer(
          {}, failure.line == 0 ? tasks::kInvalidRequest : tasks::kParseError,
          failure.message);
    }
    return decision;
  }
  Message message = tasks::ReadMessage(*root);
  if (message.id.text.size() > options.limits.max_id_bytes) {
    message.id = {};
    message.shape = Message::Shape::kNone;
    message.fault = "the id is longer than max_id_bytes";
    message.fault_location = "/id";
  }
  if (message.shape == Message::Shape::kNone) {
    Decision decision = Malformed(message, Reason::kNotJsonRpc,
                                  message.fault_location, message.fault);
    // An answer that cannot be read is no answer: its request stays open.
    if (!message.method_name.empty() || speaker == Speaker::kClient) {
      decision.action = Action::kRefuse;
      decision.message =
          tasks::ErrorAnswer(message.id, tasks::kInvalidRequest, message.fault);
    }
    SetRequest(&decision, message.id);
    return decision;
  }
  std::optional<document::Value> twice;
  if (options.reject_duplicate_names) twice = duplicates.Find(*root);
  if (twice.has_value()) {
    message.ambiguity =
        Concat("the object has two members named ", report::Excerpt(*twice, 80),
               ", and which one counts is open");
    message.ambiguity_location =
        document::PointerTo(*root, document::Value(&view, twice->index() + 1));
    if (message.shape != Message::Shape::kAnswer ||
        speaker == Speaker::kClient) {
      return Ambiguous(message);
    }
  }
  Decision decision = speaker == Speaker::kClient ? FromClientMessage(message)
                                                  : FromServerMessage(message);
  SetRequest(&decision, message.id);
  return decision;
}

Decision Session::State::Ambiguous(const Message& message) {
  Decision decision;
  if (message.method == Method::kToolsCall &&
      message.shape == Message::Shape::kRequest) {
    decision = Make(DecisionKind::kCallRefused);
    Add(&decision, Reason::kDuplicateMember, Severity::kViolation,
        message.ambiguity_location, message.ambiguity);
    Refuse(&decision, message.id, "", 0);
  } else {
    decision = Malformed(message, Reason::kDuplicateMember,
                         message.ambiguity_location, message.ambiguity);
  }
  SetRequest(&decision, message.id);
  return decision;
}

Decision Session::State::FromClientMessage(const Message& message) {
  if (message.shape == Message::Shape::kAnswer) return ClientAnswer(message);
  if (message.shape == Message::Shape::kNotification) {
    if (message.method == Method::kCancelled) return Withdrawal(message, false);
    return Make(DecisionKind::kOther);
  }
  switch (message.method) {
    case Method::kToolsCall:
      return ToolCall(message);
    case Method::kToolsList:
      return ListRequest(message);
    case Method::kTasksGet:
    case Method::kTasksResult:
    case Method::kTasksUpdate:
    case Method::kTasksCancel:
    case Method::kTasksList:
      return TaskRequest(message);
    case Method::kInitialize:
    case Method::kDiscover:
      return OpeningRequest(message);
    default:
      return PlainRequest(message, false);
  }
}

Decision Session::State::FromServerMessage(const Message& message) {
  if (message.shape == Message::Shape::kAnswer) return ServerAnswer(message);
  if (message.shape == Message::Shape::kRequest) {
    if (message.method == Method::kElicitationCreate) {
      return Elicitation(message);
    }
    return PlainRequest(message, true);
  }
  switch (message.method) {
    case Method::kTaskStatusNotification:
    case Method::kTaskNotification:
      return TaskNotification(message);
    case Method::kToolListChanged: {
      catalog->MarkStale();
      Decision decision = Make(DecisionKind::kToolListChanged);
      Add(&decision, Reason::kListStale, Severity::kNote, "",
          "the list of tools has changed: ask for it anew");
      return decision;
    }
    case Method::kCancelled:
      return Withdrawal(message, true);
    default:
      return Make(DecisionKind::kOther);
  }
}

Session::Session(const SessionOptions& options)
    : state_(std::make_unique<State>(options)) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

Decision Session::FromClient(std::string_view message, int64_t now) {
  return state_->Judge(message, false, Speaker::kClient, now);
}
Decision Session::FromServer(std::string_view message, int64_t now) {
  return state_->Judge(message, false, Speaker::kServer, now);
}
Decision Session::FromClient(PaddedText message, int64_t now) {
  return state_->Judge(message.json, true, Speaker::kClient, now);
}
Decision Session::FromServer(PaddedText message, int64_t now) {
  return state_->Judge(message.json, true, Speaker::kServer, now);
}

Decision Session::Call(const CallRequest& request, int64_t now) {
  return state_->Call(request, now);
}
Decision Session::Cancel(std::string_view task_id, int64_t now) {
  return state_->Cancel(task_id, now);
}
Decision Session::AnswerInputs(std::string_view task_id,
                               std::string_view responses, int64_t now) {
  return state_->AnswerInputs(task_id, responses, now);
}

std::optional<int64_t> Session::NextDeadline() const {
  return state_->tasks.FirstDeadline();
}
std::optional<Decision> Session::Next(int64_t now) { return state_->Next(now); }
std::vector<std::string> Session::ConnectionLost() {
  return state_->ConnectionLost();
}

void Session::SetPeer(ProtocolRevision revision,
                      const ServerCapabilities& server,
                      const ClientCapabilities& client) {
  state_->SetRevision(revision);
  state_->server = server;
  state_->client = client;
  state_->peer_known = true;
}

std::string_view Session::RawText(Value value) const {
  const document::TapeView view = ValueAccess::ViewOf(value);
  return state_->Slice(document::Value(&view, ValueAccess::IndexOf(value)));
}

ProtocolRevision Session::revision() const { return state_->revision; }
const std::shared_ptr<ToolCatalog>& Session::catalog() const {
  return state_->catalog;
}

namespace {

TaskInfo InfoOf(const tasks::Task& task) {
  TaskInfo info;
  info.id = task.id;
  info.tool = task.name();
  info.arguments = task.arguments;
  info.status = task.status;
  info.status_message = task.status_message;
  info.finished = task.finished;
  info.created = task.created;
  info.last_answer = task.last_answer;
  info.poll_interval = task.poll_interval;
  info.ttl = task.ttl;
  const bool terminal = task.status == TaskStatus::kCompleted ||
                        task.status == TaskStatus::kFailed ||
                        task.status == TaskStatus::kCancelled;
  if (!task.finished && !terminal) info.next_poll = task.next_poll;
  return info;
}

}  // namespace

std::vector<TaskInfo> Session::OpenTasks() const {
  std::vector<TaskInfo> infos;
  for (const tasks::Task* task : std::as_const(state_->tasks).InOrder()) {
    if (!task->finished) infos.push_back(InfoOf(*task));
  }
  return infos;
}

std::optional<TaskInfo> Session::FindTask(std::string_view id) const {
  const tasks::Task* task = std::as_const(state_->tasks).Find(id);
  if (task == nullptr) return std::nullopt;
  return InfoOf(*task);
}

size_t Session::open_tasks() const { return state_->tasks.open(); }
size_t Session::open_requests() const { return state_->open.size(); }

std::string Session::Save() const { return state_->Save(); }
absl::Status Session::Restore(std::string_view json) {
  SessionOptions options = state_->options;
  options.catalog = state_->catalog;
  auto restored = std::make_unique<State>(options);
  restored->options.catalog = state_->options.catalog;
  restored->own_catalog = state_->own_catalog;
  if (absl::Status status = restored->Restore(json); !status.ok()) {
    return status;
  }
  state_ = std::move(restored);
  return absl::OkStatus();
}

}  // namespace gabarit
