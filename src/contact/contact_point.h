#pragma once

#include <array>

#include "core/dim.h"

namespace conjac {

/// One place where a node has passed a surface. A node against an obstacle concerns that node
/// alone; a node against a face of a body concerns the node (weight 1) and the face's nodes (minus
/// their share of the nearest point). With these weights, for the first `count` nodes,
///
///     relative velocity   v_rel = sum w_k v_k - surface_velocity,
///     force on node k     w_k F,    F the force on the first node,
///
/// so that action equals reaction, and d gap / dx_k = w_k gradient. Where rigid bones take part
/// they are further members of the sum, with their velocity at the point `at` and a weight of 1 or
/// -1; bones against obstacles and each other have no nodes at all, and F acts on whoever weighs 1.
template <int Dim>
struct ContactPoint {
  int count = 1;
  std::array<int, Dim + 1> nodes{};
  std::array<double, Dim + 1> weights{1};
  double gap = 0;                                // signed distance, negative here, m
  Vec<Dim> gradient;                             // of the gap with respect to the first node
  Vec<Dim> normal;                               // the same, of unit length
  Vec<Dim> surface_velocity = Vec<Dim>::Zero();  // of a moving obstacle, m/s
  double stiffness = 0;                          // k, N/m
  double friction = 0;                           // coefficient
  int obstacle = -1;                             // -1: a face of a body
  int slot = 0;  // the same for the same pair of node and partner in every step
  struct BonePart {
    int bone;
    double weight;
  };
  int bones = 0;
  std::array<BonePart, 2> bone{};
  Vec<Dim> at = Vec<Dim>::Zero();  // where the forces on bones act

  void add_bone(int which, double weight) { bone[bones++] = {which, weight}; }
  /// Is its stiffness a block on the diagonal of K? Of all others the stiffness couples several.
  bool on_diagonal() const { return obstacle >= 0 && count == 1; }

  /// On the first node, N.
  Vec<Dim> normal_force() const { return -stiffness * gap * gradient; }
  /// sum w_k values_k.
  Vec<Dim> weighted(const VectorXd& values) const {
    Vec<Dim> sum = Vec<Dim>::Zero();
    for (int k = 0; k < count; ++k)
      sum += weights[k] * values.template segment<Dim>(nodes[k] * Dim);
    return sum;
  }
  /// Adds to each node its share of what acts on the first.
  void spread(const Vec<Dim>& on_first, VectorXd& values) const {
    for (int k = 0; k < count; ++k)
      values.template segment<Dim>(nodes[k] * Dim) += weights[k] * on_first;
  }
};

}  // namespace conjac
