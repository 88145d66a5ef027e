#include "core/memory.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>

namespace conjac {

double usable_memory() {
  double bytes = std::numeric_limits<double>::infinity();
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (pages > 0 && page > 0) bytes = static_cast<double>(pages) * static_cast<double>(page);
  for (const char* file :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    double limit = 0;  // where there is none the file says "max"
    if (std::ifstream(file) >> limit && limit > 0) bytes = std::min(bytes, limit);
  }
  return bytes;
}

}  // namespace conjac
