// A session from JSON that saving.cc has written.

#include <utility>
#include <vector>

#include "engine/document/parser.h"
#include "engine/document/pointer.h"
#include "engine/schema/text.h"
#include "engine/tasks/saved_format.h"
#include "engine/tasks/session_state.h"
#include "engine/tasks/task_state.h"

namespace gabarit {

using schema::AbslText;
using schema::Concat;
using tasks::Interim;
using tasks::OpenRequest;
using tasks::Question;
using tasks::Task;

namespace {

using document::Value;

// Reads members, and remembers the first that is not what it should be.
class Reader {
 public:
  const absl::Status& status() const { return status_; }

  void Fail(std::string_view location, std::string_view what) {
    if (!status_.ok()) return;
    status_ = absl::InvalidArgumentError(
        AbslText(Concat("not a saved session: ", location, ": ", what)));
  }

  std::string_view Text(Value object, std::string_view name,
                        std::string_view location) {
    const std::optional<Value> value = object.Find(name);
    if (!value.has_value()) return {};
    if (value->is_string()) return value->string();
    Fail(Concat(location, "/", name), "expected a string");
    return {};
  }
  int64_t Number(Value object, std::string_view name,
                 std::string_view location) {
    const std::optional<Value> value = object.Find(name);
    if (!value.has_value()) return 0;
    if (value->is_int64()) return value->int64();
    Fail(Concat(location, "/", name), "expected an integer");
    return 0;
  }
  bool Flag(Value object, std::string_view name, std::string_view location) {
    const std::optional<Value> value = object.Find(name);
    if (!value.has_value()) return false;
    if (value->is_boolean()) return value->boolean();
    Fail(Concat(location, "/", name), "expected true or false");
    return false;
  }
  uint64_t Digest(Value object, std::string_view location) {
    const std::string_view text = Text(object, "digest", location);
    if (text.empty()) return 0;
    const std::optional<uint64_t> digest = tasks::ReadDigest(text);
    if (!digest.has_value()) {
      Fail(Concat(location, "/digest"), "expected hexadecimal digits");
    }
    return digest.value_or(0);
  }

  // Calls `visit(item, location)` for the items, which must be objects where
  // `objects` says so.
  template <typename F>
  void Items(Value object, std::string_view name, std::string_view location,
             bool objects, F&& visit) {
    const std::optional<Value> value = object.Find(name);
    if (!value.has_value()) return;
    const std::string place = Concat(location, "/", name);
    if (!value->is_array()) {
      Fail(place, "expected an array");
      return;
    }
    size_t index = 0;
    for (document::ItemIterator item(*value); status_.ok() && !item.done();
         item.Next(), ++index) {
      const std::string item_place = Concat(place, "/", index);
      if (objects ? !item.value().is_object() : !item.value().is_string()) {
        Fail(item_place, objects ? "expected an object" : "expected a string");
        return;
      }
      visit(item.value(), item_place);
    }
  }

  std::vector<Question> Questions(Value object, std::string_view location) {
    std::vector<Question> questions;
    Items(object, "questions", location, true,
          [&](Value value, const std::string& place) {
            Question& question = questions.emplace_back();
            question.key = Text(value, "key", place);
            question.digest = Digest(value, place);
            question.form = Flag(value, "form", place);
            question.schema = Text(value, "schema", place);
            question.answered = Flag(value, "answered", place);
          });
    return questions;
  }

 private:
  absl::Status status_;
};

// The saved tools: those of the current list where they are the same, others
// compiled anew.
class SavedTools {
 public:
  SavedTools(const ToolCatalog& catalog, ToolChecker* checker)
      : catalog_(catalog), checker_(checker) {}

  absl::Status Add(std::string_view json, std::string_view name) {
    const ToolLookup lookup = checker_->Find(catalog_, name);
    if (lookup.tool != nullptr && lookup.tool->json() == json) {
      tools_.push_back(lookup.tool);
      return absl::OkStatus();
    }
    ToolCatalogOptions options;
    options.revision = catalog_.revision();
    options.cache = catalog_.cache();
    ToolCatalog own(options);
    const absl::StatusOr<ListReport> loaded =
        own.LoadPage("", Concat("[", json, "]"));
    if (!loaded.ok()) return loaded.status();
    const std::shared_ptr<const ToolList> list = own.list();
    if (list->tools().empty()) {
      return absl::InvalidArgumentError("not a saved session: a tool is none");
    }
    tools_.push_back(list->tools().front());
    return absl::OkStatus();
  }

