#include "scene/world.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/check.h"
#include "core/stage_timer.h"
#include "fem/mass.h"
#include "fem/stretch_rate.h"
#include "reduce/floating.h"
#include "scene/materials.h"
#include "scene/placement.h"

namespace conjac {
namespace {

// Liveliness is remembered over at most this many steps.
constexpr int kLongestWindow = 1000;
constexpr int kMostLevels = 10;  // the range of guard_levels

template <int Dim>
Vec<Dim> leading(const Triple& t) {
  Vec<Dim> result;
  for (int c = 0; c < Dim; ++c) result[c] = t[c];
  return result;
}

}  // namespace

template <int Dim>
World<Dim>::World(const SceneSpec& spec)
    : spec_(spec),
      shape_(build_shape<Dim>(spec)),
      script_(shape_.mesh, spec),
      skeleton_(shape_.mesh, spec) {
  const Mesh<Dim>& mesh = shape_.mesh;
  notices_ = shape_.notices;
  pieces_ = connected_pieces(mesh);
  hang_bones();
  representatives_ = choose_representatives(mesh, pieces_, spec_, pinned_, notices_);
  for (Representative& r : representatives_) r.id = next_id_++;
  std::vector<int> sites;
  for (const Representative& r : representatives_) sites.push_back(r.node);
  region_ = nearest_sites(mesh, sites);

  materials_ = material_field(mesh, spec_);
  system_.mass = lumped_mass(mesh, materials_.density);
  rebuild_forces();
  prepare_contact();

  const int dofs = mesh.nodes() * Dim;
  state_.x.resize(dofs);
  for (int i = 0; i < mesh.nodes(); ++i) state_.x.template segment<Dim>(i * Dim) = mesh.rest[i];
  state_.v.setZero(dofs);
  if (!skeleton_.empty()) state_.q = skeleton_.tree().rest(), state_.u = skeleton_.start_velocity();
  previous_ = state_;
  Vec<Dim> low = mesh.rest[0], high = low;
  for (const auto& p : mesh.rest) low = low.cwiseMin(p), high = high.cwiseMax(p);
  size_ = (high - low).norm();

  const int count = static_cast<int>(representatives_.size());
  activation_.assign(mesh.element_count(), -1.0);
  saved_.resize(kMostLevels + 1);
  adaptivity_.start(count, kLongestWindow, false);
  interaction_.wake.assign(count, Wake::automatic);
  interaction_.method = spec_.method.method;
  size_workspace();
  for (const Event& event : spec_.timeline)
    if (const auto* cut = std::get_if<CutEvent>(&event)) {
      cuts_.push_back({cut->time, loaded_cut(cut->cut, Dim)});
      elements_to_cut(mesh, cut->cut);  // a wrong name is better found now than at the cut
    }
  std::stable_sort(cuts_.begin(), cuts_.end(),
                   [](const CutEvent& a, const CutEvent& b) { return a.time < b.time; });
  for (int k = 0; k < count; ++k)
    if (!(spec_.method.adaptive || spec_.contact.wake) || !representatives_[k].adaptive)
      adaptivity_.wake(k);
  roles_.assign(mesh.nodes(), Role::quasistatic);
  script_.update_holds(0.0, state_.x);
  keep_pieces_pinned();
  update_roles();
  take_bones();
  if (spec_.start_at_rest) begin_at_rest();
  VectorXd v = starting_velocities(mesh, system_.mass, spec_);
  for (int node : script_.held_nodes()) v.template segment<Dim>(node * Dim).setZero();
  set_velocities(v);
  start_bones();
}

/// What depends on the mesh and the material alone.
template <int Dim>
void World<Dim>::rebuild_forces() {
  made_of_ = material_map(materials_);
  forces_.emplace(shape_.mesh, materials_, system_.mass, leading<Dim>(spec_.gravity));
  system_.stiffness = forces_->elastic().pattern().zeros();
  shown_stiffness_.resize(0, 0);
}

/// Nothing is allocated in a step: everything gets its size here.
template <int Dim>
void World<Dim>::size_workspace() {
  const int dofs = shape_.mesh.nodes() * Dim, count = static_cast<int>(representatives_.size());
  for (VectorXd* vector : {&w_, &c_, &target_, &v_, &dx_, &inertia_, &correction_, &load_,
                           &start_force_, &liveliness_rate_, &system_.force})
    vector->setZero(dofs);
  metric_.assign(count, 0.0);
  activity_.reserve(count + 1);
  drivers_.driven.reserve(count * Dim + skeleton_.attachment().rows());
  driven_unknowns_.reserve(count * Dim);
  reduced_.reserve(count * Dim + static_cast<int>(state_.u.size()), dofs);
}

template <int Dim>
void World<Dim>::begin_at_rest() {
  const EquilibriumResult result = equilibrate();
  require(result.converged,
          "start_at_rest: no static state was found (residual " + std::to_string(result.residual) +
              " N after " + std::to_string(result.iterations) +
              " Newton steps); start from the rest shape and let the body settle instead",
          ErrorKind::diverged);
}

// ---- Algorithm 3 --------------------------------------------------------------------------------

template <int Dim>
StepReport World<Dim>::advance() {
  report_ = {};
  double wall = 0;
  const double h = spec_.time.step;
  const int factored = factorizations();
  GuardResult guard;
  {
    StageTimer timer(wall);
    drivers_changed_ = std::exchange(cut_since_step_, false);
    follow_options();    // somebody may have changed them
    make_due_cuts();     // a new mesh, with everything that depends on it
    analyze();           // once per topology
    follow_timeline(h);  // who is held, loads, activation, a hand that pulls
    adapt();             // liveliness -> who is dynamic
    const GuardHooks hooks{
        .attempt = [&](double part, const Tactic& tactic) { return attempt(part, tactic); },
        .factor_was_stale = [&] { return factor_was_stale_; },
        .crumbs = [&] { return light_crumbs(); },
        .save =
            [&](int slot) {
              Saved& saved = saved_[slot];
              saved.state = state_;
              saved.force = system_.force;
              saved.potential = potential_;
              saved.kinetic = kinetic_;
              saved.relief = relief_;
              saved.owed = owed_;
              saved.budget = budget_;
              saved.work = work_;
              saved.bounced = bounced_;
            },
        .restore =
            [&](int slot) {
              state_ = saved_[slot].state;
              system_.force = saved_[slot].force;
              potential_ = saved_[slot].potential;
              kinetic_ = saved_[slot].kinetic;
              relief_ = saved_[slot].relief;
              owed_ = saved_[slot].owed;
              budget_ = saved_[slot].budget;
              work_ = saved_[slot].work;
              bounced_ = saved_[slot].bounced;
              take_bones();
            }};
    guard = guarded_step(h, spec_.method, hooks);
    if (guard.ok)
      state_.time =
          interaction_.time_base + ++steps_ * h;  // free of the round-off of many additions
  }
  report_.stages.other =
      std::max(0.0, wall - report_.stages.fill - report_.stages.factor - report_.stages.solve);
  if (!guard.ok) {
    report_.status = StepStatus::diverged;
    if (report_.message.empty())
      report_.message = "the step ended with runaway energy or non-finite values";
    report_.message += "; try a smaller time.step, a larger method.beta or some method.damping";
  }
  report_.time = state_.time;
  report_.undone = guard.undone;
  report_.substeps = guard.substeps;
  report_.factorizations = factorizations() - factored;
  report_.energy = energies();
  report_.scripted_work = work_ + event_work_ + forces_->load().dot(state_.x - previous_.x);
  report_.residual = residual();
  report_.contact = contact_totals();
  report_.active_nodes = static_cast<int>(std::count(roles_.begin(), roles_.end(), Role::dynamic));
  return report_;
}

template <int Dim>
void World<Dim>::analyze() {
  StageTimer timer(report_.stages.factor);
  if (spec_.method.method == Method::vanilla) {
    if (!vanilla_analyzed_) vanilla_.analyze(system_.stiffness, Dim, script_.pinned());
    vanilla_analyzed_ = true;
  } else {
    std::vector<int> nodes;
    if (!conjac_analyzed_) {
      for (const Representative& r : representatives_) nodes.push_back(r.node);
      for (const auto& rider : skeleton_.attachment().riders()) nodes.push_back(rider.node);
      condensation_.analyze(system_.stiffness, Dim, script_.pinned(), nodes,
                            static_cast<int>(state_.u.size()));
    }
    conjac_analyzed_ = true;
  }
}

template <int Dim>
void World<Dim>::follow_timeline(double h) {
  work_ = event_work_ = 0;
  forces_->project = spec_.method.project;
  if (contacts_) contacts_->along = spec_.method.method == Method::conjac;
  const bool joints_changed = follow_joints(h);
  if (script_.update_holds(state_.time, state_.x) || joints_changed) {
    factor_valid_ = false;
    keep_pieces_pinned();
    update_roles();
  }
  update_force();
  const double before = potential_;
  script_.loads(state_.time + h, load_);
  if (load_ != forces_->load()) {
    forces_->load() = load_;
    force_valid_ = false;
  }
  update_force();
  const double loaded = potential_;
  for (const auto& [element, value] : script_.activations(state_.time + h)) {
    if (activation_[element] == value || interaction_.overrides(element)) continue;
    activation_[element] = value;
    forces_->elastic().set_activation(element, value);
    force_valid_ = factor_valid_ = false;
  }
  if (contacts_ && contacts_->move_obstacles(state_.time + h, h)) force_valid_ = false;
  update_force();
  event_work_ += potential_ - loaded;
  budget_ += potential_ - before;
  const double pulled = follow_hand(h);
  event_work_ += pulled;
  budget_ += pulled;
  if (!budget_begun_) budget_ = kinetic_ + potential_;
  budget_begun_ = true;
}

template <int Dim>
void World<Dim>::adapt() {
  const bool reduced = spec_.method.method == Method::conjac && !representatives_.empty();
  if (reduced && state_.time > previous_.time) {
    StageTimer timer(report_.stages.fill);
    // What really moved, corrections included: with every node asleep v alone would say nothing.
    const double h = state_.time - previous_.time;
    liveliness_rate_ = (state_.x - previous_.x) / h;
    conjac::liveliness(forces_->elastic().shape(), state_.x, liveliness_rate_, region_,
                       liveliness_scratch_, metric_);
    const StepOptions& options = spec_.method;
    // Without adaptivity never asleep: a threshold below any liveliness.
    const double threshold = options.adaptive     ? options.threshold
                             : spec_.contact.wake ? HUGE_VAL  // asleep until touched
                                                  : -1.0;
    adaptivity_.update(metric_, h, options.window, threshold, options.dwell);
    for (std::size_t k = 0; k < representatives_.size(); ++k)
      if (!representatives_[k].adaptive) adaptivity_.wake(static_cast<int>(k));
  }
  previous_ = state_;
  if (!reduced) return;
  wake_touched();
  follow_wakes();
  keep_pieces_pinned();
  update_roles();
}

template class World<2>;
template class World<3>;

}  // namespace conjac
