#include "scene/script.h"

namespace conjac {
namespace {

/// The copies of each old item, in the order of the new numbers.
std::vector<std::vector<int>> copies(std::span<const int> origin, std::size_t old_count) {
  std::vector<std::vector<int>> result(old_count);
  for (std::size_t i = 0; i < origin.size(); ++i) result[origin[i]].push_back(static_cast<int>(i));
  return result;
}

std::vector<int> all_copies(const std::vector<int>& items,
                            const std::vector<std::vector<int>>& copies_of) {
  std::vector<int> result;
  for (int item : items)
    result.insert(result.end(), copies_of[item].begin(), copies_of[item].end());
  return result;
}

template <class T>
void carry(std::vector<T>& of_node, std::span<const int> origin) {
  std::vector<T> result;
  result.reserve(origin.size());
  for (int old : origin) result.push_back(of_node[old]);
  of_node = std::move(result);
}

}  // namespace

template <int Dim>
void Script<Dim>::carry_over(std::span<const int> origin, std::span<const double> share,
                             std::span<const int> element_origin) {
  const auto nodes = copies(origin, holds_.size());
  int old_elements = 0;
  for (const Activate& one : activates_)
    for (int e : one.elements) old_elements = std::max(old_elements, e + 1);
  for (const Press& one : presses_)
    for (const auto& side : one.sides) old_elements = std::max(old_elements, side[0] + 1);
  for (int e : element_origin) old_elements = std::max(old_elements, e + 1);
  const auto elements = copies(element_origin, static_cast<std::size_t>(old_elements));
  for (Move& one : moves_) one.nodes = all_copies(one.nodes, nodes);
  for (Probe& one : probes_) one.nodes = all_copies(one.nodes, nodes);
  for (Load& one : loads_) {
    std::vector<double> weights;
    for (std::size_t k = 0; k < one.nodes.size(); ++k)
      for (int copy : nodes[one.nodes[k]]) weights.push_back(one.weights[k] * share[copy]);
    one.nodes = all_copies(one.nodes, nodes);
    one.weights = std::move(weights);
  }
  for (Activate& one : activates_) one.elements = all_copies(one.elements, elements);
  for (Press& one : presses_) {  // of elements that are left; what the cut lays bare is not pressed
    std::vector<std::array<int, 2>> sides;
    for (const auto& [element, side] : one.sides)
      for (int copy : elements[element]) sides.push_back({copy, side});
    one.sides = std::move(sides);
  }
  carry(holds_, origin);
  carry(moves_of_, origin);
  carry(pinned_, origin);
  carry(held_, origin);
  carry(scripted_, origin);
  carry(base_, origin);
  carry(hold_begin_, origin);
  carry(placed_, origin);
  list_held_nodes();
}

template <int Dim>
void Script<Dim>::hold_from_now_on(std::span<const int> nodes, double time, const VectorXd& x) {
  for (int node : nodes) {
    holds_[node] = {{time, kForever}};
    moves_of_[node].clear();
    pinned_[node] = held_[node] = 1;
    scripted_[node] = 0;
    base_[node] = x.segment<Dim>(static_cast<Eigen::Index>(node) * Dim);
    hold_begin_[node] = time;
  }
  if (!nodes.empty()) list_held_nodes();
}

template <int Dim>
void Script<Dim>::place_held(double time, const VectorXd& target) {
  VectorXd now = target;
  targets(time, target, now);
  for (int node : held_nodes_) {
    const Vec<Dim> place = target.segment<Dim>(static_cast<Eigen::Index>(node) * Dim);
    if (place == now.segment<Dim>(static_cast<Eigen::Index>(node) * Dim)) continue;
    base_[node] = place;
    placed_[node] = time + instant_;
  }
}

// The rest of the class is instantiated in scene/script.cpp.
template void Script<2>::carry_over(std::span<const int>, std::span<const double>,
                                    std::span<const int>);
template void Script<3>::carry_over(std::span<const int>, std::span<const double>,
                                    std::span<const int>);
template void Script<2>::place_held(double, const VectorXd&);
template void Script<3>::place_held(double, const VectorXd&);
template void Script<2>::hold_from_now_on(std::span<const int>, double, const VectorXd&);
template void Script<3>::hold_from_now_on(std::span<const int>, double, const VectorXd&);

}  // namespace conjac
