#include "engine/report/explainer.h"

#include "absl/types/span.h"
#include "engine/report/keywords.h"
#include "engine/report/report_builder.h"

namespace gabarit::report {

using schema::Keyword;
using schema::Subschema;

Explainer::Outcome Explainer::Evaluate(const schema::SchemaGraph& graph,
                                       document::Value instance,
                                       const ExplainLimits& limits) {
  limits_ = limits;
  tree_.Reset(graph);
  frames_.clear();
  frames_.push_back({tree_.AddRoot(graph.root(), instance)});
  while (!frames_.empty()) {
    if (tree_.size() > limits.max_results) {
      outcome_ = Outcome::kLimitReached;
      return outcome_;
    }
    Frame& frame = frames_.back();
    const Evaluation& evaluation = tree_.evaluation(frame.evaluation);
    const absl::Span<const Keyword> keywords =
        graph.keywords(evaluation.subschema);

    if (frame.result == kNone) {
      if (graph.subschema(evaluation.subschema).form ==
          Subschema::Form::kFalse) {
        tree_.evaluation(frame.evaluation).valid = false;
      }
      if (frame.keyword == keywords.size()) {
        frames_.pop_back();
        continue;
      }
      const Keyword& keyword = keywords[frame.keyword];
      frame.result = tree_.AddResult(frame.evaluation, keyword);
      const KeywordFunctions functions = FunctionsFor(keyword.kind);
      if (functions.expand != nullptr) functions.expand(tree_, frame.result);
      frame.child = tree_.result(frame.result).first_child;
    }
    if (frame.child != kNone) {
      const uint32_t child = frame.child;
      frame.child = tree_.evaluation(child).next_sibling;
      frames_.push_back({child});
      continue;
    }
    const KeywordFunctions functions =
        FunctionsFor(keywords[frame.keyword].kind);
    const KeywordResult& result = tree_.result(frame.result);
    const bool valid =
        functions.conclude != nullptr
            ? functions.conclude(tree_, frame.result)
            : tree_.CountValid(result) == tree_.CountChildren(result);
    tree_.result(frame.result).valid = valid;
    if (!valid) tree_.evaluation(frame.evaluation).valid = false;
    frame.result = kNone;
    ++frame.keyword;
  }
  outcome_ = tree_.evaluation(0).valid ? Outcome::kValid : Outcome::kInvalid;
  return outcome_;
}

Report Explainer::MakeReport(Detail detail) const {
  if (outcome_ == Outcome::kLimitReached) {
    return LimitReport("the explanation takes more than max_results = " +
                       std::to_string(limits_.max_results) + " results");
  }
  return ReportBuilder::Build(tree_, detail, limits_.max_errors);
}

}  // namespace gabarit::report
