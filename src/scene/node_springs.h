#pragma once

#include <vector>

#include "core/dim.h"
#include "linalg/pattern.h"

namespace conjac {

/// Springs from nodes to a point that is moved from outside: node i is pulled to
/// target + offset_i with stiffness k_i. A potential, sum k_i/2 |target + offset_i - x_i|^2, whose
/// stiffness is diagonal, so that the pattern of K stays.
template <int Dim>
struct NodeSprings {
  std::vector<int> nodes;
  std::vector<double> stiffness;  // (nodes) N/m
  std::vector<Vec<Dim>> offset;   // (nodes) m
  Vec<Dim> target = Vec<Dim>::Zero();

  bool empty() const { return nodes.empty(); }
  void clear() { nodes.clear(), stiffness.clear(), offset.clear(); }

  double energy(const VectorXd& x) const;
  /// f += scale * force of the springs.
  void add_force(const VectorXd& x, VectorXd& f, double scale = 1) const;
  /// K += df/dx; K has the given pattern.
  void add_stiffness(const Pattern& pattern, SparseMatrix& K) const;

 private:
  Vec<Dim> stretch(std::size_t i, const VectorXd& x) const {
    return target + offset[i] - x.template segment<Dim>(nodes[i] * Dim);
  }
};

}  // namespace conjac
