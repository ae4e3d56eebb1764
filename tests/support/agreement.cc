#include "tests/support/agreement.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "engine/document/duplicate_names.h"
#include "engine/document/parser.h"
#include "engine/document/pointer.h"
#include "engine/document/positions.h"

namespace gabarit::tests {
namespace {

Verdict VerdictOf(Report::Outcome outcome) {
  switch (outcome) {
    case Report::Outcome::kValid:
      return Verdict::kValid;
    case Report::Outcome::kInvalid:
      return Verdict::kInvalid;
    case Report::Outcome::kNotJson:
      return Verdict::kNotJson;
    case Report::Outcome::kLimitReached:
      return Verdict::kLimitReached;
  }
  return Verdict::kLimitReached;
}

void Differ(Judgement* judgement, const std::string& what) {
  absl::StrAppend(&judgement->differences, what, "\n");
}

void Compare(Judgement* judgement, std::string_view way, Verdict verdict) {
  if (verdict == judgement->verdict) return;
  if (verdict == Verdict::kLimitReached ||
      judgement->verdict == Verdict::kLimitReached) {
    return;
  }
  Differ(judgement,
         absl::StrCat(std::string(way), " says ", std::string(NameOf(verdict)),
                      ", the machine says ",
                      std::string(NameOf(judgement->verdict))));
}

bool SameErrors(const Report& a, const Report& b) {
  if (a.errors().size() != b.errors().size()) return false;
  for (size_t i = 0; i < a.errors().size(); ++i) {
    const ErrorUnit& left = a.errors()[i];
    const ErrorUnit& right = b.errors()[i];
    if (left.instance_location != right.instance_location ||
        left.keyword_location != right.keyword_location ||
        left.absolute_keyword_location != right.absolute_keyword_location ||
        left.message != right.message || left.offset != right.offset) {
      return false;
    }
  }
  return true;
}

// Whether a part of the pointer, from its start, leads to a string.
bool LeadsIntoString(document::Value root, std::string_view pointer) {
  while (true) {
    const std::optional<document::Value> at = document::Resolve(root, pointer);
    if (at.has_value()) return at->is_string();
    pointer = pointer.substr(0, pointer.rfind('/'));
  }
}

ValidatorOptions WithStackLevels(ValidatorOptions options, uint32_t levels) {
  options.limits.max_stack_levels = levels;
  return options;
}

}  // namespace

std::string_view NameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kValid:
      return "valid";
    case Verdict::kInvalid:
      return "invalid";
    case Verdict::kNotJson:
      return "not JSON";
    case Verdict::kLimitReached:
      return "limit reached";
  }
  return "no verdict";
}

AgreementCheck::AgreementCheck(const ValidatorOptions& options)
    : machine_(options),
      without_stack_(WithStackLevels(options, 0)),
      with_little_stack_(WithStackLevels(options, 3)),
      explainer_(options) {}

void AgreementCheck::CompareStacks(const Schema& schema, std::string_view json,
                                   Judgement* judgement) {
  Compare(judgement, "the machine without a stack",
          without_stack_.Validate(schema, json));
  Compare(judgement, "the machine with little stack",
          with_little_stack_.Validate(schema, json));
}

Judgement AgreementCheck::CheckVerdicts(const Schema& schema,
                                        std::string_view json) {
  Judgement judgement;
  judgement.verdict = machine_.Validate(schema, json);
  CompareStacks(schema, json, &judgement);
  Compare(&judgement, "the explainer",
          VerdictOf(explainer_.Explain(schema, json).outcome()));
  return judgement;
}

