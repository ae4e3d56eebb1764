// Tasks as an experiment of the protocol itself (SEP-1686).

#include "engine/tasks/task_object.h"

namespace gabarit::tasks {

ShapeFault ReadTask20251125(document::Value value, TaskObject* task) {
  return ReadCommonMembers(value, {"ttl", "pollInterval"}, task);
}

}  // namespace gabarit::tasks
