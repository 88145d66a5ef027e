#include "faults/file_calls.h"

#include <fcntl.h>
#include <sys/types.h>

#include <cerrno>
#include <cstdarg>
#include <cstddef>

extern "C" {
int __real_open(const char*, int, ...);
ssize_t __real_write(int, const void*, std::size_t);
ssize_t __real_read(int, void*, std::size_t);
int __real_close(int);
int __real_ftruncate(int, off_t);
int __real_rename(const char*, const char*);
int __real_unlink(const char*);
}

namespace conjac::test {
namespace {

struct Plan {
  Fault fault = Fault::none;
  int at = 0, made = 0, met = 0, open = 0;
  const char* name = "none";
};
Plan plan;

/// Does this call fail? Then errno says how.
bool fails(const char* name, bool needs_room) {
  const int n = plan.made++;
  const bool due = plan.fault == Fault::full ? n >= plan.at && needs_room : n == plan.at;
  if (!due || plan.fault == Fault::none || plan.fault == Fault::short_write) return false;
  if (plan.met++ == 0) plan.name = name;
  errno = plan.fault == Fault::full ? ENOSPC : plan.fault == Fault::error ? EIO : EINTR;
  return true;
}

bool is_short() {
  const bool due = plan.fault == Fault::short_write && plan.made == plan.at + 1;
  if (due && plan.met++ == 0) plan.name = "write";
  return due;
}

}  // namespace

void plan_fault(Fault fault, int n) {
  plan = {.fault = fault, .at = n, .open = plan.open};
}
int calls_made() {
  return plan.made;
}
int faults_met() {
  return plan.met;
}
const char* fault_at() {
  return plan.name;
}
int open_files() {
  return plan.open;
}

}  // namespace conjac::test

using conjac::test::fails;
using conjac::test::plan;

extern "C" {

int __wrap_open(const char* path, int flags, ...) {
  std::va_list rest;
  va_start(rest, flags);
  const int mode = (flags & O_CREAT) != 0 ? va_arg(rest, int) : 0;
  va_end(rest);
  if (fails("open", (flags & O_CREAT) != 0)) return -1;
  const int descriptor = __real_open(path, flags, mode);
  plan.open += descriptor >= 0;
  return descriptor;
}

ssize_t __wrap_write(int descriptor, const void* bytes, std::size_t count) {
  if (fails("write", true)) {
    // A disk that runs full takes what it still can.
    if (errno == ENOSPC && plan.met == 1 && count > 1)
      return __real_write(descriptor, bytes, count / 2);
    return -1;
  }
  return __real_write(descriptor, bytes, conjac::test::is_short() && count > 0 ? 1 : count);
}

ssize_t __wrap_read(int descriptor, void* bytes, std::size_t count) {
  return fails("read", false) ? -1 : __real_read(descriptor, bytes, count);
}

int __wrap_fsync(int) {
  return fails("fsync", true) ? -1 : 0;
}

int __wrap_close(int descriptor) {
  const bool failed = fails("close", true);
  const int reason = errno;
  __real_close(descriptor);  // Linux closes it whatever it says
  --plan.open;
  errno = reason;
  return failed ? -1 : 0;
}

int __wrap_ftruncate(int descriptor, off_t size) {
  return fails("ftruncate", false) ? -1 : __real_ftruncate(descriptor, size);
}

int __wrap_rename(const char* from, const char* to) {
  return fails("rename", true) ? -1 : __real_rename(from, to);
}

int __wrap_unlink(const char* path) {
  return fails("unlink", false) ? -1 : __real_unlink(path);
}
}
