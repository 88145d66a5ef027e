#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "core/tuned.h"
#include "reduce/modes.h"
#include "step/dynamics.h"
#include "step/modal_step.h"
#include "step/reduced_step.h"
#include "step/renewal.h"
#include "step/reproject.h"
#include "step/rigid_crumbs.h"
#include "step/stabilise.h"

namespace conjac {

class Archive;

/// Answers of the reduced system that friction may ask for in a try.
CONJAC_TUNED(int, kMostAnswers, 300);

/// What the means that modes move by (reduce/modes.h) were chosen for. They stay while that holds:
/// with others, motion that is none of them would be lost.
struct Means {
  std::vector<int> driven;
  std::vector<char> held;
  Modes::Wanted wanted;
  bool chosen = false;
  bool last(const std::vector<int>& driven_now, const std::vector<char>& held_now,
            const Modes::Wanted& wanted_now) const;
};

/// Modes, what they were found for, and how they move.
struct MovingModes {
  Modes modes;
  Means means;
  ModalStep step;
  ModalTouch touch;
  bool valid = false;   // for the matrix and the drivers as they are
  bool sized = false;   // for the topology as it is
  bool kicked = false;  // the last step was, by more than an old matrix is good for
};

/// How a try of condensed dynamics is taken: chosen once, from what was asked for, what the guard
/// wants and what touches.
struct CondensedRule {
  Integrator integrator = Integrator::trapezoidal;
  double beta = 0.5;
  bool relief = true;         // the followers' inertia is felt in their balance
  bool counts_relief = true;  // the bend it held before this try is compared with that after it
  int newton_steps = 1;
  bool conserves = false, bounces = false;
  bool modes = false;   // they are the unknowns, not dynamic nodes
  bool swings = false;  // and move exactly in time
};
CondensedRule condensed_rule(const StepOptions& options, const Tactic& tactic, bool touches_ahead,
                             bool bounced, bool modes_fit = true);

/// The paper's method: dynamic nodes and joints are the unknowns, all other nodes follow through
/// the condensation Jacobian (reduce/condense.h) and are brought to zero net force after the move.
/// Joints count as unknowns like those of dynamic nodes; nodes that ride on bones are drivers with
/// rows B (reduce/roles.h).
class CondensedDynamics final : public Dynamics {
 public:
  CondensedDynamics(const Bodies& bodies, RigidCrumbs& crumbs)
      : Dynamics(bodies), crumbs_(crumbs) {}

  // ---- who drives ------------------------------------------------------------------------------
  /// A dynamic node and its place among the representatives, whose nodes are ordered last.
  struct DynamicNode {
    int representative, node;
  };
  /// Once per topology. `pinned` (nodes) are held for good, `representatives` may be dynamic,
  /// `riders` move with bones that have `joints` unknowns. `by` eliminates; null: a factorization.
  void analyze(std::span<const char> pinned, std::span<const int> representatives,
               std::span<const int> riders, Eigen::Index joints,
               std::unique_ptr<Elimination> by = nullptr);
  bool analyzed() const { return analyzed_; }
  void forget_analysis() { analyzed_ = factor_valid_ = drivers_valid_ = mass_reduced_ = false; }
  void forget_factor() { factor_valid_ = false; }
  void forget_drivers() { drivers_valid_ = false; }
  void note_undone() { undone_ = true; }
  /// Who is dynamic from the next try on. `afresh`: what they did of late says nothing any more.
  void drive_by(std::span<const DynamicNode> nodes, bool afresh, const PieceView& pieces) {
    dynamic_ = nodes, afresh_ = afresh, pieces_ = pieces;
  }
  /// Are modes what moves in this try? Then contacts are not in K (step/modal_touch.h).
  bool moves_by_modes(const Try& now) const;
  /// J at the state of the trial.
  bool jacobian(Try& now, Trial& trial);
  const Condensation& condensation() const { return condensation_; }
  /// Before every step: a factor that was made in the background is taken over.
  void begin_step(const Trial& trial);
  Renewal& renewal() { return renewal_; }
  /// Takes over a factor on its way, waiting for it: before a state is saved.
  void settle_factor() {
    if (condensation_.behind()) take_behind();
  }

  // ---- Dynamics --------------------------------------------------------------------------------
  bool linearise(Try& now, Trial& trial) override;
  const VectorXd& imposed() const override { return c_; }
  bool advance(const ContactTerms& contacts, Try& now, Trial& trial) override;
  void move(Try& now, Trial& trial) override;
  bool corrects() const override { return bodies_.options->stabilisation == Stabilisation::post; }
  double correct(ForceModel& model, double energy, Try& now, Trial& trial) override;
  void leave_unbalanced(VectorXd& force) override;
  void finish(Try& now, Trial& trial) override;
  void lively_direction(const Try& now, Trial& trial, Motion& direction) override;
  bool factor_was_stale() const override { return factor_was_stale_; }

  // ---- Responder -------------------------------------------------------------------------------
  void respond(const Motion& impulse, Motion& change) override;
  void respond_at_contacts(const VectorXd& impulses, VectorXd& velocities) override;
  void push_at_contacts(const VectorXd& impulses) override;
  void reduce_load(VectorXd& force) override;
  const std::vector<double>* normal_impulses() const override {
    return rule_.swings && moving_.touch.any() ? &moving_.touch.impulses() : nullptr;
  }
  double share_seen() const override { return 1; }
  bool movable() const override { return basis().unknowns() > 0; }
  int most_answers() const override { return kMostAnswers; }

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  bool factorize(bool fresh, Trial& trial);
  double slack_of_matrix() const;
  bool renews_behind(double moved, bool fresh) const;
  void begin_behind(Trial& trial);
  void take_behind();
  bool drive(const Try& now, Trial& trial);
  void condense(Try& now, Trial& trial);
  void find_modes(Try& now, Trial& trial);
  double settles(const Trial& trial);
  void swing(const ContactTerms& contacts, Try& now, Trial& trial);
  void kick(Try& now, Trial& trial);
  void stiffen_crumbs();
  void resist(Try& now, const Trial& trial);
  Basis basis() const { return rule_.modes ? moving_.modes.basis() : Basis(condensation_); }
  void gather_contacts(const ContactTerms& contacts, double h, int joints);
  void add_contact(int contact, const double* direction, double stiffness);
  double damped_by(const ContactTerms& contacts, const Try& now) const;
  void read_joints(Try& now) const;

  RigidCrumbs& crumbs_;
  PieceView pieces_;
  std::span<const DynamicNode> dynamic_;
  bool afresh_ = true;
  Condensation condensation_;
  Renewal renewal_;
  DriverMap drivers_;
  int first_rider_ = 0;               // among the unknowns ordered last
  std::vector<int> driven_unknowns_;  // body unknown behind each reduced one
  MovingModes moving_;
  ReducedStep reduced_;
  Reprojection reprojection_;
  Stabiliser stabiliser_;
  bool analyzed_ = false, factor_valid_ = false, factor_was_stale_ = false, drivers_valid_ = false,
       mass_reduced_ = false;
  bool undone_ = false;  // the last try

  // Of the try under way.
  Try* now_ = nullptr;
  CondensedRule rule_;
  StepWeights weights_;
  VectorXd c_, correction_, inertia_, load_;  // (dofs)
  VectorXd du_, way_, joints_;                // reduced; all joints; free joints
  struct {
    MatrixXd matrix;   // (unknowns squared) h^2 times it, capacity
    bool any = false;  // is there any?
  } contact_stiffness_;
};

}  // namespace conjac
