// How decisions are put together, whatever they are about.

#include <algorithm>
#include <utility>

#include "engine/document/positions.h"
#include "engine/schema/text.h"
#include "engine/tasks/answers.h"
#include "engine/tasks/session_state.h"
#include "engine/validator/value_access.h"

namespace gabarit {
namespace {

// Findings listed of one report; the report itself has them all.
constexpr size_t kMostFindings = 16;

// The end of the number, literal or string that begins at `begin`.
size_t EndOfScalar(std::string_view text, size_t begin) {
  if (text[begin] == '"') {
    size_t end = begin + 1;
    while (text[end] != '"') end += text[end] == '\\' ? size_t{2} : size_t{1};
    return end + 1;
  }
  const size_t end = text.find_first_of(",]} \t\r\n", begin);
  return end == std::string_view::npos ? text.size() : end;
}

}  // namespace

Decision Session::State::Make(DecisionKind kind, Action action) {
  Decision decision;
  decision.kind = kind;
  decision.action = action;
  return decision;
}

void Session::State::Add(Decision* decision, Reason reason, Severity severity,
                         std::string_view location, std::string_view text) {
  // What breaks a rule decides, and stands before what is only worth noting.
  auto place = decision->findings.end();
  if (severity == Severity::kViolation) {
    place = std::find_if(decision->findings.begin(), decision->findings.end(),
                         [](const Finding& finding) {
                           return finding.severity == Severity::kNote;
                         });
  }
  decision->findings.insert(
      place, {reason, severity, std::string(location), std::string(text)});
  decision->reason = decision->findings.front().reason;
}

void Session::State::AddReport(Decision* decision, Reason reason,
                               Severity severity, std::string_view place,
                               const Report& report) {
  for (const ErrorUnit& error :
       report.errors().first(std::min(report.errors().size(), kMostFindings))) {
    Add(decision, reason, severity,
        schema::Concat(place, error.instance_location), error.message);
  }
}

Decision Session::State::Malformed(const tasks::Message& message, Reason reason,
                                   std::string_view location,
                                   std::string_view text) const {
  Decision decision = Make(DecisionKind::kMalformed, Action::kDrop);
  Add(&decision, reason, Severity::kViolation, location, text);
  if (message.shape == tasks::Message::Shape::kRequest) {
    decision.action = Action::kRefuse;
    decision.message =
        tasks::ErrorAnswer(message.id, tasks::kInvalidParams, text);
  }
  return decision;
}

Decision Session::State::Late(Reason reason, Severity severity,
                              std::string_view location,
                              std::string_view text) {
  Decision decision = Make(DecisionKind::kLate, Action::kDrop);
  Add(&decision, reason, severity, location, text);
  return decision;
}

void Session::State::SetTool(Decision* decision,
                             std::shared_ptr<const Tool> tool) {
  tool_in_hand = std::move(tool);
  decision->tool = tool_in_hand.get();
}

void Session::State::SetTask(Decision* decision, std::string_view id) {
  if (id.data() != task_in_hand.data()) task_in_hand.assign(id);
  decision->task_id = task_in_hand;
}

void Session::State::SetTask(Decision* decision, const tasks::Task& task) {
  SetTask(decision, task.id);
  SetTool(decision, task.tool);
}

void Session::State::SetRequest(Decision* decision,
                                const tasks::RequestId& id) {
  id_in_hand.clear();
  if (id.kind != tasks::RequestId::Kind::kNone) {
    tasks::AppendId(&id_in_hand, id);
  }
  decision->request_id = id_in_hand;
}

std::string_view Session::State::Slice(Value value) const {
  document::PositionIndex* positions = value.view().positions;
  if (positions == nullptr) return {};
  const std::string_view text = positions->text();
  const size_t begin = positions->Offset(value.index());
  size_t end;
  if (value.is_object() || value.is_array()) {
    end = positions->Offset(document::tape::EndIndex(value.word()) - 1) + 1;
  } else {
    end = EndOfScalar(text, begin);
  }
  return text.substr(begin, end - begin);
}

gabarit::Value Session::State::Public(Value value) const {
  return ValueAccess::Make(value);
}

}  // namespace gabarit
