#include "step/condensed_dynamics.h"

#include <cmath>
#include <utility>

#include "core/stage_timer.h"
#include "linalg/sparse.h"
#include "system/product.h"

namespace conjac {
namespace {

// Corrections after the move of modes; fewer where they are done.
CONJAC_TUNED(int, kMostCorrections, 3);
// Mass added to a matrix that is not regular, as stiffness over the largest there is.
CONJAC_TUNED(double, kFirstShift, 1e-9);
// How many times more when that is not enough.
CONJAC_TUNED(double, kShiftGrows, 100);
// Elements that have moved less, of what asks for a new matrix, keep their stiffness in it.
CONJAC_TUNED(double, kStays, 0.25);
// How often to try, the first time without. So the last shift is a thousandth.
CONJAC_TUNED(int, kMostShifts, 5);

}  // namespace

CondensedRule condensed_rule(const StepOptions& options, const Tactic& tactic, bool touches_ahead,
                             bool bounced, bool modes_fit) {
  CondensedRule rule;
  rule.integrator = options.integrator_or_default();
  if (!modes_fit && rule.integrator == Integrator::modal) rule.integrator = Integrator::trapezoidal;
  rule.modes = rule.integrator == Integrator::modal;
  rule.beta = options.beta_or_default();
  rule.relief = options.inertia_relief;
  rule.newton_steps = tactic.newton_steps > 0 ? tactic.newton_steps : options.newton_steps;
  if (rule.newton_steps == 0) rule.newton_steps = rule.modes ? kMostCorrections : 1;
  // The last resort lets go of the bend that inertia holds: a flap just cut loose, or one at the
  // start of a run, may bend under its inertia by more than it has energy.
  if (tactic.damped) rule.integrator = Integrator::linear_implicit, rule.beta = 1.0;
  if (tactic.damped) rule.relief = false;
  rule.counts_relief = rule.relief;
  if (rule.modes) {
    rule.relief = rule.counts_relief = false;
    rule.swings = !tactic.damped;
    rule.bounces = options.conserve_energy;
    rule.conserves = rule.swings && options.conserve_energy;
    return rule;
  }
  // Where contacts come and go the trapezoidal rule rings; what its energy would be is given back.
  rule.bounces = options.conserve_energy && rule.integrator == Integrator::trapezoidal;
  if (touches_ahead && rule.integrator == Integrator::trapezoidal)
    rule.integrator = Integrator::linear_implicit;
  // In flight after a bounce the bend that inertia holds would come and go with energy that the
  // bounce has not left.
  if (bounced && !touches_ahead) rule.relief = false;
  rule.conserves = options.conserve_energy && rule.integrator == Integrator::trapezoidal;
  return rule;
}

void CondensedDynamics::analyze(std::span<const char> pinned, std::span<const int> representatives,
                                std::span<const int> riders, Eigen::Index joints,
                                std::unique_ptr<Elimination> by) {
  if (!by) by = make_direct_elimination(factor_kind(bodies_.options->solver));
  const SparseMatrix& K = bodies_.system->stiffness;
  std::vector<int> last(representatives.begin(), representatives.end());
  last.insert(last.end(), riders.begin(), riders.end());
  condensation_.analyze(K, bodies_.stride, pinned, last, static_cast<int>(joints), std::move(by));
  analyzed_ = true;
  const int unknowns = first_rider_ = static_cast<int>(representatives.size()) * bodies_.stride;
  drivers_.driven.reserve(last.size() * static_cast<std::size_t>(bodies_.stride));
  driven_unknowns_.reserve(unknowns);
  reduced_.reserve(unknowns + static_cast<int>(joints), static_cast<int>(K.rows()));
  moving_.sized = false;
  for (VectorXd* vector : {&c_, &correction_, &inertia_, &load_}) vector->setZero(K.rows());
}

// ---- linearise ----------------------------------------------------------------------------------

bool CondensedDynamics::linearise(Try& now, Trial& trial) {
  now_ = &now;
  if (!factorize(now.tactic.fresh_factor, trial)) return false;
  if (crumbs_.choose(now.tactic.crumbs_rigid, pieces_)) {
    condensation_.keep_shape(crumbs_.marks(), trial.state.x);
    drivers_valid_ = false;
  }
  if (!drive(now, trial)) return false;
  rule_ = condensed_rule(*bodies_.options, now.tactic, bodies_.forces->touches_ahead(),
                         trial.ledger.bounced, moves_by_modes(now));
  weights_ = step_weights(rule_.integrator, now.h, rule_.beta, bodies_.options->damping);
  now.conserves = rule_.conserves;
  now.swings = rule_.swings;
  now.bounces = rule_.bounces;
  if (!rule_.counts_relief) now.relief0 = 0;
  condense(now, trial);
  return true;
}

bool CondensedDynamics::jacobian(Try& now, Trial& trial) {
  factor_valid_ = false;
  if (!factorize(true, trial) || !drive(now, trial)) return false;
  condensation_.solve({});
  mass_reduced_ = false;
  return true;
}

/// How far elements may have moved and keep their stiffness in a new matrix.
double CondensedDynamics::slack_of_matrix() const {
  return kStays * bodies_.options->reuse_tolerance;
}

bool CondensedDynamics::factorize(bool fresh, Trial& trial) {
  System& system = *bodies_.system;
  const bool kicked = std::exchange(moving_.kicked, false);
  double slack = 0;
  {
    StageTimer timer(bodies_.stages->fill);
    const double moved =
        factor_valid_ ? bodies_.forces->moved_since_linearised(trial.state.x) : HUGE_VAL;
    factor_was_stale_ = moved > 0 && moved <= bodies_.options->reuse_tolerance && !fresh && !kicked;
    const bool again = std::exchange(undone_, false);
    if (factor_was_stale_ || (moved == 0 && !again)) return true;
    if (renews_behind(moved, fresh)) {
      begin_behind(trial);
      return true;
    }
    fresh |= kicked;
    condensation_.drop_behind();
    const bool in_parts = factor_valid_ && !fresh && moved > 0;
    slack = in_parts ? slack_of_matrix() : 0;
    bodies_.forces->linearise_where_moved(trial.state.x, slack, trial.force, system.stiffness);
    if (moved == 0) return true;  // the same matrix; the force was undone with the try
  }
  StageTimer timer(bodies_.stages->factor);
  factor_valid_ = drivers_valid_ = false;
  // An element squashed flat can lose all its stiffness: then a little mass keeps the matrix
  // regular.
  double shift = 0;
  for (int tries = 0; tries < kMostShifts; ++tries) {
    const auto renew = slack > 0 ? SparseFactor::Renew::what_changed : SparseFactor::Renew::all;
    if (condensation_.factorize(system.stiffness, *bodies_.held, system.mass, shift, renew,
                                &trial.state.x) == FactorStatus::ok)
      return factor_valid_ = true;
    const double largest =
        stiffness_diagonal(system.stiffness, bodies_.stride).cwiseAbs().maxCoeff();
    if (!std::isfinite(largest)) break;
    shift = shift == 0 ? kFirstShift * largest / system.mass.maxCoeff() : kShiftGrows * shift;
  }
  trial.message = "the stiffness matrix could not be factored";
  return false;
}

bool CondensedDynamics::drive(const Try& now, Trial& trial) {
  const JointModel& bones = *bodies_.joints;
  const int joints = now.joints.count, riders = bones.rider_rows(), stride = bodies_.stride;
  if (drivers_valid_ && joints == 0 && riders == 0) return true;
  StageTimer timer(bodies_.stages->solve);
  drivers_.driven.clear();
  driven_unknowns_.clear();
  for (const DynamicNode& one : dynamic_)
    for (int c = 0; c < stride; ++c) {
      drivers_.driven.push_back(one.representative * stride + c);
      driven_unknowns_.push_back(one.node * stride + c);
    }
  const int nodal = drivers_.unknowns = static_cast<int>(drivers_.driven.size());
  if (joints > 0 || riders > 0) {  // rows of the riders, below the identity of the dynamic nodes
    for (int i = 0; i < riders; ++i) drivers_.driven.push_back(first_rider_ + i);
    drivers_.unknowns = nodal + joints;
    drivers_.B.setZero(nodal + riders, drivers_.unknowns);
    drivers_.B.topLeftCorner(nodal, nodal).setIdentity();
    if (riders > 0) bones.rows(drivers_.B.bottomRightCorner(riders, joints));
  } else {
    drivers_.B.resize(0, 0);  // joints may have been free before
  }
  const std::size_t active = dynamic_.size() + (joints > 0);
  if (afresh_ || trial.activity.size() != active) trial.activity.assign(active, 0.0);
  mass_reduced_ = moving_.valid = false;
  drivers_valid_ = condensation_.drive(drivers_);
  if (!drivers_valid_) trial.message = "the dynamic and held nodes do not pin the body";
  return drivers_valid_;
}

/// Springs of a hand belong to K; where a rigid piece has lost K they are added again.
void CondensedDynamics::stiffen_crumbs() {
  if (crumbs_.rigid().empty()) return;
  const auto hand = bodies_.forces->springs_on_nodes();
  for (std::size_t k = 0; k < hand.nodes.size(); ++k)
    if (crumbs_.keeps_shape(hand.nodes[k]))
      condensation_.add_springs(hand.nodes[k], hand.stiffness[k]);
}

/// J, the motion c that the timeline imposes, and the `pre` correction b.
void CondensedDynamics::condense(Try& now, Trial& trial) {
  StageTimer timer(bodies_.stages->solve);
  if (rule_.modes) return find_modes(now, trial);
  const bool with_force = bodies_.options->stabilisation == Stabilisation::pre && !rule_.relief;
  const VectorXd* loads[2];
  int count = 0;
  if (now.scripted) {
    stiffness_product(bodies_.system->stiffness, bodies_.stride, now.w, load_);
    loads[count++] = &load_;
  }
  if (with_force) loads[count++] = &trial.force;
  condensation_.solve({loads, static_cast<std::size_t>(count)});
  stiffen_crumbs();
  c_ = now.w;
  if (now.scripted) c_ += condensation_.response(0);
  if (with_force) correction_ = condensation_.response(count - 1);
  if (!mass_reduced_) reduced_.reduce_mass(condensation_, bodies_.system->mass, now.joints);
  if (!mass_reduced_) reduced_.viscosity().forget();
  mass_reduced_ = true;
  moving_.valid = false;
}

// ---- advance ------------------------------------------------------------------------------------

void CondensedDynamics::add_contact(int contact, const double* direction, double stiffness) {
  if (stiffness == 0) return;
  const int n = basis().unknowns();
  if (!contact_stiffness_.any) {
    if (contact_stiffness_.matrix.rows() < n) contact_stiffness_.matrix.resize(n, n);
    contact_stiffness_.matrix.topLeftCorner(n, n).setZero();
    contact_stiffness_.any = true;
  }
  reprojection_.add_stiffness(contact, {direction, static_cast<std::size_t>(bodies_.stride)},
                              stiffness, contact_stiffness_.matrix);
}

/// Rows of J for every contact, and their reduced stiffness. Contact forces are those of the end of
/// the step, whatever beta says of the others: with less they would pull where a gap closes. With
/// obstacles K has beta of that already. The stiffness along the surface is for J and for the
/// correction after the move; from the equations of motion it is taken off again: what holds there
/// is friction, and a push can be more than it takes.
void CondensedDynamics::gather_contacts(const ContactTerms& contacts, double h, int joints) {
  const auto terms = contacts.terms();
  const int stride = bodies_.stride;
  contact_stiffness_.any = false;
  const Basis basis = this->basis();
  reprojection_.begin(basis, stride, static_cast<int>(terms.size()), joints);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    reprojection_.add(basis, static_cast<int>(i), terms[i].nodes, terms[i].weights);
    if (terms[i].rows != nullptr)
      reprojection_.add_last(static_cast<int>(i),
                             Eigen::Map<const RowMatrix>(terms[i].rows, stride, joints));
  }
  if (rule_.swings) return;  // modes follow their contacts by themselves
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const ContactTerm& term = terms[i];
    const int contact = static_cast<int>(i);
    const bool rigid = term.in_matrix && crumbs_.keeps_shape(term.nodes[0]);  // K does not count
    const double in_matrix = term.in_matrix && !rigid ? rule_.beta : 0.0;
    add_contact(contact, term.gradient,
                h * h * (std::max(0.0, 1 - in_matrix) * term.stiffness) +
                    h * term.damping * term.stiffness);
    if (!term.in_matrix || term.along == 0 || rigid) continue;
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();
    for (int c = 0; c < stride; ++c) normal[c] = term.normal[c];
    const Eigen::Matrix3d along = Eigen::Matrix3d::Identity() - normal * normal.transpose();
    for (int c = 0; c < stride; ++c)
      add_contact(contact, along.col(c).data(), h * h * (-rule_.beta * term.along));
  }
}

