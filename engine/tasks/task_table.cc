#include "engine/tasks/task_table.h"

#include <algorithm>
#include <utility>

namespace gabarit::tasks {

std::string_view Task::name() const {
  return tool != nullptr ? tool->name() : std::string_view(tool_name);
}

int64_t Task::expires() const {
  if (!ttl.has_value()) return kNever;
  return created > kNever - *ttl ? kNever : created + *ttl;
}

const Task* TaskTable::Find(std::string_view id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : &tasks_[found->second];
}

Task* TaskTable::Find(std::string_view id) {
  return const_cast<Task*>(std::as_const(*this).Find(id));
}

uint32_t TaskTable::PlaceOf(const Task& task) const {
  return by_id_.at(task.id);
}

Task* TaskTable::Insert(std::string_view id) {
  Task task;
  task.id = id;
  task.serial = next_serial_++;
  return Adopt(std::move(task));
}

Task* TaskTable::Adopt(Task task) {
  uint32_t place;
  if (free_.empty()) {
    place = static_cast<uint32_t>(tasks_.size());
    tasks_.emplace_back();
  } else {
    place = free_.back();
    free_.pop_back();
  }
  tasks_[place] = std::move(task);
  by_id_.emplace(tasks_[place].id, place);
  if (tasks_[place].finished) {
    finished_.push_back(place);
  } else {
    ++open_;
    if (tasks_[place].deadline != Task::kNever) {
      SetDeadline(&tasks_[place], tasks_[place].deadline);
    }
  }
  return &tasks_[place];
}

void TaskTable::Finish(Task* task, size_t most_finished) {
  if (task->finished) return;
  const uint32_t place = PlaceOf(*task);
  ClearDeadline(task);
  task->finished = true;
  task->fetch = false;
  task->get_open = false;
  task->result_open = false;
  task->arguments = std::string();
  task->questions = std::vector<Question>();
  --open_;
  finished_.push_back(place);
  // The task itself stays until the next one ends, for whoever holds it.
  while (finished_.size() > std::max<size_t>(most_finished, 1)) {
    Erase(&tasks_[finished_.front()]);
  }
}

void TaskTable::Erase(Task* task) {
  const uint32_t place = PlaceOf(*task);
  queue_.Remove(place);
  if (task->finished) {
    // Nearly always the oldest.
    finished_.erase(std::find(finished_.begin(), finished_.end(), place));
  } else {
    --open_;
  }
  by_id_.erase(std::string_view(task->id));
  *task = Task();
  free_.push_back(place);
}

void TaskTable::Clear() { *this = TaskTable(); }

std::vector<Task*> TaskTable::InOrder() {
  std::vector<Task*> tasks;
  tasks.reserve(by_id_.size());
  for (const auto& [id, place] : by_id_) tasks.push_back(&tasks_[place]);
  std::sort(tasks.begin(), tasks.end(),
            [](const Task* a, const Task* b) { return a->serial < b->serial; });
  return tasks;
}

std::vector<const Task*> TaskTable::InOrder() const {
  const std::vector<Task*> tasks = const_cast<TaskTable*>(this)->InOrder();
  return {tasks.begin(), tasks.end()};
}

std::vector<const Task*> TaskTable::FinishedInOrder() const {
  std::vector<const Task*> tasks;
  tasks.reserve(finished_.size());
  for (const uint32_t place : finished_) tasks.push_back(&tasks_[place]);
  return tasks;
}

void TaskTable::SetDeadline(Task* task, int64_t deadline) {
  task->deadline = deadline;
  queue_.Set(PlaceOf(*task), deadline, task->serial);
}

void TaskTable::ClearDeadline(Task* task) {
  task->deadline = Task::kNever;
  queue_.Remove(PlaceOf(*task));
}

std::optional<TaskTable::Due> TaskTable::FirstDue() {
  const std::optional<PollQueue::Due> first = queue_.First();
  if (!first.has_value()) return std::nullopt;
  return Due{first->deadline, &tasks_[first->member]};
}

std::optional<int64_t> TaskTable::FirstDeadline() const {
  const std::optional<PollQueue::Due> first = queue_.First();
  if (!first.has_value()) return std::nullopt;
  return first->deadline;
}

}  // namespace gabarit::tasks
