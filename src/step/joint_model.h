#pragma once

#include <span>

#include "core/dim.h"

namespace conjac {

/// What a static solve may ask of rigid bodies and the nodes that ride on them. Joints held by the
/// timeline are no unknowns.
class JointModel {
 public:
  virtual ~JointModel() = default;
  virtual int unknowns() const = 0;
  virtual std::span<const char> riders() const = 0;  // (nodes) which ones ride
  /// out <- where the small turn du of the unknowns leads from q.
  virtual void turn(const VectorXd& q, const VectorXd& du, VectorXd& out) const = 0;
  /// Takes the pose q: moves the riders in x, force <- the joints' own (gravity, springs, limits,
  /// torques). Returns their potential energy.
  virtual double take_pose(const VectorXd& q, VectorXd& x, VectorXd& force) = 0;
  /// T <- the riders' rows (all unknowns of the flesh x joints) at the pose last taken.
  virtual void columns(MatrixXd& T) const = 0;
  /// A <- minus the derivative of the joint forces, those of `pull` on the riders among them.
  virtual void stiffness(const VectorXd& pull, MatrixXd& A) const = 0;
  /// force += what contact does in the joints, once the nodes' forces are known at this pose.
  virtual void add_contact_force(VectorXd&) const {}
  /// Contact's part of minus the derivative of all forces beside the nodes' own: C (all unknowns of
  /// the flesh x joints) couples nodes and joints, A is among the joints. Both are added to.
  virtual void add_contact_stiffness(MatrixXd& /*C*/, MatrixXd& /*A*/) const {}
};

}  // namespace conjac
