#pragma once

#include <span>
#include <vector>

#include "rigid/shape.h"

namespace conjac {

/// A rigid body and the joint that ties it to its parent. Everything is given in the world's axes
/// at rest, where all coordinates are zero.
struct Link {
  int parent = -1;  // -1: the world; else a link before this one
  JointType joint = JointType::revolute;
  Point anchor = Point::Zero();        // where the joint is
  Point axis = Point::UnitZ();         // of revolute, prismatic; first of universal
  Point second_axis = Point::UnitX();  // of universal
  MassProperties body;
};

/// Where a link is: the material point X (rest coordinates) is at origin + rotation (X - anchor).
struct LinkPose {
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  Point origin = Point::Zero();
};

/// A tree of rigid bodies in joint coordinates q, with joint velocities u (unknowns):
///
///     joint      u                                    q
///     fixed      -                                    -
///     revolute   turning speed about `axis`           angle
///     prismatic  sliding speed along `axis`           distance
///     universal  two turning speeds                   two angles; the first axis carries the
///     second ball       angular velocity, axes of the child  unit quaternion (w, x, y, z) free
///     velocity of the anchor, axes of the parent, then as ball; in the plane x, y, angle
///
/// Equations of motion: M(q) du/dt + c(q, u) = forces. With S_k the motion of unknown k about the
/// world's origin (spatial.h), V_i = V_parent + sum S_k u_k the motion of link i and I_i its
/// inertia,
///
///     M_jk = S_j' (sum of I over the links both move) S_k       composite bodies, leaves to root
///     c_k  = S_k' (sum over the links k moves of I A + V x* I V)
///
/// where A is the acceleration at du/dt = 0 in a world that accelerates by -g: A_i = A_parent +
/// sum dS_k/dt u_k, and dS_k/dt = V x S_k with V the motion of what carries the axis.
class Articulation {
 public:
  Articulation() = default;
  Articulation(std::vector<Link> links, const Point& gravity, bool planar);

  int links() const { return static_cast<int>(links_.size()); }
  int coordinates() const { return coordinates_; }  // length of q
  int unknowns() const { return unknowns_; }        // length of u
  const Link& link(int i) const { return links_[i]; }
  int first_coordinate(int link) const { return first_q_[link]; }
  int first_unknown(int link) const { return first_u_[link]; }
  int unknowns_of(int link) const { return count_u_[link]; }
  int link_of(int unknown) const { return link_of_[unknown]; }
  bool planar() const { return planar_; }
  bool moves(int unknown, int link) const;  // does the link move with it?
  int root(int link) const;                 // of the tree the link belongs to

  VectorXd rest() const;  // q at rest
  /// out <- q after moving with constant u for unit time (u is velocity times time). Quaternions
  /// stay unit. `out` may be q.
  void move(const VectorXd& q, const VectorXd& u, VectorXd& out) const;

  /// Everything below speaks of the pose last placed.
  void place(const VectorXd& q);
  const LinkPose& pose(int link) const { return poses_[link]; }
  Point position(int link, const Point& rest) const;
  const Twist& axis(int unknown) const { return axes_[unknown]; }
  /// Motion of a link at the velocities of the last bias().
  const Twist& velocity(int link) const { return velocity_[link]; }

  void mass_matrix(MatrixXd& M) const;
  void bias(const VectorXd& u, VectorXd& c) const;
  double gravity_energy() const;

  /// Dead forces on a link: their sum as a wrench, and the sum of x f', for their stiffness.
  struct DeadForce {
    Wrench wrench = Wrench::Zero();
    Eigen::Matrix3d virial = Eigen::Matrix3d::Zero();
    void add(const Point& x, const Point& f);
  };
  /// Adds to A the stiffness of dead forces, -d(S' F)/dq, symmetrised; gravity on the links too.
  /// `forces` has one entry per link.
  void add_dead_stiffness(std::span<const DeadForce> forces, MatrixXd& A) const;

 private:
  bool carries(int unknown, int other) const;  // does moving along one turn the axis of the other?

  std::vector<Link> links_;
  Point gravity_ = Point::Zero();
  bool planar_ = false;
  int coordinates_ = 0, unknowns_ = 0;
  std::vector<int> first_q_, first_u_, count_u_, link_of_;
  std::vector<LinkPose> poses_;
  std::vector<Twist> axes_;
  mutable std::vector<SpatialInertia> composite_;  // workspace of mass_matrix
  mutable std::vector<Twist> velocity_, acceleration_;
  mutable std::vector<Wrench> wrench_;
  mutable std::vector<DeadForce> dead_;
};

}  // namespace conjac
