#include <algorithm>

#include "scene/world.h"

/// Small pieces that a cut has left. One of an element or two spins by a large part of a turn
/// within a step, and is so light that no contact is gentle: as an elastic body it would need steps
/// of its own. It goes on as a rigid one.
namespace conjac {
namespace {

constexpr int kFew = 8;          // fewer elements: rigid from the cut on
constexpr double kLight = 0.01;  // less of all mass: rigid where a step would fail

}  // namespace

/// After a cut; `before` are the pieces there were, `origin` the old node of each.
template <int Dim>
void World<Dim>::find_crumbs(const Pieces& before, const std::vector<int>& origin) {
  const int count = pieces_.count;
  std::vector<int> from(count, 0), parts(before.count, 0), elements(count, 0);
  std::vector<double> mass(count, 0.0);
  for (std::size_t i = 0; i < origin.size(); ++i) {
    const int piece = pieces_.of_node[i];
    from[piece] = before.of_node[origin[i]];
    mass[piece] += system_.mass[static_cast<Eigen::Index>(i) * Dim];
  }
  for (int piece : from) ++parts[piece];
  for (const auto& element : shape_.mesh.elements) ++elements[pieces_.of_node[element[0]]];
  std::vector<Crumb> crumb(count, Crumb::no);
  const double light = kLight * system_.mass.sum() / Dim;
  for (int k = 0; k < count; ++k) {
    const bool cut_off = parts[from[k]] > 1 || (!crumb_.empty() && crumb_[from[k]] != Crumb::no);
    if (cut_off)
      crumb[k] = elements[k] < kFew ? Crumb::few : mass[k] < light ? Crumb::light : Crumb::large;
  }
  crumb_ = std::move(crumb);
  keeps_shape_.assign(origin.size(), 0);
  rigid_number_.assign(count, -1);
  rigid_.clear();
}

template <int Dim>
bool World<Dim>::light_crumbs() const {
  for (std::size_t k = 0; k < crumb_.size(); ++k)
    if (crumb_[k] == Crumb::light && floating_[k]) return true;
  return false;
}

template <int Dim>
int World<Dim>::rigid_crumbs() const {
  int count = 0;
  for (std::size_t k = 0; k < crumb_.size(); ++k) count += crumb_[k] == Crumb::few && floating_[k];
  return count;
}

/// Who keeps its shape in this try.
template <int Dim>
void World<Dim>::stiffen_crumbs(bool light) {
  if (crumb_.empty()) return;
  const auto rigid = [&](int piece) {
    return floating_[piece] &&
           (crumb_[piece] == Crumb::few || (light && crumb_[piece] == Crumb::light));
  };
  bool as_before = true;
  for (int k = 0; k < pieces_.count; ++k) as_before &= rigid(k) == (rigid_number_[k] >= 0);
  if (as_before && rigid_.empty()) return;
  if (!as_before) {
    int count = 0;
    for (int k = 0; k < pieces_.count; ++k) rigid_number_[k] = rigid(k) ? count++ : -1;
    rigid_.assign(count, {});
    for (int i = 0; i < shape_.mesh.nodes(); ++i) {
      const int k = rigid_number_[pieces_.of_node[i]];
      keeps_shape_[i] = k >= 0;
      if (k >= 0) rigid_[k].push_back(i);
    }
  }
  condensation_.keep_shape(keeps_shape_, state_.x);
  drivers_valid_ = false;
}

/// A hand pulls with springs that belong to K: where K does not count they are added again.
template <int Dim>
void World<Dim>::hold_crumbs() {
  if (rigid_.empty()) return;
  const NodeSprings<Dim>& hand = forces_->springs();
  for (std::size_t k = 0; k < hand.nodes.size(); ++k)
    if (keeps_shape_[hand.nodes[k]]) condensation_.add_springs(hand.nodes[k], hand.stiffness[k]);
}

template class World<2>;
template class World<3>;

}  // namespace conjac
