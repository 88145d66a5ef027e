#pragma once

#include <memory>
#include <span>
#include <vector>

#include "linalg/factor.h"
#include "linalg/submatrix.h"
#include "step/joint_border.h"
#include "step/joints.h"
#include "system/system.h"

namespace conjac {

/// Full FE: (M - beta h^2 K) v = M v0 + h f over all free nodes (Eq. 10), x += h v. Prescribed
/// nodes have velocity w; their columns go to the right-hand side. Mass-proportional damping a adds
/// a h M.
class VanillaStep {
 public:
  void analyze(const SparseMatrix& K, int stride, std::span<const char> pinned);

  /// A = (1 + a h) M - beta h^2 K with `held` nodes decoupled.
  FactorStatus factorize(const System& system, double h, double beta, double damping,
                         std::span<const char> held);
  /// v <- the new velocities. `w` is zero but at prescribed nodes.
  void velocities(const System& system, const VectorXd& v0, const VectorXd& w, bool scripted,
                  double h, double beta, std::span<const char> prescribed, VectorXd& v);

  /// The same with rigid bodies. T (all unknowns x joints) is B at the nodes that ride on them;
  /// `rider` (nodes) tells these. v <- all velocities, u <- those of the joints.
  /// `coupling` (all unknowns x joints) and `corner` (joints squared) are added to the matrix.
  struct Riders {
    const MatrixXd& T;
    std::span<const char> rider;
  };
  FactorStatus factorize_jointed(const System& system, double h, double beta, double damping,
                                 std::span<const char> held, const Riders& riders,
                                 const JointTerms& joints, const MatrixXd& coupling,
                                 const MatrixXd& corner);
  void velocities_jointed(const System& system, const VectorXd& v0, const VectorXd& w, double h,
                          double beta, double damping, std::span<const char> prescribed,
                          const Riders& riders, const JointTerms& joints, VectorXd& v, VectorXd& u);

  /// dv <- A^-1 impulse on the nodes that are not prescribed: what an impulse does in this step.
  void respond(const VectorXd& impulse, std::span<const char> prescribed, VectorXd& dv);

  /// The same with rigid bodies, after factorize_jointed(): impulses on nodes and joints.
  void respond_jointed(const VectorXd& impulse, const VectorXd& on_joints,
                       std::span<const char> prescribed, const Riders& riders, VectorXd& dv,
                       VectorXd& du);

  int analyses() const { return analyses_; }
  int factorizations() const { return factorizations_; }

 private:
  int stride_ = 3;
  PrincipalSubmatrix sub_;
  std::unique_ptr<SparseFactor> factor_;
  VectorXd load_, part_, solution_;
  JointBorder border_;
  std::vector<char> decoupled_;  // (nodes) held or riding
  MatrixXd corner_;
  VectorXd joint_load_;
  int analyses_ = 0, factorizations_ = 0;
};

}  // namespace conjac
