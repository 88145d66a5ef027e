// What somebody outside may change between two steps. Energy that a change makes more or less came
// in: the books receive it.
#include <algorithm>
#include <cmath>

#include "core/check.h"
#include "scene/world.h"

namespace conjac {
namespace {

std::string needs_numbers(const char* what, Eigen::Index count) {
  return std::string(what) + ": need " + std::to_string(count) + " finite numbers";
}

}  // namespace

/// Makes a change that may concern forces and masses; returns the energy that it put in.
template <int Dim>
double World<Dim>::booked(const std::function<void()>& change) {
  update_force();
  Ledger& ledger = trial_.ledger;
  const double before = ledger.kinetic + ledger.potential;
  change();
  force_valid_ = false;
  update_force();
  ledger.kinetic = kinetic_energy();
  const double gained = ledger.kinetic + ledger.potential - before;
  ledger.receive(gained);
  return gained;
}

/// load_ <- what the timeline and somebody outside put on the nodes at `time`.
template <int Dim>
void World<Dim>::load_at(double time) {
  script_.loads(time, load_);
  if (hand_.forces.size()) load_ += hand_.forces;
}

template <int Dim>
void World<Dim>::set_external_forces(const VectorXd& forces) {
  const Eigen::Index dofs = trial_.state.x.size();
  require(forces.size() == dofs && forces.allFinite(), needs_numbers("external forces", dofs),
          ErrorKind::usage);
  // At once and not with the next step, so that forces and static states already have them. Work
  // is what they do over a way, as with loads of the timeline.
  booked([&] {
    hand_.forces = forces;
    load_at(trial_.state.time);
    flesh_.forces->load() = load_;
  });
}

template <int Dim>
void World<Dim>::set_gravity(const Triple& gravity) {
  for (double g : gravity)
    require(std::isfinite(g), "gravity: must be finite numbers", ErrorKind::usage);
  event_work_ += booked([&] {
    spec_.gravity = gravity;
    Vec<Dim> g;
    for (int c = 0; c < Dim; ++c) g[c] = gravity[c];
    flesh_.forces->set_weight(flesh_.system.mass, g);
    if (!skeleton_.empty()) skeleton_.set_gravity(gravity);
    stepper_.take_bones();
    stepper_.adjust_contact();  // bones are held off the harder the heavier they are
  });
}

template <int Dim>
void World<Dim>::set_friction(double friction, int obstacle) {
  require(std::isfinite(friction) && friction >= 0, "friction: must not be negative",
          ErrorKind::usage);
  require(obstacle >= -1 && obstacle < static_cast<int>(spec_.obstacles.size()),
          "friction: there is no obstacle " + std::to_string(obstacle) + "; the scene has " +
              std::to_string(spec_.obstacles.size()),
          ErrorKind::usage);
  require(can_touch(), "friction: nothing can touch in this scene, so this would change nothing",
          ErrorKind::usage);
  if (obstacle < 0)
    spec_.contact.friction = friction;
  else
    spec_.obstacles[obstacle].friction = friction;
  booked([&] { stepper_.adjust_contact(); });
}

template <int Dim>
void World<Dim>::set_materials(MaterialField<Dim> changed) {
  const bool heavier = changed.density != flesh_.materials.density;
  event_work_ += booked([&] {
    flesh_.take_materials(std::move(changed), spec_);
    stepper_.adjust_contact();  // contacts are as stiff as what they touch
  });
  stepper_.note_new_matrix();
  if (heavier) stepper_.forget_analysis();
}

template <int Dim>
void World<Dim>::set_held_positions(const VectorXd& x) {
  const Eigen::Index dofs = trial_.state.x.size();
  require(x.size() == dofs && x.allFinite(), needs_numbers("held positions", dofs),
          ErrorKind::usage);
  script_.place_held(trial_.state.time, x);
}

template <int Dim>
void World<Dim>::set_time(double time) {
  require(std::isfinite(time), "time: must be a finite number", ErrorKind::usage);
  State& state = trial_.state;
  previous_.time += time - state.time;
  state.time = time;
  clock_ = {time, 0};
}

template <int Dim>
void World<Dim>::set_time_step(double h) {
  require(std::isfinite(h) && h > 0, "time.step: must be greater than 0", ErrorKind::usage);
  spec_.time.step = h;
  script_.set_time_step(h);
  skeleton_.set_time_step(h);
  cutting_.set_time_step(h);
  clock_ = {trial_.state.time, 0};
  // The stiffness of contacts depends on the step; what energy that makes of their depth is
  // nobody's gain.
  booked([&] { stepper_.adjust_contact(); });
}

template <int Dim>
void World<Dim>::set_wake(int representative, Wake wake) {
  require(representative >= 0 && representative < static_cast<int>(hand_.wake.size()),
          "wake: there is no representative node " + std::to_string(representative),
          ErrorKind::usage);
  hand_.wake[representative] = wake;
  nodes_.set_wake(representative, wake, spec_.method);
}

template <int Dim>
void World<Dim>::set_activation(const std::vector<int>& elements, double value) {
  const int count = flesh_.mesh.element_count();
  std::vector<char> fibred(count, 0);
  for (const auto& fiber : flesh_.made_of.fibers) fibred[fiber.element] = 1;
  bool any = false;
  for (int element : elements) {
    require(element >= 0 && element < count,
            "activation: there is no element " + std::to_string(element) + "; the body has " +
                std::to_string(count),
            ErrorKind::usage);
    any |= fibred[element] != 0;
  }
  require(any,
          "activation: none of these elements has fibres, so this would change nothing; give their "
          "material a fibre law",
          ErrorKind::usage);
  hand_.set_activation(elements, value, count);
}

// The rest of the class is instantiated in scene/world.cpp.
#define CONJAC_OUTSIDE(DIM)                                         \
  template double World<DIM>::booked(const std::function<void()>&); \
  template void World<DIM>::load_at(double);                        \
  template void World<DIM>::set_external_forces(const VectorXd&);   \
  template void World<DIM>::set_gravity(const Triple&);             \
  template void World<DIM>::set_friction(double, int);              \
  template void World<DIM>::set_materials(MaterialField<DIM>);      \
  template void World<DIM>::set_held_positions(const VectorXd&);    \
  template void World<DIM>::set_time(double);                       \
  template void World<DIM>::set_time_step(double);                  \
  template void World<DIM>::set_wake(int, Wake);                    \
  template void World<DIM>::set_activation(const std::vector<int>&, double);
CONJAC_OUTSIDE(2)
CONJAC_OUTSIDE(3)
#undef CONJAC_OUTSIDE

}  // namespace conjac
