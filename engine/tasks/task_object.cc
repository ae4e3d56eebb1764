#include "engine/tasks/task_object.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "engine/document/pointer.h"
#include "engine/report/json_text.h"
#include "engine/tasks/task_state.h"

namespace gabarit::tasks {
namespace {

using document::Value;

ShapeFault Fault(std::string_view member, std::string_view text) {
  ShapeFault fault;
  document::AppendToken(&fault.location, member);
  fault.text = text;
  return fault;
}

ShapeFault Missing(std::string_view member) {
  ShapeFault fault;
  fault.text = "missing required property ";
  report::AppendQuoted(&fault.text, member);
  return fault;
}

// Milliseconds: an integer, also one written as 5e3, and one beyond 64 bits cut
// to them.
std::optional<int64_t> Milliseconds(Value value) {
  constexpr int64_t kMost = int64_t{1} << 62;
  if (value.is_int64()) return value.int64();
  if (value.is_uint64()) return kMost;
  if (value.is_double() && std::trunc(value.number()) == value.number()) {
    if (value.number() >= static_cast<double>(kMost)) return kMost;
    if (value.number() <= -static_cast<double>(kMost)) return -kMost;
    return static_cast<int64_t>(value.number());
  }
  return std::nullopt;
}

}  // namespace

ShapeFault ReadCommonMembers(Value value, const TaskSpelling& spelling,
                             TaskObject* task) {
  if (!value.is_object()) return {"", "a task is an object"};
  bool has_id = false;
  bool has_status = false;
  bool has_created = false;
  bool has_updated = false;
  bool has_ttl = false;
  for (document::MemberIterator member(value); !member.done(); member.Next()) {
    const std::string_view name = member.name();
    const Value held = member.value();
    if (name == "taskId") {
      if (!held.is_string()) return Fault(name, "expected a string");
      if (held.string().empty()) return Fault(name, "an empty id");
      task->id = held.string();
      has_id = true;
    } else if (name == "status") {
      const std::optional<TaskStatus> status =
          held.is_string() ? FindTaskStatus(held.string()) : std::nullopt;
      if (!status.has_value()) {
        std::string text =
            "expected one of working, input_required, completed, failed, "
            "cancelled; found ";
        text += report::Excerpt(held, 40);
        return Fault(name, text);
      }
      task->status = *status;
      has_status = true;
    } else if (name == "createdAt" || name == "lastUpdatedAt") {
      if (!held.is_string()) return Fault(name, "expected a string");
      if (name == "createdAt") {
        has_created = true;
      } else {
        task->last_updated = held.string();
        has_updated = true;
      }
    } else if (name == spelling.ttl) {
      if (!held.is_null()) {
        const std::optional<int64_t> ttl = Milliseconds(held);
        if (!ttl.has_value()) return Fault(name, "expected an integer or null");
        task->ttl = *ttl < 0 ? 0 : *ttl;
      }
      has_ttl = true;
    } else if (name == spelling.poll_interval) {
      task->poll_interval = Milliseconds(held);
      if (!task->poll_interval.has_value()) {
        return Fault(name, "expected an integer");
      }
    } else if (name == "statusMessage") {
      if (!held.is_string()) return Fault(name, "expected a string");
      task->status_message = held.string();
    }
  }
  if (!has_id) return Missing("taskId");
  if (!has_status) return Missing("status");
  if (!has_created) return Missing("createdAt");
  if (!has_updated) return Missing("lastUpdatedAt");
  if (!has_ttl) return Missing(spelling.ttl);
  return {};
}

std::optional<std::string_view> ReadRelatedTask(Value holder) {
  if (!holder.is_object()) return std::nullopt;
  const std::optional<Value> meta = holder.Find("_meta");
  if (!meta.has_value() || !meta->is_object()) return std::nullopt;
  const std::optional<Value> related =
      meta->Find("io.modelcontextprotocol/related-task");
  if (!related.has_value()) return std::nullopt;
  if (!related->is_object()) return std::string_view();
  const std::optional<Value> id = related->Find("taskId");
  if (!id.has_value() || !id->is_string()) return std::string_view();
  return id->string();
}

std::string_view ReadImmediateResponse(Value result) {
  if (!result.is_object()) return {};
  const std::optional<Value> meta = result.Find("_meta");
  if (!meta.has_value() || !meta->is_object()) return {};
  const std::optional<Value> text =
      meta->Find("io.modelcontextprotocol/model-immediate-response");
  if (!text.has_value() || !text->is_string()) return {};
  return text->string();
}

}  // namespace gabarit::tasks
