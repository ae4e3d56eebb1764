// The public ToolChecker.

#include "gabarit/tool_checker.h"

#include <utility>

#include "engine/document/parser.h"
#include "engine/report/explainer.h"
#include "engine/schema/text.h"
#include "engine/tools/call_result.h"
#include "engine/tools/read_epochs.h"
#include "engine/tools/tool_state.h"
#include "engine/validator/value_access.h"

namespace gabarit {
namespace {

using schema::Concat;

// Where the parts of a message stand, as the model is told.
constexpr std::string_view kArguments = "/arguments";
constexpr std::string_view kStructuredContent = "/structuredContent";

ValidatorOptions MakeValidatorOptions(const ToolCheckerOptions& options) {
  ValidatorOptions made;
  made.limits = options.limits;
  made.reject_duplicate_names = options.reject_duplicate_names;
  return made;
}

CheckOutcome OutcomeOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kValid:
      return CheckOutcome::kValid;
    case Verdict::kInvalid:
      return CheckOutcome::kInvalid;
    case Verdict::kNotJson:
      return CheckOutcome::kNotJson;
    case Verdict::kLimitReached:
      return CheckOutcome::kLimitReached;
  }
  return CheckOutcome::kLimitReached;
}

ErrorUnit Fault(std::string location, std::string message,
                std::string_view expected = {}, std::string_view found = {}) {
  ErrorUnit fault;
  fault.instance_location = std::move(location);
  fault.message = std::move(message);
  fault.expected = expected;
  fault.found = found;
  return fault;
}

std::string_view KindOf(const Value& value) {
  if (value.is_object()) return "object";
  if (value.is_array()) return "array";
  if (value.is_string()) return "string";
  if (value.is_boolean()) return "boolean";
  return value.is_null() ? "null" : "number";
}

std::string AdviceOnArguments(const Tool& tool, CheckOutcome outcome) {
  switch (outcome) {
    case CheckOutcome::kToolRefused:
      return Concat("The tool \"", tool.name(),
                    "\" cannot be used: its own definition is broken.");
    case CheckOutcome::kLimitReached:
      return Concat("The tool \"", tool.name(),
                    "\" was not called: its arguments could not be checked.");
    default:
      return Concat("The tool \"", tool.name(),
                    "\" was not called. Correct the arguments and call it "
                    "again.");
  }
}

std::string AdviceOnOutput(const Tool* tool, CheckOutcome outcome) {
  const std::string name =
      tool == nullptr ? "a tool" : Concat("the tool \"", tool->name(), "\"");
  switch (outcome) {
    case CheckOutcome::kMalformed:
      return Concat("What ", name, " returned is not a tool result.");
    case CheckOutcome::kNotCheckable:
      return Concat("The output of ", name,
                    " was not checked: its outputSchema cannot be used.");
    case CheckOutcome::kLimitReached:
      return Concat("The output of ", name, " could not be checked.");
    default:
      return Concat("The output of ", name,
                    " does not fit the schema that the tool declares for it. "
                    "Calling again with other arguments need not help.");
  }
}

}  // namespace

struct ToolChecker::State {
  State(std::shared_ptr<ProgramCache::State> given,
        const ToolCheckerOptions& given_options)
      : cache(std::move(given)),
        options(given_options),
        reader(cache->epochs),
        validator(MakeValidatorOptions(given_options)),
        text_validator(MakeValidatorOptions(given_options)) {
    // JSON by construction.
    empty_object = *document::Document::Parse("{}");
  }

  Value EmptyObject() const { return ValueAccess::Make(empty_object->root()); }

  ToolCheck Make(CheckOutcome outcome, Report report, const Tool* tool,
                 std::string_view place) const {
    ToolCheck check;
    check.outcome = outcome;
    check.report = std::move(report);
    const std::string advice = place == kArguments && tool != nullptr
                                   ? AdviceOnArguments(*tool, outcome)
                                   : AdviceOnOutput(tool, outcome);
    ModelTextSubject subject;
    if (tool != nullptr) subject.tool = tool->name();
    // A tool's own fault stands in its definition.
    const bool about_tool = outcome == CheckOutcome::kToolRefused ||
                            outcome == CheckOutcome::kNotCheckable;
    subject.place = about_tool ? std::string_view() : place;
    subject.advice = advice;
    check.text = ModelText(check.report, subject, options.text);
    return check;
  }

  ToolCheck Problem(CheckOutcome outcome, const ToolProblem& problem,
                    const Tool& tool, std::string_view place) const {
    return Make(outcome,
                report::FaultReport({Fault(problem.location, problem.reason)}),
                &tool, place);
  }

