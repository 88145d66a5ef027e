#include "scene/hand.h"

#include <algorithm>
#include <cmath>

#include "core/check.h"
#include "core/tuned.h"

namespace conjac {
namespace {

// A grip holds what a fingertip would: the nodes within this part of the body's size.
CONJAC_TUNED(double, kFingertip, 0.035);
// Its springs together are at most this part as stiff as the flesh under the fingertip: they shall
// pull at the body, not dent it.
CONJAC_TUNED(double, kYields, 0.5);
// They are not stretched beyond this part of the body's size: a cursor that leaves the screen pulls
// hard, it does not tear.
CONJAC_TUNED(double, kLongestPull, 0.5);
// A cursor that is off by less than this part of the body's size stands still.
constexpr double kStill = 1e-6;

}  // namespace

/// Changes the springs, keeps force and potential energy up to date, and books the difference as
/// work from outside.
template <int Dim>
template <class Change>
void Hand<Dim>::change(NodeSprings<Dim>& springs, Trial& trial, const Change& change) {
  const VectorXd& x = trial.state.x;
  const double before = springs.energy(x);
  springs.add_force(x, trial.force, -1);
  change();
  springs.add_force(x, trial.force, 1);
  const double work = springs.energy(x) - before;
  trial.ledger.potential += work;
  work_ += work;
}

template <int Dim>
void Hand<Dim>::check(int node, const Vec<Dim>& target, const std::vector<char>& held) {
  require(node >= 0 && node < static_cast<int>(held.size()),
          "grab: there is no node " + std::to_string(node), ErrorKind::usage);
  require(target.allFinite(), "grab: the target is not finite", ErrorKind::usage);
  require(!held[node], "grab: node " + std::to_string(node) + " is held by the scene; take another",
          ErrorKind::usage);
}

template <int Dim>
void Hand<Dim>::grab(const HandSpec& spec, int node, const Vec<Dim>& target,
                     const std::vector<char>& held, const SparseMatrix& K, const VectorXd& x,
                     Flesh<Dim>& flesh) {
  const Mesh<Dim>& mesh = flesh.mesh;
  const Pattern& pattern = flesh.forces->elastic().pattern();
  NodeSprings<Dim>& springs = flesh.forces->springs();
  const double reach = kFingertip * flesh.size;
  double weights = 0, mass = 0, diagonal = 0;
  for (int i = 0; i < mesh.nodes(); ++i) {
    if (flesh.pieces.of_node[i] != flesh.pieces.of_node[node]) continue;
    mass += flesh.system.mass[i * Dim];
    const double near = (mesh.rest[i] - mesh.rest[node]).squaredNorm();
    if (i != node && (near >= reach * reach || held[i])) continue;
    const double fall = i == node ? 1.0 : 1.0 - near / (reach * reach);
    springs.nodes.push_back(i);
    springs.stiffness.push_back(fall * fall);
    springs.offset.push_back(x.template segment<Dim>(i * Dim) -
                             x.template segment<Dim>(node * Dim));
    weights += fall * fall;
  }
  // No stiffer than the flesh under the fingertip (that of a node grows with the square root of how
  // many are held), nor faster than the grip may be.
  for (int i : springs.nodes)
    for (int c = 0; c < Dim; ++c) diagonal -= K.valuePtr()[pattern.diagonal_slot(i, c, c)] / Dim;
  const auto count = static_cast<double>(springs.nodes.size());
  const double omega = 2 * M_PI * spec.grip_frequency;
  stiffness_ = std::min(kYields * diagonal / std::sqrt(count), mass * omega * omega);
  for (double& k : springs.stiffness) k *= stiffness_ / weights;
  gripped_ = node;
  cursor_ = target;
  springs.target = x.template segment<Dim>(node * Dim);  // without stretch, so no work yet
}

template <int Dim>
void Hand<Dim>::drag(const Vec<Dim>& target) {
  require(grips(), "drag: no node is grabbed", ErrorKind::usage);
  require(target.allFinite(), "drag: the target is not finite", ErrorKind::usage);
  cursor_ = target;
}

template <int Dim>
void Hand<Dim>::let_go(NodeSprings<Dim>& springs, Trial& trial) {
  change(springs, trial, [&] { springs.clear(); });
  gripped_ = -1;
}

template <int Dim>
void Hand<Dim>::pull(double h, double lag, double size, NodeSprings<Dim>& springs, Trial& trial) {
  if (!grips()) return;
  const Vec<Dim> point = trial.state.x.template segment<Dim>(gripped_ * Dim);
  const Vec<Dim> stretch = cursor_ - point;
  const double limit = std::min(1.0, kLongestPull * size / std::max(stretch.norm(), 1e-300));
  const Vec<Dim> way = point + limit * stretch - springs.target;
  if (way.norm() > kStill * size)
    change(springs, trial, [&] { springs.target += -std::expm1(-h / lag) * way; });
}

template <int Dim>
void Hand<Dim>::set_activation(const std::vector<int>& elements, double value, int count) {
  require(value >= 0 && value <= 1, "activation: must lie from 0 to 1", ErrorKind::usage);
  activation_.resize(count, -1.0);
  for (int element : elements) activation_.at(element) = value;
  asked_ = true;
}

template <int Dim>
void Hand<Dim>::carry_over(const std::vector<int>& element_origin, const std::vector<int>& number,
                           const NodeSprings<Dim>& before, NodeSprings<Dim>& springs) {
  if (!activation_.empty()) {
    std::vector<double> asked;
    for (int e : element_origin) asked.push_back(activation_[e]);
    activation_ = std::move(asked);
  }
  if (grips()) gripped_ = number[gripped_];
  if (!grips()) return;
  springs.target = before.target;
  for (std::size_t i = 0; i < before.nodes.size(); ++i) {
    if (number[before.nodes[i]] < 0) continue;
    springs.nodes.push_back(number[before.nodes[i]]);
    springs.stiffness.push_back(before.stiffness[i]);
    springs.offset.push_back(before.offset[i]);
  }
}

template <int Dim>
void Hand<Dim>::share_forces(const std::vector<int>& origin, const std::vector<double>& share) {
  if (forces.size() == 0) return;
  VectorXd shared(static_cast<Eigen::Index>(origin.size()) * Dim);
  for (Eigen::Index i = 0; i < shared.size(); ++i)
    shared[i] = share[i / Dim] * forces[origin[i / Dim] * Dim + i % Dim];
  forces = std::move(shared);
}

template class Hand<2>;
template class Hand<3>;

}  // namespace conjac