bool CondensedDynamics::advance(const ContactTerms& contacts, Try& now, Trial& trial) {
  StageTimer timer(bodies_.stages->solve);
  gather_contacts(contacts, now.h, now.joints.count);
  if (rule_.swings) {
    swing(contacts, now, trial);
    return true;
  }
  const VectorXd* coming = nullptr;
  if (contacts.any_coming()) {
    load_.setZero();
    contacts.add_coming_force(load_);
    load_ *= now.h;
    coming = &load_;
  }
  const ReducedStep::Input input{bodies_.system->mass,
                                 trial.force,
                                 trial.state.v.nodes,
                                 c_,
                                 now.scripted,
                                 now.joints,
                                 contact_stiffness_.any ? &contact_stiffness_.matrix : nullptr,
                                 coming};
  if (!reduced_.velocities(basis(), weights_, input, driven_unknowns_, now.v.nodes, now.dx))
    return false;
  read_joints(now);
  now.damped_by_contact = damped_by(contacts, now);
  return true;
}

/// What damping takes where contacts press at the end of a linear-implicit step, J.
double CondensedDynamics::damped_by(const ContactTerms& contacts, const Try& now) const {
  double sum = 0;
  for (const ContactTerm& term : contacts.terms()) {
    if (term.damping == 0) continue;
    double rate = 0;
    for (std::size_t k = 0; k < term.nodes.size(); ++k)
      for (int c = 0; c < bodies_.stride; ++c)
        rate +=
            term.weights[k] * term.gradient[c] * now.v.nodes[term.nodes[k] * bodies_.stride + c];
    if (term.gap + now.h * rate < 0) sum += now.h * term.damping * term.stiffness * rate * rate;
  }
  return sum;
}

