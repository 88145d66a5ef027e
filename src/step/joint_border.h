#pragma once

#include <span>

#include "linalg/dense_cholesky.h"
#include "linalg/factor.h"
#include "linalg/submatrix.h"

namespace conjac {

/// Full finite elements with nodes that ride on rigid bodies. The velocities of the riders are B u
/// + w, so they leave the system and the joint velocities u come in as a border:
///
///     [ A_ff   A_fa B             ] [ v_f ]   [ g_f     ]
///     [ B'A_af B'A_aa B + corner  ] [ u   ] = [ B'g_a + g_u ]
///
/// with A = a diag(d) + b K over free nodes f and riders a, whose rows in the factored matrix are
/// decoupled. One solve per joint gives C = A_ff^-1 A_fa B and the small Schur complement.
class JointBorder {
 public:
  /// `factor` and `sub` hold A_ff. `T` (all unknowns x joints) is B at riders, zero elsewhere.
  /// `decoupled` (nodes; empty: none) are riders and held nodes. With `convex` false a Schur
  /// complement that is not positive definite is made so by the absolute values of its eigenvalues
  /// (Newton's method then still descends); with true it makes the result false. `C` (all unknowns
  /// x joints), if any, is a further coupling of nodes and joints (contact).
  bool factorize(SparseFactor& factor, const PrincipalSubmatrix& sub, int stride,
                 std::span<const char> decoupled, const SparseMatrix& K, double b,
                 const VectorXd& d, double a, const MatrixXd& T, const MatrixXd& corner,
                 bool convex, const MatrixXd* C = nullptr);
  /// `g` (all unknowns), `gu` (joints). v <- velocities of the free nodes (others untouched).
  void solve(SparseFactor& factor, const PrincipalSubmatrix& sub, const VectorXd& g,
             const VectorXd& gu, VectorXd& v, VectorXd& u);

 private:
  void restrict_free(const PrincipalSubmatrix& sub, const VectorXd& full);

  std::vector<char> free_;       // (kept unknowns) neither rider nor held
  MatrixXd columns_, response_;  // (kept unknowns x joints) A_fa B and C
  MatrixXd schur_, riders_;      // riders_: (all unknowns x joints) T
  VectorXd column_, product_, part_, solution_;
  DenseCholesky small_;
};

}  // namespace conjac
