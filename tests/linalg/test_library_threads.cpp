#include "linalg/library_threads.h"

#include <gtest/gtest.h>

#include "conjac/machine.h"

#ifdef CONJAC_WITH_CHOLMOD

#include <cblas.h>
#include <cholmod.h>

#include <filesystem>
#include <functional>
#include <iterator>
#include <thread>

namespace conjac {
namespace {

/// Threads of this process, as the kernel counts them.
int kernel_threads() {
  using Iterator = std::filesystem::directory_iterator;
  return static_cast<int>(std::distance(Iterator("/proc/self/task"), Iterator()));
}

/// One supernodal factorization of a grid matrix with three unknowns per node, large enough for
/// CHOLMOD to open its parallel regions. Returns whether it was supernodal and worked.
bool factor_grid(int n) {
  cholmod_common common;
  cholmod_start(&common);
  common.supernodal = CHOLMOD_SUPERNODAL;
  const int size = 3 * n * n * n;
  cholmod_triplet* entries =
      cholmod_allocate_triplet(static_cast<std::size_t>(size), size,
                               static_cast<std::size_t>(size) * 24, -1, CHOLMOD_REAL, &common);
  auto* row = static_cast<int*>(entries->i);
  auto* column = static_cast<int*>(entries->j);
  auto* value = static_cast<double*>(entries->x);
  const auto node = [n](int i, int j, int k) { return (i * n + j) * n + k; };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        for (int corner = 0; corner < 8; ++corner) {
          const int a = i + (corner >> 2), b = j + ((corner >> 1) & 1), c = k + (corner & 1);
          if (a >= n || b >= n || c >= n) continue;
          for (int p = 0; p < 9; ++p) {
            const int r = 3 * node(a, b, c) + p / 3, s = 3 * node(i, j, k) + p % 3;
            if (r < s) continue;
            row[entries->nnz] = r;
            column[entries->nnz] = s;
            value[entries->nnz++] = r == s ? 60.0 : -0.4;  // diagonally dominant
          }
        }
  cholmod_sparse* matrix = cholmod_triplet_to_sparse(entries, 0, &common);
  cholmod_factor* factor = cholmod_analyze(matrix, &common);
  cholmod_factorize(matrix, factor, &common);
  const bool good = common.status == CHOLMOD_OK && factor->is_super != 0;
  cholmod_free_factor(&factor, &common);
  cholmod_free_sparse(&matrix, &common);
  cholmod_free_triplet(&entries, &common);
  cholmod_finish(&common);
  return good;
}

void on_new_thread(const std::function<void()>& body) {
  std::thread(body).join();
}

TEST(LibraryLimit, FactorizationStaysAlone) {
  on_new_thread([] {
    limit_library_threads();
    const int before = kernel_threads();
    ASSERT_TRUE(factor_grid(10));
    EXPECT_EQ(kernel_threads(), before);
  });
}

// The control of the test above: should a later CHOLMOD stop asking for threads of its own, this
// fails and the remedy can go.
TEST(LibraryLimit, FactorizationWithoutTheLimitStartsSome) {
  on_new_thread([] {
    const int before = kernel_threads();
    ASSERT_TRUE(factor_grid(10));
    EXPECT_GT(kernel_threads(), before);
  });
}

TEST(LibraryLimit, HoldsForTheCallingThreadOnly) {
  on_new_thread([] {
    limit_library_threads();
    EXPECT_EQ(opened_openmp_threads(4), 1);
  });
  on_new_thread([] { EXPECT_EQ(opened_openmp_threads(4), 4); });
}

TEST(LibraryLimit, BlasIsBroughtBackToOneThread) {
  openblas_set_num_threads(2);
  limit_library_threads();
  EXPECT_EQ(openblas_get_num_threads(), 1);
}

TEST(MachineDescription, SaysWhatTheLibrariesSay) {
  const Machine machine = this_machine();
  EXPECT_NE(machine.blas.find("blas"), std::string::npos) << machine.blas;
  EXPECT_NE(machine.blas_config.find("OpenBLAS"), std::string::npos) << machine.blas_config;
  EXPECT_EQ(machine.blas_threads, 1);
  EXPECT_EQ(machine.openmp_threads, 1);
  EXPECT_EQ(machine.cholmod.substr(0, 2), "3.");
  EXPECT_EQ(machine.metis.substr(0, 2), "5.");
}

}  // namespace
}  // namespace conjac

#endif

namespace conjac {
namespace {

TEST(MachineDescription, KnowsTheProcessor) {
  const Machine machine = this_machine();
  EXPECT_FALSE(machine.cpu.empty());
  EXPECT_GE(machine.cores, 1);
  EXPECT_GE(machine.tbb_threads, 1);
  EXPECT_FALSE(machine.simd_compiled.empty());
  EXPECT_FALSE(machine.simd_available.empty());
  EXPECT_EQ(machine.eigen.substr(0, 2), "3.");
}

}  // namespace
}  // namespace conjac
