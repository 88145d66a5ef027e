#pragma once

#include <complex>
#include <random>
#include <string>

#include "core/dim.h"
#include "material/field.h"
#include "material/models.h"

namespace conjac::test {

/// Parameters with every field in use, drawn at random.
template <int Dim>
LawParameters<Dim> random_parameters(std::mt19937& rng) {
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  std::normal_distribution<double> normal;
  LawParameters<Dim> p;
  p.mu = 0.2 + uniform(rng);
  p.lambda = 5 * uniform(rng);
  for (double& c : p.fiber) c = normal(rng);
  p.activation = uniform(rng) < 0.5 ? 0.0 : uniform(rng);
  p.shortest = 0.6;
  return p;
}

/// The same parameters as a model wants them, for any scalar.
template <class T, int Dim>
void fill(IsotropicParameters<T>& out, const LawParameters<Dim>& p) {
  out = {T(p.mu), T(p.lambda)};
}
template <class T, int Dim>
void fill(FiberParameters<T, Dim>& out, const LawParameters<Dim>& p) {
  const Vec<Dim> a = p.fiber.normalized();
  for (int i = 0; i < Dim; ++i) out.a[i] = T(a[i]);
  out.mu = T(p.mu);
  out.shortening = T(shortening(p.activation, p.shortest));
}
template <class M, class T, int Dim>
typename M::template Parameters<T> parameters_of(const LawParameters<Dim>& p) {
  typename M::template Parameters<T> out;
  fill(out, p);
  return out;
}

/// dP/dF as a dense matrix on column-flattened matrices, by complex step: exact to rounding.
template <class M, int Dim>
Tangent<Dim> dense_tangent(const LawParameters<Dim>& p, const Mat<Dim>& F) {
  using Complex = std::complex<double>;
  constexpr double kStep = 1e-40;
  const auto parameters = parameters_of<M, Complex>(p);
  Tangent<Dim> H;
  for (int k = 0; k < Dim * Dim; ++k) {
    SmallMat<Complex, Dim> Fc;
    for (int i = 0; i < Dim * Dim; ++i) Fc.m[i] = Complex(F.data()[i], i == k ? kStep : 0.0);
    const auto P = M::stress(parameters, Fc);
    for (int i = 0; i < Dim * Dim; ++i) H(i, k) = P.m[i].imag() / kStep;
  }
  return H;
}

}  // namespace conjac::test
