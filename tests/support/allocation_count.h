#pragma once

#include <atomic>
#include <cstddef>

/// Counts every allocation of the test executable that includes this header, in exactly one of its
/// sources. It stands before glibc's own functions, so that operator new, Eigen and libraries are
/// all seen. Sanitizers put their own functions there; with them nothing is counted and
/// kAllocationsAreCounted is false.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CONJAC_COUNT_ALLOCATIONS 1
#else
#define CONJAC_COUNT_ALLOCATIONS 0
#endif

namespace conjac::test {
inline constexpr bool kAllocationsAreCounted = CONJAC_COUNT_ALLOCATIONS;
inline std::atomic<long> allocation_count{0};
}  // namespace conjac::test

#if CONJAC_COUNT_ALLOCATIONS
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) {
  ++conjac::test::allocation_count;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++conjac::test::allocation_count;
  return __libc_calloc(count, size);
}
void* realloc(void* p, std::size_t size) {
  ++conjac::test::allocation_count;
  return __libc_realloc(p, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++conjac::test::allocation_count;
  return __libc_memalign(alignment, size);
}
}
#endif
