#pragma once

#include "conjac/step_options.h"
#include "conjac/step_report.h"
#include "linalg/factor.h"
#include "step/joint_model.h"
#include "step/trial.h"
#include "system/force_model.h"
#include "system/system.h"

namespace conjac {

/// What a step moves, without dimension or geometry. The world owns all of it.
struct Bodies {
  int stride = 3;
  System* system = nullptr;      // mass and K
  ForceModel* forces = nullptr;  // all that pulls on nodes
  JointModel* joints = nullptr;
  const std::vector<char>* held = nullptr;       // (nodes) prescribed now
  const std::vector<int>* held_nodes = nullptr;  // the same as a list
  const StepOptions* options = nullptr;
  StageTimes* stages = nullptr;  // wall clock is added here
  bool modes_by_default = true;  // what an integrator that is unset means here

  Inertia inertia() const { return {system->mass, joints->mass()}; }
};

inline FactorKind factor_kind(Solver solver) {
  if (solver == Solver::fronts) return FactorKind::fronts;
  return solver == Solver::cholmod ? FactorKind::cholmod : FactorKind::best;
}

/// The equations of motion of a step, solved one way or another. The verbs of a try, in order; the
/// world calls contact between them and never asks which kind this is. Those that return false
/// leave the reason in the trial's message.
class Dynamics : public Responder {
 public:
  explicit Dynamics(const Bodies& bodies) : bodies_(bodies) {}

  /// Forces and stiffness where the try begins, and what follows from them alone.
  virtual bool linearise(Try& now, Trial& trial) = 0;
  /// (dofs) velocities that the prescribed motion alone gives, once linearised.
  virtual const VectorXd& imposed() const = 0;
  /// New velocities, and the way of every node.
  virtual bool advance(const ContactTerms& contacts, Try& now, Trial& trial) = 0;
  /// Everything to its new place.
  virtual void move(Try& now, Trial& trial) = 0;
  /// Are followers brought to balance after the move?
  virtual bool corrects() const { return false; }
  /// Does so; the model has just said `energy` (and the trial's force). Returns the energy there.
  virtual double correct(ForceModel& /*model*/, double energy, Try& /*now*/, Trial& /*trial*/) {
    return energy;
  }
  /// force <- what of a net force should have been balanced at the end of the try. In full FE all of
  /// it accelerates somebody.
  virtual void leave_unbalanced(VectorXd& force) { force.setZero(); }
  /// Last changes of the velocities, with the force at the end.
  virtual void finish(Try& /*now*/, Trial& /*trial*/) {}
  /// direction <- the motion that energy is put back along (step/conserve.h).
  virtual void lively_direction(const Try& /*now*/, Trial& /*trial*/, Motion& /*direction*/) {}
  /// May energy that a try gains in touch be taken out of its velocities? Of an explicit step it
  /// swings and comes back by itself.
  virtual bool sheds_gains() const { return true; }
  /// Did the last try use a factor of an earlier state?
  virtual bool factor_was_stale() const { return false; }

 protected:
  Bodies bodies_;
};

}  // namespace conjac