  // The verdict of a schema on a value that `parser` holds, and why.
  ToolCheck Judge(const Tool& tool, CachedSchema& schema, Validator& parser,
                  Value value, std::string_view place) {
    const tools::ReadEpochs::Reading reading(reader);
    ProgramCache::State& owner = *ToolAccess::State(tool).cache;
    std::optional<Schema> copy;  // where the tool is of another cache
    const Schema* program = nullptr;
    if (&owner == cache.get()) {
      absl::StatusOr<const Schema*> found = owner.Program(schema);
      if (found.ok()) program = *found;
    } else {
      absl::StatusOr<Schema> found = owner.Copy(schema);
      if (found.ok()) program = &copy.emplace(*std::move(found));
    }
    if (program == nullptr) {
      // It compiled when the list was loaded.
      return Make(CheckOutcome::kLimitReached,
                  report::LimitReport("the schema could not be compiled again"),
                  &tool, place);
    }
    const Verdict verdict = parser.Validate(*program, value);
    if (verdict == Verdict::kValid) return ToolCheck();
    Report why = verdict == Verdict::kInvalid
                     ? parser.Explain(*program, value)
                     : report::LimitReport(parser.failure().message);
    return Make(OutcomeOf(verdict), std::move(why), &tool, place);
  }

  // After a parse that failed.
  ToolCheck RefuseText(const Tool& tool, const Validator& parser,
                       std::string_view place) const {
    const Failure& failure = parser.failure();
    // Texts beyond a limit have no place of their fault.
    const bool limit = failure.line == 0;
    return Make(limit ? CheckOutcome::kLimitReached : CheckOutcome::kNotJson,
                limit ? report::LimitReport(failure.message)
                      : report::NotJsonReport(failure.message, failure.offset),
                &tool, place);
  }

  ToolCheck CheckArguments(const Tool& tool, Validator& parser, Value value) {
    const Tool::State& state = ToolAccess::State(tool);
    if (state.refusal.has_value()) {
      return Problem(CheckOutcome::kToolRefused, *state.refusal, tool,
                     kArguments);
    }
    // Not left to the schema: in draft-07, "type" beside "$ref" asserts
    // nothing.
    if (!value.is_object()) {
      return Make(CheckOutcome::kInvalid,
                  report::FaultReport({Fault(
                      "", Concat("expected an object, found ", KindOf(value)),
                      "object", KindOf(value))}),
                  &tool, kArguments);
    }
    return Judge(tool, *state.input, parser, value, kArguments);
  }

  ToolCheck CheckOutput(const Tool& tool, Validator& parser,
                        std::optional<Value> value) {
    const Tool::State& state = ToolAccess::State(tool);
    if (state.refusal.has_value()) {
      return Problem(CheckOutcome::kToolRefused, *state.refusal, tool,
                     kStructuredContent);
    }
    if (state.output_problem.has_value()) {
      return Problem(CheckOutcome::kNotCheckable, *state.output_problem, tool,
                     kStructuredContent);
    }
    if (state.output == nullptr) {
      ToolCheck check;
      check.outcome = CheckOutcome::kNoSchema;
      return check;
    }
    if (!value.has_value()) {
      return Make(CheckOutcome::kMissing,
                  report::FaultReport(
                      {Fault("",
                             "structuredContent is missing, though the tool "
                             "declares an outputSchema for it")}),
                  &tool, kStructuredContent);
    }
    return Judge(tool, *state.output, parser, *value, kStructuredContent);
  }

  ToolCheck CheckResult(const Tool* tool, Value result,
                        ProtocolRevision revision) {
    const document::TapeView view = ValueAccess::ViewOf(result);
    std::vector<ErrorUnit> faults = tools::FindShapeFaults(
        document::Value(&view, ValueAccess::IndexOf(result)), revision,
        options.limits.max_errors);
    if (!faults.empty()) {
      return Make(CheckOutcome::kMalformed,
                  report::FaultReport(std::move(faults)), tool, "");
    }
    const std::optional<Value> is_error = result.Find("isError");
    ToolCheck check;
    if (is_error.has_value() && is_error->boolean()) {
      check.outcome = CheckOutcome::kErrorResult;
      return check;
    }
    if (tool == nullptr) {
      check.outcome = CheckOutcome::kNoSchema;
      return check;
    }
    return CheckOutput(*tool, validator, result.Find("structuredContent"));
  }

  const std::shared_ptr<ProgramCache::State> cache;
  const ToolCheckerOptions options;
  const tools::ReadEpochs::Reader reader;
  Validator validator;
  // For arguments that come as a string inside of a message.
  Validator text_validator;
  std::unique_ptr<const document::Document> empty_object;
};

ToolChecker::ToolChecker(std::shared_ptr<ProgramCache> cache,
                         const ToolCheckerOptions& options)
    : state_(std::make_unique<State>(ToolAccess::State(*cache), options)) {}
