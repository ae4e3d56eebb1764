#include "tests/vm/counted_allocation.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {
thread_local size_t allocations = 0;
}  // namespace

namespace {

void* Allocate(size_t size) {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}

void* AllocateOrDie(size_t size) {
  if (void* memory = Allocate(size)) return memory;
  std::abort();
}

void* AllocateAligned(size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto align = static_cast<size_t>(alignment);
  const size_t rounded = (size + align - 1) / align * align;
  if (void* memory = std::aligned_alloc(align, rounded)) return memory;
  std::abort();
}

}  // namespace

// Every form is replaced: a sanitizer has each as its own, and would not know
// memory of one under another.
void* operator new(size_t size) { return AllocateOrDie(size); }
void* operator new[](size_t size) { return AllocateOrDie(size); }
void* operator new(size_t size, const std::nothrow_t&) noexcept {
  return Allocate(size);
}
void* operator new[](size_t size, const std::nothrow_t&) noexcept {
  return Allocate(size);
}
void* operator new(size_t size, std::align_val_t alignment) {
  return AllocateAligned(size, alignment);
}
void* operator new[](size_t size, std::align_val_t alignment) {
  return AllocateAligned(size, alignment);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace gabarit {

size_t AllocationCount() { return allocations; }

}  // namespace gabarit
