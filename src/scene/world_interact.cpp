#include <algorithm>
#include <cmath>
#include <utility>

#include "core/check.h"
#include "scene/world.h"

namespace conjac {
namespace {

// A grip holds what a fingertip would: the nodes within this part of the body's size.
constexpr double kFingertip = 0.035;
// Its springs together let the piece they hold swing at no more than this: fast enough to follow a
// hand, slow enough for time steps of 1/60 s.
constexpr double kGripFrequency = 6.0;  // Hz
// They are not stretched beyond this part of the body's size: a cursor that leaves the screen pulls
// hard, it does not tear.
constexpr double kLongestPull = 0.5;
// The springs' target follows the cursor with this lag, s of simulated time.
constexpr double kCursorLag = 0.03;

}  // namespace

/// Changes the springs, keeps force and potential energy up to date, and books the difference as
/// work from outside.
template <int Dim>
template <class Change>
void World<Dim>::change_springs(const Change& change) {
  NodeSprings<Dim>& springs = forces_->springs();
  const double before = springs.energy(state_.x);
  springs.add_force(state_.x, system_.force, -1);
  change();
  springs.add_force(state_.x, system_.force, 1);
  const double work = springs.energy(state_.x) - before;
  potential_ += work;
  interaction_.work += work;
}

template <int Dim>
void World<Dim>::grab(int node, const Vec<Dim>& target) {
  require(node >= 0 && node < shape_.mesh.nodes(), "grab: there is no node " + std::to_string(node),
          ErrorKind::usage);
  require(target.allFinite(), "grab: the target is not finite", ErrorKind::usage);
  require(!script_.held()[node],
          "grab: node " + std::to_string(node) + " is held by the scene; take another",
          ErrorKind::usage);
  let_go();
  update_force();
  NodeSprings<Dim>& springs = forces_->springs();
  const SparseMatrix& K = stiffness(true);
  const Pattern& pattern = forces_->elastic().pattern();
  const double reach = kFingertip * size_;
  const int piece = pieces_.of_node[node];
  double weights = 0, mass = 0, diagonal = 0;
  for (int i = 0; i < shape_.mesh.nodes(); ++i) {
    if (pieces_.of_node[i] != piece) continue;
    mass += system_.mass[i * Dim];
    const double near = (shape_.mesh.rest[i] - shape_.mesh.rest[node]).squaredNorm();
    if (i != node && (near >= reach * reach || script_.held()[i])) continue;
    const double fall = i == node ? 1.0 : 1.0 - near / (reach * reach);
    springs.nodes.push_back(i);
    springs.stiffness.push_back(fall * fall);
    springs.offset.push_back(state_.x.template segment<Dim>(i * Dim) -
                             state_.x.template segment<Dim>(node * Dim));
    weights += fall * fall;
  }
  // No stiffer than the flesh under the fingertip (that of a node grows with the square root of how
  // many are held), nor faster than kGripFrequency.
  for (int i : springs.nodes)
    for (int c = 0; c < Dim; ++c) diagonal -= K.valuePtr()[pattern.diagonal_slot(i, c, c)] / Dim;
  const auto count = static_cast<double>(springs.nodes.size());
  const double omega = 2 * M_PI * kGripFrequency;
  const double total = std::min(0.5 * diagonal / std::sqrt(count), mass * omega * omega);
  for (double& k : springs.stiffness) k *= total / weights;
  interaction_.grip_stiffness = total;
  interaction_.gripped = node;
  interaction_.cursor = target;
  springs.target = state_.x.template segment<Dim>(node * Dim);  // without stretch, so no work yet
  factor_valid_ = false;
}

template <int Dim>
void World<Dim>::drag(const Vec<Dim>& target) {
  require(interaction_.gripped >= 0, "drag: no node is grabbed", ErrorKind::usage);
  require(target.allFinite(), "drag: the target is not finite", ErrorKind::usage);
  interaction_.cursor = target;
}

template <int Dim>
void World<Dim>::let_go() {
  if (interaction_.gripped < 0) return;
  update_force();
  change_springs([&] { forces_->springs().clear(); });
  interaction_.gripped = -1;
  factor_valid_ = false;
}

/// The line of the algorithm: what was asked from outside since the last step. Returns the energy
/// that this put in.
template <int Dim>
double World<Dim>::follow_hand(double h) {
  update_force();
  if (interaction_.activation_asked) {
    const double before = potential_;
    for (int e = 0; e < shape_.mesh.element_count(); ++e)
      if (interaction_.activation[e] >= 0 && activation_[e] != interaction_.activation[e]) {
        activation_[e] = interaction_.activation[e];
        forces_->elastic().set_activation(e, activation_[e]);
        force_valid_ = factor_valid_ = false;
      }
    update_force();
    interaction_.work += potential_ - before;
    interaction_.activation_asked = false;
  }
  if (interaction_.gripped >= 0) {
    NodeSprings<Dim>& springs = forces_->springs();
    const Vec<Dim> point = state_.x.template segment<Dim>(interaction_.gripped * Dim);
    const Vec<Dim> pull = interaction_.cursor - point;
    const double limit = std::min(1.0, kLongestPull * size_ / std::max(pull.norm(), 1e-300));
    const Vec<Dim> way = point + limit * pull - springs.target;
    if (way.norm() > 1e-6 * size_)
      change_springs([&] { springs.target += -std::expm1(-h / kCursorLag) * way; });
  }
  return std::exchange(interaction_.work, 0.0);
}

/// Options may have been changed between two steps; all but the method are looked up where they are
/// used.
template <int Dim>
void World<Dim>::follow_options() {
  if (interaction_.method == spec_.method.method) return;
  interaction_.method = spec_.method.method;
  factor_valid_ = drivers_valid_ = false;
  keep_pieces_pinned();
  update_roles();
  forget_energy();
}

/// Representative nodes that somebody wants awake or asleep, whatever their liveliness says.
template <int Dim>
void World<Dim>::follow_wakes() {
  for (std::size_t k = 0; k < interaction_.wake.size(); ++k) {
    if (interaction_.wake[k] == Wake::awake) adaptivity_.wake(static_cast<int>(k));
    if (interaction_.wake[k] == Wake::asleep) adaptivity_.sleep(static_cast<int>(k));
  }
}

template <int Dim>
void World<Dim>::set_wake(int representative, Wake wake) {
  require(representative >= 0 && representative < static_cast<int>(interaction_.wake.size()),
          "wake: there is no representative node " + std::to_string(representative),
          ErrorKind::usage);
  interaction_.wake[representative] = wake;
  // Back to its liveliness: where nodes do not sleep, that is awake.
  if (wake == Wake::automatic &&
      !(spec_.method.adaptive && representatives_[representative].adaptive))
    adaptivity_.wake(representative);
}

template <int Dim>
void World<Dim>::set_activation(const std::vector<int>& elements, double value) {
  require(value >= 0 && value <= 1, "activation: must lie from 0 to 1", ErrorKind::usage);
  interaction_.activation.resize(shape_.mesh.element_count(), -1.0);
  for (int element : elements) interaction_.activation.at(element) = value;
  interaction_.activation_asked = true;
}

template <int Dim>
void World<Dim>::set_time_step(double h) {
  require(std::isfinite(h) && h > 0, "time.step: must be greater than 0", ErrorKind::usage);
  spec_.time.step = h;
  interaction_.time_base = state_.time;
  steps_ = 0;
}

template class World<2>;
template class World<3>;

}  // namespace conjac
