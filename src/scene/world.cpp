#include "scene/world.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "core/check.h"
#include "core/memory.h"
#include "core/stage_timer.h"
#include "scene/limits.h"
#include "scene/rest_state.h"

namespace conjac {
namespace {

template <int Dim>
Mesh<Dim> shape_of(const SceneSpec& spec, std::vector<std::string>& notices) {
  BodyShape<Dim> shape = build_shape<Dim>(spec);
  notices = std::move(shape.notices);
  return std::move(shape.mesh);
}

}  // namespace

template <int Dim>
World<Dim>::World(const SceneSpec& spec)
    : spec_(spec),
      flesh_(shape_of<Dim>(spec, notices_), spec),
      script_(flesh_.mesh, spec),
      skeleton_(flesh_.mesh, spec),
      cutting_(flesh_.mesh, spec),
      stepper_({spec_, flesh_, script_, skeleton_, nodes_, trial_, report_.stages}),
      method_(spec.method.method),
      solver_(spec.method.solver) {
  const Mesh<Dim>& mesh = flesh_.mesh;
  note_doubtful_units();
  State& state = trial_.state;
  state.x.resize(mesh.nodes() * Dim);
  for (int i = 0; i < mesh.nodes(); ++i) state.x.template segment<Dim>(i * Dim) = mesh.rest[i];
  state.v.nodes.setZero(state.x.size());
  trial_.force.setZero(state.x.size());
  load_.setZero(state.x.size());
  if (!skeleton_.empty()) {
    state.q = skeleton_.tree().rest();
    state.v.joints = skeleton_.start_velocity();
  }
  previous_ = state;
  nodes_.start(around(), notices_);
  hand_.wake.assign(nodes_.representatives().size(), Wake::automatic);
  const SolverChoice by = stepper_.choose_solver();
  const MemoryNeed need = memory_need(spec_, mesh, nodes_.representatives().size(), by.solver);
  for (std::string notice : {by.notice, check_memory(need, usable_memory())})
    if (!notice.empty()) notices_.push_back(std::move(notice));
  stepper_.prepare_contact();
  views_.begin(spec_, stepper_.contacts());
  script_.update_holds(0.0, state.x);
  settle_drivers();
  stepper_.take_bones();
  if (spec_.start_at_rest) begin_at_rest();
  VectorXd v = starting_velocities(mesh, flesh_.system.mass, spec_);
  for (int node : script_.held_nodes()) v.template segment<Dim>(node * Dim).setZero();
  set_velocities(v);
  start_bones();
}

template <int Dim>
void World<Dim>::begin_at_rest() {
  const EquilibriumResult result = equilibrate();
  require(result.converged, "start_at_rest: " + explain(result), ErrorKind::diverged);
}

/// The flesh of bones that move from the start moves along.
template <int Dim>
void World<Dim>::start_bones() {
  if (skeleton_.empty() || skeleton_.start_velocity().cwiseAbs().maxCoeff() == 0) return;
  trial_.state.v.joints = skeleton_.start_velocity();
  stepper_.take_bones();
  if (spec_.method.method == Method::conjac) {
    const RowMatrix& J = jacobian();
    trial_.state.v.nodes += J.rightCols(stepper_.joints()) * stepper_.joint_velocities();
    stepper_.note_new_method();
  }
  set_velocities(VectorXd(trial_.state.v.nodes));
}

// ---- Algorithm 3 --------------------------------------------------------------------------------

template <int Dim>
StepReport World<Dim>::advance() {
  report_ = {};
  const int factored = factorizations();
  Guard::Result result;
  double wall = 0;
  {
    StageTimer timer(wall);
    const double h = spec_.time.step;
    stepper_.begin_step();
    follow_options();           // somebody may have changed them
    make_due_cuts();            // a new mesh, with everything that depends on it
    stepper_.analyze();         // once per topology
    follow_timeline(h);         // who is held, loads, activation
    follow_hand(h);             // what a person does
    adapt();                    // liveliness -> who is dynamic
    result = stepper_.step(h);  // tries, until one is accepted
    // Free of the round-off of many additions.
    if (result.ok) trial_.state.time = clock_.base + ++clock_.steps * h;
    if (!result.ok && can_touch()) stepper_.contacts()->put_obstacles_back();
  }
  report_.stages.other =
      std::max(0.0, wall - report_.stages.fill - report_.stages.factor - report_.stages.solve);
  report_.factorizations = factorizations() - factored;
  complete_report(result);
  return report_;
}

/// Where in the body, in words; nothing where no place is known.
template <int Dim>
std::string World<Dim>::place_of(int dof) const {
  if (dof < 0 || dof >= trial_.state.x.size()) return "";
  const int node = dof / Dim;
  std::string words = ", worst at node " + std::to_string(node) + " (";
  for (int i = 0; i < Dim; ++i) {
    char number[32];
    std::snprintf(number, sizeof number, "%s%.4g", i > 0 ? ", " : "",
                  trial_.state.x[Dim * node + i]);
    words += number;
  }
  return words + ")";
}

template <int Dim>
void World<Dim>::complete_report(const Guard::Result& result) {
  if (result.interrupted && !result.ok) {
    report_.status = StepStatus::interrupted;
    report_.message = "the step was ended before it was done";
  } else if (!result.ok) {
    report_.status = StepStatus::diverged;
    report_.message = result.message.empty()
                          ? "the step ended with runaway energy or non-finite values"
                          : result.message;
    report_.message += place_of(result.worst_dof) +
                       "; try a smaller time.step, a larger method.beta or some method.damping";
  }
  const State& state = trial_.state;
  report_.time = state.time;
  report_.undone = result.undone;
  report_.substeps = result.parts;
  report_.energy = energies();
  balance_books(result.ok);
  report_.residual = residual();
  if (result.ok) report_.unbalanced = unbalanced();
  report_.contact = contact_totals(stepper_.contacts(), state.x);
  report_.active_nodes =
      static_cast<int>(std::count(roles().begin(), roles().end(), Role::dynamic));
  // What came in for a step that failed is there when it is taken again.
  if (result.ok) event_work_ = 0;
}

/// Options may have been changed between two steps; most are looked up where they are used.
template <int Dim>
void World<Dim>::follow_options() {
  const StepOptions& now = spec_.method;
  if (std::exchange(solver_, now.solver) != now.solver) stepper_.forget_analysis();
  if (std::exchange(method_, now.method) == now.method) return;
  stepper_.note_new_method();
  settle_drivers();
  forget_energy();
}

template <int Dim>
void World<Dim>::make_due_cuts() {
  while (const CutSpec* due = cutting_.due(trial_.state.time)) report_.cuts.push_back(cut(*due));
}

template <int Dim>
void World<Dim>::follow_timeline(double h) {
  State& state = trial_.state;
  Ledger& ledger = trial_.ledger;
  BodyForces<Dim>& forces = *flesh_.forces;
  Contacts<Dim>* contacts = stepper_.contacts();
  const double end = state.time + h;
  ledger.work = ledger.dissipated = ledger.viscous = ledger.impact = 0;
  forces.project = spec_.method.project;
  if (contacts != nullptr) contacts->along = spec_.method.method == Method::conjac;
  const bool joints_changed = skeleton_.follow(state.time, end, state.q);
  if (joints_changed) stepper_.note_new_drivers();
  if (script_.update_holds(state.time, state.x) || joints_changed) {
    stepper_.note_new_matrix();
    settle_drivers();
  }
  update_force();
  begin_books();
  const double before = ledger.potential;
  load_at(end);
  if (load_ != forces.load()) {
    forces.load() = load_;
    force_valid_ = false;
  }
  follow_pressure(end);
  update_force();
  const double loaded = ledger.potential;
  follow_gravity(end);
  for (const auto& [element, value] : script_.activations(end)) {
    if (hand_.activation(element) >= 0 || !flesh_.activate(element, value)) continue;
    force_valid_ = false;
    stepper_.note_new_matrix();
  }
  if (contacts != nullptr && contacts->move_obstacles(end, h)) force_valid_ = false;
  update_force();
  event_work_ += ledger.potential - loaded;
  ledger.receive(ledger.potential - before);
}

/// What was asked from outside since the last step.
template <int Dim>
void World<Dim>::follow_hand(double h) {
  Ledger& ledger = trial_.ledger;
  if (hand_.activation_asked()) {
    const double before = ledger.potential;
    for (int e = 0; e < flesh_.mesh.element_count(); ++e)
      if (hand_.activation(e) >= 0 && flesh_.activate(e, hand_.activation(e))) {
        force_valid_ = false;
        stepper_.note_new_matrix();
      }
    update_force();
    hand_.receive(ledger.potential - before);
  }
  hand_.pull(h, spec_.hand.grip_lag, flesh_.size, flesh_.forces->springs(), trial_);
  const double work = hand_.take_work();
  event_work_ += work;
  ledger.receive(work);
  if (!ledger.begun) ledger.budget = ledger.kinetic + ledger.potential;
  ledger.begun = true;
}

template <int Dim>
void World<Dim>::adapt() {
  const State& state = trial_.state;
  const bool reduced = spec_.method.method == Method::conjac && !representatives().empty();
  if (reduced && state.time > previous_.time) {
    StageTimer timer(report_.stages.fill);
    nodes_.adapt(around(), flesh_.forces->elastic().shape(), previous_.x, state.x,
                 state.time - previous_.time);
  }
  previous_ = state;
  if (!reduced) return;
  if (Contacts<Dim>* contacts = stepper_.contacts(); contacts != nullptr && spec_.contact.wake) {
    contacts->find(state.x);
    nodes_.wake_near(contacts->points());
  }
  nodes_.follow_wishes(hand_.wake);
  settle_drivers();
}

template <int Dim>
void World<Dim>::settle_drivers() {
  if (nodes_.settle(around(), hand_.wake, trial_.state.x)) stepper_.note_new_drivers();
}

// ---- energy and force ---------------------------------------------------------------------------
template <int Dim>
void World<Dim>::update_force() {
  if (force_valid_) return;
  Ledger& ledger = trial_.ledger;
  BodyForces<Dim>& forces = *flesh_.forces;
  ledger.potential = forces.energy_and_force(trial_.state.x, trial_.force);
  ledger.elastic = forces.elastic_energy();
  ledger.gravity = forces.gravity_energy();
  ledger.contact = forces.contact_energy();
  force_valid_ = true;
}

template <int Dim>
double World<Dim>::kinetic_energy() const {
  return Inertia{flesh_.system.mass, skeleton_.mass()}.energy(trial_.state.v);
}

template <int Dim>
void World<Dim>::forget_energy() {
  trial_.ledger.forget();
  trial_.past = {};
  books_ = {};
  trial_.activity.assign(trial_.activity.size(), 0.0);
}

template <int Dim>
EquilibriumResult World<Dim>::rest_state(VectorXd& x,
                                         const std::function<void(int, double)>& progress,
                                         VectorXd* joints) {
  VectorXd q;
  const EquilibriumResult result = find_rest(flesh_, script_, skeleton_, trial_, progress, x, q);
  stepper_.take_bones();
  stepper_.note_new_matrix();  // the reference of the reuse test has moved along
  force_valid_ = false;
  if (joints != nullptr) *joints = q;
  return result;
}

template <int Dim>
EquilibriumResult World<Dim>::equilibrate(const std::function<void(int, double)>& progress) {
  VectorXd x, q;
  const EquilibriumResult result = rest_state(x, progress, &q);
  if (result.converged) {
    if (!skeleton_.empty()) set_joints(q, VectorXd::Zero(trial_.state.v.joints.size()));
    set_positions(x);
    trial_.state.v.nodes.setZero();
    trial_.ledger.kinetic = 0;
  }
  return result;
}

// ---- views --------------------------------------------------------------------------------------
template <int Dim>
const VectorXd& World<Dim>::force() {
  update_force();
  return trial_.force;
}

template <int Dim>
const RowMatrix& World<Dim>::jacobian() {
  require(spec_.method.method == Method::conjac,
          "there is no condensation Jacobian in a Vanilla run; set method.method to \"conjac\"",
          ErrorKind::usage);
  return views_.jacobian(stepper_.jacobian());
}

// ---- from outside; more in scene/world_outside.cpp ------------------------------------------------

template <int Dim>
void World<Dim>::set_positions(const VectorXd& x) {
  State& state = trial_.state;
  require(x.size() == state.x.size() && x.allFinite(),
          "positions: need " + std::to_string(state.x.size()) + " finite numbers");
  state.x = x;
  skeleton_.place(state.x);
  previous_.x = state.x;
  stepper_.forget_friction();
  stepper_.note_new_matrix();
  force_valid_ = false;
  forget_energy();
}

template <int Dim>
void World<Dim>::set_velocities(const VectorXd& v) {
  State& state = trial_.state;
  require(v.size() == state.v.nodes.size() && v.allFinite(),
          "velocities: need " + std::to_string(state.v.nodes.size()) + " finite numbers");
  state.v.nodes = v;
  skeleton_.velocities(state.v.joints, state.v.nodes);
  trial_.ledger.kinetic = kinetic_energy();
  forget_energy();
}

template <int Dim>
void World<Dim>::set_joints(const VectorXd& q, const VectorXd& u) {
  State& state = trial_.state;
  require(q.size() == state.q.size() && u.size() == state.v.joints.size() && q.allFinite() &&
              u.allFinite(),
          "joints: need " + std::to_string(state.q.size()) + " finite coordinates and " +
              std::to_string(state.v.joints.size()) + " finite velocities");
  state.q = previous_.q = q;
  state.v.joints = u;
  stepper_.take_bones();
  skeleton_.place(state.x);
  skeleton_.velocities(u, state.v.nodes);
  trial_.ledger.kinetic = kinetic_energy();
  stepper_.note_new_matrix();
  force_valid_ = false;
  forget_energy();
}

template <int Dim>
void World<Dim>::set_joint_torques(const VectorXd& torques) {
  const Eigen::Index count = trial_.state.v.joints.size();
  require(torques.size() == count && torques.allFinite(),
          "joint torques: need " + std::to_string(count) + " finite numbers");
  skeleton_.control() = torques;
}

template <int Dim>
void World<Dim>::grab(int node, const Vec<Dim>& target) {
  Hand<Dim>::check(node, target, script_.held());
  let_go();
  update_force();
  hand_.grab(spec_.hand, node, target, script_.held(), stiffness(true), trial_.state.x, flesh_);
  stepper_.note_new_matrix();
}

template <int Dim>
void World<Dim>::let_go() {
  if (!hand_.grips()) return;
  update_force();
  nodes_.rouse(spec_, hand_.gripped());
  hand_.let_go(flesh_.forces->springs(), trial_);
  stepper_.note_new_matrix();
}

// ---- cutting ------------------------------------------------------------------------------------

template <int Dim>
CutReport World<Dim>::cut(const CutSpec& spec) {
  Ledger& ledger = trial_.ledger;
  State& state = trial_.state;
  update_force();
  anchor_pressure();
  const double energy_before = ledger.kinetic + ledger.potential;
  const CutReport report = Cutting<Dim>::cut(spec, {spec_, flesh_, script_, skeleton_, hand_,
                                                    nodes_, stepper_, state, previous_, notices_});
  if (!report.separated) return report;
  for (VectorXd* vector : {&trial_.force, &load_}) vector->setZero(state.x.size());
  views_.begin(spec_, stepper_.contacts());
  follow_pressure(state.time);
  // The cut itself does no work: what energy the new nodes make more or less is nobody's gain.
  force_valid_ = false;
  ledger.kinetic = kinetic_energy();
  update_force();
  const double made = ledger.kinetic + ledger.potential - energy_before;
  ledger.receive(made);
  event_work_ += made;
  ledger.relief = 0;  // the bend that inertia held belongs to a body that is no more
  ++topology_;
  return report;
}

template class World<2>;
template class World<3>;

}  // namespace conjac