/// Joint velocities of the step from the reduced ones.
void CondensedDynamics::read_joints(Try& now) const {
  now.v.joints = now.joint_speeds;
  if (now.joints.count == 0) return;
  scatter_free(*bodies_.joints, reduced_.u().tail(now.joints.count), now.v.joints);
}

// ---- positions ----------------------------------------------------------------------------------

void CondensedDynamics::move(Try& now, Trial& trial) {
  State& state = trial.state;
  crumbs_.turn(state.x, bodies_.system->mass, bodies_.stride, now.dx);
  now.force0 = trial.force;
  read_joints(now);
  way_ = now.h * now.v.joints;
  if (weights_.middle)
    for (int k : bodies_.joints->free_joints())
      way_[k] = 0.5 * now.h * (now.v.joints[k] + state.v.joints[k]);
  bodies_.joints->move(way_, now.v.joints, state.q);
  if (bodies_.options->stabilisation == Stabilisation::pre) {
    StageTimer timer(bodies_.stages->solve);
    if (rule_.relief) {
      reduced_.acceleration(condensation_, now.h, inertia_);
      load_ = trial.force - bodies_.system->mass.cwiseProduct(inertia_);
      const VectorXd* loads[] = {&load_};
      condensation_.solve(loads);
      correction_ = condensation_.response(0);
    }
    now.dx += bodies_.options->gamma * correction_;
  }
  state.x += now.dx;
  const int stride = bodies_.stride;
  for (int node : *bodies_.held_nodes)
    state.x.segment(node * stride, stride) = now.target.segment(node * stride, stride);
  bodies_.joints->place(state.x);
}

