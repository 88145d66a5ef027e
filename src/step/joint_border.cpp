#include "step/joint_border.h"

#include "core/symmetric_eigen.h"
#include "core/tuned.h"

namespace conjac {
namespace {

// Where the joints' stiffness is indefinite its smallest eigenvalue is taken as no less than this
// part of the largest.
CONJAC_TUNED(double, kRegular, 1e-8);

}  // namespace

void JointBorder::restrict_free(const PrincipalSubmatrix& sub, const VectorXd& full) {
  part_.resize(sub.size());
  for (int k = 0; k < sub.size(); ++k) part_[k] = free_[k] ? full[sub.unknowns()[k]] : 0.0;
}

bool JointBorder::factorize(SparseFactor& factor, const PrincipalSubmatrix& sub, int stride,
                            std::span<const char> decoupled, const SparseMatrix& K, double b,
                            const VectorXd& d, double a, const MatrixXd& T, const MatrixXd& corner,
                            bool convex, const MatrixXd* C) {
  const int joints = static_cast<int>(corner.rows());
  free_.resize(sub.size());
  for (int k = 0; k < sub.size(); ++k)
    free_[k] = decoupled.empty() || !decoupled[sub.unknowns()[k] / stride];
  columns_.resize(sub.size(), joints);
  response_.resize(sub.size(), joints);
  riders_ = T;
  schur_ = corner;
  for (int j = 0; j < joints; ++j) {
    column_ = T.col(j);
    symmetric_product(K, column_, product_);
    product_ = b * product_ + a * d.cwiseProduct(column_);
    if (C != nullptr) {
      product_ += C->col(j);
      for (int i = 0; i < joints; ++i) schur_(i, j) += C->col(i).dot(T.col(j));
    }
    restrict_free(sub, product_);
    columns_.col(j) = part_;
    factor.solve(part_, solution_);
    response_.col(j) = solution_;
    for (int i = 0; i < joints; ++i) schur_(i, j) += T.col(i).dot(product_);
  }
  for (int j = 0; j < joints; ++j)
    for (int i = 0; i < joints; ++i) schur_(i, j) -= columns_.col(i).dot(response_.col(j));
  if (small_.factorize(schur_) || joints == 0) return true;
  if (convex || !schur_.allFinite()) return false;
  const SymmetricEigen eigen = symmetric_eigen(0.5 * (schur_ + schur_.transpose()));
  const VectorXd size = eigen.values.cwiseAbs();
  const VectorXd safe = size.cwiseMax(kRegular * size.maxCoeff());
  schur_ = eigen.vectors * safe.asDiagonal() * eigen.vectors.transpose();
  return small_.factorize(schur_);
}

void JointBorder::solve(SparseFactor& factor, const PrincipalSubmatrix& sub, const VectorXd& g,
                        const VectorXd& gu, VectorXd& v, VectorXd& u) {
  restrict_free(sub, g);
  factor.solve(part_, solution_);
  u.resize(gu.size());
  for (Eigen::Index j = 0; j < gu.size(); ++j)
    u[j] = gu[j] + riders_.col(j).dot(g) - columns_.col(j).dot(solution_);
  small_.solve_in_place(u);
  for (Eigen::Index j = 0; j < gu.size(); ++j) solution_ -= u[j] * response_.col(j);
  for (int k = 0; k < sub.size(); ++k)
    if (free_[k]) v[sub.unknowns()[k]] = solution_[k];
}

}  // namespace conjac
