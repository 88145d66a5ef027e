#include "step/full_dynamics.h"

#include <algorithm>
#include <utility>

#include "core/stage_timer.h"
#include "linalg/submatrix.h"

namespace conjac {
namespace {

// Contact between bodies is solved when the squared residual has shrunk to this: by ten digits.
CONJAC_TUNED(double, kPressed, 1e-20);

/// sum_k w_k values_k of a contact, along one coordinate.
double weighted(const ContactTerm& term, const VectorXd& values, int stride, int c) {
  double sum = 0;
  for (std::size_t k = 0; k < term.nodes.size(); ++k)
    sum += term.weights[k] * values[term.nodes[k] * stride + c];
  return sum;
}

bool between_bodies(const ContactTerm& term) {
  return term.nodes.size() > 1;
}

}  // namespace

void FullDynamics::analyze(std::span<const char> pinned) {
  step_.analyze(bodies_.system->stiffness, bodies_.stride, pinned,
                factor_kind(bodies_.options->solver));
  analyzed_ = true;
}

bool FullDynamics::linearise(Try& now, Trial& trial) {
  now_ = &now;
  now.conserves = now.bounces = now.swings = false;
  crumbs_.none();
  const StepOptions& options = *bodies_.options;
  const bool damped = now.tactic.damped && options.guards_energy();
  integrator_ = damped ? Integrator::linear_implicit : options.integrator_or_default();
  beta_ = damped ? 1.0 : options.beta_or_default();
  if (!explicit_step() && !linear_implicit()) {
    bodies_.forces->look_for_contacts(trial.state.x);
    // Where contacts come and go the others ring (docs/contact.md).
    if (bodies_.forces->touches_ahead()) integrator_ = Integrator::linear_implicit;
  }
  take_viscosity(now, trial);
  if (integrator_ == Integrator::midpoint) {
    now.conserves = options.conserve_energy;
    return true;  // it wants K elsewhere
  }
  if (explicit_step()) {
    bodies_.forces->look_for_contacts(trial.state.x);
    return true;
  }
  StageTimer timer(bodies_.stages->fill);
  bodies_.forces->linearise(trial.state.x, trial.force, bodies_.system->stiffness);
  return true;
}

/// The viscosity of the material where the try begins. It acts on the velocity that a step asks for,
/// so it enters like stiffness: with the weights of a step, beta h^2 K, K - D / (beta h) gives h D.
/// D is that of the middle of the step, as far as it is foreseen, where the way that a spinning body
/// goes straight on strains nothing; bdf2 asks for the velocity at the end.
void FullDynamics::take_viscosity(const Try& now, const Trial& trial) {
  viscous_ = bodies_.forces->viscous();
  if (!viscous_ || explicit_step()) return;
  const double ahead = integrator_ == Integrator::bdf2 && trial.past.known() ? now.h : now.h / 2;
  way_ = now.x0 + ahead * trial.state.v.nodes;
  bodies_.forces->viscous_matrix(way_, damping_);
}

/// h^2 k g g' of contacts with bones. The nodes' own blocks are in K.
void FullDynamics::stiffen_border(const ContactTerms& contacts, const Try& now) {
  const int joints = now.joints.count, stride = bodies_.stride;
  columns_.resize(bodies_.system->mass.size(), 0);
  bodies_.joints->columns(columns_);
  coupling_.setZero(bodies_.system->mass.size(), joints);
  corner_.setZero(joints, joints);
  for (const ContactTerm& term : contacts.terms()) {
    if (term.rows == nullptr) continue;
    const double k = now.h * now.h * term.stiffness;
    row_.setZero(joints);
    for (int c = 0; c < stride; ++c)
      row_ += term.gradient[c] * Eigen::Map<const VectorXd>(term.rows + c * joints, joints);
    corner_.noalias() += k * row_ * row_.transpose();
    for (std::size_t n = 0; n < term.nodes.size(); ++n)
      for (int c = 0; c < stride; ++c)
        coupling_.row(term.nodes[n] * stride + c) += k * term.weights[n] * term.gradient[c] * row_;
  }
}

bool FullDynamics::advance(const ContactTerms& contacts, Try& now, Trial& trial) {
  terms_ = contacts.terms();
  if (linear_implicit()) return advance_linear_implicit(contacts, now, trial);
  if (explicit_step()) return advance_verlet(now, trial);
  now.force0 = trial.force;
  stage_.begin(integrator_, bodies_, now, trial, viscous_ ? &damping_ : nullptr);
  const bool solved = integrator_ == Integrator::midpoint
                          ? stage_.solve_newton(bodies_, step_, trial)
                          : stage_.solve_linear(bodies_, step_, trial);
  if (solved) stage_.end(bodies_, trial, now);
  return solved;
}

bool FullDynamics::advance_linear_implicit(const ContactTerms& contacts, Try& now, Trial& trial) {
  stiffen_border(contacts, now);
  if (viscous_) bodies_.system->stiffness.coeffs() -= damping_.coeffs() / (beta_ * now.h);
  {
    StageTimer timer(bodies_.stages->factor);
    const auto status =
        step_.factorize(*bodies_.system, {now.h, beta_, bodies_.options->damping}, *bodies_.held,
                        {columns_, bodies_.joints->riders(), coupling_, corner_}, now.joints);
    if (status != FactorStatus::ok) {
      trial.message = "the matrix of the step could not be factored (it is not positive definite)";
      return false;
    }
  }
  StageTimer timer(bodies_.stages->solve);
  now.force0 = pull_ = trial.force;
  if (contacts.any_coming()) contacts.add_coming_force(pull_);
  step_.velocities(*bodies_.system, pull_, trial.state.v.nodes, now.w, now.scripted, *bodies_.held,
                   now.v.nodes, solution_);
  press_bodies(contacts, now);
  now.v.joints = now.joint_speeds;
  scatter_free(*bodies_.joints, solution_, now.v.joints);
  return true;
}

bool FullDynamics::advance_verlet(Try& now, Trial& trial) {
  const double damped = 0.5 * now.h * bodies_.options->damping;
  now.force0 = trial.force;
  now.v.nodes = (1 - damped) * trial.state.v.nodes +
                0.5 * now.h * trial.force.cwiseQuotient(bodies_.system->mass);
  if (viscous_) resist(now.x0, trial.state.v.nodes, now);
  for (int node : *bodies_.held_nodes)
    now.v.nodes.segment(node * bodies_.stride, bodies_.stride) =
        now.w.segment(node * bodies_.stride, bodies_.stride);
  now.v.joints = now.joint_speeds;
  return true;
}

/// An explicit half step of viscosity, by the rate of strain that the velocities v have at x.
void FullDynamics::resist(const VectorXd& x, const VectorXd& v, Try& now) {
  pull_.setZero(v.size());
  bodies_.forces->add_viscous_force(x, v, pull_);
  now.viscous -= 0.5 * now.h * pull_.dot(v);
  for (int node : *bodies_.held_nodes)
    pull_.segment(node * bodies_.stride, bodies_.stride).setZero();
  now.v.nodes += 0.5 * now.h * pull_.cwiseQuotient(bodies_.system->mass);
}

/// What viscosity took in an implicit step, and what held nodes did against it.
void FullDynamics::book_viscosity(Try& now) {
  const bool middle = integrator_ == Integrator::trapezoidal || integrator_ == Integrator::midpoint;
  rate_ = middle ? VectorXd(now.dx / now.h) : now.v.nodes;
  symmetric_product(damping_, rate_, pull_);
  now.viscous = now.h * pull_.dot(rate_);
  if (now.scripted) now.viscous_work = now.h * pull_.dot(now.w);
}

void FullDynamics::lively_direction(const Try& now, Trial& /*trial*/, Motion& direction) {
  direction = now.v;
  for (int node : *bodies_.held_nodes)
    direction.nodes.segment(node * bodies_.stride, bodies_.stride).setZero();
}

void FullDynamics::finish(Try& now, Trial& trial) {
  if (!explicit_step()) {
    if (viscous_) book_viscosity(now);
    return;
  }
  if (viscous_) {
    way_ = now.v.nodes;
    resist(trial.state.x, way_, now);
  }
  const double damped = 0.5 * now.h * bodies_.options->damping;
  const std::vector<char>& held = *bodies_.held;
  for (Eigen::Index i = 0; i < now.v.nodes.size(); ++i)
    if (!held[i / bodies_.stride])
      now.v.nodes[i] =
          (now.v.nodes[i] + 0.5 * now.h * trial.force[i] / bodies_.system->mass[i]) / (1 + damped);
}

void FullDynamics::add_between(const ContactTerms& contacts, const VectorXd& nodes, double scale,
                               Motion& to) {
  const int stride = bodies_.stride;
  for (const ContactTerm& term : contacts.terms()) {
    if (!between_bodies(term)) continue;
    double approach = 0;
    for (int c = 0; c < stride; ++c)
      approach += term.gradient[c] * weighted(term, nodes, stride, c);
    const double force = scale * term.stiffness * approach;
    for (std::size_t k = 0; k < term.nodes.size(); ++k)
      for (int c = 0; c < stride; ++c)
        to.nodes[term.nodes[k] * stride + c] += term.weights[k] * (force * term.gradient[c]);
  }
}

/// Contacts between bodies: (A + beta h^2 sum k g g') v = A v_, the stiffness of rank one per
/// contact, by conjugate gradients with the factor of A. Every direction is a response to forces
/// between bodies, so each iterate keeps their momentum. A p follows from A z = r.
void FullDynamics::press_bodies(const ContactTerms& contacts, Try& now) {
  const auto terms = contacts.terms();
  if (std::none_of(terms.begin(), terms.end(), between_bodies)) return;
  const double scale = beta_ * now.h * now.h;
  r_.set_zero(now.v.nodes.size(), now.joints.count);
  add_between(contacts, now.v.nodes, -scale, r_);
  answer(r_, z_);
  p_ = z_;
  Ap_ = r_;
  double rz = r_.dot(z_);
  const double enough = kPressed * rz;
  for (int k = 0; k < kMostSolves && rz > enough; ++k) {
    push_ = Ap_;
    add_between(contacts, p_.nodes, scale, push_);
    const double step = rz / p_.dot(push_);
    now.v.nodes += step * p_.nodes;
    solution_ += step * p_.joints;
    r_.add(-step, push_);
    answer(r_, z_);
    const double next = r_.dot(z_);
    for (auto [at, from] : {std::pair{&p_, &z_}, std::pair{&Ap_, &r_}}) {
      at->nodes = from->nodes + next / rz * at->nodes;
      at->joints = from->joints + next / rz * at->joints;
    }
    rz = next;
  }
}

void FullDynamics::move(Try& now, Trial& trial) {
  if (bodies_.options->integrator_or_default() == Integrator::bdf2)
    trial.past = {now.x0, trial.state.v.nodes, now.h};
  else
    trial.past.h = 0;
  if (explicit_step()) now.dx = now.h * now.v.nodes;
  if (!linear_implicit()) {
    trial.state.x += now.dx;
    return;
  }
  way_ = now.h * now.v.joints;
  bodies_.joints->move(way_, now.v.joints, trial.state.q);
  now.dx = now.h * now.v.nodes;
  trial.state.x += now.dx;
  bodies_.joints->place(trial.state.x);
}

// ---- Responder ----------------------------------------------------------------------------------

void FullDynamics::answer(const Motion& impulse, Motion& change) {
  if (explicit_step()) {
    change.nodes = impulse.nodes.cwiseQuotient(bodies_.system->mass);
    for (int node : *bodies_.held_nodes)
      change.nodes.segment(node * bodies_.stride, bodies_.stride).setZero();
    change.joints.setZero(impulse.joints.size());
    return;
  }
  step_.respond(impulse.nodes, impulse.joints, *bodies_.held, change.nodes, change.joints);
}

void FullDynamics::respond(const Motion& impulse, Motion& change) {
  push_.nodes = impulse.nodes;
  gather_free(*bodies_.joints, impulse.joints, push_.joints);
  answer(push_, answer_);
  change.set_zero(impulse.nodes.size(), impulse.joints.size());
  change.nodes = answer_.nodes;
  scatter_free(*bodies_.joints, answer_.joints, change.joints);
}

void FullDynamics::answer_at_contacts(const VectorXd& impulses) {
  const int stride = bodies_.stride, joints = now_->joints.count;
  push_.set_zero(now_->v.nodes.size(), joints);
  for (std::size_t i = 0; i < terms_.size(); ++i)
    for (int c = 0; c < stride; ++c) {
      const double impulse = impulses[static_cast<Eigen::Index>(i) * stride + c];
      for (std::size_t k = 0; k < terms_[i].nodes.size(); ++k)
        push_.nodes[terms_[i].nodes[k] * stride + c] += terms_[i].weights[k] * impulse;
      if (terms_[i].rows != nullptr)
        push_.joints += impulse * Eigen::Map<const VectorXd>(terms_[i].rows + c * joints, joints);
    }
  answer(push_, answer_);
}

void FullDynamics::respond_at_contacts(const VectorXd& impulses, VectorXd& velocities) {
  answer_at_contacts(impulses);
  const int stride = bodies_.stride, joints = now_->joints.count;
  velocities.resize(impulses.size());
  for (std::size_t i = 0; i < terms_.size(); ++i)
    for (int c = 0; c < stride; ++c) {
      double v = weighted(terms_[i], answer_.nodes, stride, c);
      if (terms_[i].rows != nullptr)
        v += Eigen::Map<const VectorXd>(terms_[i].rows + c * joints, joints).dot(answer_.joints);
      velocities[static_cast<Eigen::Index>(i) * stride + c] = v;
    }
}

void FullDynamics::push_at_contacts(const VectorXd& impulses) {
  answer_at_contacts(impulses);
  now_->v.nodes += answer_.nodes;
  if (explicit_step()) return;
  solution_ += answer_.joints;
  scatter_free(*bodies_.joints, solution_, now_->v.joints);
}

}  // namespace conjac
