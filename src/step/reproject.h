#pragma once

#include <span>
#include <vector>

#include "reduce/basis.h"
#include "step/reduced_step.h"

namespace conjac {

/// Contacts seen by the reduced velocities. Each contact gives `stride` rows of
///
///     G = sum_k w_k J_k   (contacts x stride, unknowns),      v_rel = G u + ...,
///
/// w_k the weights of the nodes it concerns. Friction impulses lambda at the contacts change the
/// reduced velocity by the paper's weighted least squares,
///
///     v_d* = argmin |v_f - J v_d|_M~   =>   du = (J'M~J)^-1 G' lambda,
///
/// v_f the velocity after the impulses, M~ v_f = M~ v + sum of w_k lambda over the nodes. J'M~J is
/// the matrix that the step has factored anyway. It has a block of its own for each connected
/// piece, so pieces without contact are neither solved for nor changed. A contact keeps the columns
/// of the pieces it concerns, and those of the joints if there are any.
class Reprojection {
 public:
  /// `joints`: how many of the last unknowns add_last may write to.
  void begin(const Basis& basis, int stride, int contacts, int joints = 0);
  /// Contacts are added in ascending order.
  void add(const Basis& basis, int contact, std::span<const int> nodes,
           std::span<const double> weights);

  /// Adds rows (stride x joints) to those of a contact, over the last unknowns.
  void add_last(int contact, const Eigen::Ref<const RowMatrix>& rows);

  /// velocities <- G (J'M~J)^-1 G' impulses.
  void respond(const ReducedStep& step, const VectorXd& impulses, VectorXd& velocities);
  /// du <- (J'M~J)^-1 G' impulses.
  void change(const ReducedStep& step, const VectorXd& impulses, VectorXd& du) const;

  /// S += k g g', g the row of a contact along `direction` (stride).
  void add_stiffness(int contact, std::span<const double> direction, double stiffness, MatrixXd& S);

  /// Columns of a contact's rows, ascending, and the rows (stride x columns).
  std::span<const int> columns(int contact) const {
    return {columns_.data() + start_[contact], columns_.data() + start_[contact + 1]};
  }
  Eigen::Map<const RowMatrix> rows(int contact) const {
    return {G_.data() + static_cast<std::ptrdiff_t>(start_[contact]) * stride_, stride_,
            start_[contact + 1] - start_[contact]};
  }

 private:
  Eigen::Map<RowMatrix> writable(int contact) {
    return {G_.data() + static_cast<std::ptrdiff_t>(start_[contact]) * stride_, stride_,
            start_[contact + 1] - start_[contact]};
  }

  int stride_ = 3, contacts_ = 0, unknowns_ = 0, joints_ = 0;
  std::vector<int> columns_, start_;  // contact by contact; (contacts + 1)
  std::vector<double> G_;             // contact by contact, row-major
  VectorXd du_, g_;
};

}  // namespace conjac
