#pragma once

#include "core/tuned.h"
#include "step/dynamics.h"
#include "step/implicit_stage.h"
#include "step/rigid_crumbs.h"
#include "step/vanilla.h"

namespace conjac {

class Archive;

/// Solves with the full system that friction, and contact between bodies, may each take in a try.
CONJAC_TUNED(int, kMostSolves, 40);

/// Full FE: every free node is an unknown. Vanilla is linear-implicit (step/vanilla.h) and knows
/// contacts and bones; the other implicit integrators (step/implicit_stage.h) are for bodies that
/// have neither. Nobody follows, so nothing is corrected after the move, and crumbs are elastic
/// like everything else.
///
/// Velocity Verlet is explicit: v' = (1 - a h/2) v0 + h/2 M^-1 f0, x = x0 + h v', and with the force
/// there v = (v' + h/2 M^-1 f) / (1 + a h/2). It needs no matrix, is stable below 2 over the highest
/// frequency, and hardly errs there: the truth that others are measured against. Contact presses
/// by the force where a step begins; friction, by impulses on the nodes' own mass, acts on v'.
class FullDynamics final : public Dynamics {
 public:
  FullDynamics(const Bodies& bodies, RigidCrumbs& crumbs) : Dynamics(bodies), crumbs_(crumbs) {}

  /// Once per topology. `pinned` (nodes) are held for good.
  void analyze(std::span<const char> pinned);
  bool analyzed() const { return analyzed_; }
  void forget_analysis() { analyzed_ = false; }
  const VanillaStep& step() const { return step_; }

  bool linearise(Try& now, Trial& trial) override;
  const VectorXd& imposed() const override { return now_->w; }
  bool advance(const ContactTerms& contacts, Try& now, Trial& trial) override;
  void move(Try& now, Trial& trial) override;
  void finish(Try& now, Trial& trial) override;
  void lively_direction(const Try& now, Trial& trial, Motion& direction) override;
  bool sheds_gains() const override { return !explicit_step(); }

  void respond(const Motion& impulse, Motion& change) override;
  void respond_at_contacts(const VectorXd& impulses, VectorXd& velocities) override;
  void push_at_contacts(const VectorXd& impulses) override;
  void reduce_load(VectorXd& /*force*/) override {}
  double share_seen() const override { return explicit_step() ? 0.0 : beta_; }
  bool movable() const override { return true; }
  int most_answers() const override { return kMostSolves; }

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  bool linear_implicit() const { return integrator_ == Integrator::linear_implicit; }
  bool explicit_step() const { return integrator_ == Integrator::verlet; }
  bool advance_linear_implicit(const ContactTerms& contacts, Try& now, Trial& trial);
  bool advance_verlet(Try& now, Trial& trial);
  void take_viscosity(const Try& now, const Trial& trial);
  void resist(const VectorXd& x, const VectorXd& v, Try& now);
  void book_viscosity(Try& now);
  /// Nodes and free joints: here the joints of a Motion are the free ones alone.
  void answer(const Motion& impulse, Motion& change);
  void answer_at_contacts(const VectorXd& impulses);
  void stiffen_border(const ContactTerms& contacts, const Try& now);
  void press_bodies(const ContactTerms& contacts, Try& now);
  void add_between(const ContactTerms& contacts, const VectorXd& nodes, double scale, Motion& to);

  RigidCrumbs& crumbs_;
  VanillaStep step_;
  ImplicitStage stage_;
  Integrator integrator_ = Integrator::linear_implicit;  // of this try
  double beta_ = 1;                                      // of linear-implicit
  bool analyzed_ = false;
  bool viscous_ = false;
  SparseMatrix damping_;  // D, on the way of the try
  VectorXd rate_;
  Try* now_ = nullptr;
  std::span<const ContactTerm> terms_;
  MatrixXd columns_, coupling_, corner_;  // T; h^2 k g g' of contacts with bones
  VectorXd pull_, row_, solution_, way_;  // (dofs); (free joints) twice; (joint unknowns)
  Motion r_, z_, p_, Ap_, push_, answer_;
};

}  // namespace conjac
