#include "engine/cli/decision_json.h"

#include <string_view>

#include "engine/report/json_text.h"

namespace gabarit::cli {
namespace {

void AppendMember(std::string* json, std::string_view name,
                  std::string_view text) {
  if (json->back() != '{') json->push_back(',');
  report::AppendQuoted(json, name);
  json->push_back(':');
  report::AppendQuoted(json, text);
}

}  // namespace

void AppendDecision(std::string* json, const Decision& decision) {
  AppendMember(json, "action", ActionName(decision.action));
  AppendMember(json, "kind", DecisionKindName(decision.kind));
  if (decision.reason != Reason::kNone) {
    AppendMember(json, "reason", ReasonName(decision.reason));
  }
  if (!decision.request_id.empty()) {
    json->append(",\"id\":").append(decision.request_id);
  }
  if (decision.tool != nullptr) {
    AppendMember(json, "tool", decision.tool->name());
  }
  if (!decision.task_id.empty()) AppendMember(json, "task", decision.task_id);
  if (!decision.findings.empty()) {
    json->append(",\"findings\":[");
    for (const Finding& finding : decision.findings) {
      if (json->back() != '[') json->push_back(',');
      json->push_back('{');
      AppendMember(json, "reason", ReasonName(finding.reason));
      AppendMember(
          json, "severity",
          finding.severity == Severity::kViolation ? "violation" : "note");
      AppendMember(json, "location", finding.location);
      AppendMember(json, "message", finding.text);
      json->push_back('}');
    }
    json->push_back(']');
  }
  if (!decision.text.empty()) AppendMember(json, "text", decision.text);
}

}  // namespace gabarit::cli
