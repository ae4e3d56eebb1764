// What `gabarit validate` says of an instance.

#ifndef GABARIT_ENGINE_CLI_RESULT_PRINTER_H_
#define GABARIT_ENGINE_CLI_RESULT_PRINTER_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/cli/console.h"
#include "engine/cli/place_finder.h"
#include "engine/cli/schema_file.h"
#include "gabarit/report.h"

namespace gabarit::cli {

enum class OutputMode {
  kPretty,   // for people: the offending lines, marked
  kCompact,  // one line for each error, as compilers write them
  // The standard's own (Core 2020-12 §12.4), a line of JSON for each instance.
  kFlag,
  kBasic,
  kDetailed,
  kVerbose,
};

inline bool IsJson(OutputMode mode) { return mode >= OutputMode::kFlag; }

// One JSON text to be judged.
struct Instance {
  std::string name;  // the file's
  std::string_view text;
  size_t line = 0;  // of the file, where each line is an instance; else 0
};

class ResultPrinter {
 public:
  // Keeps references to both.
  ResultPrinter(const SchemaFile& schema, OutputMode mode, Console* console)
      : schema_(schema), mode_(mode), console_(*console) {}

  // Whether Print wants a report on instances that are valid too, and how much
  // it wants in it.
  bool reports_valid() const { return mode_ > OutputMode::kFlag; }
  Detail detail() const {
    return reports_valid() ? Detail::kEverything : Detail::kErrors;
  }

  void PrintValid(const Instance& instance);
  void Print(const Instance& instance, const Report& report);

 private:
  void PrintPretty(const Instance& instance, const Report& report);
  void PrintPrettyError(const Instance& instance, const ErrorUnit& error,
                        bool is_invalid, PlaceFinder* places);
  void PrintCompact(const Instance& instance, const Report& report);

  const SchemaFile& schema_;
  OutputMode mode_;
  Console& console_;
};

// A message of the library taken apart that begins with "line 1, column 2: ",
// as it does where it has no better way to say where.
struct PlacedMessage {
  size_t line = 0;  // 0 where it does not begin so
  size_t column = 0;
  std::string_view message;
};
PlacedMessage SplitPlace(std::string_view message);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_RESULT_PRINTER_H_
