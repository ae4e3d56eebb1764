// The plain evaluator: every keyword by itself, with the meaning and in the
// order that the specification gives.
//
// It is the reference that the VM is compared with, so it shares no optimised
// form with it, and it is what reports are made from. It keeps a stack of its
// own: neither deep schemas nor deep instances reach the native one.

#ifndef GABARIT_ENGINE_REPORT_EXPLAINER_H_
#define GABARIT_ENGINE_REPORT_EXPLAINER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/document/value.h"
#include "engine/report/evaluation.h"
#include "engine/schema/graph.h"
#include "gabarit/report.h"

namespace gabarit::report {

struct ExplainLimits {
  // Subschemas and keywords evaluated; each is remembered, at about 100 bytes.
  size_t max_results = 5'000'000;
  size_t max_errors = 1000;
};

// Evaluates one instance after another, reusing its memory. Not for use from
// several threads at once.
class Explainer {
 public:
  enum class Outcome { kValid, kInvalid, kLimitReached };

  // The verdict. `graph` and `instance` must live until the last MakeReport.
  Outcome Evaluate(const schema::SchemaGraph& graph, document::Value instance,
                   const ExplainLimits& limits);

  // Says why the last evaluation came out as it did.
  Report MakeReport(Detail detail) const;

 private:
  // An evaluation under way: the keyword it is at and the child it waits for.
  struct Frame {
    uint32_t evaluation;
    uint32_t keyword = 0;
    uint32_t result = kNone;
    uint32_t child = kNone;
  };

  EvaluationTree tree_;
  std::vector<Frame> frames_;
  ExplainLimits limits_;
  Outcome outcome_ = Outcome::kValid;
};

// Reports on instances that never came to be evaluated.
Report NotJsonReport(std::string message, size_t offset);
Report LimitReport(std::string message);

// A report on what is wrong beside the schema, such as a value that is absent.
Report FaultReport(std::vector<ErrorUnit> faults);

}  // namespace gabarit::report

#endif  // GABARIT_ENGINE_REPORT_EXPLAINER_H_
