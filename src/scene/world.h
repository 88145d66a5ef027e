#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conjac/scene_spec.h"
#include "conjac/solid_view.h"
#include "conjac/step_report.h"
#include "reduce/adapt.h"
#include "reduce/condense.h"
#include "scene/body.h"
#include "scene/body_forces.h"
#include "scene/contact_step.h"
#include "scene/cut_body.h"
#include "scene/interaction.h"
#include "scene/materials.h"
#include "scene/script.h"
#include "scene/skeleton.h"
#include "step/conjac.h"
#include "step/conserve.h"
#include "step/equilibrate.h"
#include "step/guard.h"
#include "step/stabilise.h"
#include "step/vanilla.h"
#include "system/state.h"
#include "system/system.h"

namespace conjac {

/// A scene that runs: owns the body, the timeline, the state and the steppers. advance() is the
/// paper's Algorithm 3, one call per line.
template <int Dim>
class World {
 public:
  explicit World(const SceneSpec& spec);

  /// One step of length time.step. After a report that is not ok the state is the last good one.
  StepReport advance();

  /// To the static state with held nodes where they are; velocities become zero.
  EquilibriumResult equilibrate(const std::function<void(int, double)>& progress = {});
  /// The static state nearest to where the body is now; the world does not change.
  EquilibriumResult rest_state(VectorXd& x, const std::function<void(int, double)>& progress = {},
                               VectorXd* joints = nullptr);

  // ---- read-only views -------------------------------------------------------------------------
  const SceneSpec& spec() const { return spec_; }
  const Mesh<Dim>& mesh() const { return shape_.mesh; }
  const State& state() const { return state_; }
  const VectorXd& mass() const { return system_.mass; }
  const VectorXd& force();                      // net force now, N
  const SparseMatrix& stiffness(bool project);  // K now, lower triangle
  const RowMatrix& jacobian();                  // J now, over the awake nodes' unknowns
  const std::vector<Role>& roles() const { return roles_; }
  const std::vector<std::string>& notices() const { return notices_; }
  const std::vector<Representative>& representatives() const { return representatives_; }
  const MaterialMap<Dim>& made_of() const { return made_of_; }
  const std::vector<int>& regions() const { return region_; }  // (elements) representative
  /// Activation of an element's fibres now.
  double activation(int element) const {
    return activation_[element] >= 0 ? activation_[element] : made_of_.activation[element];
  }
  bool awake(int representative) const { return adaptivity_.awake(representative); }
  double liveliness(int representative) const { return adaptivity_.metric(representative); }
  Energies energies();
  const Skeleton& skeleton() const { return skeleton_; }
  const Elastic<Dim>& elastic() const { return forces_->elastic(); }
  double size() const { return size_; }  // diagonal of the rest shape's box, m
  int analyses() const { return condensation_.analyses() + vanilla_.analyses(); }
  int factorizations() const { return condensation_.factorizations() + vanilla_.factorizations(); }

  const std::vector<SolidView>& solids();      // obstacles where they are now
  const std::vector<ContactView>& contacts();  // now
  bool can_touch() const { return contacts_.has_value(); }
  const VectorXd& contact_forces();  // (dofs) normal and friction; empty when nothing can touch
  double contact_seconds() const { return forces_->contact_seconds(); }  // spent finding contacts

  // ---- from outside ----------------------------------------------------------------------------
  void set_positions(const VectorXd& x);
  void set_velocities(const VectorXd& v);
  void set_joints(const VectorXd& q, const VectorXd& u);
  void set_joint_torques(const VectorXd& torques);  // beside those of the timeline, until changed
  StepOptions& options() { return spec_.method; }
  // The rest acts from the next step on (scene/world_interact.cpp).
  void grab(int node, const Vec<Dim>& target);  // springs from the flesh around a node to a point
  void drag(const Vec<Dim>& target);
  void let_go();
  void set_wake(int representative, Wake wake);
  void set_activation(const std::vector<int>& elements, double value);  // instead of the timeline's
  void set_time_step(double h);
  const Interaction<Dim>& interaction() const { return interaction_; }
  const NodeSprings<Dim>& springs() const { return forces_->springs(); }

  /// Parts the body along a surface, as it is now (design: cutting). Nodes keep their numbers,
  /// copies come behind them; only removed crumbs change that.
  CutReport cut(const CutSpec& spec);
  int topology() const { return topology_; }  // grows with every cut that parted anything

