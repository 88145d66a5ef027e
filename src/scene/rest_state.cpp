#include "scene/rest_state.h"

#include <algorithm>

#include "core/tuned.h"
#include "step/round_off.h"

namespace conjac {
namespace {

template <int Dim>
Point in_space(const Vec<Dim>& v) {
  Point p = Point::Zero();
  p.template head<Dim>() = v;
  return p;
}

/// Bones in touch, for statics.
template <int Dim>
class TouchedBones final : public JointModel {
 public:
  TouchedBones(Skeleton& bones, const Contacts<Dim>* contacts)
      : bones_(bones), contacts_(contacts) {}
  int unknowns() const override { return bones_.unknowns(); }
  std::span<const char> riders() const override { return bones_.riders(); }
  void turn(const VectorXd& q, const VectorXd& du, VectorXd& out) const override {
    bones_.turn(q, du, out);
  }
  double take_pose(const VectorXd& q, VectorXd& x, VectorXd& force) override {
    return bones_.take_pose(q, x, force);
  }
  void columns(MatrixXd& T) const override { bones_.columns(T); }
  void stiffness(const VectorXd& pull, MatrixXd& A) const override { bones_.stiffness(pull, A); }
  void add_contact_force(VectorXd& force) const override {
    each([&](const ContactPoint<Dim>& p, const RowMatrix& rows) {
      force += rows.transpose() * p.normal_force();
    });
  }
  void add_contact_stiffness(MatrixXd& C, MatrixXd& A) const override {
    each([&](const ContactPoint<Dim>& p, const RowMatrix& rows) {
      const VectorXd g = rows.transpose() * p.gradient;
      A += p.stiffness * g * g.transpose();
      for (int n = 0; n < p.count; ++n)
        for (int c = 0; c < Dim; ++c)
          C.row(p.nodes[n] * Dim + c) += p.stiffness * p.weights[n] * p.gradient[c] * g;
    });
  }

 private:
  template <class Do>
  void each(const Do& with) const {
    if (contacts_ == nullptr) return;
    for (const ContactPoint<Dim>& p : contacts_->points()) {
      if (p.bones == 0) continue;
      RowMatrix rows = RowMatrix::Zero(Dim, unknowns());
      VectorXd known = VectorXd::Zero(Dim);
      for (int k = 0; k < p.bones; ++k)
        bones_.add_point_rows(p.bone[k].bone, in_space<Dim>(p.at), p.bone[k].weight,
                              bones_.start_velocity(), rows, known);
      with(p, rows);
    }
  }
  Skeleton& bones_;
  const Contacts<Dim>* contacts_;
};

// Where nothing pulls on a body the load is what would strain it by so much: held nodes that moved
// strain it by more, and a ten-thousand-millionth of the load is still above rounding.
CONJAC_TUNED(double, kUnloadedStrain, 1e-3);

/// A force every node would feel: the weight of the body and its loads, or without any the force
/// that its stiffness has against a small strain. `system` is scratch.
template <int Dim>
double load_scale(BodyForces<Dim>& forces, const VectorXd& x, System& system) {
  VectorXd force = forces.load();
  forces.pressure().add_force(x, force);
  const double load = std::max(forces.weight().cwiseAbs().maxCoeff(), force.cwiseAbs().maxCoeff());
  if (load > 0) return load;
  forces.linearise_exactly(x, force, system.stiffness);
  const double strained = kUnloadedStrain * force_of_strain(system.stiffness, x, Dim);
  return strained > 0 ? strained : 1.0;  // without stiffness there is nothing to measure
}

}  // namespace

template <int Dim>
EquilibriumResult find_rest(Flesh<Dim>& flesh, Script<Dim>& script, Skeleton& skeleton,
                            const Trial& trial, const std::function<void(int, double)>& progress,
                            VectorXd& x, VectorXd& q) {
  BodyForces<Dim>& forces = *flesh.forces;
  x = trial.state.x;
  q = trial.state.q;
  VectorXd target = x;
  script.targets(trial.state.time, x, target);
  for (int node : script.held_nodes())
    x.template segment<Dim>(node * Dim) = target.template segment<Dim>(node * Dim);
  // Friction holds what it holds: where it acts there is no other static state near by.
  const VectorXd load = forces.load();
  if (trial.contact.load.size()) forces.load() += trial.contact.load;
  const VectorXd anchor = forces.pressure().anchor;
  forces.look_ahead(nullptr, 0);
  System scratch = flesh.system;
  const double scale = load_scale(forces, x, scratch);
  TouchedBones<Dim> bones(skeleton, forces.contacts);
  const LoadScales scales{scale,
                          std::max(scale, forces.weight().cwiseAbs().sum() + skeleton.weight()),
                          skeleton.empty() ? 1.0 : skeleton.arm()};
  // K has all contacts here, whoever steps otherwise.
  const bool in_matrix = !forces.contacts || forces.contacts->in_matrix;
  if (forces.contacts) {
    forces.contacts->in_matrix = true;
    forces.contacts->bone_blocks = 1;
    forces.contacts->damping_blocks = 0;
  }
  const EquilibriumResult result =
      equilibrate(forces, bones, scratch, Dim, script.held(), scales, {}, x, q, progress);
  if (forces.contacts) {
    forces.contacts->in_matrix = in_matrix;
    forces.contacts->bone_blocks = 0;
  }
  forces.load() = load;
  forces.pressure().anchor = anchor;
  return result;
}

template EquilibriumResult find_rest<2>(Flesh<2>&, Script<2>&, Skeleton&, const Trial&,
                                        const std::function<void(int, double)>&, VectorXd&,
                                        VectorXd&);
template EquilibriumResult find_rest<3>(Flesh<3>&, Script<3>&, Skeleton&, const Trial&,
                                        const std::function<void(int, double)>&, VectorXd&,
                                        VectorXd&);

}  // namespace conjac
