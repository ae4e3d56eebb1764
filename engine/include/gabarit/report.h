// Why an instance is valid or not.
//
// A report lists errors the way a person wants to read them, and carries the
// tree of results from which the standard's own output formats are written
// (JSON Schema Core 2020-12 §12). It owns all it says: schema and instance may
// go.

#ifndef GABARIT_REPORT_H_
#define GABARIT_REPORT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/types/span.h"
#include "gabarit/export.h"

namespace gabarit {

// The output formats of Core §12.4.
enum class OutputFormat { kFlag, kBasic, kDetailed, kVerbose };

// How much a report collects. Errors alone are what a failed check needs;
// annotations and the results of what went well cost several times more.
enum class Detail {
  kErrors,
  kEverything,
};

// One cause of a failure.
struct ErrorUnit {
  static constexpr size_t npos = ~size_t{0};

  std::string instance_location;  // JSON Pointer into the instance
  // The path that evaluation took, references included (Core §12.3.1).
  std::string keyword_location;
  // Where the keyword stands: URI and fragment (§12.3.2).
  std::string absolute_keyword_location;
  std::string keyword;  // as the schema spells it; empty for a schema `false`
  std::string message;  // one line, such as "expected an integer, found true"
  // In short, for programs: what the schema wants and what the instance has,
  // such as "integer" and "boolean". May be empty.
  std::string expected;
  std::string found;
  // Of an anyOf or oneOf that no alternative fits, where the closest one's
  // errors follow: which it is and why, such as "judged by alternative 2 of 3:
  // the others want other constants". Otherwise empty.
  std::string choice;
  // Of the value in the instance's text, in bytes: of the name where a name is
  // at fault, of the string where its content is. npos where the text is not
  // known.
  size_t offset = npos;
};

// One annotation (Core §7.7) of a schema that the instance is valid against.
struct AnnotationUnit {
  std::string instance_location;
  std::string keyword_location;
  std::string absolute_keyword_location;
  std::string keyword;
  std::string value;  // JSON text
};

// A result of a schema or of one of its keywords: a node in the tree of Core
// §12.4. The tree is a list in preorder: the children of a unit are the units
// of the next depth that follow it before any unit of its own depth or less.
struct ResultUnit {
  uint32_t depth = 0;
  bool valid = true;
  std::string keyword_location;
  std::string absolute_keyword_location;
  std::string instance_location;
  std::string error;       // where invalid
  std::string annotation;  // JSON text, where valid; empty if there is none
};

namespace report {
class ReportBuilder;
}

class GABARIT_EXPORT Report {
 public:
  enum class Outcome {
    kValid,
    kInvalid,
    kNotJson,       // errors() holds one error, which says where and why
    kLimitReached,  // errors() holds one error, which names the limit
  };

  Outcome outcome() const { return outcome_; }
  bool valid() const { return outcome_ == Outcome::kValid; }

  // The causes, in the order of evaluation. Where all of several alternatives
  // failed (anyOf, oneOf), one error says so and how the closest alternative
  // was chosen, and that alternative's own errors follow; those of the others
  // are only in the tree.
  absl::Span<const ErrorUnit> errors() const ABSL_ATTRIBUTE_LIFETIME_BOUND {
    return errors_;
  }
  // Whether there were more errors than InstanceLimits::max_errors.
  bool truncated() const { return truncated_; }

  // Only with Detail::kEverything; empty for an invalid instance.
  absl::Span<const AnnotationUnit> annotations() const
      ABSL_ATTRIBUTE_LIFETIME_BOUND {
    return annotations_;
  }

  // The tree of results; only with Detail::kEverything.
  absl::Span<const ResultUnit> results() const ABSL_ATTRIBUTE_LIFETIME_BOUND {
    return results_;
  }

  // The report in one of the standard's formats, as JSON text without line
  // breaks. Formats other than kFlag are complete only for reports made with
  // Detail::kEverything.
  std::string ToJson(OutputFormat format) const;

 private:
  friend class report::ReportBuilder;
  Outcome outcome_ = Outcome::kValid;
  bool truncated_ = false;
  std::vector<ErrorUnit> errors_;
  std::vector<AnnotationUnit> annotations_;
  std::vector<ResultUnit> results_;
};

}  // namespace gabarit

#endif  // GABARIT_REPORT_H_
