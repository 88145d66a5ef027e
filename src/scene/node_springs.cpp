#include "scene/node_springs.h"

namespace conjac {

template <int Dim>
double NodeSprings<Dim>::energy(const VectorXd& x) const {
  double sum = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    sum += 0.5 * stiffness[i] * stretch(i, x).squaredNorm();
  return sum;
}

template <int Dim>
void NodeSprings<Dim>::add_force(const VectorXd& x, VectorXd& f, double scale) const {
  for (std::size_t i = 0; i < nodes.size(); ++i)
    f.template segment<Dim>(nodes[i] * Dim) += scale * stiffness[i] * stretch(i, x);
}

template <int Dim>
void NodeSprings<Dim>::add_stiffness(const Pattern& pattern, SparseMatrix& K) const {
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (int c = 0; c < Dim; ++c)
      K.valuePtr()[pattern.diagonal_slot(nodes[i], c, c)] -= stiffness[i];
}

template struct NodeSprings<2>;
template struct NodeSprings<3>;

}  // namespace conjac