 private:
  // The lines of the algorithm.
  void follow_options();
  void make_due_cuts();
  void follow_timeline(double h);
  double follow_hand(double h);
  void adapt();
  bool attempt(double h, const Tactic& tactic);
  bool attempt_conjac(double h, const Tactic& tactic, bool scripted);
  bool attempt_vanilla(double h, bool scripted);
  bool script_velocities(double h);
  bool linearise(bool fresh);
  bool drive();
  void condense(bool scripted, bool with_force);
  bool stabilise(double h, const StepOptions& options);
  bool accept(double h, bool scripted, const Tactic& tactic);
  void look_for_surprises();
  double round_off_energy() const;

  void follow_wakes();
  template <class Change>
  void change_springs(const Change& change);
  // Bones (world_rigid.cpp); nothing happens in scenes without.
  void hang_bones();
  void start_bones();
  void take_bones();
  bool begin_bones(double h);
  void drive_bones();
  void read_joints();
  void move_bones(double h, bool middle);
  void end_bones();
  bool attempt_vanilla_jointed(double h, bool scripted);
  double kinetic_energy(const VectorXd& v, const VectorXd& u) const;
  double add_energy(double missing, double h, double slowest);
  bool follow_joints(double h);
  // Contact (world_contact.cpp, world_friction.cpp, world_impact.cpp).
  void prepare_contact();
  void condense_contacts(double h, const StepOptions& options);
  void begin_contact();
  const VectorXd* coming_impulse(double h);
  void find_clusters();
  using ContactList = std::span<const ContactPoint<Dim>>;
  void gather_contact_rows(ContactList points);
  template <class Respond>
  bool begin_friction(double h, double share, ContactList points, const Respond& respond);
  void end_friction(double h, ContactList points);
  void no_friction();
  // Bones in touch (world_bones_touch.cpp).
  using Motion = typename ContactStep<Dim>::Motion;
  Vec<Dim> relative(std::size_t contact, const VectorXd& nodes, const VectorXd& joints);
  void act(std::size_t contact, const Vec<Dim>& force, Motion& on);
  void gather_bone_rows();
  void joint_forces_of(ContactList points, VectorXd& forces) const;
  void press_bones();
  void press_bones_ahead(double h, const VectorXd& imposed);
  void stiffen_border(double h);
  void bones_touched();
  void respond_vanilla(const Motion& impulse, Motion& change);
  void answer_vanilla(const VectorXd& impulses);
  EquilibriumResult rest_with_bones(double scale, System& scratch,
                                    const std::function<void(int, double)>& progress, VectorXd& x,
                                    VectorXd& q);
  void mark_pressed(ContactList points);
  bool spare_bones(VectorXd& joint_direction);
  void rub(double h);
  ForceModel& begin_holding(double h);
  void end_holding();
  bool touches_ahead() const { return contacts_ && !contacts_->expected().empty(); }
  void press_vanilla(double h, double beta);
  void rub_vanilla(double h, double beta);
  void wake_touched();
  bool in_touch();
  double respond_to_contacts();
  double momentum_along(const VectorXd& v, const VectorXd& u) const;
  void push_along(double s);
  double shed_energy(double excess);
  void find_brisk_pieces(double h);
  double rebound(double missing, double h);
  ContactTotals contact_totals();

  void forget_energy();
  void keep_pieces_pinned();
  void find_crumbs(const Pieces& before, const std::vector<int>& origin);
  bool light_crumbs() const;
  int rigid_crumbs() const;
  void stiffen_crumbs(bool light);
  void hold_crumbs();
  bool keeps_shape(int node) const { return !keeps_shape_.empty() && keeps_shape_[node]; }
  PieceView piece_view() const { return {pieces_.count, pieces_.of_node, floating_}; }
  void update_roles();
  void update_force();
  double residual() const;
  void analyze();
  void begin_at_rest();
  void rebuild_forces();
  void size_workspace();
  int take_over(CutBody<Dim>&& parts);
  void carry_grip(NodeSprings<Dim>&& springs, const std::vector<int>& number);
  int carry_representatives(const std::vector<int>& origin, int old_nodes);

