#pragma once

#include <span>

#include "core/dim.h"
#include "step/joint_terms.h"

namespace conjac {

/// What a step may ask of rigid bodies and the nodes that ride on them; scene/skeleton.h answers.
/// As it stands this is a body without bones. Joints moved by the timeline are held: they are no
/// unknowns; the others are free. Everything speaks of the pose last taken.
class JointModel {
 public:
  virtual ~JointModel() = default;
  virtual int unknowns() const { return 0; }                       // free joints
  virtual std::span<const int> free_joints() const { return {}; }  // their numbers, ascending
  virtual std::span<const char> riders() const { return {}; }      // (nodes) which ones ride

  // ---- one step --------------------------------------------------------------------------------
  virtual const MatrixXd& mass() const { return none_; }  // (joint unknowns squared)
  virtual int rider_rows() const { return 0; }
  /// B <- rows of the riders over the free joints (rider rows x free joints), where the try began.
  virtual void rows(Eigen::Ref<MatrixXd> /*B*/) const {}
  /// Entries of riders in v <- B u, u of all joints.
  virtual void velocities(const VectorXd& /*u*/, VectorXd& /*v*/) const {}
  /// Entries of riders in x <- where they ride.
  virtual void place(VectorXd& /*x*/) const {}
  /// Moves q by `way` (all joints) and takes that pose, at velocities u.
  virtual void move(const VectorXd& /*way*/, const VectorXd& /*u*/, VectorXd& /*q*/) {}
  /// The joints' equations at the end of a try, where the flesh pulls with `force`.
  virtual void end(const VectorXd& /*force*/, JointTerms& /*terms*/) {}

  // ---- statics ---------------------------------------------------------------------------------
  /// out <- where the small turn du of the unknowns leads from q.
  virtual void turn(const VectorXd& q, const VectorXd& /*du*/, VectorXd& out) const { out = q; }
  /// Takes the pose q: moves the riders in x, force <- the joints' own (gravity, springs, limits,
  /// torques). Returns their potential energy.
  virtual double take_pose(const VectorXd& /*q*/, VectorXd& /*x*/, VectorXd& force) {
    force.resize(0);
    return 0;
  }
  /// T <- the riders' rows (all unknowns of the flesh x free joints) at the pose last taken.
  virtual void columns(MatrixXd& T) const { T.resize(T.rows(), 0); }
  /// A <- minus the derivative of the joint forces, those of `pull` on the riders among them.
  virtual void stiffness(const VectorXd& /*pull*/, MatrixXd& /*A*/) const {}
  /// force += what contact does in the joints, once the nodes' forces are known at this pose.
  virtual void add_contact_force(VectorXd& /*force*/) const {}
  /// Contact's part of minus the derivative of all forces beside the nodes' own: C (all unknowns of
  /// the flesh x joints) couples nodes and joints, A is among the joints. Both are added to.
  virtual void add_contact_stiffness(MatrixXd& /*C*/, MatrixXd& /*A*/) const {}

 private:
  MatrixXd none_;
};

/// Free joints out of all, and back.
inline void gather_free(const JointModel& joints, const VectorXd& all, VectorXd& free) {
  const auto numbers = joints.free_joints();
  free.resize(static_cast<Eigen::Index>(numbers.size()));
  for (std::size_t k = 0; k < numbers.size(); ++k)
    free[static_cast<Eigen::Index>(k)] = all[numbers[k]];
}
template <class Free>
void scatter_free(const JointModel& joints, const Free& free, VectorXd& all) {
  const auto numbers = joints.free_joints();
  for (std::size_t k = 0; k < numbers.size(); ++k)
    all[numbers[k]] = free[static_cast<Eigen::Index>(k)];
}

}  // namespace conjac
