#pragma once

#include <memory>

#include "contact/contact_step.h"
#include "scene/choose_solver.h"
#include "scene/driving_nodes.h"
#include "scene/flesh.h"
#include "step/condensed_dynamics.h"
#include "step/full_dynamics.h"
#include "step/guard.h"

namespace conjac {

class Archive;

/// One step of a world: tries by the guard's rules, each the same list of stages whatever the
/// dynamics. Owns what a step needs and nothing of the scene.
template <int Dim>
class Stepper {
 public:
  struct Parts {
    const SceneSpec& spec;
    Flesh<Dim>& flesh;
    Script<Dim>& script;
    Skeleton& skeleton;
    DrivingNodes<Dim>& nodes;
    Trial& trial;
    StageTimes& stages;
  };
  explicit Stepper(const Parts& parts);

  void begin_step();  // before anything may change who drives
  void analyze();     // once per topology
  SolverChoice choose_solver() const;
  Guard::Result step(double h);
  void watch_by(std::shared_ptr<StepWatch> watch);

  // ---- what has changed since ------------------------------------------------------------------
  void note_new_drivers();                                // who drives
  void note_new_matrix() { condensed_.forget_factor(); }  // K, beyond what motion does
  void note_new_method();                                 // condensed or full
  void forget_analysis() { condensed_.forget_analysis(), full_.forget_analysis(); }
  const SparseFactor* factor() const {
    return full() ? full_.step().factor() : condensed_.condensation().factor();
  }
  void note_cut(const PieceView& before, std::span<const int> origin);  // another body

  // ---- for views -------------------------------------------------------------------------------
  RowMatrix jacobian();  // at the present state; throws where it cannot be had
  Contacts<Dim>* contacts() { return touch_.contacts(); }
  const Contacts<Dim>* contacts() const { return touch_.contacts(); }
  void forget_friction() { touch_.forget_friction(); }
  bool keeps_shape(int node) const { return crumbs_.keeps_shape(node); }
  int rigid_pieces() const { return crumbs_.always_rigid(pieces().floating); }
  int joints() const { return now_.joints.count; }
  const VectorXd& joint_velocities() const { return now_.joints.velocity; }
  int analyses() const { return condensed_.condensation().analyses() + full_.step().analyses(); }
  int factorizations() const {
    return condensed_.condensation().factorizations() + full_.step().factorizations();
  }
  Renewal& renewal() { return condensed_.renewal(); }
  void settle_factor() { condensed_.settle_factor(); }
  void prepare_contact();  // for the body as it is now
  void adjust_contact();   // for time step, materials and friction as they are now
  /// Bones and riders to where the state says; their energies are counted with the flesh's.
  void take_bones();
  /// force <- what of a net force should have been balanced by the last step.
  void leave_unbalanced(VectorXd& force) { dynamics().leave_unbalanced(force); }

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  void analyze_condensed();
  bool full() const { return parts_.spec.method.method == Method::vanilla; }
  Dynamics& dynamics() { return full() ? static_cast<Dynamics&>(full_) : condensed_; }
  PieceView pieces() const { return parts_.nodes.pieces(parts_.flesh.pieces); }
  Inertia inertia() const { return {parts_.flesh.system.mass, parts_.skeleton.mass()}; }
  // The stages of a try.
  bool attempt(double h, const Tactic& tactic);
  void begin_try(double h, const Tactic& tactic);
  void say_how_contacts_enter(Contacts<Dim>& contacts);
  bool balance(Dynamics& dynamics);
  bool account(Dynamics& dynamics);
  bool goes_on(StepWatch::Stage stage);
  // Its energy.
  Entry entry(const Dynamics& dynamics);
  void name_impact(Entry& e) const;
  double shed_energy(double excess, Dynamics& dynamics);
  double rebound(double missing, Dynamics& dynamics);
  void conserve_energy(Dynamics& dynamics, Entry& entry);

  Parts parts_;
  RigidCrumbs crumbs_;
  ContactStep<Dim> touch_;
  CondensedDynamics condensed_;
  FullDynamics full_;
  Guard guard_;
  Guard::Hooks hooks_;
  std::shared_ptr<StepWatch> watch_;
  Try now_;
  double potential_ = 0;  // where the try has ended
  Motion push_, direction_;
  bool drivers_changed_ = false;  // in this step
  bool changed_before_ = false;   // since the last step that was taken
};

}  // namespace conjac
