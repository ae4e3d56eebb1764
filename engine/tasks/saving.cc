// A session as JSON. restoring.cc reads what this writes; the version changes
// with the meaning of any member.

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/report/json_text.h"
#include "engine/schema/text.h"
#include "engine/tasks/saved_format.h"
#include "engine/tasks/session_state.h"

namespace gabarit {

using tasks::Interim;
using tasks::OpenRequest;
using tasks::Question;
using tasks::Task;

namespace {

class Writer {
 public:
  void Begin(char bracket) {
    Separate();
    out_.push_back(bracket);
    first_ = true;
  }
  void End(char bracket) {
    out_.push_back(bracket);
    first_ = false;
  }
  void Name(std::string_view name) {
    Separate();
    report::AppendQuoted(&out_, name);
    out_.push_back(':');
    first_ = true;
  }
  void Json(std::string_view json) {
    Separate();
    out_.append(json);
  }
  void Text(std::string_view text) {
    Separate();
    report::AppendQuoted(&out_, text);
  }

  // Members; those that say nothing are left out.
  void Text(std::string_view name, std::string_view text) {
    if (text.empty()) return;
    Name(name);
    Text(text);
  }
  void Number(std::string_view name, int64_t number) {
    if (number == 0) return;
    Name(name);
    Json(std::to_string(number));
  }
  void Flag(std::string_view name, bool flag) {
    if (!flag) return;
    Name(name);
    Json("true");
  }

  std::string Finish() { return std::move(out_); }

 private:
  void Separate() {
    if (!first_) out_.push_back(',');
    first_ = false;
  }
  std::string out_;
  bool first_ = true;
};

// The tools that something still runs, each once, by their texts.
class Tools {
 public:
  void Add(const std::shared_ptr<const Tool>& tool) {
    if (tool == nullptr) return;
    if (places_.emplace(tool->json(), texts_.size()).second) {
      texts_.push_back(tool->json());
    }
  }
  void WriteReference(Writer* writer, const std::shared_ptr<const Tool>& tool,
                      std::string_view name) const {
    if (tool == nullptr) {
      writer->Text("toolName", name);
      return;
    }
    writer->Name("tool");
    writer->Json(std::to_string(places_.at(tool->json())));
  }
  const std::vector<std::string_view>& texts() const { return texts_; }

