#pragma once

#include <string>
#include <vector>

namespace conjac::app {

/// This program as a process of its own, its output in a file.
/// Throws Error(io) when the system does not let it start.
int start_self(const std::vector<std::string>& arguments, const std::string& log);

struct Ended {
  int process = 0;
  int exit_code = 0;  // 128 + the signal's number where one ended it
};
/// Waits for the next one that ends.
Ended wait_for_child();

/// While it lives nobody else has the lock of this name; the file stays.
class FileLock {
 public:
  explicit FileLock(const std::string& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace conjac::app
