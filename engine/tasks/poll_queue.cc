#include "engine/tasks/poll_queue.h"

#include <utility>

namespace gabarit::tasks {

bool PollQueue::Before(size_t a, size_t b) const {
  if (heap_[a].deadline != heap_[b].deadline) {
    return heap_[a].deadline < heap_[b].deadline;
  }
  return heap_[a].order < heap_[b].order;
}

void PollQueue::Swap(size_t a, size_t b) {
  std::swap(heap_[a], heap_[b]);
  places_[heap_[a].member] = static_cast<uint32_t>(a);
  places_[heap_[b].member] = static_cast<uint32_t>(b);
}

void PollQueue::Up(size_t place) {
  while (place > 0) {
    const size_t parent = (place - 1) / 2;
    if (!Before(place, parent)) return;
    Swap(place, parent);
    place = parent;
  }
}

void PollQueue::Down(size_t place) {
  for (;;) {
    size_t least = place;
    for (const size_t child : {2 * place + 1, 2 * place + 2}) {
      if (child < heap_.size() && Before(child, least)) least = child;
    }
    if (least == place) return;
    Swap(place, least);
    place = least;
  }
}

void PollQueue::Set(uint32_t member, int64_t deadline, uint64_t order) {
  if (member >= places_.size()) places_.resize(size_t{member} + 1, kNowhere);
  size_t place = places_[member];
  if (place == kNowhere) {
    place = heap_.size();
    heap_.push_back({deadline, order, member});
    places_[member] = static_cast<uint32_t>(place);
  } else {
    heap_[place].deadline = deadline;
    heap_[place].order = order;
  }
  Up(place);
  Down(places_[member]);
}

void PollQueue::Remove(uint32_t member) {
  if (member >= places_.size() || places_[member] == kNowhere) return;
  const size_t place = places_[member];
  const size_t last = heap_.size() - 1;
  if (place != last) Swap(place, last);
  heap_.pop_back();
  places_[member] = kNowhere;
  if (place != last) {
    Up(place);
    Down(place);
  }
}

void PollQueue::Clear() {
  heap_.clear();
  places_.clear();
}

std::optional<PollQueue::Due> PollQueue::First() const {
  if (heap_.empty()) return std::nullopt;
  return heap_.front();
}

}  // namespace gabarit::tasks
