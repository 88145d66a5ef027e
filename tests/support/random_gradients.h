#pragma once

#include <Eigen/Dense>
#include <random>
#include <string>
#include <vector>

#include "core/dim.h"
#include "core/small_matrix.h"

namespace conjac::test {

template <int Dim>
Mat<Dim> random_matrix(std::mt19937& rng) {
  std::normal_distribution<double> normal;
  Mat<Dim> m;
  for (double& entry : m.reshaped()) entry = normal(rng);
  return m;
}

template <int Dim>
Mat<Dim> random_rotation(std::mt19937& rng) {
  Eigen::HouseholderQR<Mat<Dim>> qr(random_matrix<Dim>(rng));
  Mat<Dim> q = qr.householderQ();
  if (q.determinant() < 0) q.col(0) *= -1;
  return q;
}

/// A deformation gradient and the kind it is of, for messages.
template <int Dim>
struct Gradient {
  std::string kind;
  Mat<Dim> F;
};

/// U diag(s) V' with random rotations.
template <int Dim>
Mat<Dim> with_stretches(const Vec<Dim>& s, std::mt19937& rng) {
  return random_rotation<Dim>(rng) * s.asDiagonal() * random_rotation<Dim>(rng).transpose();
}

/// Every corner a law or a decomposition can meet, `per_kind` of each: generic, near rest, rotated,
/// inverted, flat, rank one, repeated and nearly repeated stretches, zero.
template <int Dim>
std::vector<Gradient<Dim>> gradients(int per_kind, unsigned seed) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> uniform(0.3, 2.0);
  const auto stretches = [&] {
    Vec<Dim> s;
    for (double& v : s) v = uniform(rng);
    return s;
  };
  std::vector<Gradient<Dim>> out;
  out.push_back({"zero", Mat<Dim>::Zero()});
  out.push_back({"identity", Mat<Dim>::Identity()});
  for (int k = 0; k < per_kind; ++k) {
    out.push_back({"generic", random_matrix<Dim>(rng)});
    out.push_back({"near rest", Mat<Dim>::Identity() + 1e-3 * random_matrix<Dim>(rng)});
    out.push_back({"very near rest", Mat<Dim>::Identity() + 1e-9 * random_matrix<Dim>(rng)});
    out.push_back({"rotated", random_rotation<Dim>(rng)});
    Vec<Dim> s = stretches();
    out.push_back({"stretched", with_stretches<Dim>(s, rng)});
    s[Dim - 1] *= -1;
    out.push_back({"inverted", with_stretches<Dim>(s, rng)});
    s[Dim - 1] = 0;
    out.push_back({"flat", with_stretches<Dim>(s, rng)});
    s[Dim - 1] = 1e-9;
    out.push_back({"nearly flat", with_stretches<Dim>(s, rng)});
    s = Vec<Dim>::Zero();
    s[0] = uniform(rng);
    out.push_back({"rank one", with_stretches<Dim>(s, rng)});
    s = stretches();
    s[1] = s[0];
    out.push_back({"repeated", with_stretches<Dim>(s, rng)});
    s[1] = s[0] * (1 + 1e-9);
    out.push_back({"nearly repeated", with_stretches<Dim>(s, rng)});
    s = Vec<Dim>::Constant(uniform(rng));
    s[Dim - 1] *= -1;
    out.push_back({"reflected", with_stretches<Dim>(s, rng)});
    s[Dim - 1] *= 1 + 1e-9;
    out.push_back({"nearly reflected", with_stretches<Dim>(s, rng)});
    out.push_back({"sheared far", Mat<Dim>::Identity() + 5.0 * random_matrix<Dim>(rng)});
  }
  return out;
}

template <int Dim>
SmallMat<double, Dim> small(const Mat<Dim>& A) {
  SmallMat<double, Dim> out;
  for (int i = 0; i < Dim * Dim; ++i) out.m[i] = A.data()[i];
  return out;
}
template <int R, int C>
Eigen::Matrix<double, R, C> eigen(const SmallMat<double, R, C>& A) {
  return Eigen::Map<const Eigen::Matrix<double, R, C>>(A.m);
}

}  // namespace conjac::test
