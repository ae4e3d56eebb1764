// The envelope of a message: JSON-RPC 2.0 as the Model Context Protocol uses it
// (requests, notifications and answers; no batches since 2025-06-18).

#ifndef GABARIT_ENGINE_TASKS_MESSAGE_H_
#define GABARIT_ENGINE_TASKS_MESSAGE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/document/value.h"

namespace gabarit::tasks {

// The methods that the session looks into.
enum class Method : uint8_t {
  kOther,
  kInitialize,
  kDiscover,
  kToolsCall,
  kToolsList,
  kTasksGet,
  kTasksResult,
  kTasksUpdate,
  kTasksCancel,
  kTasksList,
  // May be answered by a request for input (2026-07-28).
  kPromptsGet,
  kResourcesRead,
  kElicitationCreate,
  // Notifications.
  kTaskStatusNotification,  // notifications/tasks/status, 2025-11-25
  kTaskNotification,        // notifications/tasks, 2026-07-28
  kToolListChanged,
  kCancelled,
};

Method FindMethod(std::string_view name);
// The other way; empty for kOther.
std::string_view MethodNameOf(Method method);

// The id of a request: a string or an integer (MCP, basic protocol,
// "Requests"). The text lies in the message, or in whatever holds the id.
struct RequestId {
  enum class Kind : uint8_t { kNone, kNumber, kText };
  Kind kind = Kind::kNone;
  int64_t number = 0;
  std::string_view text;

  bool operator==(const RequestId&) const = default;
};

// Appends the id as JSON; `null` where there is none, as JSON-RPC §5 has it for
// answers to what could not be read.
void AppendId(std::string* out, const RequestId& id);

// The id that the JSON value is; kNone where it cannot be one.
RequestId ReadId(document::Value value);

struct Message {
  enum class Shape : uint8_t { kRequest, kNotification, kAnswer, kNone };
  Shape shape = Shape::kNone;
  RequestId id;
  Method method = Method::kOther;
  std::string_view method_name;
  std::optional<document::Value> params;
  std::optional<document::Value> result;
  std::optional<document::Value> error;
  // With kNone: what is wrong, and where.
  std::string_view fault;
  std::string_view fault_location;
  // Two members of one name somewhere inside: what, and where. Empty otherwise.
  std::string ambiguity;
  std::string ambiguity_location;
};

// Reads the envelope of `root`. The id is read even where the rest is faulty,
// if it can be, so that an error can be answered.
Message ReadMessage(document::Value root);

}  // namespace gabarit::tasks

#endif  // GABARIT_ENGINE_TASKS_MESSAGE_H_
