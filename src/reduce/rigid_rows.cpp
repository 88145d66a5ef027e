#include "reduce/rigid_rows.h"

#include <algorithm>
#include <cmath>

#include "core/tuned.h"

namespace conjac {
namespace {

// A mode counts as a combination of those before it when, of its length, no more than this fraction
// is left without them.
CONJAC_TUNED(double, kDependent, 1e-6);

}  // namespace

void RigidRows::reserve(int driven) {
  Q_.resize(6 * driven);
}

/// One component of a node's velocity in mode `which`. Translations come first, then rotations.
/// Arms are divided by size_, so that all modes are of like size on the drivers and the test with
/// kDependent does not depend on the unit of length.
double RigidRows::mode(const VectorXd& x, int node, int component, int which) const {
  if (which < stride_) return component == which ? 1.0 : 0.0;
  const auto arm = [&](int c) { return (x[node * stride_ + c] - centre_[c]) / size_; };
  if (stride_ == 2) return component == 0 ? -arm(1) : arm(0);
  const int axis = which - 3;
  if (component == axis) return 0;
  return component == (axis + 1) % 3 ? -arm((axis + 2) % 3) : arm((axis + 1) % 3);
}

bool RigidRows::fit(const VectorXd& x, int stride, std::span<const int> drivers) {
  stride_ = stride;
  const int nodes = static_cast<int>(drivers.size());
  driven_ = nodes * stride;
  if (nodes == 0) return false;
  centre_.setZero();
  for (int node : drivers)
    for (int c = 0; c < stride; ++c) centre_[c] += x[node * stride + c] / nodes;
  size_ = 0;
  for (int node : drivers)
    for (int c = 0; c < stride; ++c)
      size_ += (x[node * stride + c] - centre_[c]) * (x[node * stride + c] - centre_[c]);
  size_ = std::sqrt(size_ / nodes);
  if (!(size_ > 0)) return false;
  Eigen::Map<MatrixXd> Q(Q_.data(), driven_, modes());
  R_.setZero();
  for (int m = 0; m < modes(); ++m) {
    for (int k = 0; k < driven_; ++k) Q(k, m) = mode(x, drivers[k / stride], k % stride, m);
    const double before = Q.col(m).norm();
    // Gram-Schmidt, twice: one pass loses orthogonality when drivers are nearly on a line.
    for (int pass = 0; pass < 2; ++pass)
      for (int j = 0; j < m; ++j) {
        const double along = Q.col(j).dot(Q.col(m));
        R_(j, m) += along;
        Q.col(m) -= along * Q.col(j);
      }
    R_(m, m) = Q.col(m).norm();
    if (!(R_(m, m) > kDependent * before)) return false;
    Q.col(m) /= R_(m, m);
  }
  return true;
}

void RigidRows::row(const VectorXd& x, int node, int component, double* values) const {
  Eigen::Matrix<double, 6, 1> e = Eigen::Matrix<double, 6, 1>::Zero();
  for (int m = 0; m < modes(); ++m) {  // e <- (row of E) R^-1, by forward substitution
    e[m] = mode(x, node, component, m);
    for (int j = 0; j < m; ++j) e[m] -= e[j] * R_(j, m);
    e[m] /= R_(m, m);
  }
  const Eigen::Map<const MatrixXd> Q(Q_.data(), driven_, modes());
  for (int k = 0; k < driven_; ++k) {
    values[k] = 0;
    for (int m = 0; m < modes(); ++m) values[k] += e[m] * Q(k, m);
  }
}

double RigidRows::unused(int i, int j) const {
  const Eigen::Map<const MatrixXd> Q(Q_.data(), driven_, modes());
  return (i == j ? 1.0 : 0.0) - Q.row(i).dot(Q.row(j));
}

}  // namespace conjac
