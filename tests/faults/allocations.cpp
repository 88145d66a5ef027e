#include "faults/allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

extern "C" {
void* __real_malloc(std::size_t);
void* __real_calloc(std::size_t, std::size_t);
void* __real_realloc(void*, std::size_t);
void __real_free(void*);
}

namespace conjac::test {
namespace {

struct Refusal {
  int at = -1, made = 0, refused = 0;
  bool from_then_on = false;
  Of what = Of::all;
};
thread_local Refusal refusal;
std::atomic<long long> alive{0};

bool is_refused(Of whom) {
  if (whom == Of::all && refusal.what == Of::operator_new) return false;
  const int n = refusal.made++;
  const bool due = refusal.at >= 0 && (n == refusal.at || (refusal.from_then_on && n > refusal.at));
  refusal.refused += due;
  return due;
}

void* counted(void* block) {
  if (block != nullptr) ++alive;
  return block;
}

void* given(std::size_t size, Of whom = Of::operator_new) {
  return is_refused(whom) ? nullptr : counted(__real_malloc(size > 0 ? size : 1));
}

void* given_aligned(std::size_t size, std::align_val_t alignment) {
  void* block = nullptr;
  if (is_refused(Of::operator_new) ||
      posix_memalign(&block, static_cast<std::size_t>(alignment), size) != 0)
    return nullptr;
  return counted(block);
}

void* or_throw(void* block) {
  return block != nullptr ? block : throw std::bad_alloc();
}

void taken_back(void* block) {
  if (block != nullptr) --alive;
  __real_free(block);
}

}  // namespace

void plan_refusal(int n, bool from_then_on, Of what) {
  refusal = {.at = n, .from_then_on = from_then_on, .what = what};
}
int requests_made() {
  return refusal.made;
}
int requests_refused() {
  return refusal.refused;
}
long long blocks_alive() {
  return alive;
}

}  // namespace conjac::test

namespace test = conjac::test;

extern "C" {
void* __wrap_malloc(std::size_t size) {
  return test::given(size, test::Of::all);
}
void* __wrap_calloc(std::size_t count, std::size_t size) {
  return test::is_refused(test::Of::all) ? nullptr : test::counted(__real_calloc(count, size));
}
void* __wrap_realloc(void* block, std::size_t size) {
  if (block == nullptr) return test::given(size, test::Of::all);
  return test::is_refused(test::Of::all) ? nullptr : __real_realloc(block, size);
}
void __wrap_free(void* block) {
  test::taken_back(block);
}
}

void* operator new(std::size_t size) {
  return test::or_throw(test::given(size));
}
void* operator new[](std::size_t size) {
  return test::or_throw(test::given(size));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return test::given(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return test::given(size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return test::or_throw(test::given_aligned(size, alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return test::or_throw(test::given_aligned(size, alignment));
}
void operator delete(void* block) noexcept {
  test::taken_back(block);
}
void operator delete[](void* block) noexcept {
  test::taken_back(block);
}
void operator delete(void* block, std::size_t) noexcept {
  test::taken_back(block);
}
void operator delete[](void* block, std::size_t) noexcept {
  test::taken_back(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
  test::taken_back(block);
}
void operator delete[](void* block, std::align_val_t) noexcept {
  test::taken_back(block);
}
void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  test::taken_back(block);
}
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept {
  test::taken_back(block);
}
