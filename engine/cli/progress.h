// Signs of life during long work.

#ifndef GABARIT_ENGINE_CLI_PROGRESS_H_
#define GABARIT_ENGINE_CLI_PROGRESS_H_

#include <chrono>
#include <cstdint>

#include "engine/cli/console.h"

namespace gabarit::cli {

// Silent for the first second, then shown a few times a second.
class Progress {
 public:
  explicit Progress(Console* console) : console_(*console) {}
  ~Progress() { console_.ClearProgress(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Shows what `words()` returns if it is time to. Call it for each step of the
  // work: it costs a reading of the clock, and nothing off a terminal.
  template <typename Words>
  void Show(const Words& words) {
    if (!console_.error_is_terminal()) return;
    const Clock::time_point now = Clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(200);
    console_.ShowProgress(words());
  }

 private:
  using Clock = std::chrono::steady_clock;
  Console& console_;
  Clock::time_point next_ = Clock::now() + std::chrono::seconds(1);
};

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_PROGRESS_H_
