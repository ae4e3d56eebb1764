#include "gabarit/validator.h"

#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/document/duplicate_names.h"
#include "engine/document/parser.h"
#include "engine/document/pointer.h"
#include "engine/document/value.h"
#include "engine/report/explainer.h"
#include "engine/validator/schema_state.h"
#include "engine/validator/value_access.h"
#include "engine/vm/vm.h"

namespace gabarit {

static_assert(kPadding >= document::kPadding);

bool Value::is_object() const {
  const document::TapeView view = ValueAccess::ViewOf(*this);
  return document::Value(&view, index_).is_object();
}

bool Value::is_array() const {
  const document::TapeView view = ValueAccess::ViewOf(*this);
  return document::Value(&view, index_).is_array();
}

bool Value::is_string() const {
  const document::TapeView view = ValueAccess::ViewOf(*this);
  return document::Value(&view, index_).is_string();
}

bool Value::is_boolean() const {
  const document::TapeView view = ValueAccess::ViewOf(*this);
  return document::Value(&view, index_).is_boolean();
}

bool Value::is_null() const {
  const document::TapeView view = ValueAccess::ViewOf(*this);
  return document::Value(&view, index_).is_null();
}

bool Value::boolean() const {
  const document::TapeView view = ValueAccess::ViewOf(*this);
  return document::Value(&view, index_).boolean();
}

std::optional<int64_t> Value::integer() const {
  const document::TapeView view = ValueAccess::ViewOf(*this);
  const document::Value value(&view, index_);
  if (!value.is_number()) return std::nullopt;
  if (value.is_int64()) return value.int64();
  // Doubles from -2^63 up to, but not including, 2^63 convert exactly if they
  // have no fraction.
  constexpr double kEnd = 9223372036854775808.0;
  if (value.is_double() && value.number() >= -kEnd && value.number() < kEnd &&
      value.number() == std::trunc(value.number())) {
    return static_cast<int64_t>(value.number());
  }
  return std::nullopt;
}

size_t Value::size() const {
  const document::TapeView view = ValueAccess::ViewOf(*this);
  const document::Value value(&view, index_);
  return value.is_object() || value.is_array() ? value.size() : 0;
}

std::string_view Value::string() const {
  const document::TapeView view = ValueAccess::ViewOf(*this);
  const document::Value value(&view, index_);
  return value.is_string() ? value.string() : std::string_view();
}

std::optional<Value> Value::Find(std::string_view name) const {
  const document::TapeView view = ValueAccess::ViewOf(*this);
  const document::Value value(&view, index_);
  if (!value.is_object()) return std::nullopt;
  const std::optional<document::Value> found = value.Find(name);
  if (!found.has_value()) return std::nullopt;
  return ValueAccess::Make(*found);
}

std::optional<Value> Value::At(std::string_view pointer) const {
  const document::TapeView view = ValueAccess::ViewOf(*this);
  const std::optional<document::Value> found =
      document::Resolve(document::Value(&view, index_), pointer);
  if (!found.has_value()) return std::nullopt;
  return ValueAccess::Make(*found);
}

struct Validator::State {
  explicit State(const ValidatorOptions& given)
      : options(given), parser(MakeParseLimits(given.limits)) {
    run_limits.max_steps = options.limits.max_steps;
    run_limits.max_levels = options.limits.max_stack_levels;
    explain_limits.max_results = options.limits.max_results;
    explain_limits.max_errors = options.limits.max_errors;
  }

  static document::ParseLimits MakeParseLimits(const InstanceLimits& limits) {
    document::ParseLimits parse;
    parse.max_depth = limits.max_depth;
    parse.max_bytes = limits.max_instance_bytes;
    return parse;
  }

  // Notes why `text` could not be parsed.
  Verdict RefuseText(std::string_view text) {
    const document::ParseError& error = parser.error();
    failure = Failure();
    failure.message = document::Describe(error, text);
    if (error.kind == document::ParseError::Kind::kDepth ||
        error.kind == document::ParseError::Kind::kTooLarge) {
      return Verdict::kLimitReached;
    }
    Locate(text, error.offset);
    return Verdict::kNotJson;
  }

  void Locate(std::string_view text, size_t offset) {
    const document::LineColumn at = document::Locate(text, offset);
    failure.offset = offset;
    failure.line = at.line;
    failure.column = at.column;
  }

