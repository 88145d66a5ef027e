#include "scene/driving_nodes.h"

#include <algorithm>
#include <cmath>

#include "conjac/method_in_effect.h"
#include "core/check.h"
#include "core/tuned.h"
#include "fem/stretch_rate.h"
#include "reduce/floating.h"
#include "scene/placement.h"

namespace conjac {
namespace {

// Liveliness is remembered over at most this many steps.
CONJAC_TUNED(int, kLongestWindow, 1000);

}  // namespace

template <int Dim>
void DrivingNodes<Dim>::start(const Around& around, std::vector<std::string>& notices) {
  const SceneSpec& spec = around.spec;
  hang_riders(around.script, around.skeleton);
  const std::vector<char>& held = around.script.pinned();
  require(std::find(held.begin(), held.end(), 0) != held.end(),
          "roles: every node is fixed, so that nothing can move; leave some out of the selection");
  representatives_ = choose_representatives(around.mesh, around.pieces, spec, pinned_, notices);
  const int count = static_cast<int>(representatives_.size());
  if (spec.method.method == Method::conjac && count == 0 && around.skeleton.empty())
    notices.push_back(
        "no node is dynamic, so nothing swings: the body follows what is held and pulled as if it "
        "had no mass. Give it \"placement\": {\"dynamic\": 4} or roles with \"dynamic\", or "
        "take --method vanilla");
  adaptivity_.start(count, kLongestWindow, false);
  for (int k = 0; k < count; ++k) {
    representatives_[k].id = next_id_++;
    if (!(spec.method.adaptive || spec.contact.wake) || !representatives_[k].adaptive)
      adaptivity_.wake(k);
  }
  roles_.assign(around.mesh.nodes(), Role::quasistatic);
  find_regions(around.mesh);
}

template <int Dim>
void DrivingNodes<Dim>::hang_riders(const Script<Dim>& script, const Skeleton& skeleton) {
  pinned_ = script.pinned();
  for (const auto& rider : skeleton.attachment().riders()) {
    require(!script.ever_held(rider.node),
            "attach: node " + std::to_string(rider.node) +
                " is also fixed or moved by the timeline; a node that rides on a bone goes where "
                "the bone goes. Take it out of one of the two selections");
    pinned_[rider.node] = 1;
  }
}

template <int Dim>
std::vector<int> DrivingNodes<Dim>::nodes() const {
  std::vector<int> nodes;
  for (const Representative& r : representatives_) nodes.push_back(r.node);
  return nodes;
}

template <int Dim>
void DrivingNodes<Dim>::find_regions(const Mesh<Dim>& mesh) {
  region_ = nearest_sites(mesh, nodes());
  metric_.assign(representatives_.size(), 0.0);
  rate_.setZero(static_cast<Eigen::Index>(mesh.nodes()) * Dim);
  dynamic_.reserve(representatives_.size());
  nearest_.assign(mesh.nodes(), -1);
  if (representatives_.empty()) return;
  for (int e = 0; e < mesh.element_count(); ++e)
    for (int node : mesh.elements[e]) nearest_[node] = region_[e];
}

template <int Dim>
void DrivingNodes<Dim>::adapt(const Around& around, const RestShape<Dim>& shape,
                              const VectorXd& before, const VectorXd& x, double h) {
  // What really moved, corrections included: with every node asleep v alone would say nothing.
  rate_ = (x - before) / h;
  liveliness(shape, x, rate_, region_, scratch_, metric_);
  const StepOptions& options = around.spec.method;
  // Without adaptivity never asleep: a threshold below any liveliness.
  const double threshold = options.adaptive           ? options.threshold
                           : around.spec.contact.wake ? HUGE_VAL  // asleep until touched
                                                      : -1.0;
  adaptivity_.update(metric_, h, options.window, threshold, options.dwell);
  for (std::size_t k = 0; k < representatives_.size(); ++k)
    if (!representatives_[k].adaptive) adaptivity_.wake(static_cast<int>(k));
}

template <int Dim>
void DrivingNodes<Dim>::wake_near(std::span<const ContactPoint<Dim>> points) {
  for (const ContactPoint<Dim>& p : points)
    for (int k = 0; k < p.count; ++k)
      if (const int near = nearest_[p.nodes[k]]; near >= 0) adaptivity_.wake(near);
}

template <int Dim>
void DrivingNodes<Dim>::rouse(const SceneSpec& spec, int node) {
  const int near = nearest_[node];
  if (near < 0 || adaptivity_.awake(near) || !spec.method.adaptive) return;
  if (method_in_effect(spec).integrator == Integrator::modal) adaptivity_.rouse(near);
}

template <int Dim>
void DrivingNodes<Dim>::follow_wishes(std::span<const Wake> wishes) {
  for (std::size_t k = 0; k < wishes.size(); ++k) {
    if (wishes[k] == Wake::awake) adaptivity_.wake(static_cast<int>(k));
    if (wishes[k] == Wake::asleep) adaptivity_.sleep(static_cast<int>(k));
  }
}

template <int Dim>
void DrivingNodes<Dim>::set_wake(int representative, Wake wish, const StepOptions& options) {
  // Back to its liveliness: where nodes do not sleep, that is awake.
  if (wish == Wake::automatic && !(options.adaptive && representatives_[representative].adaptive))
    adaptivity_.wake(representative);
}

/// Wakes nodes of one piece until it is pinned.
template <int Dim>
void DrivingNodes<Dim>::pin(int piece, const Around& around, std::span<const Wake> wishes,
                            const VectorXd& x) {
  const auto& of_node = around.pieces.of_node;
  pins_.clear();
  sleepers_.clear();
  const auto gather = [&](bool standby) {
    for (std::size_t k = 0; k < representatives_.size(); ++k) {
      const int node = representatives_[k].node;
      if (representatives_[k].standby != standby || around.script.held()[node] ||
          of_node[node] != piece)
        continue;
      (adaptivity_.awake(static_cast<int>(k)) ? pins_ : sleepers_).push_back(node);
    }
  };
  for (int node : around.script.held_nodes())
    if (of_node[node] == piece) pins_.push_back(node);
  for (const auto& rider : around.skeleton.attachment().riders())
    if (of_node[rider.node] == piece) pins_.push_back(rider.node);
  gather(false);
  if (pins_piece(x, Dim, pins_)) {
    for (std::size_t k = 0; k < representatives_.size(); ++k)
      if (representatives_[k].standby && wishes[k] != Wake::awake &&
          of_node[representatives_[k].node] == piece)
        adaptivity_.sleep(static_cast<int>(k));
    return;
  }
  gather(true);
  if (pins_piece(x, Dim, pins_)) return;
  for (int node : missing_pins(x, Dim, pins_, sleepers_))
    for (std::size_t k = 0; k < representatives_.size(); ++k)
      if (representatives_[k].node == node) adaptivity_.wake(static_cast<int>(k));
}

template <int Dim>
void DrivingNodes<Dim>::keep_pinned(const Around& around, std::span<const Wake> wishes,
                                    const VectorXd& x) {
  const Pieces& pieces = around.pieces;
  floating_.assign(pieces.count, 1);
  for (int node : around.script.held_nodes()) floating_[pieces.of_node[node]] = 0;
  adrift_.assign(pieces.count, 0);
  for (const auto& rider : around.skeleton.attachment().riders()) {
    floating_[pieces.of_node[rider.node]] = 0;
    if (around.skeleton.flies(rider.link)) adrift_[pieces.of_node[rider.node]] = 1;
  }
  for (int piece = 0; piece < pieces.count; ++piece) pin(piece, around, wishes, x);
}

template <int Dim>
bool DrivingNodes<Dim>::settle(const Around& around, std::span<const Wake> wishes,
                               const VectorXd& x) {
  keep_pinned(around, wishes, x);
  bool changed = false;
  roles_.resize(around.mesh.nodes(), Role::quasistatic);
  const auto set = [&](int node, Role role) {
    if (roles_[node] == role) return;
    changed |= driver(role) || driver(roles_[node]);
    roles_[node] = role;
  };
  const Script<Dim>& script = around.script;
  for (int i = 0; i < around.mesh.nodes(); ++i)
    if (around.skeleton.rides(i))
      set(i, Role::attached);
    else if (script.held()[i])
      set(i, script.moves(i) ? Role::scripted : Role::fixed);
    else if (prescribed(roles_[i])) {
      set(i, Role::quasistatic);
      rouse(around.spec, i);
    }
  const bool full = around.spec.method.method == Method::vanilla;
  dynamic_.clear();
  for (std::size_t k = 0; k < representatives_.size(); ++k) {
    const int node = representatives_[k].node;
    if (script.held()[node]) continue;
    const bool awake = adaptivity_.awake(static_cast<int>(k));
    set(node, full || awake ? Role::dynamic : Role::sleeping);
    if (awake) dynamic_.push_back({static_cast<int>(k), node});
  }
  return changed;
}

template <int Dim>
int DrivingNodes<Dim>::carry_over(const Around& around, const std::vector<int>& number,
                                  std::vector<Wake>& wishes, const VectorXd& x,
                                  std::vector<std::string>& notices) {
  std::vector<Representative> kept;
  std::vector<int> source;  // old representative whose liveliness each one continues
  for (std::size_t k = 0; k < representatives_.size(); ++k) {
    Representative r = representatives_[k];
    if (number[r.node] < 0) continue;
    r.node = number[r.node];
    if (pinned_[r.node]) continue;  // frozen with its crumb
    kept.push_back(r);
    source.push_back(static_cast<int>(k));
  }
  representatives_ = std::move(kept);
  const std::size_t before = representatives_.size();
  complete_pins(around.mesh, around.pieces, pinned_, representatives_, notices);
  for (std::size_t k = before; k < representatives_.size(); ++k) {
    representatives_[k].standby = true;
    representatives_[k].id = next_id_++;
    source.push_back(-1);
  }
  adaptivity_.carry_over(source);
  std::vector<Wake> carried;
  for (int k : source) carried.push_back(k < 0 ? Wake::automatic : wishes[k]);
  wishes = std::move(carried);
  for (std::size_t k = before; k < representatives_.size(); ++k)
    adaptivity_.stand_by(static_cast<int>(k));
  keep_pinned(around, wishes, x);
  int promoted = 0;
  for (std::size_t k = before; k < representatives_.size(); ++k)
    promoted += adaptivity_.awake(static_cast<int>(k));
  find_regions(around.mesh);
  roles_.assign(around.mesh.nodes(), Role::quasistatic);
  return promoted;
}

template <int Dim>
void DrivingNodes<Dim>::leave_adrift(const Pieces& pieces, VectorXd& direction) const {
  for (std::size_t i = 0; i < pieces.of_node.size(); ++i)
    if (adrift_[pieces.of_node[i]])
      direction.template segment<Dim>(static_cast<Eigen::Index>(i) * Dim).setZero();
}

template class DrivingNodes<2>;
template class DrivingNodes<3>;

}  // namespace conjac
