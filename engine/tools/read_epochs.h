// When what readers look at without locks may be deleted.
//
// A reader announces the epoch in which it began to look, a writer first makes
// an object unreachable and then retires it, which begins a new epoch. An
// object retired in an epoch is deleted once no reader is inside that began in
// it or before. Readers neither wait nor share a written cache line; writers do
// not wait for readers either, they only keep what these may still see.

#ifndef GABARIT_ENGINE_TOOLS_READ_EPOCHS_H_
#define GABARIT_ENGINE_TOOLS_READ_EPOCHS_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace gabarit::tools {

class ReadEpochs {
 private:
  struct alignas(64) Announcement {
    std::atomic<uint64_t> epoch{kOutside};
  };
  static constexpr uint64_t kOutside = 0;

 public:
  ReadEpochs() = default;
  ReadEpochs(const ReadEpochs&) = delete;
  ReadEpochs& operator=(const ReadEpochs&) = delete;

  class Reading;

  // One thread's access. Must not outlive its ReadEpochs.
  class Reader {
   public:
    explicit Reader(ReadEpochs& epochs);
    ~Reader();
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

   private:
    friend class Reading;
    ReadEpochs& epochs_;
    Announcement* announcement_;
  };

  // While it lives, nothing that its thread reaches by an atomic pointer is
  // deleted. One at a time for each Reader. The loads of such pointers, and the
  // stores that change them, must be sequentially consistent.
  class Reading {
   public:
    explicit Reading(const Reader& reader)
        : announcement_(*reader.announcement_) {
      // The announcement comes before the loads that follow, in the order that
      // all threads see, so a writer whose change those loads missed finds it.
      announcement_.epoch.store(reader.epochs_.epoch_.load());
    }
    ~Reading() {
      announcement_.epoch.store(kOutside, std::memory_order_release);
    }
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

   private:
    Announcement& announcement_;
  };

  // Keeps `object`, which no reader can reach any more, until none can be
  // looking at it.
  void Retire(std::shared_ptr<const void> object);

  // Deletes what no reader can be looking at any more.
  void Collect();

  // Retired objects that are still kept.
  size_t retired() const;

 private:
  struct Retired {
    uint64_t epoch;
    std::shared_ptr<const void> object;
  };

  std::atomic<uint64_t> epoch_{kOutside + 1};
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Announcement>> announcements_;
  std::vector<Retired> retired_;
};

}  // namespace gabarit::tools

#endif  // GABARIT_ENGINE_TOOLS_READ_EPOCHS_H_
