#pragma once

#include <Eigen/Core>
#include <array>

namespace conjac {

/// Sizes of a linear simplex: triangle in 2D, tetrahedron in 3D.
template <int Dim>
struct Simplex {
  static constexpr int nodes = Dim + 1;
  static constexpr int dofs = Dim * nodes;
  static constexpr int entries = Dim * Dim;  // coefficients of a deformation gradient
};

template <int Dim>
using Vec = Eigen::Matrix<double, Dim, 1>;
template <int Dim>
using Mat = Eigen::Matrix<double, Dim, Dim>;
/// A Dim x Dim matrix flattened column by column, and a map between two such.
template <int Dim>
using Flat = Eigen::Matrix<double, Dim * Dim, 1>;
template <int Dim>
using Tangent = Eigen::Matrix<double, Dim * Dim, Dim * Dim>;

using VectorXd = Eigen::VectorXd;
using MatrixXd = Eigen::MatrixXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace conjac
