#pragma once

#include <Eigen/SparseCore>
#include <random>
#include <vector>

#include "core/dim.h"
#include "linalg/sparse.h"

namespace conjac::test {

/// The stiffness K (negative semidefinite, lower triangle) of a random network of matrix-valued
/// springs on a `width`-wide grid of `nodes` nodes: translations are its null space, as for an
/// elastic body, and it knows nothing of elements.
inline SparseMatrix spring_stiffness(int nodes, int stride, int width, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  MatrixXd K = MatrixXd::Zero(nodes * stride, nodes * stride);
  std::vector<Eigen::Triplet<double, int>> entries;
  const auto couple = [&](int i, int j) {
    const MatrixXd root =
        MatrixXd::NullaryExpr(stride, stride, [&](auto, auto) { return normal(random); });
    const MatrixXd spring = root * root.transpose() + 0.3 * MatrixXd::Identity(stride, stride);
    K.block(i * stride, i * stride, stride, stride) -= spring;
    K.block(j * stride, j * stride, stride, stride) -= spring;
    K.block(i * stride, j * stride, stride, stride) += spring;
    K.block(j * stride, i * stride, stride, stride) += spring;
  };
  for (int i = 0; i < nodes; ++i) {
    if (i + 1 < nodes) couple(i, i + 1);
    if (i + width < nodes) couple(i, i + width);
  }
  for (int j = 0; j < K.cols(); ++j)
    for (int i = j; i < K.rows(); ++i)
      if (K(i, j) != 0 || i == j) entries.emplace_back(i, j, K(i, j));
  SparseMatrix lower(K.rows(), K.cols());
  lower.setFromTriplets(entries.begin(), entries.end());
  return lower;
}

/// Several such bodies in one matrix, uncoupled, their nodes taking turns.
inline SparseMatrix spring_bodies(int bodies, int nodes_each, int stride, unsigned seed) {
  std::vector<Eigen::Triplet<double, int>> entries;
  for (int body = 0; body < bodies; ++body) {
    const SparseMatrix K =
        spring_stiffness(nodes_each, stride, 4, seed + static_cast<unsigned>(body));
    const auto unknown = [&](Eigen::Index i) {
      return (static_cast<int>(i) / stride * bodies + body) * stride + static_cast<int>(i) % stride;
    };
    for (int j = 0; j < K.cols(); ++j)
      for (SparseMatrix::InnerIterator it(K, j); it; ++it)
        entries.emplace_back(unknown(it.row()), unknown(j), it.value());
  }
  SparseMatrix all(bodies * nodes_each * stride, bodies * nodes_each * stride);
  all.setFromTriplets(entries.begin(), entries.end());
  return all;
}

}  // namespace conjac::test
