#include "step/describe.h"

#include "reduce/describe.h"
#include "step/condensed_dynamics.h"
#include "step/full_dynamics.h"

namespace conjac {

void EnergyAtPlay::describe(Archive& archive) {
  archive(recent_);
}

void RigidCrumbs::describe(Archive& archive) {
  archive.section("RigidCrumbs");
  archive(kind_, marks_, number_, rigid_);
}

void VanillaStep::describe(Archive& archive) {
  archive(analyses_, factorizations_);
  // Once per topology.
  archive.leave(stride_, sub_, factor_);
  // Every try factors anew.
  archive.leave(weights_, load_, border_, decoupled_, corner_, riders_, joint_load_);
}

void FullDynamics::describe(Archive& archive) {
  archive.section("FullDynamics");
  archive(step_);
  archive.leave(crumbs_, analyzed_);  // the owner's
  // Of the try under way.
  archive.leave(stage_, integrator_, beta_, now_, terms_, columns_, coupling_, corner_, pull_, row_,
                solution_, way_, r_, z_, p_, Ap_, push_, answer_, viscous_, damping_, rate_);
}

void describe(Archive& archive, Modes::Wanted& wanted) {
  archive(wanted.iterations, wanted.most);
}

void describe(Archive& archive, Means& means) {
  archive(means.driven, means.held, means.wanted, means.chosen);
}

/// Columns are kept: their digits depend on what they were solved together with.
void ModalTouch::describe(Archive& archive) {
  archive.section("ModalTouch");
  auto count = static_cast<std::int64_t>(known_.size());
  archive(count);
  Archive::fits(count >= 0 && count <= most_known(), "contacts are too many");
  known_.resize(static_cast<std::size_t>(count));
  for (Known& one : known_) archive(one.count, one.nodes, one.weights, one.gradient);
  archive(C_);
  Archive::fits(C_.rows() >= count && C_.cols() == C_.rows(), "contacts are others");
  // Of the try under way.
  archive.leave(stride_, touches_, columns_, start_, rows_, D_, force_, gap_, before_, free_,
                yielded_, load_, relaxed_, amount_, impulses_, pressed_, pressed_factor_, factored_,
                damped_);
}

void describe(Archive& archive, MovingModes& moving) {
  archive.section("MovingModes");
  archive(moving.means, moving.valid, moving.sized, moving.kicked);
  archive(moving.touch);
  archive.leave(moving.modes, moving.step);  // see below
}

void ReducedViscosity::describe(Archive& archive) {
  archive.section("ReducedViscosity");
  archive(ready_, vectors_, rates_);
  Archive::fits(vectors_.rows() == vectors_.cols() && rates_.size() == vectors_.cols(),
                "what is viscous is another body");
  archive.leave(matrix_, momenta_, pulled_, C_, amounts_, plain_, general_);
}

void describe(Archive& archive, Renewal& renewal) {
  archive.section("Renewal");
  archive(renewal.steps, renewal.taken);
  archive.leave(renewal.wanted, renewal.follows);  // whoever follows another run says so again
  archive.leave(renewal.stiffness);                // none is on its way
}

/// What is made once per topology is there already. A factor is kept only while it may be used
/// again; J'MJ follows from J, and where modes move it is the identity.
void CondensedDynamics::describe(Archive& archive) {
  archive.section("CondensedDynamics");
  if (archive.loading()) condensation_.drop_behind();  // else there is none: settle_factor()
  archive(renewal_);
  archive(factor_valid_, factor_was_stale_, drivers_valid_, undone_);
  archive(drivers_, driven_unknowns_, moving_, reduced_.viscosity());
  condensation_.describe(archive, factor_valid_, factor_valid_ && drivers_valid_);
  if (moving_.sized && analyzed_) {
    const auto size = static_cast<int>(bodies_.system->mass.size());
    if (archive.loading()) {
      moving_.modes.analyze(condensation_);
      moving_.step.reserve(moving_.modes.capacity(), size);
      reduced_.reserve(moving_.modes.capacity(), size);
    }
    archive(moving_.modes);
    if (archive.loading() && moving_.valid) reduced_.unit_mass(moving_.modes.count());
  }
  if (archive.loading()) mass_reduced_ = false;
  archive.leave(crumbs_, analyzed_, first_rider_);  // the owner's, and once per topology
  archive.leave(pieces_, dynamic_, afresh_);        // given for every step
  archive.leave(mass_reduced_, reduced_, reprojection_, stabiliser_, now_, rule_, weights_, c_,
                correction_, inertia_, load_, du_, way_, joints_, contact_stiffness_);
}

}  // namespace conjac
