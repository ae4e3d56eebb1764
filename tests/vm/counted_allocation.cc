#include "tests/vm/counted_allocation.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {
thread_local size_t allocations = 0;
}  // namespace

// The other forms of new and delete come down to these.
void* operator new(size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  std::abort();
}
void* operator new(size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto align = static_cast<size_t>(alignment);
  const size_t rounded = (size + align - 1) / align * align;
  if (void* memory = std::aligned_alloc(align, rounded)) return memory;
  std::abort();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace gabarit {

size_t AllocationCount() { return allocations; }

}  // namespace gabarit
