// Sessions: messages in, decisions out.

#include "gabarit/session.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "bindings/c/gabarit.h"
#include "bindings/c/handles.h"
#include "engine/report/json_text.h"

struct gabarit_session {
  gabarit::Session session;
  gabarit::Decision last;
  std::string tool;  // the texts of `last` that the session may drop
  std::string task;
  std::string findings;  // JSON
  std::string report;    // JSON, or empty
  std::string saved;
};

namespace gabarit::c {
namespace {

std::string FindingsJson(const Decision& decision) {
  std::string json = "[";
  for (const Finding& finding : decision.findings) {
    if (json.back() != '[') json += ',';
    json += "{\"reason\":";
    report::AppendQuoted(&json, ReasonName(finding.reason));
    json += finding.severity == Severity::kViolation
                ? ",\"severity\":\"violation\",\"location\":"
                : ",\"severity\":\"note\",\"location\":";
    report::AppendQuoted(&json, finding.location);
    json += ",\"text\":";
    report::AppendQuoted(&json, finding.text);
    json += '}';
  }
  return json += ']';
}

gabarit_action ActionOf(Action action) {
  switch (action) {
    case Action::kPass:
      return GABARIT_PASS;
    case Action::kRefuse:
      return GABARIT_REFUSE;
    case Action::kReplace:
      return GABARIT_REPLACE;
    case Action::kDrop:
      return GABARIT_DROP;
    case Action::kSend:
      return GABARIT_SEND;
    case Action::kNothing:
      return GABARIT_NOTHING;
  }
  return GABARIT_NO_DECISION;
}

void Clear(gabarit_decision* decision) {
  if (decision == nullptr) return;
  *decision = gabarit_decision{};
  decision->action = GABARIT_NO_DECISION;
  for (gabarit_text* text :
       {&decision->kind, &decision->reason, &decision->text, &decision->message,
        &decision->tool, &decision->task, &decision->findings,
        &decision->report}) {
    *text = Text({});
  }
}

gabarit_action Give(gabarit_session* session, Decision made,
                    gabarit_decision* decision) {
  session->last = std::move(made);
  const Decision& last = session->last;
  session->tool =
      last.tool == nullptr ? std::string() : std::string(last.tool->name());
  session->task = std::string(last.task_id);
  session->findings = FindingsJson(last);
  session->report =
      last.report.errors().empty() ? std::string() : ErrorsJson(last.report);
  decision->action = ActionOf(last.action);
  decision->violation = last.violation() ? 1 : 0;
  decision->kind = Text(DecisionKindName(last.kind));
  decision->reason = Text(ReasonName(last.reason));
  decision->text = Text(last.text);
  decision->message = Text(last.message);
  decision->tool = Text(session->tool);
  decision->task = Text(session->task);
  decision->findings = Text(session->findings);
  decision->report = Text(session->report);
  return decision->action;
}

// Has `work` decide on the session, once all that was given is there.
template <typename Work>
gabarit_action Decide(gabarit_session* session, gabarit_decision* decision,
                      bool all_given, Work&& work) {
  Clear(decision);
  return Guarded(GABARIT_NO_DECISION, [&] {
    if (session == nullptr || decision == nullptr || !all_given) {
      return GABARIT_NO_DECISION;
    }
    return Give(session, work(session->session), decision);
  });
}

template <typename To, typename From>
bool Take(From given, unsigned last, To* to) {
  const auto number = static_cast<unsigned>(given);
  if (number > last) return false;
  *to = static_cast<To>(number);
  return true;
}

std::optional<SessionOptions> ToSessionOptions(
    const gabarit_session_options* given) {
  gabarit_session_options options;
  gabarit_session_options_init(&options);
  if (!ReadOptions(given, &options)) return std::nullopt;
  SessionOptions to;
  if (!Take(options.side, 1, &to.side) || !Take(options.mode, 2, &to.mode) ||
      !Take(options.outputs, 2, &to.outputs)) {
    return std::nullopt;
  }
  if (options.revision >= 0) {
    ProtocolRevision revision;
    if (!Take(options.revision, 2, &revision)) return std::nullopt;
    to.revision = revision;
  }
  to.observe = options.observe != 0;
  to.server.task_calls = options.task_calls != 0;
  to.server.task_cancel = options.task_cancel != 0;
  to.server.task_list = options.task_list != 0;
  to.server.task_extension = options.task_extension != 0;
  to.client.task_extension = options.client_task_extension != 0;
  if (options.ttl >= 0) to.ttl = options.ttl;
  return to;
}

}  // namespace
}  // namespace gabarit::c

