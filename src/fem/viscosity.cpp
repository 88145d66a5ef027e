#include "fem/viscosity.h"

#include <algorithm>
#include <cmath>

#include "material/models.h"
#include "mesh/topology.h"

namespace conjac {

template <int Dim>
Viscosity<Dim>::Viscosity(const Mesh<Dim>& mesh, const MaterialField<Dim>& field) {
  if (std::none_of(field.viscosity.begin(), field.viscosity.end(), [](double t) { return t > 0; }))
    return;
  std::vector<double> mu(mesh.element_count(), 0.0), lambda = mu;
  for (const LawTerm<Dim>& term : field.terms) {
    if (law_is_fiber(term.law)) continue;
    for (std::size_t k = 0; k < term.elements.size(); ++k) {
      mu[term.elements[k]] += term.parameters[k].mu;
      lambda[term.elements[k]] += term.parameters[k].lambda;
    }
  }
  for (int e = 0; e < mesh.element_count(); ++e) {
    if (!(field.viscosity[e] > 0)) continue;
    Element one;
    for (int a = 0; a < kNodes; ++a) one.nodes[a] = mesh.elements[e][a];
    std::sort(one.nodes.begin(), one.nodes.end());
    Mat<Dim> edges;
    for (int a = 0; a < Dim; ++a)
      edges.col(a) = mesh.rest[one.nodes[a + 1]] - mesh.rest[one.nodes[0]];
    one.gradients.template rightCols<Dim>() = edges.inverse().transpose();
    one.gradients.col(0) = -one.gradients.template rightCols<Dim>().rowwise().sum();
    const double factor = field.viscosity[e] * std::abs(signed_volume(mesh, e));
    one.mu = factor * mu[e];
    one.lambda = factor * lambda[e];
    elements_.push_back(one);
  }
}

/// F of positions, F-dot of velocities.
template <int Dim>
Mat<Dim> Viscosity<Dim>::gradient(const Element& element, const VectorXd& values) {
  Mat<Dim> sum = Mat<Dim>::Zero();
  for (int a = 0; a < kNodes; ++a)
    sum += values.template segment<Dim>(static_cast<Eigen::Index>(element.nodes[a]) * Dim) *
           element.gradients.col(a).transpose();
  return sum;
}

template <int Dim>
void Viscosity<Dim>::add_force(const VectorXd& x, const VectorXd& v, VectorXd& f) const {
  for (const Element& one : elements_) {
    const Mat<Dim> F = gradient(one, x), rate = F.transpose() * gradient(one, v);
    const Mat<Dim> P =
        F * (one.mu * (rate + rate.transpose()) + one.lambda * rate.trace() * Mat<Dim>::Identity());
    for (int a = 0; a < kNodes; ++a)
      f.template segment<Dim>(static_cast<Eigen::Index>(one.nodes[a]) * Dim) -=
          P * one.gradients.col(a);
  }
}

/// With g = F (gradient of a shape function): lambda g_a g_b' + mu (g_b g_a' + (gradients) FF').
template <int Dim>
void Viscosity<Dim>::add_matrix(const VectorXd& x, double scale, const Pattern& pattern,
                                SparseMatrix& D) const {
  for (const Element& one : elements_) {
    const Mat<Dim> F = gradient(one, x), FF = F * F.transpose();
    const Gradients g = F * one.gradients;
    for (int a = 0; a < kNodes; ++a)
      for (int b = 0; b <= a; ++b) {
        const Mat<Dim> block =
            scale * (one.lambda * g.col(a) * g.col(b).transpose() +
                     one.mu * (g.col(b) * g.col(a).transpose() +
                               one.gradients.col(a).dot(one.gradients.col(b)) * FF));
        for (int c = 0; c < Dim; ++c)
          if (a == b)
            for (int r = c; r < Dim; ++r)
              D.valuePtr()[pattern.diagonal_slot(one.nodes[a], r, c)] += block(r, c);
          else
            for (int r = 0; r < Dim; ++r)
              D.valuePtr()[pattern.place(one.nodes[a], one.nodes[b], c) + r] += block(r, c);
      }
  }
}

template class Viscosity<2>;
template class Viscosity<3>;

}  // namespace conjac
