#include "step/reduced_viscosity.h"

#include <algorithm>
#include <cmath>

namespace conjac {

/// D couples nodes of one piece alone, whose rows of J have the same columns.
void ReducedViscosity::prepare(const Jacobian& J, const SparseMatrix& D,
                               const Eigen::Ref<const MatrixXd>* mass) {
  const int n = J.cols(), width = J.width();
  const auto row_of = [&](int i) {
    return pulled_.segment(static_cast<Eigen::Index>(i) * width,
                           static_cast<Eigen::Index>(J.columns(i).size()));
  };
  pulled_.setZero(static_cast<Eigen::Index>(J.rows()) * width);
  for (int j = 0; j < D.outerSize(); ++j)
    for (SparseMatrix::InnerIterator entry(D, j); entry; ++entry) {
      const int i = static_cast<int>(entry.row());
      if (entry.value() == 0 || J.piece_of(i) < 0 || J.piece_of(j) < 0) continue;
      row_of(i) += entry.value() * J.values(j);
      if (i != j) row_of(j) += entry.value() * J.values(i);
    }
  C_.setZero(n, n);
  for (int i = 0; i < J.rows(); ++i) {
    const auto columns = J.columns(i);
    const auto pulled = row_of(i);
    const auto values = J.values(i);
    for (std::size_t b = 0; b < columns.size(); ++b)
      for (std::size_t a = 0; a < columns.size(); ++a)
        C_(columns[a], columns[b]) +=
            values[static_cast<Eigen::Index>(a)] * pulled[static_cast<Eigen::Index>(b)];
  }
  C_ = 0.5 * (C_ + C_.transpose()).eval();
  if (n == 0) {
    ready_ = true;
    return;
  }
  if (mass != nullptr) {
    general_.compute(C_, *mass);
    vectors_ = general_.eigenvectors();
    rates_ = general_.eigenvalues();
  } else {
    plain_.compute(C_);
    vectors_ = plain_.eigenvectors();
    rates_ = plain_.eigenvalues();
  }
  rates_ = rates_.cwiseMax(0.0);  // rounding
  ready_ = true;
}

void ReducedViscosity::decay(double h, const VectorXd& momenta, VectorXd& du) {
  amounts_.noalias() = vectors_.transpose() * momenta;
  for (Eigen::Index i = 0; i < amounts_.size(); ++i) amounts_[i] *= std::expm1(-rates_[i] * h);
  du.noalias() = vectors_ * amounts_;
}

}  // namespace conjac
