#pragma once

#include <memory>
#include <span>
#include <vector>

#include "linalg/factor.h"
#include "linalg/submatrix.h"
#include "step/joint_border.h"
#include "step/joint_terms.h"
#include "system/system.h"

namespace conjac {

class Archive;

/// Full FE: (M - beta h^2 K) v = M v0 + h f over all free nodes (Eq. 10), x += h v. Prescribed
/// nodes have velocity w; their columns go to the right-hand side. Mass-proportional damping a adds
/// a h M. Nodes that ride on bones leave the system and joint velocities come in
/// (step/joint_border.h); a body without bones has none of either.
class VanillaStep {
 public:
  void analyze(const SparseMatrix& K, int stride, std::span<const char> pinned,
               FactorKind kind = FactorKind::best);
  const SparseFactor* factor() const { return factor_.get(); }  // null before analyze()

  struct Weights {
    double h, beta, damping;
  };
  /// T (all unknowns x joints) is B at the nodes that ride on bones; `rider` (nodes) tells these,
  /// empty: none does. `coupling` (all unknowns x joints) and `corner` (joints squared) are added
  /// to the matrix.
  struct Bones {
    const MatrixXd& T;
    std::span<const char> rider;
    const MatrixXd &coupling, &corner;
  };
  /// A = (1 + a h) M - beta h^2 K with `held` nodes decoupled, bordered by the joints.
  FactorStatus factorize(const System& system, const Weights& weights, std::span<const char> held,
                         const Bones& bones, const JointTerms& joints);
  /// v <- the new velocities of all nodes, u <- those of the joints. `w` is zero but at prescribed
  /// nodes and at riders of joints that the timeline moves.
  void velocities(const System& system, const VectorXd& force, const VectorXd& v0,
                  const VectorXd& w, bool scripted, std::span<const char> held, VectorXd& v,
                  VectorXd& u);
  /// What impulses on nodes and joints do in this step: dv, du <- A^-1 of them.
  void respond(const VectorXd& impulse, const VectorXd& on_joints, std::span<const char> held,
               VectorXd& dv, VectorXd& du);

  int analyses() const { return analyses_; }
  int factorizations() const { return factorizations_; }

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  void solve(std::span<const char> held, const VectorXd& on_joints, VectorXd& v, VectorXd& u);

  int stride_ = 3;
  Weights weights_{};
  PrincipalSubmatrix sub_;
  std::unique_ptr<SparseFactor> factor_;
  VectorXd load_;
  JointBorder border_;
  std::vector<char> decoupled_;  // (nodes) held or riding
  MatrixXd corner_, riders_;     // riders_: T
  VectorXd joint_load_;
  int analyses_ = 0, factorizations_ = 0;
};

}  // namespace conjac
