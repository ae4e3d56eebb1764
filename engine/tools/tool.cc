// The public Tool, ToolList and what goes with them.

#include <utility>

#include "absl/status/status.h"
#include "engine/schema/text.h"
#include "engine/tools/tool_state.h"
#include "gabarit/tools.h"

namespace gabarit {
namespace {

struct RevisionName {
  ProtocolRevision revision;
  std::string_view name;
};
constexpr RevisionName kRevisions[] = {
    {ProtocolRevision::k2025_06_18, "2025-06-18"},
    {ProtocolRevision::k2025_11_25, "2025-11-25"},
    {ProtocolRevision::k2026_07_28, "2026-07-28"},
};

absl::Status NotThere(std::string_view what, const ToolProblem* problem) {
  if (problem == nullptr) {
    return absl::FailedPreconditionError(
        schema::Concat("the tool has no ", what));
  }
  return absl::FailedPreconditionError(
      schema::Concat(problem->location, ": ", problem->reason));
}

}  // namespace

std::string_view ProtocolRevisionName(ProtocolRevision revision) {
  for (const RevisionName& known : kRevisions) {
    if (known.revision == revision) return known.name;
  }
  return {};
}

std::optional<ProtocolRevision> FindProtocolRevision(std::string_view name) {
  for (const RevisionName& known : kRevisions) {
    if (known.name == name) return known.revision;
  }
  return std::nullopt;
}

Tool::Tool(std::unique_ptr<const State> state) : state_(std::move(state)) {}
Tool::~Tool() = default;

std::string_view Tool::name() const { return state_->name; }
bool Tool::usable() const { return !state_->refusal.has_value(); }
const ToolProblem* Tool::refusal() const {
  return state_->refusal.has_value() ? &*state_->refusal : nullptr;
}
TaskSupport Tool::task_support() const { return state_->task_support; }
const ToolHints& Tool::hints() const { return state_->hints; }
absl::Span<const HeaderParameter> Tool::header_parameters() const {
  return state_->header_parameters;
}
absl::Span<const ToolProblem> Tool::warnings() const {
  return state_->warnings;
}
bool Tool::has_output_schema() const {
  return state_->output != nullptr || state_->output_problem.has_value();
}
const ToolProblem* Tool::output_problem() const {
  return state_->output_problem.has_value() ? &*state_->output_problem
                                            : nullptr;
}
std::string_view Tool::json() const { return state_->json; }
std::string_view Tool::input_schema_json() const { return state_->input_json; }
std::string_view Tool::output_schema_json() const {
  return state_->output_json;
}

absl::StatusOr<Schema> Tool::input() const {
  if (state_->input == nullptr) return NotThere("inputSchema", refusal());
  return state_->cache->Copy(*state_->input);
}

absl::StatusOr<Schema> Tool::output() const {
  if (state_->output == nullptr) {
    return NotThere("outputSchema", usable() ? output_problem() : refusal());
  }
  return state_->cache->Copy(*state_->output);
}

ToolList::ToolList(std::unique_ptr<const State> state)
    : state_(std::move(state)) {}
ToolList::~ToolList() = default;

const Tool* ToolList::Find(std::string_view name) const {
  const std::optional<uint32_t> index = state_->index.Find(name);
  return index.has_value() ? state_->tools[*index].get() : nullptr;
}

absl::Span<const std::shared_ptr<const Tool>> ToolList::tools() const {
  return state_->tools;
}

ListState ToolList::state() const {
  if (!state_->complete) return ListState::kPartial;
  return state_->stale.load(std::memory_order_acquire) ? ListState::kStale
                                                       : ListState::kComplete;
}

ProtocolRevision ToolList::revision() const { return state_->revision; }

}  // namespace gabarit
