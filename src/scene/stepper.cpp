#include "scene/stepper.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "conjac/method_in_effect.h"
#include "core/check.h"
#include "core/ranks.h"
#include "core/stage_timer.h"
#include "core/tuned.h"
#include "dist/petsc.h"
#include "scene/check_method.h"
#include "scene/contact_setup.h"

namespace conjac {
namespace {

// A node may go this deep unforeseen, in elements, before the step is taken again in smaller parts.
CONJAC_TUNED(double, kUnforeseen, 0.5);
// A step that is merely coarse is halved this often.
CONJAC_TUNED(int, kFinest, 2);
// Smallest beta that the blocks of bones are divided by, so that beta = 0 is no division by zero.
constexpr double kLeastBeta = 1e-3;

template <int Dim>
Bodies bodies_of(const typename Stepper<Dim>::Parts& parts) {
  return {Dim,
          &parts.flesh.system,
          &*parts.flesh.forces,
          &parts.skeleton,
          &parts.script.held(),
          &parts.script.held_nodes(),
          &parts.spec.method,
          &parts.stages,
          moves_by_modes(parts.spec)};
}

/// Work of the scripted nodes: by virtual work the pull on them is that of everything they drag
/// along, c'(M a - f), followers included.
double scripted_work(const Try& now, const Trial& trial, const VectorXd& mass, const VectorXd& c) {
  double work = 0;
  for (Eigen::Index i = 0; i < c.size(); ++i)
    work += c[i] * (mass[i] * (now.v.nodes[i] - trial.state.v.nodes[i]) -
                    0.5 * now.h * (now.force0[i] + trial.force[i]));
  return work;
}

}  // namespace

template <int Dim>
Stepper<Dim>::Stepper(const Parts& parts)
    : parts_(parts),
      touch_(parts.trial.contact),
      condensed_(bodies_of<Dim>(parts), crumbs_),
      full_(bodies_of<Dim>(parts), crumbs_),
      hooks_{.attempt = [this](double h, const Tactic& tactic) { return attempt(h, tactic); },
             .factor_was_stale = [this] { return dynamics().factor_was_stale(); },
             .light_crumbs = [this] { return crumbs_.any_light(pieces().floating); },
             .undone =
                 [this] {
                   take_bones();
                   condensed_.note_undone();
                 }} {
  if (!parts.skeleton.empty()) now_.joint_speeds = parts.skeleton.start_velocity();
}

// ---- around a step ------------------------------------------------------------------------------

template <int Dim>
void Stepper<Dim>::begin_step() {
  check_method(parts_.spec);
  drivers_changed_ = std::exchange(changed_before_, false);
}

template <int Dim>
void Stepper<Dim>::analyze() {
  StageTimer timer(parts_.stages.factor);
  if (full() && !full_.analyzed()) full_.analyze(parts_.script.pinned());
  if (!full() && !condensed_.analyzed()) analyze_condensed();
}

template <int Dim>
void Stepper<Dim>::analyze_condensed() {
  std::vector<int> riders;
  for (const auto& rider : parts_.skeleton.attachment().riders()) riders.push_back(rider.node);
  condensed_.analyze(parts_.script.pinned(), parts_.nodes.nodes(), riders,
                     parts_.trial.state.v.joints.size(),
                     make_elimination(choose_solver().solver, parts_.spec.method));
}

template <int Dim>
SolverChoice Stepper<Dim>::choose_solver() const {
  const std::vector<char>& pinned = parts_.script.pinned();
  return conjac::choose_solver(
      {.asked = parts_.spec.method.solver,
       .full = full(),
       .nodes = static_cast<int>(std::count(pinned.begin(), pinned.end(), 0)),
       .poisson = largest_poisson(parts_.flesh.materials),
       .petsc = has_petsc(),
       .many_ranks = !ranks().alone()});
}

template <int Dim>
void Stepper<Dim>::note_new_drivers() {
  drivers_changed_ = true;
  condensed_.forget_drivers();
}

template <int Dim>
void Stepper<Dim>::note_new_method() {
  condensed_.forget_factor();
  condensed_.forget_drivers();
}

template <int Dim>
void Stepper<Dim>::note_cut(const PieceView& before, std::span<const int> origin) {
  const Flesh<Dim>& flesh = parts_.flesh;
  std::vector<int> elements(flesh.pieces.count, 0);
  for (const auto& element : flesh.mesh.elements) ++elements[flesh.pieces.of_node[element[0]]];
  crumbs_.find(before, {flesh.pieces.count, flesh.pieces.of_node, {}}, origin, elements,
               flesh.system.mass, Dim);
  condensed_.forget_analysis();
  full_.forget_analysis();
  parts_.trial.past = {};
  drivers_changed_ = changed_before_ = true;
}

template <int Dim>
void Stepper<Dim>::prepare_contact() {
  const Flesh<Dim>& flesh = parts_.flesh;
  touch_.prepare(
      contact_setup(parts_.spec, flesh.mesh, flesh.pieces, flesh.materials, parts_.skeleton),
      parts_.skeleton.empty() ? nullptr : &parts_.skeleton);
  parts_.flesh.forces->contacts = touch_.contacts();
  check_method(parts_.spec);
  if (touch_.contacts() == nullptr) return;
  touch_.contacts()->move_obstacles(parts_.trial.state.time, 0);
  // Sized now, so that the first impact allocates nothing.
  const State& state = parts_.trial.state;
  for (Motion* motion : {&push_, &direction_})
    motion->set_zero(state.x.size(), state.v.joints.size());
}

template <int Dim>
void Stepper<Dim>::adjust_contact() {
  const Flesh<Dim>& flesh = parts_.flesh;
  if (Contacts<Dim>* contacts = touch_.contacts()) {
    contacts->set_stiffness(
        contact_stiffness(parts_.spec, flesh.mesh, flesh.pieces, flesh.materials, parts_.skeleton));
    contacts->set_friction(contact_friction(parts_.spec, parts_.skeleton));
  }
  condensed_.forget_factor();
}

template <int Dim>
void Stepper<Dim>::take_bones() {
  Skeleton& skeleton = parts_.skeleton;
  skeleton.take(parts_.trial.state.q, parts_.trial.state.v.joints);
  parts_.flesh.forces->bones = {skeleton.spring_energy(), skeleton.gravity_energy()};
}

template <int Dim>
RowMatrix Stepper<Dim>::jacobian() {
  Trial& trial = parts_.trial;
  if (Contacts<Dim>* contacts = touch_.contacts()) contacts->in_matrix = true;
  analyze();
  condensed_.drive_by(parts_.nodes.dynamic(), drivers_changed_, pieces());
  parts_.flesh.forces->look_ahead(nullptr, 0);
  now_.w.setZero(trial.state.x.size());
  parts_.skeleton.begin_try(trial.state, parts_.spec.time.step, now_.joint_speeds, now_.w,
                            now_.joints);
  require(condensed_.jacobian(now_, trial), trial.message, ErrorKind::diverged);
  return condensed_.condensation().J().dense();
}

// ---- a step -------------------------------------------------------------------------------------

template <int Dim>
Guard::Result Stepper<Dim>::step(double h) {
  condensed_.drive_by(parts_.nodes.dynamic(), drivers_changed_, pieces());
  if (!full()) condensed_.begin_step(parts_.trial);
  const Guard::Result result = guard_.step(h, parts_.spec.method, hooks_, parts_.trial);
  if (!result.ok) changed_before_ |= drivers_changed_;
  return result;
}

template <int Dim>
void Stepper<Dim>::watch_by(std::shared_ptr<StepWatch> watch) {
  watch_ = std::move(watch);
  hooks_.watch = watch_.get();
}

/// Says what comes next, and asks whether it may.
template <int Dim>
bool Stepper<Dim>::goes_on(StepWatch::Stage stage) {
  if (!watch_) return true;
  watch_->stage = stage;
  return !watch_->asked();
}

template <int Dim>
bool Stepper<Dim>::attempt(double h, const Tactic& tactic) {
  Trial& trial = parts_.trial;
  Dynamics& dynamics = this->dynamics();
  begin_try(h, tactic);  // what the timeline prescribes
  if (!goes_on(StepWatch::Stage::linearise)) return false;
  if (!dynamics.linearise(now_, trial)) return false;                         // f, K; J, c, b
  touch_.begin(h, dynamics.imposed(), now_.joint_speeds, now_.joints.count);  // contacts
  if (!goes_on(StepWatch::Stage::advance)) return false;
  if (!dynamics.advance(touch_, now_, trial)) return false;  // velocities, Eq. 11 | Eq. 10
  if (!goes_on(StepWatch::Stage::rub)) return false;
  {
    StageTimer timer(parts_.stages.solve);
    touch_.rub(dynamics, h, now_.v);  // Coulomb's law
  }
  if (!goes_on(StepWatch::Stage::balance)) return false;
  dynamics.move(now_, trial);            // positions, Eq. 13
  if (!balance(dynamics)) return false;  // followers to zero net force
  touch_.press_at_end();                 // contact on joints there
  dynamics.finish(now_, trial);          // velocities, by the force there
  return account(dynamics);              // the energy books
}

/// Where the try begins, and what held nodes and joints must do to be where the timeline wants them
/// at its end.
template <int Dim>
void Stepper<Dim>::begin_try(double h, const Tactic& tactic) {
  const Trial& trial = parts_.trial;
  const State& state = trial.state;
  const Script<Dim>& script = parts_.script;
  now_.h = h;
  now_.tactic = tactic;
  now_.x0 = state.x;
  now_.potential0 = trial.ledger.potential;
  now_.relief0 = trial.ledger.relief;
  now_.relief = 0;
  parts_.flesh.forces->look_ahead(&state.v.nodes, h);
  now_.w.setZero(state.x.size());
  direction_.nodes.resize(state.x.size());  // here, so that no later step allocates
  now_.target.resize(state.x.size());
  const bool nodes_move = script.targets(state.time + h, state.x, now_.target);
  if (nodes_move)
    for (int node : script.held_nodes())
      now_.w.template segment<Dim>(node * Dim) = (now_.target.template segment<Dim>(node * Dim) -
                                                  state.x.template segment<Dim>(node * Dim)) /
                                                 h;
  const bool joints_move =
      parts_.skeleton.begin_try(state, h, now_.joint_speeds, now_.w, now_.joints);
  now_.scripted = nodes_move || joints_move;
  now_.damped_by_contact = now_.damped = now_.viscous = now_.viscous_work = now_.settled = 0;
  if (Contacts<Dim>* contacts = touch_.contacts()) say_how_contacts_enter(*contacts);
}

/// Are contacts in K, and how often? Modes follow theirs by themselves. In full FE bones are stiff:
/// with less than the force of the end of the step they would ring.
template <int Dim>
void Stepper<Dim>::say_how_contacts_enter(Contacts<Dim>& contacts) {
  const double beta = std::max(parts_.spec.method.beta_or_default(), kLeastBeta);
  const bool in_matrix = full() || !condensed_.moves_by_modes(now_);
  if (contacts.in_matrix != in_matrix) condensed_.forget_factor();
  contacts.in_matrix = in_matrix;
  contacts.bone_blocks = full() ? 1 / beta : 0.0;
  contacts.damping_blocks = full() ? contacts.damping() / (beta * now_.h) : 0.0;
}

/// Forces at the new place; followers are brought to balance there.
template <int Dim>
bool Stepper<Dim>::balance(Dynamics& dynamics) {
  Trial& trial = parts_.trial;
  BodyForces<Dim>& forces = *parts_.flesh.forces;
  const double filled = forces.seconds();
  double whole = 0;
  bool finite = true;
  {
    StageTimer timer(whole);
    forces.bones = {parts_.skeleton.spring_energy(), parts_.skeleton.gravity_energy()};
    ForceModel* model = &forces;
    if (dynamics.corrects()) {
      const double moving = std::max(0.5 * now_.v.nodes.cwiseAbs2().dot(parts_.flesh.system.mass),
                                     trial.ledger.kinetic);
      model = &touch_.hold_followers(forces, now_.h, parts_.spec.method.memory, moving,
                                     trial.ledger.elastic + trial.ledger.contact, trial.state.x);
    }
    potential_ = model->energy_and_force(trial.state.x, trial.force);
    finite = std::isfinite(potential_) && trial.force.allFinite();
    touch_.look_for_surprises(now_.x0, trial.state.x);
    if (finite && dynamics.corrects())
      potential_ = dynamics.correct(*model, potential_, now_, trial);
    potential_ -= touch_.let_go_of_followers(trial.state.x, trial.force);
  }
  parts_.stages.fill += forces.seconds() - filled;
  parts_.stages.solve += whole - (forces.seconds() - filled);
  if (!finite) trial.message = "the step ended with non-finite values";
  return finite;
}

// ---- energy -------------------------------------------------------------------------------------

template <int Dim>
Entry Stepper<Dim>::entry(const Dynamics& dynamics) {
  const Trial& trial = parts_.trial;
  const BodyForces<Dim>& forces = *parts_.flesh.forces;
  Entry e{.h = now_.h, .scripted = now_.scripted, .touching = touch_.touching(trial.state.x)};
  e.memory = parts_.spec.method.memory;
  e.swings = now_.swings;
  e.potential0 = now_.potential0;
  e.relief0 = now_.relief0;
  if (now_.scripted)
    e.work = scripted_work(now_, trial, parts_.flesh.system.mass, dynamics.imposed()) +
             now_.viscous_work;
  if (const Skeleton& bones = parts_.skeleton; !bones.empty()) {
    bones.velocities(now_.v.joints, now_.v.nodes);
    const Skeleton::Work joints = bones.work(trial.state.v.joints, now_.v.joints, now_.h);
    e.work += joints.done;
    e.joint_damping = joints.dissipated;
  }
  e.kinetic = inertia().energy(now_.v);
  e.damped = now_.swings ? now_.damped
                         : parts_.spec.method.damping * now_.h * (trial.ledger.kinetic + e.kinetic);
  e.contact_damped = now_.damped_by_contact;
  e.viscous = now_.viscous;
  // What followers give off is gone where they were put out of balance, by the start of a run or by
  // who is held; what a step leaves undone of their balance the next one may get back.
  // So is what the bend of their inertia takes when it comes about at once.
  if (drivers_changed_ || trial.ledger.largest == 0)
    e.settled = now_.settled + (e.touching ? 0.0 : now_.relief - now_.relief0);
  e.potential = potential_;
  e.elastic = forces.elastic_energy();
  e.gravity = forces.gravity_energy();
  e.contact = forces.contact_energy();
  e.springs = forces.spring_energy();
  e.relief = now_.relief;
  e.friction_work = touch_.work().friction;
  e.held_work = touch_.work().held;
  e.appeared = touch_.work().appeared;
  e.rubbed_off = touch_.work().rubbed_off;
  // Where loads have changed at once followers give off no more than is missed.
  if (trial.ledger.received && !e.touching && e.settled == 0)
    e.settled = std::clamp(trial.ledger.unexplained(e), 0.0, now_.settled);
  return e;
}

/// What the try did with energy; it is put right where a rule says how, and refused where none
/// does.
template <int Dim>
bool Stepper<Dim>::account(Dynamics& dynamics) {
  Trial& trial = parts_.trial;
  const StepOptions& options = parts_.spec.method;
  Entry e = entry(dynamics);
  // While anything touches no energy is given back that friction or damping took. Nor may a step
  // end with more than it began with; but for what friction did to followers on the way to their
  // balance, where there is no motion to take it from.
  if (e.touching && !e.scripted && dynamics.sheds_gains()) {
    const double allowed = trial.ledger.allowed(e);
    double lost =
        allowed - e.appeared - e.rubbed_off - now_.damped_by_contact - now_.viscous - e.total();
    if (now_.swings) {
      lost -= options.damping * now_.h * (trial.ledger.kinetic + e.kinetic);
      e.misfit = lost;
    }
    e.added = shed_energy(e.total() - allowed, dynamics);
    if (now_.bounces)  // nor is what a contact brought by being deep at once
      e.added += rebound((now_.swings ? 1.0 : parts_.spec.contact.restitution) * lost, dynamics);
    e.kinetic += e.added;
  }
  const bool exact = full() && options.retakes() && dynamics.sheds_gains();
  now_.sheds = exact && trial.ledger.counts_relief(e);
  if ((now_.conserves || now_.sheds) && !e.scripted && !e.touching && !drivers_changed_)
    conserve_energy(dynamics, e);
  if (e.touching && !e.scripted && !now_.swings) name_impact(e);
  if (!std::isfinite(e.total() - e.relief) || !trial.state.x.allFinite()) {
    trial.message = "the step ended with non-finite values";
    return false;
  }
  const bool last_resort = now_.tactic.last_resort;
  const bool guarded =
      options.guards_energy() || (exact && (e.touching || trial.ledger.bounced) && !e.scripted);
  // A tip that whips round is fast only at the end of the step, where nobody looked for it: it
  // would be inside, unslowed, before it feels anything. In smaller steps it is seen coming.
  if (guarded && e.touching && !last_resort && touch_.contacts()->unforeseen_depth() > kUnforeseen)
    return false;
  const bool refines = options.guards_energy() && now_.tactic.level < kFinest;
  const Ledger::Verdict verdict = trial.ledger.judge(e, {guarded, last_resort, refines, exact});
  if (!verdict.ok && !(verdict.gained <= parts_.flesh.round_off_energy())) return false;
  trial.ledger.book(e);
  trial.state.v.swap(now_.v);
  trial.state.time += now_.h;
  return true;
}

template class Stepper<2>;
template class Stepper<3>;

}  // namespace conjac
