// A tools/list answer, taken apart: its tools as texts, and what stands around
// them.

#ifndef GABARIT_ENGINE_TOOLS_LIST_TEXT_H_
#define GABARIT_ENGINE_TOOLS_LIST_TEXT_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "gabarit/tools.h"

namespace gabarit::tools {

struct ListItem {
  std::string_view text;  // a view into the answer, or into the tool's own text
  // The tool that has this very text already; null where there is none.
  std::shared_ptr<const Tool> known;
};

struct ListText {
  std::vector<ListItem> items;
  std::optional<std::string> next_cursor;
};

// Takes apart `json`: a JSON-RPC response, its result, an object with "tools",
// or a bare array. Items are not parsed: the caller must refuse the whole
// answer by ExplainRefusal where one of them is not JSON.
//
// `known` is the list before, or null: a tool that follows its former neighbour
// unchanged is recognised by comparing bytes alone.
//
// Errors: InvalidArgument where it is not JSON (with line and column) or no
// answer to tools/list; ResourceExhausted where a limit is passed.
absl::StatusOr<ListText> TakeApart(std::string_view json,
                                   const ToolLimits& limits,
                                   const ToolList* known);

// Why `json`, in which something could not be parsed, is not JSON.
absl::Status ExplainRefusal(std::string_view json, const ToolLimits& limits);

}  // namespace gabarit::tools

#endif  // GABARIT_ENGINE_TOOLS_LIST_TEXT_H_
