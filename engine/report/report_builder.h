// From a tree of results to a Report: the only place where locations and
// messages become text.

#ifndef GABARIT_ENGINE_REPORT_REPORT_BUILDER_H_
#define GABARIT_ENGINE_REPORT_REPORT_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/report/evaluation.h"
#include "engine/report/message.h"
#include "gabarit/report.h"

namespace gabarit::report {

class ReportBuilder {
 public:
  static Report Build(const EvaluationTree& tree, Detail detail,
                      size_t max_errors);
  // A report that consists of one error about the instance as a whole.
  static Report Single(Report::Outcome outcome, std::string message,
                       size_t offset);
  // An invalid report of these errors.
  static Report Of(std::vector<ErrorUnit> errors);

 private:
  // A step of a walk through the tree, kept on a stack instead of the native
  // one: an evaluation or a keyword's result.
  struct Item {
    enum class Kind : uint8_t { kEvaluation, kResult } kind;
    uint32_t index;
    uint32_t applicator = kNone;  // result whose child an evaluation is
    uint32_t depth = 0;
    // Whether what is judged is a member's name (propertyNames).
    bool of_name = false;
    bool live = true;  // no schema around it has failed
  };

  ReportBuilder(const EvaluationTree& tree, size_t max_errors)
      : tree_(tree), max_errors_(max_errors) {}

  void CollectErrors();
  void VisitFailed(const Item& item, std::vector<Item>* open);
  void VisitAlternatives(const Item& item, std::vector<Item>* open);
  void AddError(const Evaluation& evaluation, uint32_t path,
                std::string absolute_location, std::string_view keyword,
                Message message, bool of_name);

  void CollectAnnotations();
  void CollectTree();
  void PushChildren(const Item& item, std::vector<Item>* open);
  ResultUnit EvaluationUnit(const Item& item) const;
  ResultUnit KeywordUnit(const Item& item) const;

  std::string Annotation(const KeywordResult& result) const;
  std::string Location(uint32_t path) const;
  std::string AbsoluteLocation(const KeywordResult& result) const;
  size_t OffsetOf(const Evaluation& evaluation) const;

  const EvaluationTree& tree_;
  const size_t max_errors_;
  Report report_;
};

}  // namespace gabarit::report

#endif  // GABARIT_ENGINE_REPORT_REPORT_BUILDER_H_
