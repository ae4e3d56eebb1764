// Short ways to reports in tests.

#ifndef GABARIT_TESTS_REPORT_EXPLAIN_H_
#define GABARIT_TESTS_REPORT_EXPLAIN_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "gabarit/schema.h"
#include "gabarit/validator.h"
#include "gtest/gtest.h"

namespace gabarit {

inline Report Explain(std::string_view schema, std::string_view instance,
                      Detail detail = Detail::kErrors,
                      const ValidatorOptions& options = {}) {
  CompileOptions compile;
  compile.assert_formats = true;
  compile.assert_content = true;
  const absl::StatusOr<Schema> compiled = Schema::Compile(schema, compile);
  EXPECT_TRUE(compiled.ok()) << compiled.status();
  if (!compiled.ok()) return {};
  return Validator(options).Explain(*compiled, instance, detail);
}

// "/a: message", a line for each error.
inline std::string ErrorsOf(const Report& report) {
  std::string lines;
  for (const ErrorUnit& error : report.errors()) {
    if (!lines.empty()) lines += '\n';
    lines += error.instance_location + ": " + error.message;
  }
  return lines;
}

}  // namespace gabarit

#endif  // GABARIT_TESTS_REPORT_EXPLAIN_H_