double CondensedDynamics::correct(ForceModel& model, double energy, Try& now, Trial& trial) {
  if (rule_.modes) {
    const VectorXd& mass = bodies_.system->mass;
    const double at_play = 0.5 * now.v.nodes.cwiseAbs2().dot(mass) + trial.ledger.elastic;
    return stabiliser_
        .correct(model, condensation_, moving_.modes, mass, moving_.touch, rule_.newton_steps,
                 at_play, energy, trial.state.x, trial.force)
        .energy;
  }
  inertia_.setZero();
  if (rule_.relief) {
    reduced_.acceleration(condensation_, now.h, inertia_);
    inertia_ = inertia_.cwiseProduct(bodies_.system->mass);
  }
  const Stabiliser::Result result = stabiliser_.correct(
      model, condensation_, inertia_, rule_.newton_steps, energy, trial.state.x, trial.force);
  now.relief = result.relief;
  return result.energy;
}

void CondensedDynamics::leave_unbalanced(VectorXd& force) {
  if (rule_.modes) return moving_.modes.leave_modes(bodies_.system->mass, force);
  if (corrects()) force -= inertia_;
  for (int unknown : driven_unknowns_) force[unknown] = 0;
}

void CondensedDynamics::finish(Try& now, Trial& trial) {
  if (rule_.swings) {
    StageTimer timer(bodies_.stages->solve);
    kick(now, trial);
  }
  if (weights_.middle) {
    StageTimer timer(bodies_.stages->solve);
    bodies_.joints->end(trial.force, now.joints);
    const ReducedStep::Input input{bodies_.system->mass, now.force0, trial.state.v.nodes, c_,
                                   now.scripted,         now.joints};
    reduced_.correct(condensation_, weights_, input, trial.force, now.v.nodes);
    read_joints(now);
  }
  crumbs_.spin(now.x0, trial.state.x, bodies_.system->mass, bodies_.stride, now.v.nodes);
  if (bodies_.forces->viscous()) resist(now, trial);
}

