// A loop with a race on purpose: the control of the ThreadSanitizer run, which must report it.
#include <cstdio>
#include <vector>

#include "core/parallel.h"
#include "core/threads.h"

int main() {
  const std::vector<double> values(4000, 1.0);
  double sum = 0;
  conjac::run_with_threads(4, [&] {
    conjac::parallel_chunks(values.size(), 10, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) sum += values[i];
    });
  });
  std::printf("%g\n", sum);
}