 private:
  std::vector<std::string_view> texts_;
  std::map<std::string_view, size_t> places_;
};

void WriteQuestions(Writer* writer, const std::vector<Question>& questions) {
  if (questions.empty()) return;
  writer->Name("questions");
  writer->Begin('[');
  for (const Question& question : questions) {
    writer->Begin('{');
    writer->Name("key");
    writer->Text(question.key);
    writer->Text("digest", tasks::DigestText(question.digest));
    writer->Flag("form", question.form);
    writer->Text("schema", question.schema);
    writer->Flag("answered", question.answered);
    writer->End('}');
  }
  writer->End(']');
}

void WriteTask(Writer* writer, const Task& task, const Tools& tools) {
  writer->Begin('{');
  writer->Name("id");
  writer->Text(task.id);
  tools.WriteReference(writer, task.tool, task.tool_name);
  writer->Text("arguments", task.arguments);
  writer->Text("status", TaskStatusName(task.status));
  writer->Text("statusMessage", task.status_message);
  writer->Text("lastUpdated", task.last_updated);
  WriteQuestions(writer, task.questions);
  writer->Flag("expired", task.expired);
  writer->Flag("delivered", task.delivered);
  writer->Flag("stale", task.stale);
  writer->Flag("blocking", task.blocking);
  writer->Flag("fetch", task.fetch);
  writer->Flag("getOpen", task.get_open);
  writer->Flag("resultOpen", task.result_open);
  writer->Flag("cancelAsked", task.cancel_asked);
  if (task.delivered) writer->Text("digest", tasks::DigestText(task.digest));
  writer->Number("serial", static_cast<int64_t>(task.serial));
  writer->Number("created", task.created);
  writer->Number("lastAnswer", task.last_answer);
  writer->Number("pollInterval", task.poll_interval);
  writer->Number("nextPoll", task.next_poll);
  writer->Number("getSent", task.get_sent);
  writer->Number("resultSent", task.result_sent);
  if (task.deadline != Task::kNever) {
    writer->Name("deadline");
    writer->Json(std::to_string(task.deadline));
  }
  if (task.ttl.has_value()) {
    writer->Name("ttl");
    writer->Json(std::to_string(*task.ttl));
  }
  writer->End('}');
}

void WriteRequest(Writer* writer, const OpenRequest& request,
                  const Tools& tools) {
  writer->Begin('{');
  std::string id;
  tasks::AppendId(&id, request.id);
  writer->Name("id");
  writer->Json(id);
  writer->Text("method", tasks::MethodNameOf(request.method));
  writer->Flag("fromServer", request.from_server);
  writer->Number("sent", request.sent);
  tools.WriteReference(writer, request.tool, request.tool_name);
  writer->Flag("unknownTool", request.unknown_tool);
  writer->Flag("stale", request.stale);
  writer->Flag("taskAsked", request.task_asked);
  writer->Flag("taskExtension", request.task_extension);
  writer->Flag("blocking", request.blocking);
  writer->Text("arguments", request.arguments);
  writer->Text("task", request.task_id);
  writer->Text("cursor", request.cursor);
  writer->Flag("form", request.form);
  writer->Text("schema", request.schema);
  if (!request.keys.empty()) {
    writer->Name("keys");
    writer->Begin('[');
    for (const std::string& key : request.keys) writer->Text(key);
    writer->End(']');
  }
  writer->End('}');
}

}  // namespace

std::string Session::State::Save() const {
  std::vector<const OpenRequest*> requests;
  open.ForEach(
      [&](const OpenRequest& request) { requests.push_back(&request); });
  const auto key = [](const OpenRequest* request) {
    return std::tuple(request->from_server, request->id.kind,
                      request->id.number, request->id.text);
  };
  std::sort(requests.begin(), requests.end(),
            [&](const OpenRequest* a, const OpenRequest* b) {
              return key(a) < key(b);
            });
  const std::vector<const Task*> all = this->tasks.InOrder();
  Tools tools;
  for (const OpenRequest* request : requests) tools.Add(request->tool);
  for (const Task* task : all) tools.Add(task->tool);

  Writer writer;
  writer.Begin('{');
  writer.Text("format", tasks::kSavedFormat);
  writer.Number("version", tasks::kSavedVersion);
  writer.Text("revision", ProtocolRevisionName(revision));
  writer.Flag("peerKnown", peer_known);
  writer.Name("server");
  writer.Begin('{');
  writer.Flag("taskCalls", server.task_calls);
  writer.Flag("taskCancel", server.task_cancel);
  writer.Flag("taskList", server.task_list);
  writer.Flag("taskExtension", server.task_extension);
  writer.End('}');
  writer.Name("client");
  writer.Begin('{');
  writer.Flag("taskExtension", client.task_extension);
  writer.End('}');
  writer.Number("clock", clock);
  writer.Number("nextId", static_cast<int64_t>(next_id));
  writer.Number("nextSerial", static_cast<int64_t>(this->tasks.next_serial()));
  writer.Name("tools");
  writer.Begin('[');
  for (const std::string_view text : tools.texts()) writer.Json(text);
  writer.End(']');
  writer.Name("requests");
  writer.Begin('[');
  for (const OpenRequest* request : requests) {
    WriteRequest(&writer, *request, tools);
  }
  writer.End(']');
  writer.Name("tasks");
  writer.Begin('[');
  for (const Task* task : all) {
    if (!task->finished) WriteTask(&writer, *task, tools);
  }
  writer.End(']');
  writer.Name("finished");
  writer.Begin('[');
  for (const Task* task : this->tasks.FinishedInOrder()) {
    WriteTask(&writer, *task, tools);
  }
  writer.End(']');
  writer.Name("interims");
  writer.Begin('[');
  for (const Interim& interim : interims) {
    writer.Begin('{');
    writer.Text("toolName", interim.tool);
    writer.Flag("hasState", interim.has_state);
    writer.Text("state", interim.state);
    WriteQuestions(&writer, interim.questions);
    writer.End('}');
  }
  writer.End(']');
  writer.Name("withdrawn");
  writer.Begin('[');
  for (const std::string& withdrawal : withdrawn) writer.Text(withdrawal);
  writer.End(']');
  writer.End('}');
  return writer.Finish();
}

}  // namespace gabarit
