#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <vector>

#include "core/dim.h"
#include "linalg/sparse.h"

namespace conjac::test {

/// A box of cubes of six tetrahedra each, twisted about its long axis: linear elasticity in the frame
/// of every element, so that K follows the twist as that of a real body does. Its nodes are numbered
/// along x last; those with x = 0 are the first.
struct ElasticBox {
  int nx = 1, ny = 1, nz = 1;  // cubes
  double poisson = 0.45, young = 1e5, edge = 0.01;
  VectorXd x;      // (unknowns) where the nodes are
  SparseMatrix K;  // lower triangle, negative

  int node(int i, int j, int k) const { return (i * (ny + 1) + j) * (nz + 1) + k; }
  int nodes() const { return (nx + 1) * (ny + 1) * (nz + 1); }
  int end_nodes() const { return (ny + 1) * (nz + 1); }

  /// Places and K with the far end turned by `twist` (radians).
  void assemble(double twist) {
    if (K.cols() == 0) make_pattern();
    x.resize(3 * nodes());
    for (int i = 0; i <= nx; ++i)
      for (int j = 0; j <= ny; ++j)
        for (int k = 0; k <= nz; ++k) {
          const Eigen::Vector3d rest = edge * Eigen::Vector3d(i, j - 0.5 * ny, k - 0.5 * nz);
          x.segment<3>(3 * node(i, j, k)) = turn(twist * i / nx) * rest;
        }
    std::fill_n(K.valuePtr(), K.nonZeros(), 0.0);
    std::array<Eigen::Matrix<double, 12, 12>, 6> shapes;
    for (int t = 0; t < 6; ++t) shapes[t] = element(t);
    Eigen::Matrix<double, 12, 12> turned;
    for (int i = 0; i < nx; ++i) {
      const Eigen::Matrix3d R = turn(twist * (i + 0.5) / nx);
      for (int t = 0; t < 6; ++t) {
        for (int a = 0; a < 4; ++a)
          for (int b = 0; b < 4; ++b)
            turned.block<3, 3>(3 * a, 3 * b) =
                R * shapes[t].block<3, 3>(3 * a, 3 * b) * R.transpose();
        for (int j = 0; j < ny; ++j)
          for (int k = 0; k < nz; ++k) add(turned, t, i, j, k);
      }
    }
  }

 private:
  static Eigen::Matrix3d turn(double angle) {
    return Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitX()).toRotationMatrix();
  }
  /// Corners of the t-th tetrahedron: a way along the three axes, in one of six orders.
  static std::array<std::array<int, 3>, 4> corners(int t) {
    static constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                          {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    std::array<std::array<int, 3>, 4> all{};
    for (int c = 1; c < 4; ++c) {
      all[c] = all[c - 1];
      ++all[c][kOrders[t][c - 1]];
    }
    return all;
  }
  Eigen::Matrix<double, 12, 12> element(int t) const {
    const auto places = corners(t);
    Eigen::Matrix3d D;
    for (int c = 0; c < 3; ++c)
      for (int d = 0; d < 3; ++d) D(d, c) = edge * (places[c + 1][d] - places[0][d]);
    const Eigen::Matrix3d inverse = D.inverse();
    Eigen::Matrix<double, 4, 3> gradients;
    gradients.bottomRows<3>() = inverse;
    gradients.row(0) = -inverse.colwise().sum();
    const double mu = young / (2 * (1 + poisson)),
                 lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson)),
                 volume = std::abs(D.determinant()) / 6;
    Eigen::Matrix<double, 12, 12> stiffness;
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) {
        const Eigen::Vector3d ga = gradients.row(a), gb = gradients.row(b);
        stiffness.block<3, 3>(3 * a, 3 * b) =
            volume * (lambda * ga * gb.transpose() + mu * gb * ga.transpose() +
                      mu * ga.dot(gb) * Eigen::Matrix3d::Identity());
      }
    return stiffness;
  }
  void make_pattern() {
    std::vector<int> start{0}, rows;
    for (int i = 0; i <= nx; ++i)
      for (int j = 0; j <= ny; ++j)
        for (int k = 0; k <= nz; ++k)
          for (int c = 0; c < 3; ++c) {
            for (int d = c; d < 3; ++d) rows.push_back(3 * node(i, j, k) + d);
            for (int o = 1; o < 8; ++o) {  // neighbours with higher numbers, ascending
              const int a = i + (o >> 2), b = j + (o >> 1 & 1), e = k + (o & 1);
              if (a > nx || b > ny || e > nz) continue;
              for (int d = 0; d < 3; ++d) rows.push_back(3 * node(a, b, e) + d);
            }
            start.push_back(static_cast<int>(rows.size()));
          }
    K.resize(3 * nodes(), 3 * nodes());
    K.resizeNonZeros(static_cast<int>(rows.size()));
    std::copy(start.begin(), start.end(), K.outerIndexPtr());
    std::copy(rows.begin(), rows.end(), K.innerIndexPtr());
  }
  void add(const Eigen::Matrix<double, 12, 12>& stiffness, int t, int i, int j, int k) {
    const auto places = corners(t);
    for (int a = 0; a < 4; ++a)
      for (int b = a; b < 4; ++b) {  // later corners have higher numbers
        const int row = node(i + places[b][0], j + places[b][1], k + places[b][2]),
                  col = node(i + places[a][0], j + places[a][1], k + places[a][2]);
        for (int c = 0; c < 3; ++c) {
          int slot = K.outerIndexPtr()[3 * col + c];
          while (K.innerIndexPtr()[slot] / 3 != row) ++slot;
          for (int d = a == b ? c : 0; d < 3; ++d)
            K.valuePtr()[slot + d - (a == b ? c : 0)] -= stiffness(3 * b + d, 3 * a + c);
        }
      }
  }
};

}  // namespace conjac::test
