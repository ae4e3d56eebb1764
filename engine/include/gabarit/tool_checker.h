// Checks calls and results against tools. See gabarit/tools.h for what they
// are.
//
//   gabarit::ToolChecker checker(directory.cache());  // one per thread
//   std::shared_ptr<const gabarit::Tool> tool =
//       checker.Find(*warehouse, "batch_index").tool;
//   gabarit::ToolCheck check = checker.CheckArguments(*tool, R"({"shard":
//   3})"); if (!check.passed()) return check.text;  // for the model
//
// or, with the whole JSON-RPC message parsed once and judged in place,
//
//   std::optional<gabarit::Value> message = checker.Parse(bytes);
//   ... message->Find("params") ... ->Find("arguments") ...
//   checker.CheckArguments(*tool, arguments);

#ifndef GABARIT_TOOL_CHECKER_H_
#define GABARIT_TOOL_CHECKER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gabarit/export.h"
#include "gabarit/limits.h"
#include "gabarit/model_text.h"
#include "gabarit/report.h"
#include "gabarit/tools.h"
#include "gabarit/validator.h"

namespace gabarit {

enum class CheckOutcome : uint8_t {
  kValid,
  kInvalid,       // does not fit the schema
  kNotJson,       // not JSON, or members of one name in one object
  kLimitReached,  // no verdict: a limit, which the text names
  kToolRefused,   // no verdict: the tool was set aside (Tool::refusal)
  kNotCheckable,  // no verdict: the outputSchema cannot be used
  kNoSchema,      // nothing to check against: the tool has no outputSchema
  kMissing,       // structuredContent is absent, and the tool has a schema
  kMalformed,     // not a CallToolResult
  kErrorResult,   // isError: the tool's own error, which no schema judges
};

struct ToolCheck {
  CheckOutcome outcome = CheckOutcome::kValid;
  // Why, unless kValid, kNoSchema or kErrorResult. Locations are relative to
  // the value that was checked: the arguments, the structured content, or for
  // kMalformed the result.
  Report report;
  // The same for a model, or for a person's log.
  std::string text;

  // Whether a host that enforces schemas goes on with the value: it fits, or
  // nothing can be said against it. kNotCheckable passes: the tool stays
  // callable.
  bool passed() const {
    return outcome == CheckOutcome::kValid ||
           outcome == CheckOutcome::kNoSchema ||
           outcome == CheckOutcome::kErrorResult ||
           outcome == CheckOutcome::kNotCheckable;
  }
};

// What a name stands for in a list.
struct ToolLookup {
  enum class Outcome : uint8_t {
    kFound,
    kRefused,  // the tool is set aside: tool->refusal() says why
    kUnknown,  // the list is whole and has no such tool
    kNoList,   // the list, or the rest of it, has not been loaded
  };
  Outcome outcome = Outcome::kNoList;
  ListState list = ListState::kNone;
  std::shared_ptr<const Tool> tool;  // with kFound and kRefused
};

struct ToolCheckerOptions {
  // A message is not to be larger or deeper, nor its check longer, than this.
  InstanceLimits limits = {.max_instance_bytes = size_t{64} << 20};
  // Objects with two members of one name are refused: a verdict on them would
  // hold for one reading only (RFC 8259 §4).
  bool reject_duplicate_names = true;
  ModelTextOptions text = {};
};

// Looks tools up and checks values against them. One per thread; after warm-up,
// lookups and the checks of values that fit allocate nothing, take no lock and
// wait for no one. Works with the tools of catalogs that share its cache.
class GABARIT_EXPORT ToolChecker {
 public:
  explicit ToolChecker(std::shared_ptr<ProgramCache> cache,
                       const ToolCheckerOptions& options = {});
  ~ToolChecker();
  ToolChecker(ToolChecker&&) noexcept;
  ToolChecker& operator=(ToolChecker&&) noexcept;

  // The tool by name, as the list is now. The catalog's cache must be this
  // checker's.
  ToolLookup Find(const ToolCatalog& catalog, std::string_view name);
  ToolLookup Find(const Directory& directory, std::string_view server,
                  std::string_view name);

  // Parses a message, once for several questions; nothing if it is not JSON or
  // has duplicate names: failure() says why. Values end with the next parse.
  std::optional<Value> Parse(std::string_view json);
  std::optional<Value> Parse(PaddedText text);
  const Failure& failure() const;

  // `arguments` of tools/call. Absent ones count as `{}`. Those that are no
  // object are refused, whatever the schema says.
  ToolCheck CheckArguments(const Tool& tool, std::optional<Value> arguments);
  // The same on JSON text; ends the values of a parse before.
  ToolCheck CheckArguments(const Tool& tool, std::string_view json);
  // For model interfaces that hand arguments over as a string: `text` is the
  // string's characters, which hold the JSON. Empty ones count as `{}`. Values
  // of the message stay.
  ToolCheck CheckArgumentsText(const Tool& tool, std::string_view text);

  // `structuredContent` alone. Present means present: null, 0, false and "" are
  // values.
  ToolCheck CheckOutput(const Tool& tool,
                        std::optional<Value> structured_content);
  ToolCheck CheckOutput(const Tool& tool, std::string_view json);

  // A whole CallToolResult: its shape by the `revision`, then what CheckOutput
  // says, unless it is an error. The first for a tool that is not known: the
  // shape is checked, and the outcome otherwise kNoSchema.
  ToolCheck CheckResult(Value result, ProtocolRevision revision);
  ToolCheck CheckResult(const Tool& tool, Value result,
                        ProtocolRevision revision);

  // For checks of other schemas with the same memory, such as an elicitation's.
  Validator& validator();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gabarit

#endif  // GABARIT_TOOL_CHECKER_H_
