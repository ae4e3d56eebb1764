// The tasks of a session: those that run, and the last of those that ended.

#ifndef GABARIT_ENGINE_TASKS_TASK_TABLE_H_
#define GABARIT_ENGINE_TASKS_TASK_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "engine/schema/text.h"
#include "engine/tasks/poll_queue.h"
#include "gabarit/session.h"
#include "gabarit/tools.h"

namespace gabarit::tasks {

// A question that a task, or an interim result, puts to the user.
struct Question {
  std::string key;
  uint64_t digest = 0;  // of the request, to know it again
  bool form = false;    // an elicitation by form: `schema` judges the answer
  std::string schema;   // requestedSchema, JSON text
  bool answered = false;
};

struct Task {
  static constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

  std::string id;
  std::shared_ptr<const Tool> tool;  // null where it is not known
  std::string tool_name;             // where `tool` is null
  std::string arguments;
  std::string status_message;
  std::string last_updated;  // as the server writes it
  std::vector<Question> questions;

  TaskStatus status = TaskStatus::kWorking;
  bool finished = false;     // nothing more is expected
  bool expired = false;      // finished because it was dropped
  bool delivered = false;    // its result was
  bool stale = false;        // began under a stale list
  bool blocking = false;     // CallMode::kBlockUntilDone
  bool fetch = false;        // tasks/result is to be sent
  bool get_open = false;     // tasks/get waits for its answer
  bool result_open = false;  // tasks/result does
  bool cancel_asked = false;

  uint64_t digest = 0;  // of the delivered result
  uint64_t serial = 0;  // counts tasks in the order of their creation
  int64_t created = 0;
  int64_t last_answer = 0;
  int64_t poll_interval = 0;
  int64_t next_poll = 0;
  int64_t get_sent = 0;
  int64_t result_sent = 0;
  std::optional<int64_t> ttl;
  int64_t deadline = kNever;  // of what is due next; kept by TaskTable

  std::string_view name() const;
  // When the time to live is over; kNever without one.
  int64_t expires() const;
};

class TaskTable {
 public:
  // Null where there is none, or none any more.
  Task* Find(std::string_view id);
  const Task* Find(std::string_view id) const;

  // A new task; the id must be free. The pointer holds until the task is
  // forgotten.
  Task* Insert(std::string_view id);

  // Marks the task finished and forgets what only an open one needs. The
  // oldest finished tasks beyond `most_finished` are forgotten altogether.
  void Finish(Task* task, size_t most_finished);

  // Forgets a task at once, finished or not.
  void Erase(Task* task);
  void Clear();

  size_t open() const { return open_; }
  size_t finished() const { return finished_.size(); }

  // In the order of creation, finished ones included.
  std::vector<const Task*> InOrder() const;
  std::vector<Task*> InOrder();

  // Finished ones, in the order in which they ended.
  std::vector<const Task*> FinishedInOrder() const;

  // Deadlines of open tasks.
  void SetDeadline(Task* task, int64_t deadline);
  void ClearDeadline(Task* task);
  struct Due {
    int64_t deadline;
    Task* task;
  };
  std::optional<Due> FirstDue();
  std::optional<int64_t> FirstDeadline() const;

  // The number that the next task gets; for saving and restoring.
  uint64_t next_serial() const { return next_serial_; }
  void set_next_serial(uint64_t serial) { next_serial_ = serial; }
  // For restoring: takes the task up as it is.
  Task* Adopt(Task task);

 private:
  uint32_t PlaceOf(const Task& task) const;

  std::deque<Task> tasks_;
  std::vector<uint32_t> free_;
  // Keys lie in the tasks.
  absl::flat_hash_map<std::string_view, uint32_t, schema::TextHash,
                      std::equal_to<>>
      by_id_;
  std::deque<uint32_t> finished_;  // places, oldest first
  PollQueue queue_;
  size_t open_ = 0;
  uint64_t next_serial_ = 1;
};

}  // namespace gabarit::tasks

#endif  // GABARIT_ENGINE_TASKS_TASK_TABLE_H_
