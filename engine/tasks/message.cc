#include "engine/tasks/message.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "engine/report/json_text.h"

namespace gabarit::tasks {
namespace {

struct MethodName {
  std::string_view name;
  Method method;
};

constexpr std::array<MethodName, 16> kMethods = {{
    {"tools/call", Method::kToolsCall},
    {"tasks/get", Method::kTasksGet},
    {"tasks/result", Method::kTasksResult},
    {"tasks/update", Method::kTasksUpdate},
    {"tasks/cancel", Method::kTasksCancel},
    {"tasks/list", Method::kTasksList},
    {"tools/list", Method::kToolsList},
    {"initialize", Method::kInitialize},
    {"server/discover", Method::kDiscover},
    {"prompts/get", Method::kPromptsGet},
    {"resources/read", Method::kResourcesRead},
    {"elicitation/create", Method::kElicitationCreate},
    {"notifications/tasks/status", Method::kTaskStatusNotification},
    {"notifications/tasks", Method::kTaskNotification},
    {"notifications/tools/list_changed", Method::kToolListChanged},
    {"notifications/cancelled", Method::kCancelled},
}};

Message Faulty(Message message, std::string_view fault,
               std::string_view location) {
  message.shape = Message::Shape::kNone;
  message.fault = fault;
  message.fault_location = location;
  return message;
}

}  // namespace

Method FindMethod(std::string_view name) {
  for (const MethodName& known : kMethods) {
    if (known.name == name) return known.method;
  }
  return Method::kOther;
}

std::string_view MethodNameOf(Method method) {
  for (const MethodName& known : kMethods) {
    if (known.method == method) return known.name;
  }
  return {};
}

void AppendId(std::string* out, const RequestId& id) {
  switch (id.kind) {
    case RequestId::Kind::kNone:
      out->append("null");
      break;
    case RequestId::Kind::kNumber:
      absl::StrAppend(out, id.number);
      break;
    case RequestId::Kind::kText:
      report::AppendQuoted(out, id.text);
      break;
  }
}

RequestId ReadId(document::Value value) {
  RequestId id;
  if (value.is_string()) {
    id.kind = RequestId::Kind::kText;
    id.text = value.string();
  } else if (value.is_int64()) {
    id.kind = RequestId::Kind::kNumber;
    id.number = value.int64();
  } else if (value.is_double()) {
    // 1.0 is the integer 1; beyond 2^53 a double no longer says which.
    constexpr double kExact = 9007199254740992.0;
    const double number = value.number();
    if (std::trunc(number) == number && number >= -kExact && number <= kExact) {
      id.kind = RequestId::Kind::kNumber;
      id.number = static_cast<int64_t>(number);
    }
  }
  return id;
}

Message ReadMessage(document::Value root) {
  Message message;
  if (root.is_array()) {
    return Faulty(message, "a batch, which the protocol does not have", "");
  }
  if (!root.is_object()) {
    return Faulty(message, "a message is a JSON object", "");
  }
  bool version = false;
  bool has_id = false;
  std::optional<document::Value> method;
  for (document::MemberIterator member(root); !member.done(); member.Next()) {
    const std::string_view name = member.name();
    const document::Value value = member.value();
    if (name == "jsonrpc") {
      version = value.is_string() && value.string() == "2.0";
    } else if (name == "id") {
      has_id = true;
      message.id = ReadId(value);
    } else if (name == "method") {
      method = value;
    } else if (name == "params") {
      message.params = value;
    } else if (name == "result") {
      message.result = value;
    } else if (name == "error") {
      message.error = value;
    }
  }
  if (method.has_value() && method->is_string()) {
    message.method_name = method->string();
    message.method = FindMethod(message.method_name);
  }
  if (!version) {
    return Faulty(message, "\"jsonrpc\" must be \"2.0\"", "/jsonrpc");
  }
  // An answer to what could not be read has the id null (JSON-RPC §5).
  const bool id_of_unreadable =
      message.error.has_value() && !method.has_value();
  if (has_id && message.id.kind == RequestId::Kind::kNone &&
      !id_of_unreadable) {
    return Faulty(message, "an id is a string or a 64-bit integer", "/id");
  }
  if (method.has_value()) {
    if (!method->is_string()) {
      return Faulty(message, "a method is a string", "/method");
    }
    if (message.result.has_value() || message.error.has_value()) {
      return Faulty(message, "a request has neither result nor error",
                    message.result.has_value() ? "/result" : "/error");
    }
    if (message.params.has_value() && !message.params->is_object()) {
      return Faulty(message, "params must be an object", "/params");
    }
    message.shape =
        has_id ? Message::Shape::kRequest : Message::Shape::kNotification;
    return message;
  }
  if (message.result.has_value() == message.error.has_value()) {
    return Faulty(message,
                  message.result.has_value()
                      ? "an answer has a result or an error, not both"
                      : "neither a method nor a result nor an error",
                  "");
  }
  if (!has_id) return Faulty(message, "an answer needs an id", "");
  message.shape = Message::Shape::kAnswer;
  return message;
}

}  // namespace gabarit::tasks
