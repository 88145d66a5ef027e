#pragma once

#include <span>
#include <vector>

#include "rigid/joints.h"

namespace conjac {

class Archive;

/// A rigid body and the joint that ties it to its parent. Places and directions are those of the
/// rest pose, in the world's axes. In that pose angles and distances are zero, and quaternions are
/// the identity.
struct Link {
  int parent = -1;  // -1: the world; else a link before this one
  JointType joint = JointType::revolute;
  Point anchor = Point::Zero();  // where the joint is
  Point axis = Point::UnitZ();
  Point second_axis = Point::UnitX();
  MassProperties body;
};

/// Where a link is: the material point X (rest coordinates) is at origin + rotation (X - anchor).
struct LinkPose {
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  Point origin = Point::Zero();
};

/// A tree of rigid bodies in joint coordinates q, with joint velocities u (the unknowns), link
/// after link, freedom after freedom (rigid/joints.h):
///
///     freedom    u                                    q
///     turn       turning speed about its axis         angle
///     slide      sliding speed along its axis         distance
///     ball       angular velocity, axes of the child  unit quaternion (w, x, y, z)
///
/// Equations of motion: M(q) du/dt + c(q, u) = forces. Motions and wrenches are six-vectors about
/// the world's origin (rigid/spatial.h). The letters:
///
///     S_k   motion of the bodies per unit of u_k
///     V_i   motion of link i:  V_parent + sum of S_k u_k over the unknowns k of its joint
///     I_i   inertia of link i
///     A_i   acceleration of link i when du/dt = 0:
///           A_parent + sum of (dS_k/dt) u_k,  dS_k/dt = V x S_k,  V the motion of the link that
///           carries the axis
///
/// Gravity is in A: the world, at the root, accelerates by -g. Then
///
///     M_jk = S_j' (sum of I_i over the links i that both j and k move) S_k
///     c_k  = S_k' (sum of I_i A_i + V_i x* I_i V_i over the links i that k moves)
///
/// Both sums are formed from the leaves to the root, one inertia and one wrench per link.
class Articulation {
 public:
  Articulation() = default;
  Articulation(std::vector<Link> links, const Point& gravity, bool planar);

  void set_gravity(const Point& gravity) { gravity_ = gravity; }

  int links() const { return static_cast<int>(links_.size()); }
  int coordinates() const { return coordinates_; }  // length of q
  int unknowns() const { return unknowns_; }        // length of u
  const Link& link(int i) const { return links_[i]; }
  int first_coordinate(int link) const { return first_q_[link]; }
  int first_unknown(int link) const { return first_u_[link]; }
  int unknowns_of(int link) const { return count_u_[link]; }
  int link_of(int unknown) const { return link_of_[unknown]; }
  std::span<const Freedom> freedoms(int link) const {
    return conjac::freedoms(links_[link].joint, planar_);
  }
  const Freedom& freedom_of(int unknown) const {
    return freedoms(link_of_[unknown])[freedom_of_[unknown]];
  }
  bool planar() const { return planar_; }
  bool moves(int unknown, int link) const;  // does the link move with it?
  int root(int link) const;                 // of the tree the link belongs to

  VectorXd rest() const;  // q at rest
  /// out <- where q gets by moving at constant velocity, with u = velocity times duration.
  /// Quaternions stay of unit length. `out` may be q itself.
  void move(const VectorXd& q, const VectorXd& u, VectorXd& out) const;

  /// Takes the pose q. All functions below are about the pose last placed.
  void place(const VectorXd& q);
  const LinkPose& pose(int link) const { return poses_[link]; }
  Point position(int link, const Point& rest) const;
  const Twist& axis(int unknown) const { return axes_[unknown]; }
  /// V of a link. Written by bias(), for the u given there.
  const Twist& velocity(int link) const { return velocity_[link]; }

  void mass_matrix(MatrixXd& M) const;
  void bias(const VectorXd& u, VectorXd& c) const;  // velocity products and gravity
  double gravity_energy() const;

  /// Dead forces on a link. A dead force keeps its direction while the link turns. Kept are their
  /// sum as a wrench, and the sum of x f' over the places x where they act, for their stiffness.
  struct DeadForce {
    Wrench wrench = Wrench::Zero();
    Eigen::Matrix3d virial = Eigen::Matrix3d::Zero();
    void add(const Point& x, const Point& f);
  };
  /// A += the stiffness of dead forces, symmetrised: -d(S'F)/dq, F the wrench. When a joint turns,
  /// the axes S turn and the places of the forces move, so the joint forces S'F change. Gravity on
  /// the links is counted in. `forces` has one entry per link.
  void add_dead_stiffness(std::span<const DeadForce> forces, MatrixXd& A) const;

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  bool carries(int unknown, int other) const;  // does moving along one turn the axis of the other?
  /// Moves the pose along one freedom of the link, and writes its axes.
  static void place(const Link& link, const Freedom& freedom, const VectorXd& q, int at,
                    LinkPose& pose, Twist* axis);

  std::vector<Link> links_;
  Point gravity_ = Point::Zero();
  bool planar_ = false;
  int coordinates_ = 0, unknowns_ = 0;
  std::vector<int> first_q_, first_u_, count_u_;  // (links)
  std::vector<int> link_of_, freedom_of_;         // (unknowns)
  std::vector<LinkPose> poses_;
  std::vector<Twist> axes_;
  mutable std::vector<SpatialInertia> composite_;  // workspace of mass_matrix
  mutable std::vector<Twist> velocity_, acceleration_;
  mutable std::vector<Wrench> wrench_;
  mutable std::vector<DeadForce> dead_;
};

}  // namespace conjac