  // The verdict on a text that has been parsed, before any schema: kValid, or
  // why it is refused.
  Verdict CheckNames() {
    if (!options.reject_duplicate_names) return Verdict::kValid;
    const std::optional<document::Value> duplicate =
        duplicates.Find(parser.root());
    if (!duplicate.has_value()) return Verdict::kValid;
    document::PositionIndex* positions = parser.view().positions;
    failure = Failure();
    Locate(positions->text(), positions->Offset(duplicate->index()));
    failure.message =
        absl::StrCat("line ", failure.line, ", column ", failure.column,
                     ": the object has two members named \"",
                     std::string(duplicate->string()), "\"");
    return Verdict::kNotJson;
  }

  Verdict Parsed(bool parsed, std::string_view text) {
    return parsed ? CheckNames() : RefuseText(text);
  }

  Verdict Run(const Schema::State& schema, document::Value value) {
    switch (machine.Run(schema.program, value, run_limits)) {
      case vm::Outcome::kValid:
        return Verdict::kValid;
      case vm::Outcome::kInvalid:
        return Verdict::kInvalid;
      case vm::Outcome::kStepLimit:
        Limit("the validation takes more than max_steps = ");
        absl::StrAppend(&failure.message, run_limits.max_steps, " steps");
        return Verdict::kLimitReached;
      case vm::Outcome::kFrameLimit:
        return Limit("the schema nests deeper than the evaluation can follow");
      case vm::Outcome::kContentLimit:
        return Limit(
            "content is nested in content more often than max_content_depth = "
            "16 times");
    }
    return Verdict::kInvalid;
  }

  // Reuses the message's memory: verdicts allocate nothing.
  Verdict Limit(std::string_view message) {
    failure.message.assign(message);
    failure.offset = failure.line = failure.column = 0;
    return Verdict::kLimitReached;
  }

  Report Explain(const Schema::State& schema, document::Value value,
                 Detail detail) {
    explainer.Evaluate(*schema.graph, value, explain_limits);
    return explainer.MakeReport(detail);
  }

  ValidatorOptions options;
  document::Parser parser;
  document::DuplicateNames duplicates;
  vm::Machine machine;
  vm::RunLimits run_limits;
  report::Explainer explainer;
  report::ExplainLimits explain_limits;
  // Of a value that came by a public handle.
  document::TapeView view;
  Failure failure;
};

Validator::Validator(const ValidatorOptions& options)
    : state_(std::make_unique<State>(options)) {}
Validator::~Validator() = default;
Validator::Validator(Validator&&) noexcept = default;
Validator& Validator::operator=(Validator&&) noexcept = default;

Verdict Validator::Validate(const Schema& schema, std::string_view json) {
  const Verdict verdict = state_->Parsed(state_->parser.Parse(json), json);
  if (verdict != Verdict::kValid) return verdict;
  return state_->Run(*schema.state_, state_->parser.root());
}

Verdict Validator::Validate(const Schema& schema, PaddedText text) {
  const Verdict verdict =
      state_->Parsed(state_->parser.ParsePadded(text.json), text.json);
  if (verdict != Verdict::kValid) return verdict;
  return state_->Run(*schema.state_, state_->parser.root());
}

std::optional<Value> Validator::Parse(std::string_view json) {
  const Verdict verdict = state_->Parsed(state_->parser.Parse(json), json);
  if (verdict != Verdict::kValid) return std::nullopt;
  return ValueAccess::Make(state_->parser.root());
}

std::optional<Value> Validator::Parse(PaddedText text) {
  const Verdict verdict =
      state_->Parsed(state_->parser.ParsePadded(text.json), text.json);
  if (verdict != Verdict::kValid) return std::nullopt;
  return ValueAccess::Make(state_->parser.root());
}

Verdict Validator::Validate(const Schema& schema, Value value) {
  state_->view = ValueAccess::ViewOf(value);
  return state_->Run(
      *schema.state_,
      document::Value(&state_->view, ValueAccess::IndexOf(value)));
}

Report Validator::Explain(const Schema& schema, std::string_view json,
                          Detail detail) {
  const Verdict verdict = state_->Parsed(state_->parser.Parse(json), json);
  if (verdict != Verdict::kValid) {
    return verdict == Verdict::kNotJson
               ? report::NotJsonReport(state_->failure.message,
                                       state_->failure.offset)
               : report::LimitReport(state_->failure.message);
  }
  return state_->Explain(*schema.state_, state_->parser.root(), detail);
}

Report Validator::Explain(const Schema& schema, Value value, Detail detail) {
  state_->view = ValueAccess::ViewOf(value);
  return state_->Explain(
      *schema.state_,
      document::Value(&state_->view, ValueAccess::IndexOf(value)), detail);
}

const Failure& Validator::failure() const { return state_->failure; }

uint64_t Validator::steps() const { return state_->machine.steps(); }

}  // namespace gabarit