  SceneSpec spec_;
  BodyShape<Dim> shape_;
  std::vector<std::string> notices_;
  Script<Dim> script_;
  Interaction<Dim> interaction_;
  MaterialMap<Dim> made_of_;
  Skeleton skeleton_;
  JointTerms joints_;                                // of the current try
  VectorXd joint_speeds_, joint_u_, lively_joints_;  // (joint unknowns) imposed; new; direction
  VectorXd joint_solution_;
  MatrixXd rider_columns_;    // Vanilla: B at riders (dofs x joints)
  std::vector<char> pinned_;  // (nodes) held for good, or riding
  Pieces pieces_;
  std::vector<int> pins_, sleepers_;                  // workspace of keep_pieces_pinned
  enum class Crumb : char { no, large, light, few };  // no: never cut
  std::vector<Crumb> crumb_;                          // (pieces) empty: nothing has been cut
  std::vector<char> keeps_shape_;                     // (nodes)
  std::vector<int> rigid_number_;                     // (pieces) place in rigid_, -1: elastic
  std::vector<std::vector<int>> rigid_;               // nodes of each piece that keeps its shape
  std::vector<char> floating_;                        // (pieces) nothing holds it now
  std::vector<char> adrift_;                          // (pieces) rides on bones that nothing holds
  std::vector<Representative> representatives_;
  std::vector<int> region_;
  std::vector<Role> roles_;
  double size_ = 0;
  MaterialField<Dim> materials_;
  std::vector<CutEvent> cuts_;  // of the timeline, by time
  std::size_t next_cut_ = 0;
  bool cut_since_step_ = false;
  int topology_ = 0, next_id_ = 0;  // next_id_: of a representative

  System system_;
  std::optional<BodyForces<Dim>> forces_;
  std::optional<Contacts<Dim>> contacts_;  // none: nothing can touch
  ContactStep<Dim> touch_;
  std::vector<SolidView> solids_;
  std::vector<ContactView> contact_views_;
  VectorXd contact_forces_;
  std::vector<int> representative_of_;  // (nodes) in whose region a node is, -1 without any
  State state_, previous_;              // previous_: at the beginning of the last step

  Condensation condensation_;
  DriverMap drivers_;
  std::vector<int> driven_unknowns_;  // body unknown behind each reduced one
  std::vector<double> activity_;      // (dynamic nodes) kinetic energy of late
  ReducedStep reduced_;
  Stabiliser stabiliser_;
  VanillaStep vanilla_;
  Adaptivity adaptivity_;

  // What is up to date.
  bool conjac_analyzed_ = false, vanilla_analyzed_ = false;
  bool factor_valid_ = false, factor_was_stale_ = false, drivers_valid_ = false,
       mass_reduced_ = false, force_valid_ = false;
  bool budget_begun_ = false;     // false: the state was set from outside, the budget begins anew
  bool drivers_changed_ = false;  // in this step
  bool conserve_ = false;         // scale the velocities of this try to keep the energy
  bool bounced_ = false;          // touched something: the energy has only fallen since
  bool bounce_ = false;           // and in touch, give back what the bounce lost

  // Of the current try.
  double potential_ = 0, kinetic_ = 0;  // at state_
  double relief_ = 0;  // energy of the bend that the followers' inertia holds (step/stabilise.h)
  double budget_ = 0;  // energy at the start and all work done since: more there cannot be
  double owed_ = 0;    // energy lost in earlier steps that the velocities could not take yet
  double elastic_ = 0, gravity_ = 0, contact_ = 0;  // the parts of potential_, without loads
  VectorXd start_x_;
  double appeared_ = 0;  // energy of contacts that were deep at once in this try
  double start_potential_ = 0, start_relief_ = 0;
  double work_ = 0;        // done by held nodes since the step began
  double event_work_ = 0;  // energy the timeline put in (activation)
  EnergyAtPlay at_play_;
  double largest_energy_ = 0;  // ever seen at play, for telling a runaway
  VectorXd w_, c_, target_, v_, dx_, inertia_, correction_, load_, start_force_, liveliness_rate_;
  std::vector<double> metric_, liveliness_scratch_;
  std::vector<double> activation_;  // (elements) last set by the timeline, -1 before
  long long steps_ = 0;
  StepReport report_;
  SparseMatrix shown_stiffness_;  // for stiffness()
  RowMatrix shown_jacobian_;      // for jacobian()

  struct Saved {
    State state;
    VectorXd force;
    double potential = 0, kinetic = 0, relief = 0, work = 0, owed = 0, budget = 0;
    bool bounced = false;
  };
  std::vector<Saved> saved_;  // one per guard level
};

}  // namespace conjac
