// Questions to the user, and whether the answers fit (elicitation; SEP-1330
// and the multi round-trip requests of 2026-07-28).

#include <utility>

#include "engine/document/pointer.h"
#include "engine/report/json_text.h"
#include "engine/schema/text.h"
#include "engine/tasks/answers.h"
#include "engine/tasks/digest.h"
#include "engine/tasks/session_state.h"
#include "engine/tasks/task_state.h"

namespace gabarit {

using schema::Concat;
using tasks::Message;
using tasks::OpenRequest;
using tasks::Question;
using tasks::Task;

namespace {

using document::Value;

// The form of an elicitation's params: where it is one, its schema if it has
// any.
struct Form {
  bool is_form = false;
  std::optional<Value> schema;
};

Form ReadForm(Value params) {
  Form form;
  if (!params.is_object()) return form;
  const std::optional<Value> mode = params.Find("mode");
  // Before 2025-11-25 there was no other mode.
  form.is_form =
      !mode.has_value() || (mode->is_string() && mode->string() == "form");
  if (form.is_form) form.schema = params.Find("requestedSchema");
  return form;
}

// "values are text, numbers, booleans or lists of text" (ElicitResult).
bool IsFormValue(Value value) {
  if (value.is_string() || value.is_number() || value.is_boolean()) return true;
  if (!value.is_array()) return false;
  for (document::ItemIterator item(value); !item.done(); item.Next()) {
    if (!item.value().is_string()) return false;
  }
  return true;
}

Question* FindQuestion(std::vector<Question>* questions, std::string_view key) {
  for (Question& question : *questions) {
    if (question.key == key) return &question;
  }
  return nullptr;
}

std::string Below(std::string_view location, std::string_view member) {
  std::string below(location);
  document::AppendToken(&below, member);
  return below;
}

}  // namespace

std::string Session::State::InputText(const Report& report) const {
  ModelTextSubject subject;
  subject.place = "/content";
  return ModelText(report, subject, options.text);
}

Decision Session::State::Elicitation(const Message& message) {
  Decision decision = PlainRequest(message, true);
  if (decision.kind == DecisionKind::kMalformed) return decision;
  decision.kind = DecisionKind::kInput;
  OpenRequest& request = open.at(open.Find(true, message.id));
  if (!message.params.has_value()) {
    open.Erase(open.Find(true, message.id));
    return Malformed(message, Reason::kMalformedParams, "",
                     "elicitation/create needs params");
  }
  decision.input_requests = Public(*message.params);
  if (Task* task = tasks.Find(request.task_id); task != nullptr) {
    SetTask(&decision, *task);
  }
  const Form form = ReadForm(*message.params);
  request.form = form.is_form;
  if (!form.is_form) return decision;
  if (!form.schema.has_value() || !form.schema->is_object()) {
    Add(&decision, Reason::kInputSchemaMissing, Severity::kViolation,
        "/params/requestedSchema", "a form needs a requestedSchema");
    return decision;
  }
  const std::string_view text = Slice(*form.schema);
  if (text.size() <= options.limits.input_schema.max_schema_bytes) {
    request.schema.assign(text);
  } else {
    Add(&decision, Reason::kInputNotCheckable, Severity::kViolation,
        "/params/requestedSchema",
        "larger than max_schema_bytes of SessionLimits::input_schema");
  }
  return decision;
}

bool Session::State::CheckElicitResult(Value result, std::string_view location,
                                       bool form, std::string_view schema_text,
                                       Decision* decision) {
  const std::optional<Value> action =
      result.is_object() ? result.Find("action") : std::nullopt;
  if (!action.has_value() || !action->is_string() ||
      (action->string() != "accept" && action->string() != "decline" &&
       action->string() != "cancel")) {
    Add(decision, Reason::kInputMalformed, Severity::kViolation,
        Below(location, "action"), "expected one of accept, decline, cancel");
    return false;
  }
  const std::optional<Value> content = result.Find("content");
  const std::string place = Below(location, "content");
  if (action->string() != "accept" || !form) {
    if (content.has_value() && !content->is_object()) {
      Add(decision, Reason::kInputMalformed, Severity::kNote, place,
          "content is an object where there is any");
    }
    return true;
  }
  if (!content.has_value() || !content->is_object()) {
    Add(decision, Reason::kInputInvalid, Severity::kViolation,
        content.has_value() ? place : std::string(location),
        "a form that was accepted needs an object \"content\"");
    return false;
  }
  bool fits = true;
  if (schema_text.empty()) {
    Add(decision, Reason::kInputNotCheckable, Severity::kNote, place,
        "not checked: there is no requestedSchema");
  } else {
    CompileOptions compile;
    compile.limits = options.limits.input_schema;
    const absl::StatusOr<Schema> schema = Schema::Compile(schema_text, compile);
    if (!schema.ok()) {
      Add(decision, Reason::kInputNotCheckable, Severity::kNote, place,
          Concat("not checked: the requestedSchema cannot be used: ",
                 schema::MessageOf(schema.status())));
    } else if (checker.validator().Validate(*schema, Public(*content)) !=
               Verdict::kValid) {
      fits = false;
      decision->report = checker.validator().Explain(*schema, Public(*content));
      AddReport(decision, Reason::kInputInvalid, Severity::kViolation, place,
                decision->report);
    }
  }
  for (document::MemberIterator member(*content); fits && !member.done();
       member.Next()) {
    if (IsFormValue(member.value())) continue;
    fits = false;
    Add(decision, Reason::kInputInvalid, Severity::kViolation,
        Below(place, member.name()),
        "expected a text, a number, a boolean or a list of texts");
  }
  return fits;
}

Decision Session::State::ElicitationAnswer(const Message& message,
                                           const OpenRequest& request) {
  if (!message.ambiguity.empty()) {
    return Malformed(message, Reason::kDuplicateMember,
                     message.ambiguity_location, message.ambiguity);
  }
  if (request.method != tasks::Method::kElicitationCreate) {
    Decision decision = Make(DecisionKind::kOther);
    if (!request.task_id.empty()) SetTask(&decision, request.task_id);
    return decision;
  }
  Decision decision = Make(DecisionKind::kInput);
  if (!request.task_id.empty()) {
    SetTask(&decision, request.task_id);
    if (message.result.has_value()) {
      // "Associating Task-Related Messages", 1: answers too.
      const std::optional<std::string_view> related =
          tasks::ReadRelatedTask(*message.result);
      if (!related.has_value()) {
        Add(&decision, Reason::kNoRelatedTask, Severity::kViolation,
            "/result/_meta",
            "the answer must name the task that its request named");
      } else if (*related != request.task_id) {
        Add(&decision, Reason::kWrongRelatedTask, Severity::kViolation,
            "/result/_meta", "the answer names another task than its request");
      }
    }
  }
  if (message.error.has_value()) {
    decision.error = Public(*message.error);
    return decision;
  }
  if (!CheckElicitResult(*message.result, "/result", request.form,
                         request.schema, &decision)) {
    decision.kind = DecisionKind::kInputInvalid;
    // The host is told; a server is given an error in the answer's place.
    if (host()) {
      decision.action = Action::kRefuse;
    } else {
      decision.action = Action::kReplace;
      decision.message = tasks::ErrorAnswer(message.id, tasks::kInvalidParams,
                                            decision.findings.front().text);
    }
    decision.text = InputText(decision.report);
  }
  return decision;
}

void Session::State::ReadQuestions(Value requests, std::string_view location,
                                   std::vector<Question>* questions,
                                   Decision* decision) {
  for (document::MemberIterator member(requests); !member.done();
       member.Next()) {
    const std::string_view key = member.name();
    const Value value = member.value();
    const uint64_t digest = tasks::Digest(value);
    if (Question* known = FindQuestion(questions, key); known != nullptr) {
      if (known->digest != digest) {
        Add(decision, Reason::kInputKeyReused, Severity::kViolation,
            Below(location, key), "the key stood for another question before");
      }
      continue;
    }
    if (questions->size() >= options.limits.max_inputs ||
        key.size() > options.limits.max_id_bytes) {
      Add(decision, Reason::kInputLimit, Severity::kViolation, location,
          "more or longer keys than max_inputs and max_id_bytes allow");
      return;
    }
    Question question;
    question.key = key;
    question.digest = digest;
    const std::optional<Value> method =
        value.is_object() ? value.Find("method") : std::nullopt;
    if (!method.has_value() || !method->is_string()) {
      Add(decision, Reason::kMalformedTask, Severity::kViolation,
          Below(location, key), "a question has a method");
    } else if (method->string() == "elicitation/create") {
      const std::optional<Value> params = value.Find("params");
      const Form form = params.has_value() ? ReadForm(*params) : Form{};
      question.form = form.is_form;
      if (form.is_form &&
          (!form.schema.has_value() || !form.schema->is_object())) {
        Add(decision, Reason::kInputSchemaMissing, Severity::kViolation,
            Below(location, key), "a form needs a requestedSchema");
      } else if (form.is_form) {
        const std::string_view text = Slice(*form.schema);
        if (text.size() <= options.limits.input_schema.max_schema_bytes) {
          question.schema = text;
        }
      }
    }
    decision->new_inputs.push_back(question.key);
    questions->push_back(std::move(question));
  }
}

bool Session::State::CheckResponses(Value responses, std::string_view location,
                                    std::vector<Question>* questions, bool mark,
                                    Decision* decision) {
  bool all_fit = true;
  for (document::MemberIterator member(responses); !member.done();
       member.Next()) {
    const std::string_view key = member.name();
    Question* question = FindQuestion(questions, key);
    const std::string place = Below(location, key);
    if (question == nullptr) {
      // A server ignores it ("Task Update Requests").
      Add(decision, Reason::kInputUnknown, Severity::kNote, place,
          "no question has this key");
      continue;
    }
    if (question->answered) {
      Add(decision, Reason::kInputAnswered, Severity::kViolation, place,
          "the question was answered before");
      continue;
    }
    if (question->form && !CheckElicitResult(member.value(), place, true,
                                             question->schema, decision)) {
      all_fit = false;
    }
  }
  if (!mark || (!all_fit && !options.observe)) return all_fit;
  for (document::MemberIterator member(responses); !member.done();
       member.Next()) {
    if (Question* question = FindQuestion(questions, member.name())) {
      question->answered = true;
    }
  }
  return all_fit;
}

bool Session::State::CheckInterimResponses(Value params, std::string_view tool,
                                           Decision* decision) {
  const std::optional<Value> state = params.Find("requestState");
  const std::optional<Value> responses = params.Find("inputResponses");
  const bool has_state = state.has_value() && state->is_string();
  if (responses.has_value() && !responses->is_object()) {
    Add(decision, Reason::kMalformedParams, Severity::kViolation,
        "/params/inputResponses", "expected an object");
    return false;
  }
  for (auto interim = interims.begin(); interim != interims.end(); ++interim) {
    if (interim->tool != tool || interim->has_state != has_state) continue;
    if (has_state && interim->state != state->string()) continue;
    const bool fits = !responses.has_value() ||
                      CheckResponses(*responses, "/params/inputResponses",
                                     &interim->questions, false, decision);
    if (fits || options.observe) interims.erase(interim);
    return fits;
  }
  Add(decision, Reason::kInputUnknown, Severity::kNote, "/params",
      "answers to no question that is known");
  return true;
}

Decision Session::State::TaskUpdateRequest(const Message& message,
                                           tasks::Task* task) {
  Decision decision = Make(DecisionKind::kInput);
  const std::optional<Value> responses = message.params->Find("inputResponses");
  if (!responses.has_value() || !responses->is_object()) {
    return Malformed(message, Reason::kMalformedParams,
                     "/params/inputResponses", "expected an object");
  }
  if (task == nullptr) return decision;
  if (!CheckResponses(*responses, "/params/inputResponses", &task->questions,
                      true, &decision)) {
    decision.kind = DecisionKind::kInputInvalid;
    decision.action = Action::kRefuse;
    decision.message = tasks::ErrorAnswer(message.id, tasks::kInvalidParams,
                                          decision.findings.front().text);
    decision.text = InputText(decision.report);
  }
  return decision;
}

}  // namespace gabarit
