#include "step/joint_terms.h"

namespace conjac {

void JointTerms::add(const Rule& rule, Eigen::Ref<MatrixXd> lhs, Eigen::Ref<VectorXd> rhs) const {
  const double h = rule.h, share = rule.middle ? 0.5 * h : h;
  lhs += rule.stiff * stiffness;
  lhs.diagonal() += share * damping;
  rhs += h * force + rule.before * mass.lazyProduct(velocity);
  if (!rule.middle) return;
  rhs -= rule.stiff * stiffness.lazyProduct(velocity);
  rhs -= share * damping.cwiseProduct(velocity);
}

void JointTerms::add_residual(double h, double a, const Eigen::Ref<const VectorXd>& u,
                              Eigen::Ref<VectorXd> residual) const {
  for (int i = 0; i < count; ++i) {
    double sum =
        0.5 * h * (force[i] + force_there[i] + turned_pull[i] - damping[i] * (velocity[i] + u[i]));
    for (int k = 0; k < count; ++k)
      sum += mean_mass(i, k) * ((1 - a * h / 2) * velocity[k] - (1 + a * h / 2) * u[k]);
    residual[i] += sum;
  }
}

}  // namespace conjac
