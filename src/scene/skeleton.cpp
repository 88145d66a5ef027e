#include "scene/skeleton.h"

#include <algorithm>
#include <cmath>

#include "core/check.h"
#include "scene/select.h"

namespace conjac {
namespace {

Point as_point(const Triple& t, bool planar) {
  return {t[0], t[1], planar ? 0.0 : t[2]};
}

/// Scene files speak of degrees where a joint turns, of metres where it slides.
double unit_of(JointType joint, bool planar) {
  return in_metres(joint, planar) ? 1.0 : M_PI / 180;
}

/// The axes of the joint; in the plane it turns about z and slides in x and y.
void set_axes(const JointSpec& joint, const std::string& where, bool planar, Link& link) {
  using Along = Freedom::Along;
  const bool slides = uses(joint.type, planar, Along::axis, Freedom::Kind::slide);
  const bool turns = uses(joint.type, planar, Along::axis, Freedom::Kind::turn);
  link.axis = planar && turns ? Point(Point::UnitZ()) : as_point(joint.axis, planar && slides);
  require(link.axis.norm() > 0, where + ".joint.axis: must not be zero (in 2D along z)");
  link.second_axis = as_point(joint.second_axis, false);
  const double apart = link.axis.cross(link.second_axis).norm();
  require(!uses(joint.type, planar, Along::second_axis, Freedom::Kind::turn) ||
              apart > 1e-6 * link.second_axis.norm(),
          where + ".joint.second_axis: must not be parallel to `axis`");
}

JointLaw law_of(const JointSpec& joint, bool planar) {
  const double unit = unit_of(joint.type, planar);
  return {joint.spring,
          joint.rest * unit,
          joint.damping,
          joint.lower ? *joint.lower * unit : -1e30,
          joint.upper ? *joint.upper * unit : 1e30,
          joint.limit_stiffness};
}

MassProperties mass_of(const BoneSpec& bone, const std::string& where, bool planar) {
  std::vector<MassProperties> parts;
  for (const SolidShape& shape : bone.shapes) parts.push_back(unit_density(shape, planar));
  MassProperties body = together(parts);
  require(body.mass > 0 || bone.mass,
          where +
              ": has neither shapes nor a mass; give it a shape, or `mass`, `center` and "
              "`inertia`");
  require(body.mass > 0 || (bone.center && bone.inertia),
          where + ": has no shape, so it needs `center` and `inertia` beside its `mass`");
  const double factor = body.mass > 0 ? (bone.mass ? *bone.mass / body.mass : bone.density) : 0.0;
  body.mass = bone.mass ? *bone.mass : factor * body.mass;
  body.inertia *= factor;
  if (bone.center) body.center = as_point(*bone.center, planar);
  if (bone.inertia)
    body.inertia = Point((*bone.inertia)[0], (*bone.inertia)[1], (*bone.inertia)[2]).asDiagonal();
  return body;
}

}  // namespace

template <int Dim>
void Skeleton::attach(const Mesh<Dim>& mesh, const SceneSpec& spec) {
  riders_.assign(mesh.nodes(), 0);
  std::vector<Attachment::Rider> riders;
  for (const AttachSpec& attach : spec.attach) {
    const int link = link_named(attach.bone, "attach: bone");
    for (int node : select_nodes(mesh, attach.select)) {
      require(!riders_[node], attach.select.origin + ": node " + std::to_string(node) +
                                  " is attached twice; let the selections not overlap");
      riders_[node] = 1;
      Point rest = Point::Zero();
      for (int c = 0; c < Dim; ++c) rest[c] = mesh.rest[node][c];
      riders.push_back({node, link, rest});
      arm_ = std::max(arm_, (rest - tree_.link(0).anchor).norm());
    }
  }
  std::sort(riders.begin(), riders.end(),
            [](const auto& a, const auto& b) { return a.node < b.node; });
  hang(std::move(riders));
}

template <int Dim>
Skeleton::Skeleton(const Mesh<Dim>& mesh, const SceneSpec& spec) : stride_(Dim) {
  set_time_step(spec.time.step);
  constexpr bool planar = Dim == 2;
  require(!spec.bones.empty() || spec.attach.empty(),
          "attach: there are no bones to ride on; list them under `bones`");
  if (spec.bones.empty()) {
    read_timeline(spec);
    return;
  }
  std::vector<Link> links;
  std::vector<JointLaw> laws;
  for (std::size_t b = 0; b < spec.bones.size(); ++b) {
    const BoneSpec& bone = spec.bones[b];
    const JointSpec& joint = bone.joint;
    const std::string where = "bones[" + std::to_string(b) + "] (\"" + bone.name + "\")";
    require(std::find(names_.begin(), names_.end(), bone.name) == names_.end(),
            where + ": there is another bone of that name; names must differ");
    Link link;
    link.parent = joint.parent.empty() ? -1 : link_named(joint.parent, where + ".joint.parent");
    link.joint = joint.type;
    require(exists(joint.type, planar),
            where + ".joint.type: in 2D joints are revolute, prismatic, free or fixed");
    link.anchor = as_point(joint.at, planar);
    set_axes(joint, where, planar, link);
    link.body = mass_of(bone, where, planar);
    links.push_back(link);
    laws.push_back(law_of(joint, planar));
    names_.push_back(bone.name);
    shapes_.push_back(bone.shapes);
  }
  tree_ = Articulation(links, as_point(spec.gravity, planar), planar);
  set_gravity(spec.gravity);
  joint_forces_ = JointForces(laws);
  joint_forces_.damping(tree_, damping_);
  const int n = tree_.unknowns();
  start_velocity_ = torque_ = control_ = now_.force = still_ = VectorXd::Zero(n);
  for (int i = 0; i < tree_.links(); ++i) {
    if (tree_.unknowns_of(i) > 0)
      start_velocity_[tree_.first_unknown(i)] =
          spec.bones[i].joint.velocity * unit_of(links[i].joint, planar);
    arm_ = std::max(arm_, (links[i].body.center - links[0].anchor).norm());
  }

  attach(mesh, spec);
  ahead_.assign(tree_.links(), Twist::Zero());
  ahead_factor_.reserve(n);
  fleshed_.assign(tree_.links(), 0);
  for (const Attachment::Rider& rider : attachment_.riders()) fleshed_[tree_.root(rider.link)] = 1;
  held_.assign(n, 0);
  base_.assign(n, 0);
  hold_begin_.assign(n, 0);
  read_timeline(spec);
  for (int k = 0; k < n; ++k) free_.push_back(k);
  take(tree_.rest(), start_velocity_);
}

template Skeleton::Skeleton(const Mesh<2>&, const SceneSpec&);
template Skeleton::Skeleton(const Mesh<3>&, const SceneSpec&);

void Skeleton::set_gravity(const Triple& gravity) {
  const Point g = as_point(gravity, tree_.planar());
  tree_.set_gravity(g);
  weight_ = 0;
  for (int i = 0; i < tree_.links(); ++i) weight_ += tree_.link(i).body.mass * g.norm();
}

void Skeleton::hang(std::vector<Attachment::Rider> riders) {
  rides_.clear();
  for (const Attachment::Rider& rider : riders) rides_.emplace_back(rider.node, rider.link);
  attachment_ = Attachment(std::move(riders), stride_);
}

void Skeleton::carry_over(const std::vector<int>& origin) {
  if (riders_.empty()) return;
  std::vector<const Attachment::Rider*> rider_of(riders_.size(), nullptr);
  for (const Attachment::Rider& rider : attachment_.riders()) rider_of[rider.node] = &rider;
  std::vector<Attachment::Rider> riders;
  riders_.assign(origin.size(), 0);
  for (std::size_t i = 0; i < origin.size(); ++i) {
    if (!rider_of[origin[i]]) continue;
    riders.push_back(*rider_of[origin[i]]);
    riders.back().node = static_cast<int>(i);
    riders_[i] = 1;
  }
  hang(std::move(riders));
  attachment_.rows(tree_, now_.B);
}

// ---- one step -----------------------------------------------------------------------------------

void Skeleton::take(const VectorXd& q, const VectorXd& u) {
  if (empty()) return;
  tree_.place(q);
  tree_.mass_matrix(now_.mass);
  tree_.bias(u, now_.force);
  now_.force = torque_ - now_.force;
  now_.spring_stiffness.setZero(tree_.unknowns(), tree_.unknowns());
  now_.spring_energy = joint_forces_.add(tree_, q, now_.force, now_.spring_stiffness);
  now_.gravity_energy = tree_.gravity_energy();
  attachment_.rows(tree_, now_.B);
}

bool Skeleton::begin_try(const State& state, double h, VectorXd& speeds, VectorXd& w,
                         JointTerms& terms) {
  if (empty()) return false;
  take(state.q, state.v.joints);
  const bool moving = this->speeds(state.time + h, h, state.q, speeds);
  begin(state.v.joints, speeds, h, terms);
  if (moving) velocities(speeds, w);
  return moving;
}

void Skeleton::move(const VectorXd& way, const VectorXd& u, VectorXd& q) {
  if (empty()) return;
  tree_.move(q, way, q);
  take(q, u);
}

void Skeleton::leave_flying(VectorXd& direction) const {
  for (int k = 0; k < tree_.unknowns(); ++k)
    if (flies(tree_.link_of(k))) direction[k] = 0;
}

void Skeleton::begin(const VectorXd& u, const VectorXd& speeds, double h, JointTerms& terms) {
  const int n = static_cast<int>(free_.size());
  start_.terms = &terms;
  start_.mass = now_.mass;
  start_.force = now_.force;
  start_.B = now_.B;
  start_.free_rows.resize(now_.B.rows(), tree_.unknowns());
  for (int k = 0; k < n; ++k) start_.free_rows.col(k) = now_.B.col(free_[k]);
  terms.count = n;
  terms.mass.resize(n, n);
  terms.stiffness.resize(n, n);
  terms.damping.resize(n);
  terms.velocity.resize(n);
  terms.force.resize(n);
  for (int i = 0; i < n; ++i) {
    terms.damping[i] = damping_[free_[i]];
    terms.velocity[i] = u[free_[i]];
    terms.force[i] = now_.force[free_[i]];
    for (int k : prescribed_) terms.force[i] -= now_.mass(free_[i], k) * (speeds[k] - u[k]) / h;
    for (int k = 0; k < n; ++k) {
      terms.mass(i, k) = now_.mass(free_[i], free_[k]);
      terms.stiffness(i, k) = now_.spring_stiffness(free_[i], free_[k]);
    }
  }
  look_ahead(speeds, h, terms);
  terms.mean_mass = terms.mass;
  terms.force_there = terms.force;
  terms.turned_pull.setZero(n);
}

void Skeleton::end(const VectorXd& pull, JointTerms& terms) {
  if (empty()) return;
  const int n = static_cast<int>(free_.size());
  for (int i = 0; i < n; ++i) {
    const int k = free_[i];
    // What held joints did is in the force of the start and does not change.
    terms.force_there[i] = terms.force[i] + now_.force[k] - start_.force[k];
    double turned = 0;
    int row = 0;
    for (const Attachment::Rider& rider : attachment_.riders())
      for (int c = 0; c < stride_; ++c, ++row)
        turned += (now_.B(row, k) - start_.B(row, k)) * pull[rider.node * stride_ + c];
    terms.turned_pull[i] = turned;
    for (int j = 0; j < n; ++j)
      terms.mean_mass(i, j) = 0.5 * (start_.mass(k, free_[j]) + now_.mass(k, free_[j]));
  }
}

void Skeleton::velocities(const VectorXd& u, VectorXd& v) const {
  int row = 0;
  for (const Attachment::Rider& rider : attachment_.riders())
    for (int c = 0; c < stride_; ++c, ++row) v[rider.node * stride_ + c] = now_.B.row(row).dot(u);
}

Skeleton::Work Skeleton::work(const VectorXd& u0, const VectorXd& u1, double h) const {
  Work work;
  for (int k = 0; k < tree_.unknowns(); ++k) {
    const double mean = 0.5 * (u0[k] + u1[k]);
    work.dissipated += h * damping_[k] * mean * mean;
    if (!held_[k]) {
      work.done += h * torque_[k] * mean;
      continue;
    }
    // The motor of a held joint carries inertia and everything else that acts there.
    double inertia = 0;
    for (int j = 0; j < tree_.unknowns(); ++j)
      inertia += 0.5 * (start_.mass(k, j) + now_.mass(k, j)) * (u1[j] - u0[j]);
    work.done += u1[k] * (inertia - 0.5 * h * (start_.force[k] + now_.force[k] - 2 * torque_[k]) +
                          h * damping_[k] * mean);
  }
  return work;
}

// ---- JointModel ---------------------------------------------------------------------------------

void Skeleton::turn(const VectorXd& q, const VectorXd& du, VectorXd& out) const {
  if (empty()) return JointModel::turn(q, du, out);
  full_.setZero(tree_.unknowns());
  for (std::size_t i = 0; i < free_.size(); ++i) full_[free_[i]] = du[static_cast<int>(i)];
  tree_.move(q, full_, out);
}

double Skeleton::take_pose(const VectorXd& q, VectorXd& x, VectorXd& force) {
  if (empty()) return JointModel::take_pose(q, x, force);
  take(q, still_);
  place(x);
  force.resize(unknowns());
  double torques = 0;
  for (std::size_t i = 0; i < free_.size(); ++i) {
    force[static_cast<int>(i)] = now_.force[free_[i]];
    // Torques have a potential where they turn a single angle.
    if (const int c = coordinate(free_[i]); c >= 0) torques += torque_[free_[i]] * q[c];
  }
  return now_.spring_energy + now_.gravity_energy - torques;
}

void Skeleton::columns(MatrixXd& T) const {
  if (empty()) return JointModel::columns(T);
  T.setZero(static_cast<Eigen::Index>(riders_.size()) * stride_, unknowns());
  for (int k = 0; k < unknowns(); ++k) {
    int row = 0;
    for (const Attachment::Rider& rider : attachment_.riders())
      for (int c = 0; c < stride_; ++c, ++row)
        T(rider.node * stride_ + c, k) = now_.B(row, free_[k]);
  }
}

void Skeleton::stiffness(const VectorXd& pull, MatrixXd& A) const {
  if (empty()) return;
  std::vector<Articulation::DeadForce> forces;
  attachment_.forces(tree_, pull, forces);
  MatrixXd whole = now_.spring_stiffness;
  tree_.add_dead_stiffness(forces, whole);
  for (int i = 0; i < unknowns(); ++i)
    for (int k = 0; k < unknowns(); ++k) A(i, k) = whole(free_[i], free_[k]);
}

}  // namespace conjac
