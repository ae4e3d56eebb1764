#include "engine/report/report_builder.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/document/pointer.h"
#include "engine/document/positions.h"
#include "engine/report/closest_branch.h"
#include "engine/report/json_text.h"
#include "engine/schema/graph.h"

namespace gabarit::report {

using schema::Keyword;
using schema::KeywordKind;
using schema::Subschema;

namespace {

// Whether the keyword applies one subschema to the same value, under its own
// path: then both are one unit (as in the examples of Core §12.4.3).
bool IsOneUnit(KeywordKind kind) {
  return kind == KeywordKind::kRef || kind == KeywordKind::kDynamicRef ||
         kind == KeywordKind::kNot || kind == KeywordKind::kIf ||
         kind == KeywordKind::kThen || kind == KeywordKind::kElse;
}

bool IsReference(KeywordKind kind) {
  return kind == KeywordKind::kRef || kind == KeywordKind::kDynamicRef;
}

// Whether the keyword fails for its children's reasons, all of which count.
bool FailsByChildren(KeywordKind kind) {
  switch (kind) {
    case KeywordKind::kRef:
    case KeywordKind::kDynamicRef:
    case KeywordKind::kAllOf:
    case KeywordKind::kThen:
    case KeywordKind::kElse:
    case KeywordKind::kDependentSchemas:
    case KeywordKind::kPrefixItems:
    case KeywordKind::kItems:
    case KeywordKind::kProperties:
    case KeywordKind::kPatternProperties:
    case KeywordKind::kAdditionalProperties:
    case KeywordKind::kPropertyNames:
    case KeywordKind::kUnevaluatedItems:
    case KeywordKind::kUnevaluatedProperties:
    case KeywordKind::kContentSchema:
      return true;
    default:
      return false;
  }
}

bool IsFalse(const EvaluationTree& tree, const Evaluation& evaluation) {
  return tree.graph().subschema(evaluation.subschema).form ==
         Subschema::Form::kFalse;
}

}  // namespace

Report ReportBuilder::Build(const EvaluationTree& tree, Detail detail,
                            size_t max_errors) {
  ReportBuilder builder(tree, max_errors);
  if (tree.evaluation(0).valid) {
    builder.report_.outcome_ = Report::Outcome::kValid;
    if (detail == Detail::kEverything) builder.CollectAnnotations();
  } else {
    builder.report_.outcome_ = Report::Outcome::kInvalid;
    builder.CollectErrors();
  }
  if (detail == Detail::kEverything) builder.CollectTree();
  return std::move(builder.report_);
}

Report ReportBuilder::Single(Report::Outcome outcome, std::string message,
                             size_t offset) {
  Report report;
  report.outcome_ = outcome;
  ErrorUnit& error = report.errors_.emplace_back();
  error.message = message;
  error.offset = offset;
  ResultUnit& unit = report.results_.emplace_back();
  unit.valid = false;
  unit.error = std::move(message);
  return report;
}

Report ReportBuilder::Of(std::vector<ErrorUnit> errors) {
  Report report;
  report.outcome_ = Report::Outcome::kInvalid;
  for (const ErrorUnit& error : errors) {
    ResultUnit& unit = report.results_.emplace_back();
    unit.valid = false;
    unit.error = error.message;
    unit.instance_location = error.instance_location;
  }
  report.errors_ = std::move(errors);
  return report;
}

std::string ReportBuilder::Location(uint32_t path) const {
  std::vector<uint32_t> steps;
  for (uint32_t at = path; at != kNone; at = tree_.step(at).parent) {
    steps.push_back(at);
  }
  std::string location;
  for (auto at = steps.rbegin(); at != steps.rend(); ++at) {
    const PathStep& step = tree_.step(*at);
    if (step.item != kNone) {
      absl::StrAppend(&location, "/", step.item);
    } else {
      document::AppendToken(&location, step.name);
    }
  }
  return location;
}

std::string ReportBuilder::AbsoluteLocation(const KeywordResult& result) const {
  std::string location = tree_.graph().AbsoluteLocation(
      tree_.evaluation(result.evaluation).subschema);
  document::AppendToken(&location, result.keyword->name);
  return location;
}

size_t ReportBuilder::OffsetOf(const Evaluation& evaluation) const {
  const document::TapeView& view = tree_.evaluation(0).instance.view();
  if (view.positions == nullptr) return ErrorUnit::npos;
  return view.positions->Offset(evaluation.origin);
}

// ---- errors ----

void ReportBuilder::AddError(const Evaluation& evaluation, uint32_t path,
                             std::string absolute_location,
                             std::string_view keyword, Message message,
                             bool of_name) {
  if (report_.errors_.size() >= max_errors_) {
    report_.truncated_ = true;
    return;
  }
  ErrorUnit& error = report_.errors_.emplace_back();
  error.instance_location = Location(evaluation.instance_path);
  error.keyword_location = Location(path);
  error.absolute_keyword_location = std::move(absolute_location);
  error.keyword = keyword;
  error.message =
      of_name ? "property name: " + message.text : std::move(message.text);
  error.expected = std::move(message.expected);
  error.found = std::move(message.found);
  error.choice = std::move(message.choice);
  error.offset = OffsetOf(evaluation);
}

void ReportBuilder::CollectErrors() {
  std::vector<Item> open = {{Item::Kind::kEvaluation, 0}};
  while (!open.empty() && !report_.truncated_) {
    const Item item = open.back();
    open.pop_back();
    VisitFailed(item, &open);
  }
}

void ReportBuilder::VisitFailed(const Item& item, std::vector<Item>* open) {
  const size_t first = open->size();
  if (item.kind == Item::Kind::kEvaluation) {
    const Evaluation& evaluation = tree_.evaluation(item.index);
    if (IsFalse(tree_, evaluation)) {
      const KeywordResult* applicator =
          item.applicator == kNone ? nullptr : &tree_.result(item.applicator);
      AddError(evaluation, evaluation.path,
               tree_.graph().AbsoluteLocation(evaluation.subschema),
               applicator == nullptr ? std::string_view()
                                     : applicator->keyword->name,
               FalseSchemaMessage(tree_, applicator, evaluation), false);
      return;
    }
    for (uint32_t at = evaluation.first_result; at != kNone;
         at = tree_.result(at).next) {
      if (tree_.result(at).valid) continue;
      Item next{Item::Kind::kResult, at};
      next.of_name = item.of_name;
      open->push_back(next);
    }
  } else {
    const KeywordResult& result = tree_.result(item.index);
    const KeywordKind kind = result.keyword->kind;
    if (kind == KeywordKind::kAnyOf || kind == KeywordKind::kOneOf) {
      VisitAlternatives(item, open);
      return;
    }
    if (!FailsByChildren(kind)) {
      AddError(tree_.evaluation(result.evaluation), result.path,
               AbsoluteLocation(result), result.keyword->name,
               KeywordMessage(tree_, result), item.of_name);
      return;
    }
    for (uint32_t child = result.first_child; child != kNone;
         child = tree_.evaluation(child).next_sibling) {
      if (tree_.evaluation(child).valid) continue;
      Item next{Item::Kind::kEvaluation, child, item.index};
      next.of_name = item.of_name || kind == KeywordKind::kPropertyNames;
      open->push_back(next);
    }
  }
  // The stack gives the last first.
  std::reverse(open->begin() + static_cast<std::ptrdiff_t>(first), open->end());
}

void ReportBuilder::VisitAlternatives(const Item& item,
                                      std::vector<Item>* open) {
  const KeywordResult& result = tree_.result(item.index);
  const Evaluation& evaluation = tree_.evaluation(result.evaluation);
  if (tree_.CountValid(result) > 0) {
    AddError(evaluation, result.path, AbsoluteLocation(result),
             result.keyword->name,
             AlternativesMessage(tree_, result, kNone, {}), item.of_name);
    return;
  }
  const ClosestBranch closest = FindClosestBranch(tree_, result);
  if (closest.only_types) {
    AddError(evaluation, result.path, AbsoluteLocation(result),
             result.keyword->name,
             TypeMessage(closest.types, evaluation.instance), item.of_name);
    return;
  }
  Message message =
      AlternativesMessage(tree_, result, closest.evaluation, closest.reason);
  const bool says_all = message.choice.empty();
  AddError(evaluation, result.path, AbsoluteLocation(result),
           result.keyword->name, std::move(message), item.of_name);
  if (says_all) return;
  Item next{Item::Kind::kEvaluation, closest.evaluation, item.index};
  next.of_name = item.of_name;
  open->push_back(next);
}

// ---- annotations ----

std::string ReportBuilder::Annotation(const KeywordResult& result) const {
  const document::Value instance = tree_.instance_of(result);
  std::string text;
  switch (result.keyword->kind) {
    case KeywordKind::kContentEncoding:
    case KeywordKind::kContentMediaType:
    case KeywordKind::kContentSchema:
      if (!instance.is_string()) return text;
      [[fallthrough]];
    case KeywordKind::kAnnotation:
    case KeywordKind::kFormat:
      AppendValue(&text, result.keyword->value);
      return text;
    case KeywordKind::kProperties:
    case KeywordKind::kPatternProperties:
    case KeywordKind::kAdditionalProperties:
    case KeywordKind::kUnevaluatedProperties: {
      if (!instance.is_object()) return text;
      absl::flat_hash_set<std::string_view> names;
      text = "[";
      for (uint32_t child = result.first_child; child != kNone;
           child = tree_.evaluation(child).next_sibling) {
        const std::string_view name =
            tree_.step(tree_.evaluation(child).instance_path).name;
        if (!names.insert(name).second) continue;
        if (text.size() > 1) text += ',';
        AppendQuoted(&text, name);
      }
      return text + "]";
    }
    case KeywordKind::kPrefixItems: {
      const uint32_t count = tree_.CountChildren(result);
      if (!instance.is_array() || count == 0) return text;
      return count == instance.size() ? "true" : absl::StrCat(count - 1);
    }
    case KeywordKind::kItems:
    case KeywordKind::kUnevaluatedItems:
      if (instance.is_array() && result.first_child != kNone) text = "true";
      return text;
    case KeywordKind::kContains: {
      if (!instance.is_array() || !result.keyword->flag) return text;
      const uint32_t matches = tree_.CountValid(result);
      if (matches == instance.size() && matches > 0) return "true";
      text = "[";
      for (uint32_t child = result.first_child; child != kNone;
           child = tree_.evaluation(child).next_sibling) {
        if (!tree_.evaluation(child).valid) continue;
        absl::StrAppend(&text, text.size() > 1 ? "," : "",
                        tree_.step(tree_.evaluation(child).instance_path).item);
      }
      return text + "]";
    }
    default:
      return text;
  }
}

void ReportBuilder::CollectAnnotations() {
  std::vector<Item> open = {{Item::Kind::kEvaluation, 0}};
  while (!open.empty()) {
    const Item item = open.back();
    open.pop_back();
    const Evaluation& evaluation = tree_.evaluation(item.index);
    const size_t first = open.size();
    for (uint32_t at = evaluation.first_result; at != kNone;
         at = tree_.result(at).next) {
      const KeywordResult& result = tree_.result(at);
      std::string value = Annotation(result);
      if (!value.empty()) {
        AnnotationUnit& unit = report_.annotations_.emplace_back();
        unit.instance_location = Location(evaluation.instance_path);
        unit.keyword_location = Location(result.path);
        unit.absolute_keyword_location = AbsoluteLocation(result);
        unit.keyword = result.keyword->name;
        unit.value = std::move(value);
      }
      if (result.keyword->kind == KeywordKind::kNot) continue;
      for (uint32_t child = result.first_child; child != kNone;
           child = tree_.evaluation(child).next_sibling) {
        if (tree_.evaluation(child).valid) {
          open.push_back({Item::Kind::kEvaluation, child});
        }
      }
    }
    std::reverse(open.begin() + static_cast<std::ptrdiff_t>(first), open.end());
  }
}

// ---- the tree ----

ResultUnit ReportBuilder::EvaluationUnit(const Item& item) const {
  const Evaluation& evaluation = tree_.evaluation(item.index);
  ResultUnit unit;
  unit.depth = item.depth;
  unit.valid = evaluation.valid;
  unit.keyword_location = Location(evaluation.path);
  unit.absolute_keyword_location =
      tree_.graph().AbsoluteLocation(evaluation.subschema);
  unit.instance_location = Location(evaluation.instance_path);
  if (!evaluation.valid) {
    const KeywordResult* applicator =
        item.applicator == kNone ? nullptr : &tree_.result(item.applicator);
    unit.error = IsFalse(tree_, evaluation)
                     ? FalseSchemaMessage(tree_, applicator, evaluation).text
                     : "does not fit this schema";
  }
  return unit;
}

ResultUnit ReportBuilder::KeywordUnit(const Item& item) const {
  const KeywordResult& result = tree_.result(item.index);
  ResultUnit unit;
  unit.depth = item.depth;
  unit.valid = result.valid;
  unit.keyword_location = Location(result.path);
  unit.absolute_keyword_location =
      IsReference(result.keyword->kind) && result.first_child != kNone
          ? tree_.graph().AbsoluteLocation(
                tree_.evaluation(result.first_child).subschema)
          : AbsoluteLocation(result);
  unit.instance_location =
      Location(tree_.evaluation(result.evaluation).instance_path);
  const KeywordKind kind = result.keyword->kind;
  if (result.valid) {
    if (item.live) unit.annotation = Annotation(result);
  } else if (kind == KeywordKind::kAnyOf || kind == KeywordKind::kOneOf) {
    unit.error = AlternativesMessage(tree_, result, kNone, {}).text;
  } else if (FailsByChildren(kind)) {
    unit.error =
        "the value does not fit \"" + std::string(result.keyword->name) + "\"";
  } else {
    unit.error = KeywordMessage(tree_, result).text;
  }
  return unit;
}

void ReportBuilder::CollectTree() {
  std::vector<Item> open = {{Item::Kind::kEvaluation, 0}};
  open.back().live = tree_.evaluation(0).valid;
  while (!open.empty()) {
    const Item item = open.back();
    open.pop_back();
    report_.results_.push_back(item.kind == Item::Kind::kEvaluation
                                   ? EvaluationUnit(item)
                                   : KeywordUnit(item));
    const size_t first = open.size();
    PushChildren(item, &open);
    std::reverse(open.begin() + static_cast<std::ptrdiff_t>(first), open.end());
  }
}

void ReportBuilder::PushChildren(const Item& item, std::vector<Item>* open) {
  const auto push_results = [&](uint32_t evaluation, bool live) {
    for (uint32_t at = tree_.evaluation(evaluation).first_result; at != kNone;
         at = tree_.result(at).next) {
      Item next{Item::Kind::kResult, at};
      next.depth = item.depth + 1;
      next.live = live && tree_.evaluation(evaluation).valid;
      open->push_back(next);
    }
  };
  if (item.kind == Item::Kind::kEvaluation) {
    push_results(item.index, item.live);
    return;
  }
  const KeywordResult& result = tree_.result(item.index);
  const bool live = item.live && result.keyword->kind != KeywordKind::kNot;
  if (IsOneUnit(result.keyword->kind) && result.first_child != kNone) {
    push_results(result.first_child, live);
    return;
  }
  for (uint32_t child = result.first_child; child != kNone;
       child = tree_.evaluation(child).next_sibling) {
    Item next{Item::Kind::kEvaluation, child, item.index};
    next.depth = item.depth + 1;
    next.live = live && tree_.evaluation(child).valid;
    open->push_back(next);
  }
}

}  // namespace gabarit::report
