#include "step/round_off.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace conjac {
namespace {

/// visit(i, j, |K_ij|, distance of their nodes) for each entry of the lower triangle.
template <class Visit>
void each_entry(const SparseMatrix& stiffness, const VectorXd& x, int stride, const Visit& visit) {
  const auto apart = [&](Eigen::Index i, Eigen::Index j) {
    double squares = 0;
    for (int c = 0; c < stride; ++c) {
      const double d = x[i / stride * stride + c] - x[j / stride * stride + c];
      squares += d * d;
    }
    return std::sqrt(squares);
  };
  for (Eigen::Index j = 0; j < stiffness.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(stiffness, j); it; ++it)
      visit(it.row(), j, std::abs(it.value()), apart(it.row(), j));
}

}  // namespace

void estimate_round_off(const SparseMatrix& stiffness, const VectorXd& x, int stride,
                        RoundOff& result) {
  const double epsilon = std::numeric_limits<double>::epsilon();
  const auto reach = [&](Eigen::Index unknown) {
    double farthest = 0;
    for (int c = 0; c < stride; ++c)
      farthest = std::max(farthest, std::abs(x[unknown / stride * stride + c]));
    return farthest;
  };
  result.force.setZero(x.size());
  result.energy = 0;
  each_entry(stiffness, x, stride, [&](Eigen::Index i, Eigen::Index j, double k, double apart) {
    result.force[i] += epsilon * k * (apart + reach(j));
    if (i != j) result.force[j] += epsilon * k * (apart + reach(i));
    result.energy += epsilon * k * apart * apart;  // the lower triangle has half of them
  });
}

double force_of_strain(const SparseMatrix& stiffness, const VectorXd& x, int stride) {
  std::vector<double> force(x.size());
  each_entry(stiffness, x, stride, [&](Eigen::Index i, Eigen::Index j, double k, double apart) {
    force[i] += k * apart;
    force[j] += k * apart;
  });
  return force.empty() ? 0.0 : *std::ranges::max_element(force);
}

}  // namespace conjac
