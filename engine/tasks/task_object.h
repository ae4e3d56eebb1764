// A task as it stands in a message.

#ifndef GABARIT_ENGINE_TASKS_TASK_OBJECT_H_
#define GABARIT_ENGINE_TASKS_TASK_OBJECT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/document/value.h"
#include "gabarit/session.h"

namespace gabarit::tasks {

// What was read; views lie in the message.
struct TaskObject {
  std::string_view id;
  TaskStatus status = TaskStatus::kWorking;
  std::string_view status_message;
  std::string_view last_updated;
  std::optional<int64_t> ttl;            // nothing: no limit
  std::optional<int64_t> poll_interval;  // nothing: not named
  // 2026-07-28: what the status brings with it.
  std::optional<document::Value> result;
  std::optional<document::Value> error;
  std::optional<document::Value> input_requests;
};

// What is wrong with it; `text` is empty where nothing is.
struct ShapeFault {
  std::string location;  // JSON Pointer, below the task
  std::string text;

  bool found() const { return !text.empty(); }
};

// How a revision spells a task's members.
struct TaskSpelling {
  std::string_view ttl;
  std::string_view poll_interval;
};

// Reads what both revisions have: id, status, both times, ttl, poll interval.
ShapeFault ReadCommonMembers(document::Value value,
                             const TaskSpelling& spelling, TaskObject* task);

// Of 2025-11-25: the object `Task`.
ShapeFault ReadTask20251125(document::Value value, TaskObject* task);

// Of 2026-07-28's extension. A new task, in the result of a call, has none of
// what its status brings with it.
ShapeFault ReadNewTask20260728(document::Value value, TaskObject* task);
// In the answer to tasks/get and in notifications/tasks it has all of it.
ShapeFault ReadDetailedTask20260728(document::Value value, TaskObject* task);

// The task of `_meta["io.modelcontextprotocol/related-task"]` of a params or
// result object; nothing where there is no such member, an empty id where it
// has the wrong shape.
std::optional<std::string_view> ReadRelatedTask(document::Value holder);

// `_meta["io.modelcontextprotocol/model-immediate-response"]` of the answer to
// a call; empty where there is none.
std::string_view ReadImmediateResponse(document::Value result);

}  // namespace gabarit::tasks

#endif  // GABARIT_ENGINE_TASKS_TASK_OBJECT_H_
