#pragma once

namespace conjac::test {

/// The operating system's calls on files, as record/files.cpp makes them, with one that goes wrong.
/// The linker puts this double before the real calls (--wrap, CMakeLists.txt here), so that the
/// program itself knows nothing of it. fsync is only counted: nobody waits for a disk.
enum class Fault {
  none,
  short_write,  // one byte is written, or nothing else goes wrong
  interrupted,  // EINTR, once
  error,        // EIO, once
  full,         // ENOSPC at a call that needs room, and at every such call from then on
};

/// From now on the n-th call (from 0) meets the fault; counting begins anew.
void plan_fault(Fault fault, int n);
int calls_made();        // since then
int faults_met();        // of these
const char* fault_at();  // the name of the call that met the first
int open_files();        // opened since the program began and not closed

}  // namespace conjac::test
