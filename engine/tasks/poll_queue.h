// What is due when: a heap of deadlines, each of which can be moved.

#ifndef GABARIT_ENGINE_TASKS_POLL_QUEUE_H_
#define GABARIT_ENGINE_TASKS_POLL_QUEUE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace gabarit::tasks {

// Members are small numbers, such as places in a table. Setting, moving and
// removing take time logarithmic in the members. Of equal deadlines, the
// smaller order is due first: what is due never depends on the places, which
// differ after a restart.
class PollQueue {
 public:
  // Puts `member` at `deadline`, wherever it was before.
  void Set(uint32_t member, int64_t deadline, uint64_t order);
  void Remove(uint32_t member);
  void Clear();

  struct Due {
    int64_t deadline;
    uint64_t order;
    uint32_t member;
  };
  // The earliest; nothing when empty.
  std::optional<Due> First() const;
  size_t size() const { return heap_.size(); }

 private:
  static constexpr uint32_t kNowhere = ~uint32_t{0};

  bool Before(size_t a, size_t b) const;
  void Swap(size_t a, size_t b);
  void Up(size_t place);
  void Down(size_t place);

  std::vector<Due> heap_;
  std::vector<uint32_t> places_;  // by member: where in the heap
};

}  // namespace gabarit::tasks

#endif  // GABARIT_ENGINE_TASKS_POLL_QUEUE_H_
