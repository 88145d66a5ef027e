#pragma once

#include <span>

#include "reduce/condense.h"
#include "step/conjac.h"

namespace conjac {

/// Contacts seen by the reduced velocities. Each contact gives `stride` rows of
///
///     G = sum_k w_k J_k   (contacts x stride, unknowns),      v_rel = G u + ...,
///
/// w_k the weights of the nodes it concerns. Friction impulses lambda at the contacts change the
/// reduced velocity by the paper's weighted least squares,
///
///     v_d* = argmin |v_f - J v_d|_M~   =>   du = (J'M~J)^-1 G' lambda,   M~ v_f = M~ v +
///     G-impulse,
///
/// with the matrix the step has factored anyway. That matrix has a block of its own for each
/// connected piece, so pieces without contact are neither solved for nor changed.
class Reprojection {
 public:
  void begin(const Condensation& condensation, int stride, int contacts);
  void add(const Condensation& condensation, int contact, std::span<const int> nodes,
           std::span<const double> weights);

  /// Adds rows (stride x k) to those of a contact, over the last k unknowns.
  void add_last(int contact, const Eigen::Ref<const RowMatrix>& rows) {
    Eigen::Map<RowMatrix>(G_.data(), rows_, unknowns_)
        .block(static_cast<Eigen::Index>(contact) * stride_, unknowns_ - rows.cols(), stride_,
               rows.cols()) += rows;
  }

  /// velocities <- G (J'M~J)^-1 G' impulses.
  void respond(const ReducedStep& step, const VectorXd& impulses, VectorXd& velocities);
  /// du <- (J'M~J)^-1 G' impulses.
  void change(const ReducedStep& step, const VectorXd& impulses, VectorXd& du) const;

  /// S += k g g', g the row of a contact along `direction` (stride).
  void add_stiffness(int contact, std::span<const double> direction, double stiffness, MatrixXd& S);

  Eigen::Map<const RowMatrix> rows() const { return {G_.data(), rows_, unknowns_}; }

 private:
  int stride_ = 3, rows_ = 0, unknowns_ = 0;
  VectorXd G_;  // buffer behind a row-major block
  VectorXd reduced_, du_;
};

}  // namespace conjac
