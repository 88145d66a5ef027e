#include "reduce/condense.h"

// A factorization in the background (linalg/background_factor.h).

namespace conjac {

void Condensation::begin_behind(const SparseMatrix& K) {
  if (behind_.analysis != analyses_) {
    behind_.factor = make_factor(behind_.kind);
    behind_.matrix = sub_.matrix();  // its pattern
    behind_.analysis = analyses_;
  }
  const double shift = shift_;
  sub_.matrix().swap(behind_.matrix);
  fill(K, {}, 0);
  sub_.matrix().swap(behind_.matrix);
  behind_.shift = shift_;
  shift_ = shift;
  if (!behind_.job) behind_.job = std::make_unique<BackgroundFactor>();
  behind_.job->begin(std::move(behind_.factor), behind_.matrix, stride_, trailing_);
}

FactorStatus Condensation::take_behind() {
  const FactorStatus status = behind_.job->finish(behind_.factor);
  if (status != FactorStatus::ok) return status;
  factor_.swap(behind_.factor);
  sub_.matrix().swap(behind_.matrix);
  std::swap(shift_, behind_.shift);
  ++factorizations_;
  take_factor();
  return status;
}

void Condensation::drop_behind() {
  if (behind()) behind_.job->finish(behind_.factor);
}

}  // namespace conjac
