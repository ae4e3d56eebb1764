// Tasks as the extension io.modelcontextprotocol/tasks (SEP-2663).

#include "engine/tasks/task_object.h"

namespace gabarit::tasks {
namespace {

using document::Value;

// What a status must bring with it ("Task Status", the derived shapes).
ShapeFault RequireObject(const std::optional<Value>& value,
                         std::string_view member, std::string_view status) {
  if (value.has_value() && value->is_object()) return {};
  ShapeFault fault;
  if (value.has_value()) fault.location.append("/").append(member);
  fault.text.append("a task that is ")
      .append(status)
      .append(" needs an object \"")
      .append(member)
      .append("\"");
  return fault;
}

}  // namespace

ShapeFault ReadNewTask20260728(Value value, TaskObject* task) {
  // The former revision nested it; a reader that looks there would find half a
  // task, so it is said plainly.
  if (value.is_object() && !value.Find("taskId").has_value() &&
      value.Find("task").has_value()) {
    return {
        "/task",
        "the members of a task stand in the result itself, not in \"task\""};
  }
  return ReadCommonMembers(value, {"ttlMs", "pollIntervalMs"}, task);
}

ShapeFault ReadDetailedTask20260728(Value value, TaskObject* task) {
  ShapeFault fault = ReadNewTask20260728(value, task);
  if (fault.found()) return fault;
  switch (task->status) {
    case TaskStatus::kWorking:
    case TaskStatus::kCancelled:
      return {};
    case TaskStatus::kCompleted:
      task->result = value.Find("result");
      return RequireObject(task->result, "result", "completed");
    case TaskStatus::kFailed:
      task->error = value.Find("error");
      return RequireObject(task->error, "error", "failed");
    case TaskStatus::kInputRequired:
      task->input_requests = value.Find("inputRequests");
      return RequireObject(task->input_requests, "inputRequests",
                           "input_required");
  }
  return {};
}

}  // namespace gabarit::tasks
