#include "held_memory.h"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace gabarit::bench {

HeldMemory& held_memory() {
  static HeldMemory memory;
  return memory;
}

namespace {

void Release(void* block) {
  held_memory().bytes -= malloc_usable_size(block);
  std::free(block);
}

}  // namespace
}  // namespace gabarit::bench

void* operator new(size_t size) {
  void* const block = std::malloc(size);
  if (block == nullptr) std::abort();
  gabarit::bench::HeldMemory& memory = gabarit::bench::held_memory();
  memory.bytes += malloc_usable_size(block);
  memory.most = std::max(memory.most, memory.bytes);
  return block;
}
void operator delete(void* block) noexcept { gabarit::bench::Release(block); }
void operator delete(void* block, size_t) noexcept {
  gabarit::bench::Release(block);
}
