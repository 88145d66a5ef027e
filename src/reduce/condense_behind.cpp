#include "reduce/condense.h"

// A factorization in the background (linalg/background_factor.h).

namespace conjac {

void Condensation::begin_behind(const SparseMatrix& K) {
  if (behind_.analysis != analyses_) {
    behind_.matrix = sub_.matrix();  // its pattern
    behind_.analysis = analyses_;
  }
  const double shift = shift_;
  sub_.matrix().swap(behind_.matrix);
  fill(K, {}, 0);
  sub_.matrix().swap(behind_.matrix);
  behind_.shift = shift_;
  shift_ = shift;
  elimination_->begin_behind(behind_.matrix);
}

FactorStatus Condensation::take_behind() {
  const FactorStatus status = elimination_->finish_behind();
  if (status != FactorStatus::ok) return status;
  sub_.matrix().swap(behind_.matrix);
  std::swap(shift_, behind_.shift);
  ++factorizations_;
  take_stiffness();
  return status;
}

}  // namespace conjac
