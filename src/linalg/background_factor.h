#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "linalg/factor.h"

namespace conjac {

/// A factorization on a thread of its own, while others go on with the factor they have.
///
///     begin(...)   takes a factor and says of which matrix; the matrix must stay as it is.
///                  A factor that is not analysed yet (SparseFactor::analyze) is, there
///     done()       has it ended?
///     finish(...)  waits for the end and gives the factor back
///
/// One at a time. The digits are those of a factorization by anybody else: only *when* it is done
/// depends on the machine.
class BackgroundFactor {
 public:
  BackgroundFactor() = default;
  ~BackgroundFactor();
  BackgroundFactor(const BackgroundFactor&) = delete;
  BackgroundFactor& operator=(const BackgroundFactor&) = delete;

  void begin(std::unique_ptr<SparseFactor> factor, const SparseMatrix& A, int block,
             std::span<const int> trailing);
  bool begun() const { return matrix_ != nullptr; }
  bool done() const;
  FactorStatus finish(std::unique_ptr<SparseFactor>& factor);

 private:
  void work();
  FactorStatus factorize();

  std::unique_ptr<SparseFactor> factor_;
  const SparseMatrix* matrix_ = nullptr;
  int block_ = 1;
  std::span<const int> trailing_;
  FactorStatus status_ = FactorStatus::ok;
  enum class Job { none, waiting, done, end } job_ = Job::none;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;  // from the first job on
};

}  // namespace conjac