ToolChecker::~ToolChecker() = default;
ToolChecker::ToolChecker(ToolChecker&&) noexcept = default;
ToolChecker& ToolChecker::operator=(ToolChecker&&) noexcept = default;

namespace {

// Inside a Reading, or on a list that is held.
ToolLookup LookUp(const ToolList* list, std::string_view name) {
  ToolLookup lookup;
  if (list == nullptr) return lookup;
  const ToolList::State& state = ToolAccess::State(*list);
  lookup.list = !state.complete ? ListState::kPartial
                : state.stale.load(std::memory_order_acquire)
                    ? ListState::kStale
                    : ListState::kComplete;
  const std::optional<uint32_t> index =
      state.index.Find(name, [&state](uint32_t position) {
        // The count of its holders, which stands beside the tool.
        __builtin_prefetch(state.tools[position].get());
      });
  if (index.has_value()) {
    lookup.tool = state.tools[*index];
    lookup.outcome = state.usable[*index] != 0 ? ToolLookup::Outcome::kFound
                                               : ToolLookup::Outcome::kRefused;
  } else if (state.complete) {
    lookup.outcome = ToolLookup::Outcome::kUnknown;
  }
  return lookup;
}

}  // namespace

ToolLookup ToolChecker::Find(const ToolCatalog& catalog,
                             std::string_view name) {
  const ToolCatalog::State& state = ToolAccess::State(catalog);
  if (ToolAccess::State(*state.options.cache) != state_->cache) {
    return LookUp(catalog.list().get(), name);
  }
  const tools::ReadEpochs::Reading reading(state_->reader);
  return LookUp(state.current.load(), name);
}

ToolLookup ToolChecker::Find(const Directory& directory,
                             std::string_view server, std::string_view name) {
  const Directory::State& state = ToolAccess::State(directory);
  if (ToolAccess::State(*state.cache) != state_->cache) {
    const std::shared_ptr<ToolCatalog> catalog = directory.Find(server);
    return catalog == nullptr ? ToolLookup()
                              : LookUp(catalog->list().get(), name);
  }
  const tools::ReadEpochs::Reading reading(state_->reader);
  const Servers& servers = *state.current.load();
  const std::optional<uint32_t> found = servers.index.Find(server);
  if (!found.has_value()) return ToolLookup();
  return LookUp(ToolAccess::State(*servers.catalogs[*found]).current.load(),
                name);
}

std::optional<Value> ToolChecker::Parse(std::string_view json) {
  return state_->validator.Parse(json);
}

std::optional<Value> ToolChecker::Parse(PaddedText text) {
  return state_->validator.Parse(text);
}

const Failure& ToolChecker::failure() const {
  return state_->validator.failure();
}

ToolCheck ToolChecker::CheckArguments(const Tool& tool,
                                      std::optional<Value> arguments) {
  return state_->CheckArguments(
      tool, state_->validator,
      arguments.has_value() ? *arguments : state_->EmptyObject());
}

ToolCheck ToolChecker::CheckArguments(const Tool& tool, std::string_view json) {
  const std::optional<Value> value = state_->validator.Parse(json);
  if (!value.has_value()) {
    return state_->RefuseText(tool, state_->validator, kArguments);
  }
  return state_->CheckArguments(tool, state_->validator, *value);
}

ToolCheck ToolChecker::CheckArgumentsText(const Tool& tool,
                                          std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return CheckArguments(tool, std::nullopt);
  }
  const std::optional<Value> value = state_->text_validator.Parse(text);
  if (!value.has_value()) {
    return state_->RefuseText(tool, state_->text_validator, kArguments);
  }
  return state_->CheckArguments(tool, state_->text_validator, *value);
}

ToolCheck ToolChecker::CheckOutput(const Tool& tool,
                                   std::optional<Value> structured_content) {
  return state_->CheckOutput(tool, state_->validator, structured_content);
}

ToolCheck ToolChecker::CheckOutput(const Tool& tool, std::string_view json) {
  const std::optional<Value> value = state_->validator.Parse(json);
  if (!value.has_value()) {
    return state_->RefuseText(tool, state_->validator, kStructuredContent);
  }
  return state_->CheckOutput(tool, state_->validator, value);
}

ToolCheck ToolChecker::CheckResult(Value result, ProtocolRevision revision) {
  return state_->CheckResult(nullptr, result, revision);
}

ToolCheck ToolChecker::CheckResult(const Tool& tool, Value result,
                                   ProtocolRevision revision) {
  return state_->CheckResult(&tool, result, revision);
}

Validator& ToolChecker::validator() { return state_->validator; }

}  // namespace gabarit
