#include "engine/tools/read_epochs.h"

#include <algorithm>

namespace gabarit::tools {

ReadEpochs::Reader::Reader(ReadEpochs& epochs) : epochs_(epochs) {
  auto announcement = std::make_unique<Announcement>();
  announcement_ = announcement.get();
  const std::lock_guard<std::mutex> lock(epochs.mutex_);
  epochs.announcements_.push_back(std::move(announcement));
}

ReadEpochs::Reader::~Reader() {
  {
    const std::lock_guard<std::mutex> lock(epochs_.mutex_);
    std::erase_if(epochs_.announcements_, [this](const auto& announcement) {
      return announcement.get() == announcement_;
    });
  }
  // What only this reader held back.
  epochs_.Collect();
}

void ReadEpochs::Retire(std::shared_ptr<const void> object) {
  if (object == nullptr) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    retired_.push_back({epoch_.fetch_add(1), std::move(object)});
  }
  Collect();
}

void ReadEpochs::Collect() {
  std::vector<Retired> unseen;  // deleted after the lock is given back
  const std::lock_guard<std::mutex> lock(mutex_);
  uint64_t oldest = ~uint64_t{0};
  for (const auto& announcement : announcements_) {
    const uint64_t epoch = announcement->epoch.load();
    if (epoch != kOutside) oldest = std::min(oldest, epoch);
  }
  const auto seen = std::partition(
      retired_.begin(), retired_.end(),
      [oldest](const Retired& retired) { return retired.epoch < oldest; });
  unseen.assign(std::make_move_iterator(retired_.begin()),
                std::make_move_iterator(seen));
  retired_.erase(retired_.begin(), seen);
}

size_t ReadEpochs::retired() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return retired_.size();
}

}  // namespace gabarit::tools