using gabarit::Decision;
using gabarit::Session;
using gabarit::c::Decide;
using gabarit::c::Given;
using gabarit::c::Guarded;
using gabarit::c::Text;

void gabarit_session_options_init(gabarit_session_options* options) {
  if (options == nullptr) return;
  *options = gabarit_session_options{};
  options->struct_size = sizeof *options;
  options->revision = -1;
  options->ttl = -1;
}

gabarit_session* gabarit_session_new(const gabarit_catalog* catalog,
                                     const gabarit_session_options* options) {
  return Guarded<gabarit_session*>(nullptr, [&]() -> gabarit_session* {
    auto to = gabarit::c::ToSessionOptions(options);
    if (!to) return nullptr;
    if (catalog != nullptr) to->catalog = catalog->catalog;
    return new gabarit_session{Session(*to), Decision(), "", "", "", "", ""};
  });
}

gabarit_action gabarit_session_from_client(gabarit_session* session,
                                           const char* message, size_t size,
                                           int64_t now,
                                           gabarit_decision* decision) {
  const auto text = Given(message, size);
  return Decide(session, decision, text.has_value(),
                [&](Session& to) { return to.FromClient(*text, now); });
}

gabarit_action gabarit_session_from_server(gabarit_session* session,
                                           const char* message, size_t size,
                                           int64_t now,
                                           gabarit_decision* decision) {
  const auto text = Given(message, size);
  return Decide(session, decision, text.has_value(),
                [&](Session& to) { return to.FromServer(*text, now); });
}

gabarit_action gabarit_session_call(gabarit_session* session, const char* tool,
                                    size_t tool_size, const char* arguments,
                                    size_t arguments_size, int64_t now,
                                    gabarit_decision* decision) {
  const auto name = Given(tool, tool_size);
  const auto text = Given(arguments, arguments_size);
  return Decide(session, decision, name && text, [&](Session& to) {
    gabarit::CallRequest request;
    request.tool = *name;
    request.arguments = *text;
    return to.Call(request, now);
  });
}

gabarit_action gabarit_session_cancel(gabarit_session* session,
                                      const char* task, size_t task_size,
                                      int64_t now, gabarit_decision* decision) {
  const auto id = Given(task, task_size);
  return Decide(session, decision, id.has_value(),
                [&](Session& to) { return to.Cancel(*id, now); });
}

gabarit_action gabarit_session_answer_inputs(gabarit_session* session,
                                             const char* task, size_t task_size,
                                             const char* responses,
                                             size_t responses_size, int64_t now,
                                             gabarit_decision* decision) {
  const auto id = Given(task, task_size);
  const auto text = Given(responses, responses_size);
  return Decide(session, decision, id && text,
                [&](Session& to) { return to.AnswerInputs(*id, *text, now); });
}

int64_t gabarit_session_next_deadline(const gabarit_session* session) {
  constexpr int64_t kNever = std::numeric_limits<int64_t>::max();
  return Guarded(kNever, [&] {
    return session == nullptr
               ? kNever
               : session->session.NextDeadline().value_or(kNever);
  });
}

gabarit_action gabarit_session_next(gabarit_session* session, int64_t now,
                                    gabarit_decision* decision) {
  gabarit::c::Clear(decision);
  return Guarded(GABARIT_NO_DECISION, [&] {
    if (session == nullptr || decision == nullptr) return GABARIT_NO_DECISION;
    std::optional<Decision> due = session->session.Next(now);
    if (!due) return GABARIT_NO_DECISION;
    return gabarit::c::Give(session, *std::move(due), decision);
  });
}

gabarit_text gabarit_session_save(gabarit_session* session) {
  return Guarded(Text({}), [&] {
    if (session == nullptr) return Text({});
    session->saved = session->session.Save();
    return Text(session->saved);
  });
}

gabarit_status gabarit_session_restore(gabarit_session* session,
                                       const char* json, size_t size,
                                       gabarit_error** error) {
  if (error != nullptr) *error = nullptr;
  return Guarded(GABARIT_NO_MEMORY, [&] {
    const auto text = Given(json, size);
    if (session == nullptr || !text) {
      return gabarit::c::WrongArgument("a null pointer", error);
    }
    const absl::Status restored = session->session.Restore(*text);
    return restored.ok() ? GABARIT_OK : gabarit::c::Fail(restored, error);
  });
}

void gabarit_session_free(gabarit_session* session) { delete session; }
