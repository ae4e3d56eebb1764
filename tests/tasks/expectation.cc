#include "tests/tasks/expectation.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "engine/schema/text.h"

namespace gabarit::tests {
namespace {

using document::Value;
using schema::Concat;

std::string_view DefaultAction(DecisionKind kind) {
  switch (kind) {
    case DecisionKind::kCallRefused:
      return "refuse";
    case DecisionKind::kOutputInvalid:
    case DecisionKind::kResultMalformed:
      return "replace";
    case DecisionKind::kLate:
      return "drop";
    default:
      return "pass";
  }
}

bool HasFinding(const Decision& decision, std::string_view reason,
                std::optional<std::string_view> location) {
  return std::any_of(
      decision.findings.begin(), decision.findings.end(),
      [&](const Finding& finding) {
        return ReasonName(finding.reason) == reason &&
               (!location.has_value() || finding.location == *location);
      });
}

}  // namespace

std::string Differences(const Decision& decision, Value expected) {
  std::string differences;
  const auto differ = [&](std::string_view what, std::string_view wanted,
                          std::string_view found) {
    if (wanted == found) return;
    differences += Concat(what, ": expected ", wanted, ", found ", found, "\n");
  };
  const auto text_of = [&](std::string_view name, std::string_view otherwise) {
    const std::optional<Value> value = expected.Find(name);
    return value.has_value() ? value->string() : otherwise;
  };
  for (document::MemberIterator member(expected); !member.done();
       member.Next()) {
    const std::string_view name = member.name();
    if (name != "kind" && name != "reason" && name != "location" &&
        name != "action" && name != "also" && name != "text" &&
        name != "message" && name != "tool" && name != "task" &&
        name != "inputs") {
      differences += Concat("no such expectation: ", name, "\n");
    }
  }
  const std::string_view reason = text_of("reason", "none");
  differ("kind", text_of("kind", ""), DecisionKindName(decision.kind));
  differ("reason", reason, ReasonName(decision.reason));
  differ("action", text_of("action", DefaultAction(decision.kind)),
         ActionName(decision.action));
  if (const auto location = expected.Find("location")) {
    const auto look_for = [&](std::string_view place) {
      if (HasFinding(decision, reason, place)) return;
      differences += Concat("no finding ", reason, " at ", place, "\n");
    };
    if (location->is_string()) {
      look_for(location->string());
    } else {
      for (document::ItemIterator item(*location); !item.done(); item.Next()) {
        look_for(item.value().string());
      }
    }
  }
  if (const auto also = expected.Find("also")) {
    for (document::ItemIterator item(*also); !item.done(); item.Next()) {
      if (!HasFinding(decision, item.value().string(), std::nullopt)) {
        differences += Concat("no finding ", item.value().string(), "\n");
      }
    }
  }
  if (const auto part = expected.Find("text")) {
    if (part->string().empty()
            ? !decision.text.empty()
            : decision.text.find(part->string()) == std::string::npos) {
      differences += Concat("the text is ", decision.text, "\n");
    }
  }
  if (const auto part = expected.Find("message")) {
    if (part->string().empty()
            ? !decision.message.empty()
            : decision.message.find(part->string()) == std::string::npos) {
      differences += Concat("the message is ", decision.message, "\n");
    }
  }
  if (const auto tool = expected.Find("tool")) {
    differ("tool", tool->string(),
           decision.tool == nullptr ? "" : decision.tool->name());
  }
  if (const auto task = expected.Find("task")) {
    differ("task", task->string(), decision.task_id);
  }
  if (const auto inputs = expected.Find("inputs")) {
    std::string wanted;
    for (document::ItemIterator item(*inputs); !item.done(); item.Next()) {
      wanted += Concat(item.value().string(), " ");
    }
    std::string found;
    for (const std::string& key : decision.new_inputs) found += key + " ";
    differ("inputs", wanted, found);
  }
  return differences;
}

std::string Describe(const Decision& decision) {
  std::string text =
      Concat(ActionName(decision.action), " ", DecisionKindName(decision.kind));
  for (const Finding& finding : decision.findings) {
    text += Concat("; ",
                   finding.severity == Severity::kViolation ? "violation " : "",
                   ReasonName(finding.reason), " at \"", finding.location,
                   "\": ", finding.text);
  }
  return text;
}

}  // namespace gabarit::tests
