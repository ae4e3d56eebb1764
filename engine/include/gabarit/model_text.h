// What to tell a language model about arguments or outputs that do not fit.
//
// Short, bounded, and the same for the same report: one line per fault, the
// first of which stands first,
//
//   /arguments/depth: unknown property "depth" (did you mean "maxDepth"?)
//   /arguments: missing required property "target"
//   The tool "impact" was not called. Correct the arguments and call it again.
//
// or the same as JSON.

#ifndef GABARIT_MODEL_TEXT_H_
#define GABARIT_MODEL_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gabarit/export.h"
#include "gabarit/report.h"

namespace gabarit {

enum class ModelTextForm : uint8_t {
  kPlain,
  // {"tool":…,"problem":…,"faults":[{"location":…,"message":…,"expected":…,
  // "found":…}],"more":…}, without line breaks.
  kJson,
};

struct ModelTextOptions {
  ModelTextForm form = ModelTextForm::kPlain;
  // Faults listed; how many more there are is said.
  size_t max_faults = 8;
  // Bytes of the whole text, roughly: lines are left out, then cut, to keep it.
  size_t max_bytes = 2000;
};

// What the report is about.
struct ModelTextSubject {
  std::string_view tool;
  // What a location begins with: where the value stands in what it came in.
  std::string_view place = "/arguments";
  // The last line of the plain text, and "problem" in JSON. May be empty.
  std::string_view advice;
};

// The text for a report that is not valid; empty for one that is.
GABARIT_EXPORT std::string ModelText(const Report& report,
                                     const ModelTextSubject& subject,
                                     const ModelTextOptions& options = {});

}  // namespace gabarit

#endif  // GABARIT_MODEL_TEXT_H_
