#pragma once

#include <algorithm>
#include <complex>
#include <random>
#include <string>

#include "core/dim.h"
#include "material/field.h"
#include "material/models.h"
#include "support/random_gradients.h"

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
  p.second = uniform(rng) * std::min(1.0, p.lambda / (2 * p.mu));
  p.share = {uniform(rng), uniform(rng), uniform(rng) < 0.5 ? 0.0 : uniform(rng)};
  const double sum = p.share[0] + p.share[1] + p.share[2];
  for (double& share : p.share) share /= sum;
  p.exponent = {0.5 + 3 * uniform(rng), -0.5 - 2 * uniform(rng), 4.0};
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
template <class T, int Dim>
void fill(MooneyParameters<T>& out, const LawParameters<Dim>& p) {
  // Not by the function under test: mu = 2 (c1 + c2), lambda of small strains = lambda + 4 c2.
  const double c2 = p.second * p.mu / 2;
  out = {T(p.mu / 2 - c2), T(c2), T(p.lambda - 4 * c2)};
}
template <class T, int Dim>
void fill(OgdenParameters<T>& out, const LawParameters<Dim>& p) {
  out.mu = T(p.mu);
  out.lambda = T(p.lambda);
  for (int k = 0; k < kMostOgdenTerms; ++k) {
    out.share[k] = T(p.share[k]);
    out.exponent[k] = T(p.exponent[k]);
  }
}
template <class M, class T, int Dim>
typename M::template Parameters<T> parameters_of(const LawParameters<Dim>& p) {
  typename M::template Parameters<T> out;
  fill(out, p);
  return out;
}

/// Laws that decompose F cannot be asked for complex steps.
template <class M>
inline constexpr bool kByStretches = requires {
  M::by_stretches;
};
/// How far the derivatives of this file are from exact, relative.
template <class M>
inline constexpr double kReferenceError = kByStretches<M> ? 1e-9 : 1e-12;

/// d(value)/dF_k by central differences of sixth order, for values that add and scale.
template <int Dim, class Value>
auto difference(const Mat<Dim>& F, int k, const Value& value) {
  using Result = decltype(value(F));
  const double h = 1e-3;
  const auto pair = [&](double step) -> Result {
    Mat<Dim> ahead = F, behind = F;
    ahead.data()[k] += step;
    behind.data()[k] -= step;
    return (value(ahead) - value(behind)) / (60 * h);
  };
  return Result(45 * pair(h) - 9 * pair(2 * h) + pair(3 * h));
}

/// Whether differences mean something here: laws of the stretches have no tangent where s_j = -s_i,
/// and laws with a barrier a third derivative that jumps where it ends (material/barrier.h).
template <class M, int Dim>
bool smooth_at(const Mat<Dim>& F) {
  bool smooth = std::abs(F.determinant() - kBarrierEnd) > 0.09;
  const auto s = rotation_svd(small<Dim>(F)).s;
  if (kByStretches<M>) {
    for (int i = 0; i < Dim; ++i) {
      smooth = smooth && std::abs(s[i] - kBarrierEnd) > 0.02;
      for (int j = 0; j < i; ++j) smooth = smooth && s[i] + s[j] > 0.3;
    }
  }
  return smooth;
}

/// dP/dF as a dense matrix on column-flattened matrices, by differences.
template <class M, int Dim>
Tangent<Dim> tangent_by_differences(const LawParameters<Dim>& p, const Mat<Dim>& F) {
  const auto parameters = parameters_of<M, double>(p);
  Tangent<Dim> H;
  for (int k = 0; k < Dim * Dim; ++k) {
    const Mat<Dim> dP = difference<Dim>(F, k, [&](const Mat<Dim>& at) -> Mat<Dim> {
      return eigen(M::stress(parameters, small<Dim>(at)));
    });
    H.col(k) = Eigen::Map<const Flat<Dim>>(dP.data());
  }
  return H;
}

/// dP/dF as a dense matrix on column-flattened matrices, by complex step: exact to rounding.
template <class M, int Dim>
requires(kByStretches<M>) Tangent<Dim> dense_tangent(const LawParameters<Dim>& p,
                                                     const Mat<Dim>& F) {
  return tangent_by_differences<M>(p, F);
}
template <class M, int Dim>
requires(!kByStretches<M>) Tangent<Dim> dense_tangent(const LawParameters<Dim>& p,
                                                      const Mat<Dim>& F) {
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
