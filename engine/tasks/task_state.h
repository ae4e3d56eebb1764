// The states of a task and the moves between them (2025-11-25, "Task Status
// Lifecycle"; the extension has the same).
//
//            ┌──────────────┐
//   working ─┤              ├─▶ completed | failed | cancelled
//     ▲ │    └──────────────┘             ▲
//     │ ▼                                 │
//   input_required ───────────────────────┘

#ifndef GABARIT_ENGINE_TASKS_TASK_STATE_H_
#define GABARIT_ENGINE_TASKS_TASK_STATE_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "gabarit/session.h"

namespace gabarit::tasks {

// "input_required" and the like, as the protocol spells them.
std::optional<TaskStatus> FindTaskStatus(std::string_view name);

constexpr bool IsTerminal(TaskStatus status) {
  return status == TaskStatus::kCompleted || status == TaskStatus::kFailed ||
         status == TaskStatus::kCancelled;
}

enum class Move : uint8_t {
  kNone,          // the same status again
  kLegal,         // one of the arrows
  kFromTerminal,  // away from a terminal status: there is no such arrow
};

constexpr Move MoveOf(TaskStatus from, TaskStatus to) {
  if (from == to) return Move::kNone;
  return IsTerminal(from) ? Move::kFromTerminal : Move::kLegal;
}

}  // namespace gabarit::tasks

#endif  // GABARIT_ENGINE_TASKS_TASK_STATE_H_
