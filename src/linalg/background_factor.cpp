#include "linalg/background_factor.h"

#include "core/check.h"
#include "core/threads.h"

namespace conjac {

BackgroundFactor::~BackgroundFactor() {
  if (!thread_.joinable()) return;
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return job_ != Job::waiting; });
    job_ = Job::end;
  }
  changed_.notify_all();
  thread_.join();
}

void BackgroundFactor::begin(std::unique_ptr<SparseFactor> factor, const SparseMatrix& A, int block,
                             std::span<const int> trailing) {
  CONJAC_ASSERT(!begun());
  factor_ = std::move(factor);
  matrix_ = &A;
  block_ = block;
  trailing_ = trailing;
  {
    const std::lock_guard lock(mutex_);
    job_ = Job::waiting;
  }
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
  changed_.notify_all();
}

bool BackgroundFactor::done() const {
  const std::lock_guard lock(mutex_);
  return job_ == Job::done;
}

FactorStatus BackgroundFactor::finish(std::unique_ptr<SparseFactor>& factor) {
  CONJAC_ASSERT(begun());
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return job_ == Job::done; });
  job_ = Job::none;
  factor = std::move(factor_);
  matrix_ = nullptr;
  return status_;
}

void BackgroundFactor::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return job_ == Job::waiting || job_ == Job::end; });
    if (job_ == Job::end) return;
    lock.unlock();
    const FactorStatus status = factorize();
    lock.lock();
    status_ = status;
    job_ = Job::done;
    changed_.notify_all();
  }
}

FactorStatus BackgroundFactor::factorize() {
  FactorStatus status = FactorStatus::failed;
  try {
    // The other cores belong to those who go on.
    run_alone([&] {
      if (factor_->size() == 0) factor_->analyze(*matrix_, block_, trailing_);
      status = factor_->factorize(*matrix_, SparseFactor::Renew::what_changed);
    });
  } catch (...) {  // no memory: as good as a matrix that has no factor
  }
  return status;
}

}  // namespace conjac
