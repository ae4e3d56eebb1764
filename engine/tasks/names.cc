// The enumerations of gabarit/session.h by name.

#include <string_view>

#include "engine/tasks/task_state.h"
#include "gabarit/session.h"

namespace gabarit {

std::string_view ReasonName(Reason reason) {
  switch (reason) {
    case Reason::kNone:
      return "none";
    case Reason::kNotJson:
      return "not_json";
    case Reason::kMessageLimit:
      return "message_limit";
    case Reason::kDuplicateMember:
      return "duplicate_member";
    case Reason::kNotJsonRpc:
      return "not_json_rpc";
    case Reason::kMalformedParams:
      return "malformed_params";
    case Reason::kDuplicateId:
      return "duplicate_id";
    case Reason::kUnknownId:
      return "unknown_id";
    case Reason::kOpenRequestLimit:
      return "open_request_limit";
    case Reason::kUnknownRevision:
      return "unknown_revision";
    case Reason::kMethodNotInRevision:
      return "method_not_in_revision";
    case Reason::kMissingCapability:
      return "missing_capability";
    case Reason::kArgumentsInvalid:
      return "arguments_invalid";
    case Reason::kArgumentsNotJson:
      return "arguments_not_json";
    case Reason::kUnknownTool:
      return "unknown_tool";
    case Reason::kToolSetAside:
      return "tool_set_aside";
    case Reason::kToolWarning:
      return "tool_warning";
    case Reason::kListUnknown:
      return "list_unknown";
    case Reason::kListStale:
      return "list_stale";
    case Reason::kTaskNotSupported:
      return "task_not_supported";
    case Reason::kTaskForbidden:
      return "task_forbidden";
    case Reason::kTaskRequired:
      return "task_required";
    case Reason::kTaskSupportContradiction:
      return "task_support_contradiction";
    case Reason::kOpenTaskLimit:
      return "open_task_limit";
    case Reason::kCheckLimit:
      return "check_limit";
    case Reason::kOutputInvalid:
      return "output_invalid";
    case Reason::kOutputMissing:
      return "output_missing";
    case Reason::kOutputNotCheckable:
      return "output_not_checkable";
    case Reason::kOutputUnchecked:
      return "output_unchecked";
    case Reason::kMalformedResult:
      return "malformed_result";
    case Reason::kUnexpectedTask:
      return "unexpected_task";
    case Reason::kToolError:
      return "tool_error";
    case Reason::kRpcError:
      return "rpc_error";
    case Reason::kUnknownToolForm:
      return "unknown_tool_form";
    case Reason::kUnknownResultType:
      return "unknown_result_type";
    case Reason::kInterimNotAllowed:
      return "interim_not_allowed";
    case Reason::kSuccessOfFailed:
      return "success_of_failed";
    case Reason::kMalformedTask:
      return "malformed_task";
    case Reason::kNotBegunWorking:
      return "not_begun_working";
    case Reason::kIllegalMove:
      return "illegal_move";
    case Reason::kLateStatus:
      return "late_status";
    case Reason::kUnknownTask:
      return "unknown_task";
    case Reason::kTaskDropped:
      return "task_dropped";
    case Reason::kTtlPassed:
      return "ttl_passed";
    case Reason::kDuplicateTask:
      return "duplicate_task";
    case Reason::kPolledEarly:
      return "polled_early";
    case Reason::kAlreadyDelivered:
      return "already_delivered";
    case Reason::kConflictingResult:
      return "conflicting_result";
    case Reason::kNoRelatedTask:
      return "no_related_task";
    case Reason::kWrongRelatedTask:
      return "wrong_related_task";
    case Reason::kShouldHaveFailed:
      return "should_have_failed";
    case Reason::kAlreadyTerminal:
      return "already_terminal";
    case Reason::kTaskResultType:
      return "task_result_type";
    case Reason::kInputInvalid:
      return "input_invalid";
    case Reason::kInputMalformed:
      return "input_malformed";
    case Reason::kInputUnknown:
      return "input_unknown";
    case Reason::kInputAnswered:
      return "input_answered";
    case Reason::kInputKeyReused:
      return "input_key_reused";
    case Reason::kInputLimit:
      return "input_limit";
    case Reason::kInputNotCheckable:
      return "input_not_checkable";
    case Reason::kInputSchemaMissing:
      return "input_schema_missing";
  }
  return "";
}

std::string_view DecisionKindName(DecisionKind kind) {
  switch (kind) {
    case DecisionKind::kCall:
      return "call";
    case DecisionKind::kCallRefused:
      return "call_refused";
    case DecisionKind::kResult:
      return "result";
    case DecisionKind::kToolError:
      return "tool_error";
    case DecisionKind::kOutputInvalid:
      return "output_invalid";
    case DecisionKind::kResultMalformed:
      return "result_malformed";
    case DecisionKind::kCallFailed:
      return "call_failed";
    case DecisionKind::kTaskCreated:
      return "task_created";
    case DecisionKind::kTaskStatus:
      return "task_status";
    case DecisionKind::kResultDue:
      return "result_due";
    case DecisionKind::kInputRequired:
      return "input_required";
    case DecisionKind::kTaskFailed:
      return "task_failed";
    case DecisionKind::kTaskCancelled:
      return "task_cancelled";
    case DecisionKind::kTaskExpired:
      return "task_expired";
    case DecisionKind::kPoll:
      return "poll";
    case DecisionKind::kFetchResult:
      return "fetch_result";
    case DecisionKind::kCancel:
      return "cancel";
    case DecisionKind::kInput:
      return "input";
    case DecisionKind::kInputInvalid:
      return "input_invalid";
    case DecisionKind::kToolList:
      return "tool_list";
    case DecisionKind::kToolListChanged:
      return "tool_list_changed";
    case DecisionKind::kOpening:
      return "opening";
    case DecisionKind::kLate:
      return "late";
    case DecisionKind::kMalformed:
      return "malformed";
    case DecisionKind::kOther:
      return "other";
  }
  return "";
}

std::string_view ActionName(Action action) {
  switch (action) {
    case Action::kPass:
      return "pass";
    case Action::kRefuse:
      return "refuse";
    case Action::kReplace:
      return "replace";
    case Action::kDrop:
      return "drop";
    case Action::kSend:
      return "send";
    case Action::kNothing:
      return "nothing";
  }
  return "";
}

std::string_view TaskStatusName(TaskStatus status) {
  switch (status) {
    case TaskStatus::kWorking:
      return "working";
    case TaskStatus::kInputRequired:
      return "input_required";
    case TaskStatus::kCompleted:
      return "completed";
    case TaskStatus::kFailed:
      return "failed";
    case TaskStatus::kCancelled:
      return "cancelled";
  }
  return "";
}

bool Decision::violation() const {
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::kViolation) return true;
  }
  return false;
}

namespace tasks {

std::optional<TaskStatus> FindTaskStatus(std::string_view name) {
  for (const TaskStatus status :
       {TaskStatus::kWorking, TaskStatus::kInputRequired,
        TaskStatus::kCompleted, TaskStatus::kFailed, TaskStatus::kCancelled}) {
    if (TaskStatusName(status) == name) return status;
  }
  return std::nullopt;
}

}  // namespace tasks
}  // namespace gabarit
