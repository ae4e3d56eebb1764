// The memory that the program holds by operator new, counted. For programs of
// one thread.

#ifndef GABARIT_BENCH_HELD_MEMORY_H_
#define GABARIT_BENCH_HELD_MEMORY_H_

#include <cstddef>

namespace gabarit::bench {

struct HeldMemory {
  size_t bytes = 0;
  size_t most = 0;  // since it was last set
};
HeldMemory& held_memory();

}  // namespace gabarit::bench

#endif  // GABARIT_BENCH_HELD_MEMORY_H_
