#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

#include "conjac/machine.h"
#include "core/parallel.h"
#include "core/threads.h"
#include "linalg/library_threads.h"
#ifdef CONJAC_WITH_CHOLMOD
#include <cblas.h>
#endif

namespace conjac {
namespace {

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The best of several turns: what others do on the machine only makes one slower.
double best_of(int turns, const std::function<void()>& work) {
  double best = 1e300;
  for (int turn = 0; turn < turns; ++turn) best = std::min(best, seconds_of(work));
  return best;
}

double product_gflops(int threads) {
#ifdef CONJAC_WITH_CHOLMOD
  constexpr int n = 512;
  const std::size_t size = std::size_t{n} * n, seats = static_cast<std::size_t>(threads);
  std::vector<double> A(size, 0.5), B(size, 0.25), C(size * seats);
  limit_library_threads();
  const double seconds = best_of(8, [&] {
    parallel_for(seats, [&](std::size_t k) {
      cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, A.data(), n, B.data(), n,
                  0, C.data() + k * size, n);
    });
  });
  return 2e-9 * n * n * n * threads / seconds;
#else
  return 0.0 * threads;
#endif
}

double sum_gbytes(int threads) {
  constexpr std::size_t kChunk = 1 << 22;  // 32 MB of each array, beyond what caches hold
  const std::size_t seats = static_cast<std::size_t>(threads);
  std::vector<double> a(kChunk * seats), b(kChunk * seats, 1), c(kChunk * seats, 2);
  const double seconds = best_of(5, [&] {
    parallel_for(seats, [&](std::size_t k) {
      for (std::size_t i = k * kChunk; i < (k + 1) * kChunk; ++i) a[i] = b[i] + 0.5 * c[i];
    });
  });
  return 1e-9 * 3 * sizeof(double) * static_cast<double>(a.size()) / seconds;
}

}  // namespace

Peaks measure_peaks(int threads) {
  Peaks peaks;
  run_with_threads(std::max(threads, 1), [&] {
    peaks.gflops = product_gflops(std::max(threads, 1));
    peaks.gbytes = sum_gbytes(std::max(threads, 1));
  });
  return peaks;
}

}  // namespace conjac
