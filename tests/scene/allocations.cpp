#include "support/allocations.h"

#include <link.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

// glibc's own implementations, under the names it exports for this purpose.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace {
thread_local long long count = 0;
thread_local bool trap = false;

// OpenBLAS's kernels for small matrices and CHOLMOD's factorization take a scratch buffer from
// malloc at every call and give it back; that is not ours to change and not counted.
struct Range {
  std::uintptr_t begin = 0, end = 0;
};
Range libraries[2];
const int libraries_found = dl_iterate_phdr(
    [](dl_phdr_info* info, std::size_t, void*) {
      const char* names[] = {"libopenblas", "libcholmod"};
      for (int lib = 0; lib < 2; ++lib) {
        if (!std::strstr(info->dlpi_name, names[lib])) continue;
        Range& range = libraries[lib];
        for (int k = 0; k < info->dlpi_phnum; ++k) {
          if (info->dlpi_phdr[k].p_type != PT_LOAD) continue;
          const std::uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[k].p_vaddr;
          const std::uintptr_t end = begin + info->dlpi_phdr[k].p_memsz;
          if (range.begin == 0 || begin < range.begin) range.begin = begin;
          if (end > range.end) range.end = end;
        }
      }
      return 0;
    },
    nullptr);

void note(const void* caller) {
  const auto address = reinterpret_cast<std::uintptr_t>(caller);
  for (const Range& range : libraries)
    if (address >= range.begin && address < range.end) return;
  if (trap) __builtin_trap();
  ++count;
}
}  // namespace

// Sanitizers bring their own allocator; then nothing is counted and the test says so.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
extern "C" {
void* malloc(std::size_t size) {
  note(__builtin_return_address(0));
  return __libc_malloc(size);
}
void* calloc(std::size_t n, std::size_t size) {
  note(__builtin_return_address(0));
  return __libc_calloc(n, size);
}
void* realloc(void* old, std::size_t size) {
  note(__builtin_return_address(0));
  return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  note(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** out, std::size_t alignment, std::size_t size) {
  note(__builtin_return_address(0));
  *out = __libc_memalign(alignment, size);
  return *out ? 0 : 12;
}
}
#endif

namespace conjac::test {
long long allocations() {
  return count;
}
void trap_allocations(bool on) {
  trap = on;
}
}  // namespace conjac::test