void CondensedDynamics::lively_direction(const Try& now, Trial& trial, Motion& direction) {
  gather_free(*bodies_.joints, now.v.joints, joints_);
  direction.set_zero(now.v.nodes.size(), now.v.joints.size());
  if (rule_.modes) {
    direction.nodes = now.v.nodes - c_;
    return;
  }
  reduced_.lively_direction(condensation_, driven_unknowns_, trial.activity, now.h,
                            bodies_.options->memory, now.v.nodes, joints_, direction.nodes);
  scatter_free(*bodies_.joints, reduced_.lively_joints(now.joints.count), direction.joints);
  bodies_.joints->velocities(direction.joints, direction.nodes);
}

// ---- Responder ----------------------------------------------------------------------------------

void CondensedDynamics::respond(const Motion& impulse, Motion& change) {
  change.set_zero(impulse.nodes.size(), impulse.joints.size());
  const Basis basis = this->basis();
  if (basis.unknowns() == 0) return;
  reduced_.reduce(basis, impulse.nodes, du_);
  gather_free(*bodies_.joints, impulse.joints, joints_);
  du_.tail(joints_.size()) += joints_;
  reduced_.solve_inertia(du_);
  (basis.velocity ? *basis.velocity : basis.J).add_product(du_, change.nodes);
  scatter_free(*bodies_.joints, du_.tail(joints_.size()), change.joints);
}

void CondensedDynamics::respond_at_contacts(const VectorXd& impulses, VectorXd& velocities) {
  reprojection_.respond(reduced_, impulses, velocities);
}

void CondensedDynamics::push_at_contacts(const VectorXd& impulses) {
  reprojection_.change(reduced_, impulses, du_);
  reduced_.push(basis(), du_, now_->h, now_->v.nodes, now_->dx);
}

void CondensedDynamics::reduce_load(VectorXd& force) {
  reduced_.reduce(basis(), force, du_);
  force.setZero();
  if (rule_.modes)
    return moving_.modes.phi().add_weighted_product(du_, bodies_.system->mass, force);
  for (std::size_t k = 0; k < driven_unknowns_.size(); ++k)
    force[driven_unknowns_[k]] = du_[static_cast<Eigen::Index>(k)];
}

}  // namespace conjac