Judgement AgreementCheck::Check(const Schema& schema, std::string_view json) {
  Judgement judgement;
  judgement.verdict = machine_.Validate(schema, json);
  CompareStacks(schema, json, &judgement);
  // What takes the explainer to its limit once need not do so five times.
  if (explainer_.Explain(schema, json).outcome() ==
      Report::Outcome::kLimitReached) {
    return judgement;
  }

  std::string padded(json);
  padded.append(kPadding, '\xFF');
  const PaddedText text{std::string_view(padded).substr(0, json.size())};
  Compare(&judgement, "a padded text", machine_.Validate(schema, text));
  if (const std::optional<Value> value = machine_.Parse(json)) {
    Compare(&judgement, "a parsed document", machine_.Validate(schema, *value));
    Compare(&judgement, "the explainer of a parsed document",
            VerdictOf(machine_.Explain(schema, *value).outcome()));
  } else if (judgement.verdict != Verdict::kNotJson &&
             judgement.verdict != Verdict::kLimitReached) {
    Differ(&judgement, "the text can be judged but not parsed");
  }
  if (judgement.verdict == Verdict::kValid ||
      judgement.verdict == Verdict::kInvalid) {
    const std::string envelope =
        absl::StrCat(R"({"before":[0.5,"x"],"value":)", std::string(json),
                     R"(,"after":{}})");
    const std::optional<Value> outer = machine_.Parse(envelope);
    const std::optional<Value> inner =
        outer.has_value() ? outer->At("/value") : std::nullopt;
    if (inner.has_value()) {
      Compare(&judgement, "a value inside a document",
              machine_.Validate(schema, *inner));
      Compare(&judgement, "the explainer of a value inside a document",
              VerdictOf(machine_.Explain(schema, *inner).outcome()));
    }
  }
  CheckReport(schema, json, &judgement);
  return judgement;
}

void AgreementCheck::CheckReport(const Schema& schema, std::string_view json,
                                 Judgement* judgement) {
  const Report errors = explainer_.Explain(schema, json);
  const Report everything =
      explainer_.Explain(schema, json, Detail::kEverything);
  Compare(judgement, "the explainer", VerdictOf(errors.outcome()));
  Compare(judgement, "the explainer of everything",
          VerdictOf(everything.outcome()));
  if (errors.valid() != errors.errors().empty()) {
    Differ(judgement, absl::StrCat("a report that is ",
                                   errors.valid() ? "valid" : "not valid",
                                   " has ", errors.errors().size(), " errors"));
  }
  if (!SameErrors(errors, everything)) {
    Differ(judgement, "the two details give different errors");
  }
  CheckOutputs(errors, judgement);
  CheckOutputs(everything, judgement);
  if (errors.outcome() != Report::Outcome::kValid &&
      errors.outcome() != Report::Outcome::kInvalid) {
    return;
  }

  if (everything.results().empty() ||
      everything.results()[0].valid != everything.valid()) {
    Differ(judgement, "the tree's root is not the verdict");
  }
  if (!everything.valid() && !everything.annotations().empty()) {
    Differ(judgement, "an invalid instance has annotations");
  }
  document::Parser parser;
  if (!parser.Parse(json)) return;
  document::PositionIndex positions;
  positions.Reset(json);
  for (const ErrorUnit& error : errors.errors()) {
    const std::optional<document::Value> at =
        document::Resolve(parser.root(), error.instance_location);
    if (!at.has_value()) {
      // A pointer cannot tell members of one name apart, and may go on into the
      // JSON that a string contains.
      if (document::DuplicateNames().Find(parser.root()).has_value() ||
          LeadsIntoString(parser.root(), error.instance_location)) {
        continue;
      }
      Differ(judgement, absl::StrCat("no value at ", error.instance_location,
                                     ", where this is said: ", error.message));
    } else if (error.offset == ErrorUnit::npos || error.offset >= json.size()) {
      Differ(judgement,
             absl::StrCat("no offset of the error: ", error.message));
    }
    if (error.message.empty() ||
        error.message.find('\n') != std::string::npos) {
      Differ(judgement, absl::StrCat("not a message of one line at ",
                                     error.keyword_location));
    }
  }
  for (const AnnotationUnit& annotation : everything.annotations()) {
    if (!reader_.Parse(annotation.value).has_value()) {
      Differ(judgement,
             absl::StrCat("not JSON: the annotation ", annotation.value));
    }
  }
}

void AgreementCheck::CheckOutputs(const Report& report, Judgement* judgement) {
  for (const OutputFormat format :
       {OutputFormat::kFlag, OutputFormat::kBasic, OutputFormat::kDetailed,
        OutputFormat::kVerbose}) {
    const std::string output = report.ToJson(format);
    const std::string name =
        absl::StrCat("output format ", static_cast<int>(format));
    document::Parser parser({.max_depth = 1'000'000});
    if (!parser.Parse(output)) {
      Differ(judgement, absl::StrCat(name, " is not JSON: ", output));
      continue;
    }
    const std::optional<document::Value> valid = parser.root().Find("valid");
    if (!valid.has_value() || !valid->is_boolean() ||
        valid->boolean() != report.valid()) {
      Differ(judgement, absl::StrCat(name, " contradicts: ", output));
    }
  }
}

}  // namespace gabarit::tests
