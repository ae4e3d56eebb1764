// A program that links this counts what it takes from operator new.

#ifndef GABARIT_TESTS_VM_COUNTED_ALLOCATION_H_
#define GABARIT_TESTS_VM_COUNTED_ALLOCATION_H_

#include <cstddef>

namespace gabarit {

// Allocations of the calling thread so far.
size_t AllocationCount();

}  // namespace gabarit

#endif  // GABARIT_TESTS_VM_COUNTED_ALLOCATION_H_
