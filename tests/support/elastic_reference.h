#pragma once

#include <Eigen/Dense>
#include <functional>

#include "core/dim.h"
#include "material/field.h"
#include "mesh/mesh.h"
#include "support/expand_tangent.h"
#include "support/laws.h"

namespace conjac::test {

/// Energy, force and stiffness the slow way: element by element in mesh order, dense dP/dF from
/// complex steps, dense dF/dx, numeric clamp by an eigen-decomposition of the whole tangent.
struct ElasticReference {
  double energy = 0;
  VectorXd force;
  MatrixXd stiffness;
};

template <int Dim, class Visit>
void with_model(int law, const Visit& visit) {
  unroll<kLawCount>([&](auto number) {
    if (law == number) visit(Model<Dim, decltype(number)::value>{});
  });
}

template <int Dim>
Tangent<Dim> clamped(const Tangent<Dim>& H) {
  const Eigen::SelfAdjointEigenSolver<Tangent<Dim>> eigen((H + H.transpose()) / 2);
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).asDiagonal() *
         eigen.eigenvectors().transpose();
}

template <int Dim>
ElasticReference elastic_reference(const Mesh<Dim>& mesh, const MaterialField<Dim>& field,
                                   const VectorXd& x, bool project) {
  constexpr int N = Simplex<Dim>::nodes;
  ElasticReference out;
  out.force = VectorXd::Zero(x.size());
  out.stiffness = MatrixXd::Zero(x.size(), x.size());
  for (const LawTerm<Dim>& term : field.terms) {
    for (std::size_t k = 0; k < term.elements.size(); ++k) {
      const auto& nodes = mesh.elements[term.elements[k]];
      Mat<Dim> Dm, Ds;
      for (int a = 0; a < Dim; ++a) {
        Dm.col(a) = mesh.rest[nodes[a + 1]] - mesh.rest[nodes[0]];
        Ds.col(a) = x.segment<Dim>(nodes[a + 1] * Dim) - x.segment<Dim>(nodes[0] * Dim);
      }
      const Mat<Dim> inverse = Dm.inverse(), F = Ds * inverse;
      const double volume = Dm.determinant() / (Dim == 2 ? 2 : 6);
      Eigen::Matrix<double, Dim * Dim, Dim * N> dFdx;
      for (int a = 0; a < N; ++a) {
        const Vec<Dim> g = a == 0 ? Vec<Dim>(-inverse.colwise().sum().transpose())
                                  : Vec<Dim>(inverse.row(a - 1).transpose());
        for (int i = 0; i < Dim; ++i) {
          Mat<Dim> dF = Mat<Dim>::Zero();
          dF.row(i) = g.transpose();
          dFdx.col(a * Dim + i) = Eigen::Map<const Flat<Dim>>(dF.data());
        }
      }
      with_model<Dim>(term.law, [&](auto model) {
        using M = decltype(model);
        const auto p = parameters_of<M, double>(term.parameters[k]);
        out.energy += volume * M::energy(p, small<Dim>(F));
        const Mat<Dim> P = eigen(M::stress(p, small<Dim>(F)));
        const VectorXd f = -volume * dFdx.transpose() * Eigen::Map<const Flat<Dim>>(P.data());
        Tangent<Dim> H = dense_tangent<M>(term.parameters[k], F);
        if (project) H = clamped<Dim>(H);
        const MatrixXd K = -volume * dFdx.transpose() * H * dFdx;
        for (int a = 0; a < N; ++a) {
          out.force.segment<Dim>(nodes[a] * Dim) += f.segment<Dim>(a * Dim);
          for (int b = 0; b < N; ++b) {
            out.stiffness.block<Dim, Dim>(nodes[a] * Dim, nodes[b] * Dim) +=
                K.block<Dim, Dim>(a * Dim, b * Dim);
          }
        }
      });
    }
  }
  return out;
}

}  // namespace conjac::test
