#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "conjac/scene_spec.h"
#include "conjac/solid_view.h"
#include "conjac/step_report.h"
#include "scene/cutting.h"
#include "scene/driving_nodes.h"
#include "scene/flesh.h"
#include "scene/hand.h"
#include "scene/script.h"
#include "scene/skeleton.h"
#include "scene/stepper.h"
#include "scene/views.h"
#include "step/equilibrate.h"
#include "step/trial.h"

namespace conjac {

class Archive;

/// A scene that runs: owns the body, the timeline, the state and the stepper. advance() is the
/// paper's Algorithm 3, one call per line.
template <int Dim>
class World {
 public:
  explicit World(const SceneSpec& spec);
  World(const World&) = delete;  // its parts know each other by address
  World& operator=(const World&) = delete;

  /// One step of length time.step. After a report that is not ok the state is the last good one.
  StepReport advance();
  void watch_by(std::shared_ptr<StepWatch> watch) { stepper_.watch_by(std::move(watch)); }

  /// To the static state with held nodes where they are; velocities become zero.
  EquilibriumResult equilibrate(const std::function<void(int, double)>& progress = {});
  /// The static state nearest to where the body is now; the world does not change.
  EquilibriumResult rest_state(VectorXd& x, const std::function<void(int, double)>& progress = {},
                               VectorXd* joints = nullptr);

  // ---- read-only views -------------------------------------------------------------------------
  const SceneSpec& spec() const { return spec_; }
  const Mesh<Dim>& mesh() const { return flesh_.mesh; }
  const State& state() const { return trial_.state; }
  const VectorXd& mass() const { return flesh_.system.mass; }
  const VectorXd& force();                       // net force now, N
  const SparseMatrix& stiffness(bool project) {  // K now, lower triangle
    return views_.stiffness(*flesh_.forces, state().x, project);
  }
  const RowMatrix& jacobian();  // J now, over the awake nodes' unknowns
  const std::vector<Role>& roles() const { return nodes_.roles(); }
  const std::vector<std::string>& notices() const { return notices_; }
  const std::vector<Representative>& representatives() const { return nodes_.representatives(); }
  const MaterialMap<Dim>& made_of() const { return flesh_.made_of; }
  const std::vector<int>& regions() const { return nodes_.regions(); }  // (elements)
  double activation(int element) const { return flesh_.activation_of(element); }
  bool awake(int representative) const { return nodes_.adaptivity().awake(representative); }
  double liveliness(int representative) const { return nodes_.adaptivity().metric(representative); }
  Energies energies();
  const Skeleton& skeleton() const { return skeleton_; }
  const Elastic<Dim>& elastic() const { return flesh_.forces->elastic(); }
  const Pressure<Dim>& pressure() const { return flesh_.forces->pressure(); }
  double size() const { return flesh_.size; }
  int analyses() const { return stepper_.analyses(); }
  const SparseFactor* factor() const { return stepper_.factor(); }  // null before the first step
  Renewal& renewal() { return stepper_.renewal(); }                 // of factors, in the background
  int factorizations() const { return stepper_.factorizations(); }
  int topology() const { return topology_; }  // grows with every cut that parted anything

  /// Obstacles where they are now, and what touches.
  const std::vector<SolidView>& solids() { return views_.solids(stepper_.contacts()); }
  const std::vector<ContactView>& contacts() {
    return views_.contacts(stepper_.contacts(), state().x);
  }
  bool can_touch() const { return stepper_.contacts() != nullptr; }
  /// (dofs) normal and friction; empty when nothing can touch.
  const VectorXd& contact_forces() { return views_.contact_forces(stepper_.contacts(), state().x); }
  double contact_seconds() const { return flesh_.forces->contact_seconds(); }

  // ---- from outside; acts from the next step on ------------------------------------------------
  void set_positions(const VectorXd& x);
  void set_velocities(const VectorXd& v);
  void set_joints(const VectorXd& q, const VectorXd& u);
  void set_joint_torques(const VectorXd& torques);  // beside those of the timeline, until changed
  StepOptions& options() { return spec_.method; }
  void set_time_step(double h);
  void set_time(double time);
  void set_gravity(const Triple& gravity);
  void set_friction(double friction, int obstacle);                 // -1: where nothing has its own
  const VectorXd& external_forces() const { return hand_.forces; }  // (dofs), or empty: none
  void set_external_forces(const VectorXd& forces);  // beside the timeline's, until changed
  const Script<Dim>& script() const { return script_; }
  void set_held_positions(const VectorXd& x);  // (dofs) of held nodes; others do not matter
  const MaterialField<Dim>& materials() const { return flesh_.materials; }
  void set_materials(MaterialField<Dim> changed);  // other values of the same laws
  void grab(int node, const Vec<Dim>& target);  // springs from the flesh around a node to a point
  void drag(const Vec<Dim>& target) { hand_.drag(target); }
  void let_go();
  void set_wake(int representative, Wake wake);
  void set_activation(const std::vector<int>& elements, double value);  // instead of the timeline's
  const Hand<Dim>& hand() const { return hand_; }
  const NodeSprings<Dim>& springs() const { return flesh_.forces->springs(); }
  /// Parts the body along a surface, as it is now (scene/cutting.h).
  CutReport cut(const CutSpec& spec);

  /// What the next step depends on, saved or loaded (core/archive.h); the scene is the same one.
  void describe(Archive& archive);
  /// Becomes what was saved of a world of this scene.
  void restore(Archive& archive, const SceneSpec& spec);

 private:
  // The lines of the algorithm.
  void follow_options();
  void make_due_cuts();
  void follow_timeline(double h);
  void follow_gravity(double time);
  void follow_pressure(double time);
  void anchor_pressure();
  void take_gravity(const Triple& gravity);
  void note_doubtful_units();
  void follow_hand(double h);
  void adapt();
  void begin_books();
  void balance_books(bool taken);
  void complete_report(const Guard::Result& result);
  std::string place_of(int dof) const;

  typename DrivingNodes<Dim>::Around around() const {
    return {flesh_.mesh, flesh_.pieces, script_, skeleton_, spec_};
  }
  void settle_drivers();
  void update_force();
  double residual() const;
  double unbalanced();
  double kinetic_energy() const;
  void forget_energy();
  double booked(const std::function<void()>& change);
  void load_at(double time);
  void begin_at_rest();
  void check_sizes();
  void start_bones();

  SceneSpec spec_;
  std::vector<std::string> notices_;
  Flesh<Dim> flesh_;
  Script<Dim> script_;
  Skeleton skeleton_;
  Hand<Dim> hand_;
  Cutting<Dim> cutting_;
  DrivingNodes<Dim> nodes_;
  Trial trial_;
  State previous_;  // at the beginning of the last step
  StepReport report_;
  Stepper<Dim> stepper_;
  Method method_;             // of the last step
  Solver solver_;             // and of its factor
  bool force_valid_ = false;  // force and energies in trial_ are those of its state
  double event_work_ = 0;     // energy that the timeline and a hand put in since the step began, J
  struct {
    bool begun = false;
    double energy = 0, springs = 0;  // after the last step, J; the latter a hand's
  } books_;
  int topology_ = 0;
  struct {
    double base = 0;  // when h was last changed, s
    long long steps = 0;
  } clock_;
  VectorXd load_;        // (dofs) workspace of follow_timeline
  VectorXd unbalanced_;  // (dofs) of unbalanced
  Views<Dim> views_;
};

}  // namespace conjac
