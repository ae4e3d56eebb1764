// One instance through everything that can judge it.
//
// The virtual machine and the explainer share little code, so where they agree
// a verdict is probably right; where they do not, one of them is wrong. The
// check asks both by each way the public interface offers, and holds reports to
// what gabarit/report.h promises of them.

#ifndef GABARIT_TESTS_SUPPORT_AGREEMENT_H_
#define GABARIT_TESTS_SUPPORT_AGREEMENT_H_

#include <string>
#include <string_view>

#include "gabarit/schema.h"
#include "gabarit/validator.h"

namespace gabarit::tests {

struct Judgement {
  Verdict verdict = Verdict::kInvalid;
  // What does not fit together, a line each; empty if everything agrees.
  std::string differences;
};

// Reuses its validators, as their users do. Not for several threads at once.
class AgreementCheck {
 public:
  explicit AgreementCheck(const ValidatorOptions& options = {});

  // The machine's verdict on `json`, and where anything contradicts it. When
  // either evaluator reaches a limit the other may still have a verdict: their
  // limits count different things.
  Judgement Check(const Schema& schema, std::string_view json);

  // Only the two verdicts: for random instances by the million.
  Judgement CheckVerdicts(const Schema& schema, std::string_view json);

 private:
  void CompareStacks(const Schema& schema, std::string_view json,
                     Judgement* judgement);
  void CheckReport(const Schema& schema, std::string_view json,
                   Judgement* judgement);
  void CheckOutputs(const Report& report, Judgement* judgement);

  Validator machine_;
  // The same without the native stack, and with so little of it that the two
  // ways take turns.
  Validator without_stack_;
  Validator with_little_stack_;
  Validator explainer_;
  Validator reader_;
};

std::string_view NameOf(Verdict verdict);

}  // namespace gabarit::tests

#endif  // GABARIT_TESTS_SUPPORT_AGREEMENT_H_