  std::shared_ptr<const Tool> Read(Reader* reader, Value object,
                                   std::string_view location) const {
    const std::optional<Value> value = object.Find("tool");
    if (!value.has_value()) return nullptr;
    if (!value->is_int64() || value->int64() < 0 ||
        static_cast<size_t>(value->int64()) >= tools_.size()) {
      reader->Fail(Concat(location, "/tool"), "no such tool was saved");
      return nullptr;
    }
    return tools_[static_cast<size_t>(value->int64())];
  }

 private:
  const ToolCatalog& catalog_;
  ToolChecker* checker_;
  std::vector<std::shared_ptr<const Tool>> tools_;
};

Task ReadTask(Reader* reader, Value value, const std::string& place,
              const SavedTools& tools, bool finished) {
  Task task;
  task.id = reader->Text(value, "id", place);
  task.tool = tools.Read(reader, value, place);
  task.tool_name = reader->Text(value, "toolName", place);
  task.arguments = reader->Text(value, "arguments", place);
  const std::optional<TaskStatus> status =
      tasks::FindTaskStatus(reader->Text(value, "status", place));
  if (!status.has_value()) {
    reader->Fail(place + "/status", "a status that is not known");
  }
  task.status = status.value_or(TaskStatus::kWorking);
  task.status_message = reader->Text(value, "statusMessage", place);
  task.last_updated = reader->Text(value, "lastUpdated", place);
  task.questions = reader->Questions(value, place);
  task.finished = finished;
  task.expired = reader->Flag(value, "expired", place);
  task.delivered = reader->Flag(value, "delivered", place);
  task.stale = reader->Flag(value, "stale", place);
  task.blocking = reader->Flag(value, "blocking", place);
  task.fetch = reader->Flag(value, "fetch", place);
  task.get_open = reader->Flag(value, "getOpen", place);
  task.result_open = reader->Flag(value, "resultOpen", place);
  task.cancel_asked = reader->Flag(value, "cancelAsked", place);
  task.digest = reader->Digest(value, place);
  task.serial = static_cast<uint64_t>(reader->Number(value, "serial", place));
  task.created = reader->Number(value, "created", place);
  task.last_answer = reader->Number(value, "lastAnswer", place);
  task.poll_interval = reader->Number(value, "pollInterval", place);
  task.next_poll = reader->Number(value, "nextPoll", place);
  task.get_sent = reader->Number(value, "getSent", place);
  task.result_sent = reader->Number(value, "resultSent", place);
  if (value.Find("deadline").has_value()) {
    task.deadline = reader->Number(value, "deadline", place);
  }
  if (value.Find("ttl").has_value()) {
    task.ttl = reader->Number(value, "ttl", place);
  }
  return task;
}

}  // namespace

absl::Status Session::State::Restore(std::string_view json) {
  document::Parser parser;
  if (!parser.Parse(json)) {
    return absl::InvalidArgumentError(AbslText(Concat(
        "not a saved session: ", document::Describe(parser.error(), json))));
  }
  const Value root = parser.root();
  Reader reader;
  if (!root.is_object() ||
      reader.Text(root, "format", "") != tasks::kSavedFormat) {
    return absl::InvalidArgumentError(
        AbslText(Concat("not a saved session: /format: expected \"",
                        tasks::kSavedFormat, "\"")));
  }
  const int64_t version = reader.Number(root, "version", "");
  if (!reader.status().ok()) return reader.status();
  if (version != tasks::kSavedVersion) {
    return absl::FailedPreconditionError(AbslText(
        Concat("the session was saved in version ", version,
               " of the format, and this library reads version ",
               tasks::kSavedVersion, ": use the library that saved it")));
  }
  const std::optional<ProtocolRevision> found =
      FindProtocolRevision(reader.Text(root, "revision", ""));
  if (!found.has_value()) {
    reader.Fail("/revision", "a protocol revision that is not known");
    return reader.status();
  }
  SetRevision(*found);
  peer_known = reader.Flag(root, "peerKnown", "");
  if (const std::optional<Value> peer = root.Find("server");
      peer.has_value() && peer->is_object()) {
    server.task_calls = reader.Flag(*peer, "taskCalls", "/server");
    server.task_cancel = reader.Flag(*peer, "taskCancel", "/server");
    server.task_list = reader.Flag(*peer, "taskList", "/server");
    server.task_extension = reader.Flag(*peer, "taskExtension", "/server");
  } else {
    reader.Fail("/server", "expected an object");
  }
  if (const std::optional<Value> peer = root.Find("client");
      peer.has_value() && peer->is_object()) {
    client.task_extension = reader.Flag(*peer, "taskExtension", "/client");
  } else {
    reader.Fail("/client", "expected an object");
  }
  clock = reader.Number(root, "clock", "");
  next_id = static_cast<uint64_t>(reader.Number(root, "nextId", ""));
  const uint64_t next_serial =
      static_cast<uint64_t>(reader.Number(root, "nextSerial", ""));

  SavedTools tools(*catalog, &checker);
  view = parser.view();
  absl::Status tool_status;
  reader.Items(
      root, "tools", "", true, [&](Value value, const std::string& place) {
        if (!tool_status.ok()) return;
        tool_status.Update(
            tools.Add(Slice(value), reader.Text(value, "name", place)));
      });
  if (!tool_status.ok()) return tool_status;

  reader.Items(
      root, "requests", "", true, [&](Value value, const std::string& place) {
        const std::optional<Value> id_value = value.Find("id");
        tasks::RequestId id;
        if (id_value.has_value()) id = tasks::ReadId(*id_value);
        const bool from_server = reader.Flag(value, "fromServer", place);
        if (id.kind == tasks::RequestId::Kind::kNone ||
            open.Find(from_server, id) != tasks::OpenRequests::npos) {
          reader.Fail(place + "/id", "not an id, or one that was there before");
          return;
        }
        OpenRequest& request = open.at(open.Insert(from_server, id));
        request.method = tasks::FindMethod(reader.Text(value, "method", place));
        request.sent = reader.Number(value, "sent", place);
        request.tool = tools.Read(&reader, value, place);
        request.tool_name = reader.Text(value, "toolName", place);
        request.unknown_tool = reader.Flag(value, "unknownTool", place);
        request.stale = reader.Flag(value, "stale", place);
        request.task_asked = reader.Flag(value, "taskAsked", place);
        request.task_extension = reader.Flag(value, "taskExtension", place);
        request.blocking = reader.Flag(value, "blocking", place);
        request.arguments = reader.Text(value, "arguments", place);
        request.task_id = reader.Text(value, "task", place);
        request.cursor = reader.Text(value, "cursor", place);
        request.form = reader.Flag(value, "form", place);
        request.schema = reader.Text(value, "schema", place);
        reader.Items(value, "keys", place, false,
                     [&](Value item, const std::string&) {
                       request.keys.emplace_back(item.string());
                     });
      });
  for (const bool finished : {false, true}) {
    reader.Items(
        root, finished ? "finished" : "tasks", "", true,
        [&](Value value, const std::string& place) {
          Task task = ReadTask(&reader, value, place, tools, finished);
          if (task.id.empty() || this->tasks.Find(task.id) != nullptr) {
            reader.Fail(place + "/id",
                        "not an id, or one that was there before");
            return;
          }
          this->tasks.Adopt(std::move(task));
        });
  }
  this->tasks.set_next_serial(next_serial);
  reader.Items(root, "interims", "", true,
               [&](Value value, const std::string& place) {
                 Interim& interim = interims.emplace_back();
                 interim.tool = reader.Text(value, "toolName", place);
                 interim.has_state = reader.Flag(value, "hasState", place);
                 interim.state = reader.Text(value, "state", place);
                 interim.questions = reader.Questions(value, place);
               });
  reader.Items(root, "withdrawn", "", false,
               [&](Value value, const std::string&) {
                 withdrawn.emplace_back(value.string());
               });
  view = document::TapeView();
  if (!reader.status().ok()) return reader.status();
  return absl::OkStatus();
}

}  // namespace gabarit
