#include "rigid/articulation.h"

#include "core/check.h"

namespace conjac {
namespace {

int coordinates_of(JointType joint, bool planar) {
  switch (joint) {
    case JointType::fixed:
      return 0;
    case JointType::revolute:
    case JointType::prismatic:
      return 1;
    case JointType::universal:
      return 2;
    case JointType::ball:
      return 4;
    case JointType::free:
      return planar ? 3 : 7;
  }
  return 0;
}

int freedoms_of(JointType joint, bool planar) {
  switch (joint) {
    case JointType::ball:
      return 3;
    case JointType::free:
      return planar ? 3 : 6;
    default:
      return coordinates_of(joint, planar);
  }
}

Eigen::Quaterniond quaternion(const VectorXd& q, int at) {
  return Eigen::Quaterniond(q[at], q[at + 1], q[at + 2], q[at + 3]).normalized();
}

Eigen::Matrix3d turned(const Point& axis, double angle) {
  return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

}  // namespace

Articulation::Articulation(std::vector<Link> links, const Point& gravity, bool planar)
    : links_(std::move(links)), gravity_(gravity), planar_(planar) {
  for (int i = 0; i < this->links(); ++i) {
    Link& link = links_[i];
    CONJAC_ASSERT(link.parent < i);
    link.axis.normalize();
    link.second_axis.normalize();
    first_q_.push_back(coordinates_);
    first_u_.push_back(unknowns_);
    count_u_.push_back(freedoms_of(link.joint, planar));
    link_of_.insert(link_of_.end(), count_u_.back(), i);
    coordinates_ += coordinates_of(link.joint, planar);
    unknowns_ += count_u_.back();
  }
  poses_.resize(links_.size());
  axes_.assign(unknowns_, Twist::Zero());
  composite_.resize(links_.size());
  velocity_.assign(links_.size(), Twist::Zero());
  acceleration_.resize(links_.size());
  wrench_.resize(links_.size());
  dead_.resize(links_.size());
  place(rest());
}

bool Articulation::moves(int unknown, int link) const {
  const int mover = link_of_[unknown];
  while (link > mover) link = links_[link].parent;
  return link == mover;
}

int Articulation::root(int link) const {
  while (links_[link].parent >= 0) link = links_[link].parent;
  return link;
}

VectorXd Articulation::rest() const {
  VectorXd q = VectorXd::Zero(coordinates_);
  for (int i = 0; i < links(); ++i) {
    if (links_[i].joint == JointType::ball) q[first_q_[i]] = 1;
    if (links_[i].joint == JointType::free && !planar_) q[first_q_[i] + 3] = 1;
  }
  return q;
}

void Articulation::move(const VectorXd& q, const VectorXd& u, VectorXd& out) const {
  if (&out != &q) out = q;
  for (int i = 0; i < links(); ++i) {
    int at = first_q_[i], from = first_u_[i], straight = count_u_[i];
    const bool turns =
        links_[i].joint == JointType::ball || (links_[i].joint == JointType::free && !planar_);
    if (turns) straight -= 3;
    for (int k = 0; k < straight; ++k) out[at + k] += u[from + k];
    if (!turns) continue;
    at += straight;
    const Eigen::Quaterniond now =
        (quaternion(out, at) * rotation_of(u.segment<3>(from + straight))).normalized();
    out[at] = now.w();
    out.segment<3>(at + 1) = now.vec();
  }
}

void Articulation::place(const VectorXd& q) {
  static const LinkPose world;
  for (int i = 0; i < links(); ++i) {
    const Link& link = links_[i];
    const bool rooted = link.parent < 0;
    const LinkPose& parent = rooted ? world : poses_[link.parent];
    const Eigen::Matrix3d& R = parent.rotation;
    const Point offset = rooted ? link.anchor : Point(link.anchor - links_[link.parent].anchor);
    LinkPose& pose = poses_[i];
    pose.rotation = R;
    pose.origin = parent.origin + R * offset;
    Twist* axis = axes_.data() + first_u_[i];
    const int at = first_q_[i];
    const auto ball = [&](int first, Twist* about) {
      pose.rotation = R * quaternion(q, first).toRotationMatrix();
      for (int c = 0; c < 3; ++c) about[c] = turn_about(pose.rotation.col(c), pose.origin);
    };
    switch (link.joint) {
      case JointType::fixed:
        break;
      case JointType::revolute:
        pose.rotation = R * turned(link.axis, q[at]);
        axis[0] = turn_about(R * link.axis, pose.origin);
        break;
      case JointType::prismatic:
        pose.origin += R * link.axis * q[at];
        axis[0] = motion(Point::Zero(), R * link.axis);
        break;
      case JointType::universal: {
        const Eigen::Matrix3d half = R * turned(link.axis, q[at]);
        pose.rotation = half * turned(link.second_axis, q[at + 1]);
        axis[0] = turn_about(R * link.axis, pose.origin);
        axis[1] = turn_about(half * link.second_axis, pose.origin);
        break;
      }
      case JointType::ball:
        ball(at, axis);
        break;
      case JointType::free:
        for (int c = 0; c < (planar_ ? 2 : 3); ++c) {
          pose.origin += R.col(c) * q[at + c];
          axis[c] = motion(Point::Zero(), R.col(c));
        }
        if (planar_) {
          pose.rotation = R * turned(Point::UnitZ(), q[at + 2]);
          axis[2] = turn_about(Point::UnitZ(), pose.origin);
        } else {
          ball(at + 3, axis + 3);
        }
        break;
    }
  }
}

Point Articulation::position(int link, const Point& rest) const {
  return poses_[link].origin + poses_[link].rotation * (rest - links_[link].anchor);
}

/// A ball's axes ride on the child, so that each of them turns the others; the axes of a universal
/// joint follow one another; a free joint slides along the parent's axes.
bool Articulation::carries(int unknown, int other) const {
  const int link = link_of_[unknown];
  if (link != link_of_[other]) return link < link_of_[other] && moves(unknown, link_of_[other]);
  const int other_local = other - first_u_[link];
  switch (links_[link].joint) {
    case JointType::universal:
      return unknown < other;
    case JointType::ball:
      return true;
    case JointType::free:
      return other_local >= (planar_ ? 2 : 3);
    default:
      return false;
  }
}

void Articulation::mass_matrix(MatrixXd& M) const {
  M.setZero(unknowns_, unknowns_);
  for (int i = 0; i < links(); ++i) {
    const MassProperties& body = links_[i].body;
    const Eigen::Matrix3d& R = poses_[i].rotation;
    composite_[i] =
        spatial_inertia(body.mass, position(i, body.center), R * body.inertia * R.transpose());
  }
  for (int i = links() - 1; i > 0; --i)
    if (links_[i].parent >= 0) composite_[links_[i].parent] += composite_[i];
  for (int k = 0; k < unknowns_; ++k) {
    const Wrench momentum = composite_[link_of_[k]] * axes_[k];
    for (int link = link_of_[k]; link >= 0; link = links_[link].parent)
      for (int j = first_u_[link]; j < first_u_[link] + count_u_[link]; ++j)
        M(j, k) = M(k, j) = axes_[j].dot(momentum);
  }
}

void Articulation::bias(const VectorXd& u, VectorXd& c) const {
  c.resize(unknowns_);
  for (int i = 0; i < links(); ++i) {
    const int parent = links_[i].parent, first = first_u_[i], end = first + count_u_[i];
    const Twist V0 = parent < 0 ? Twist(Twist::Zero()) : velocity_[parent];
    Twist V = V0;
    for (int k = first; k < end; ++k) V += axes_[k] * u[k];
    Twist A = parent < 0 ? motion(Point::Zero(), -gravity_) : acceleration_[parent];
    for (int k = first; k < end; ++k) {
      Twist carrier = V0;  // what the axis rides on: the parent and those of its own joint
      for (int j = first; j < end; ++j)
        if (carries(j, k)) carrier += axes_[j] * u[j];
      A += carried(carrier, axes_[k]) * u[k];
    }
    velocity_[i] = V;
    acceleration_[i] = A;
    const MassProperties& body = links_[i].body;
    const Eigen::Matrix3d& R = poses_[i].rotation;
    const SpatialInertia I =
        spatial_inertia(body.mass, position(i, body.center), R * body.inertia * R.transpose());
    wrench_[i] = I * A + carried_wrench(V, I * V);
  }
  for (int i = links() - 1; i > 0; --i)
    if (links_[i].parent >= 0) wrench_[links_[i].parent] += wrench_[i];
  for (int k = 0; k < unknowns_; ++k) c[k] = axes_[k].dot(wrench_[link_of_[k]]);
}

double Articulation::gravity_energy() const {
  double energy = 0;
  for (int i = 0; i < links(); ++i)
    energy -= links_[i].body.mass * gravity_.dot(position(i, links_[i].body.center));
  return energy;
}

void Articulation::DeadForce::add(const Point& x, const Point& f) {
  wrench.head<3>() += x.cross(f);
  wrench.tail<3>() += f;
  virial += x * f.transpose();
}

void Articulation::add_dead_stiffness(std::span<const DeadForce> forces, MatrixXd& A) const {
  for (int i = 0; i < links(); ++i) {
    dead_[i] = forces[i];
    dead_[i].add(position(i, links_[i].body.center), links_[i].body.mass * gravity_);
  }
  for (int i = links() - 1; i > 0; --i) {
    const int parent = links_[i].parent;
    if (parent < 0) continue;
    dead_[parent].wrench += dead_[i].wrench;
    dead_[parent].virial += dead_[i].virial;
  }
  // d(S_k' F)/dq_j: the axis k is carried by j, and the points both move are moved by j, while the
  // forces keep their direction: sum of (w_j x x + v_j) x f, with (w x x) x f = x (w.f) - w (x.f).
  for (int k = 0; k < unknowns_; ++k)
    for (int j = 0; j < unknowns_; ++j) {
      const int lk = link_of_[k], lj = link_of_[j], both = std::max(lk, lj);
      if (!moves(k, both) || !moves(j, both)) continue;
      const DeadForce& dead = dead_[both];
      const Point w = axes_[j].head<3>(), v = axes_[j].tail<3>();
      const Point torque =
          dead.virial * w - dead.virial.trace() * w + v.cross(Point(dead.wrench.tail<3>()));
      double change = axes_[k].head<3>().dot(torque);
      if (carries(j, k)) change += carried(axes_[j], axes_[k]).dot(dead.wrench);
      A(k, j) -= 0.5 * change;
      A(j, k) -= 0.5 * change;
    }
}

}  // namespace conjac
