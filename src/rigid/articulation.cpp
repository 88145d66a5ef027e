#include "rigid/articulation.h"

#include "core/check.h"

namespace conjac {
namespace {

Eigen::Quaterniond quaternion(const VectorXd& q, int at) {
  return Eigen::Quaterniond(q[at], q[at + 1], q[at + 2], q[at + 3]).normalized();
}

Eigen::Matrix3d turned(const Point& axis, double angle) {
  return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

/// The axis of a slide or turn, where what carries it has turned by R.
Point direction(const Link& link, Freedom::Along along, const Eigen::Matrix3d& R) {
  switch (along) {
    case Freedom::Along::axis:
      return R * link.axis;
    case Freedom::Along::second_axis:
      return R * link.second_axis;
    case Freedom::Along::normal:
      return Point::UnitZ();
    default:
      return R.col(static_cast<int>(along) - static_cast<int>(Freedom::Along::x));
  }
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
    const auto all = freedoms(i);
    for (int f = 0; f < static_cast<int>(all.size()); ++f) {
      freedom_of_.insert(freedom_of_.end(), all[f].unknowns(), f);
      coordinates_ += all[f].coordinates();
      unknowns_ += all[f].unknowns();
    }
    count_u_.push_back(unknowns_ - first_u_.back());
    link_of_.insert(link_of_.end(), count_u_.back(), i);
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
    int at = first_q_[i];
    for (const Freedom& freedom : freedoms(i)) {
      if (freedom.kind == Freedom::Kind::ball) q[at] = 1;
      at += freedom.coordinates();
    }
  }
  return q;
}

void Articulation::move(const VectorXd& q, const VectorXd& u, VectorXd& out) const {
  if (&out != &q) out = q;
  int at = 0, from = 0;
  for (int i = 0; i < links(); ++i)
    for (const Freedom& freedom : freedoms(i)) {
      if (freedom.kind == Freedom::Kind::ball) {
        const Eigen::Quaterniond now =
            (quaternion(out, at) * rotation_of(u.segment<3>(from))).normalized();
        out[at] = now.w();
        out.segment<3>(at + 1) = now.vec();
      } else {
        out[at] += u[from];
      }
      at += freedom.coordinates();
      from += freedom.unknowns();
    }
}

void Articulation::place(const VectorXd& q) {
  static const LinkPose world;
  for (int i = 0; i < links(); ++i) {
    const Link& link = links_[i];
    const bool rooted = link.parent < 0;
    const LinkPose& parent = rooted ? world : poses_[link.parent];
    const Point offset = rooted ? link.anchor : Point(link.anchor - links_[link.parent].anchor);
    LinkPose& pose = poses_[i];
    pose.rotation = parent.rotation;
    pose.origin = parent.origin + parent.rotation * offset;
    Twist* axis = axes_.data() + first_u_[i];
    int at = first_q_[i];
    for (const Freedom& freedom : freedoms(i)) {
      place(link, freedom, q, at, pose, axis);
      at += freedom.coordinates();
      axis += freedom.unknowns();
    }
  }
}

void Articulation::place(const Link& link, const Freedom& freedom, const VectorXd& q, int at,
                         LinkPose& pose, Twist* axis) {
  if (freedom.kind == Freedom::Kind::ball) {
    pose.rotation = pose.rotation * quaternion(q, at).toRotationMatrix();
    for (int c = 0; c < 3; ++c) axis[c] = turn_about(pose.rotation.col(c), pose.origin);
    return;
  }
  const Point along = direction(link, freedom.along, pose.rotation);
  if (freedom.turns()) {
    *axis = turn_about(along, pose.origin);
    const Point about = direction(link, freedom.along, Eigen::Matrix3d::Identity());
    pose.rotation = pose.rotation * turned(about, q[at]);
  } else {
    *axis = motion(Point::Zero(), along);
    pose.origin += along * q[at];
  }
}

Point Articulation::position(int link, const Point& rest) const {
  return poses_[link].origin + poses_[link].rotation * (rest - links_[link].anchor);
}

bool Articulation::carries(int unknown, int other) const {
  const int link = link_of_[unknown];
  if (link != link_of_[other]) return link < link_of_[other] && moves(unknown, link_of_[other]);
  return conjac::carries(freedoms(link), freedom_of_[unknown], freedom_of_[other]);
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
