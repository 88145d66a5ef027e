#include "step/condensed_dynamics.h"
#include "step/leave_rigid.h"

// Condensed dynamics of a viscous material (step/reduced_viscosity.h).

namespace conjac {

/// The free motion loses what viscosity takes in this step. Motion that the timeline imposes is not
/// resisted: whoever imposes it does so however hard it is.
void CondensedDynamics::resist(Try& now, const Trial& trial) {
  const Basis basis = this->basis();
  if (basis.unknowns() == 0) return;
  ReducedViscosity& viscosity = reduced_.viscosity();
  if (!viscosity.ready()) {
    bodies_.forces->viscous_matrix(now.x0, viscosity.matrix());
    const Eigen::Ref<const MatrixXd> mass = reduced_.mass();
    viscosity.prepare(basis.J, viscosity.matrix(), rule_.modes ? nullptr : &mass);
  }
  const Jacobian& velocity = basis.velocity ? *basis.velocity : basis.J;
  const Inertia inertia = bodies_.inertia();
  const double before = inertia.energy(now.v);
  // A loose piece has turned since J was made: its spin, as it is now, is left out on both sides.
  const VectorXd& mass = bodies_.system->mass;
  load_ = now.v.nodes - c_;
  leave_rigid_motion(trial.state.x, mass, bodies_.stride, pieces_, load_, load_);
  load_ = mass.cwiseProduct(load_);
  VectorXd& momenta = viscosity.momenta();
  momenta.resize(basis.unknowns());
  velocity.transposed_product(load_, momenta);
  gather_free(*bodies_.joints, now.v.joints, joints_);
  if (joints_.size() > 0) momenta.tail(joints_.size()).noalias() += now.joints.mass * joints_;
  viscosity.decay(now.h, momenta, du_);
  load_.setZero();
  velocity.add_product(du_, load_);
  leave_rigid_motion(trial.state.x, mass, bodies_.stride, pieces_, load_, load_);
  now.v.nodes += load_;
  if (joints_.size() > 0) {
    joints_ += du_.tail(joints_.size());
    scatter_free(*bodies_.joints, joints_, now.v.joints);
  }
  now.viscous = before - inertia.energy(now.v);
}

}  // namespace conjac
