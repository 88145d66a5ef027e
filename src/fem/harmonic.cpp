#include "fem/harmonic.h"

#include <Eigen/LU>

#include "core/check.h"
#include "linalg/factor.h"

namespace conjac {
namespace {

/// Gradients of the shape functions of an element, one per row, and its volume.
template <int Dim>
double shape_gradients(const Mesh<Dim>& mesh, int element,
                       Eigen::Matrix<double, Dim + 1, Dim>& gradients) {
  const auto& nodes = mesh.elements[element];
  Mat<Dim> edges;
  for (int a = 0; a < Dim; ++a) edges.col(a) = mesh.rest[nodes[a + 1]] - mesh.rest[nodes[0]];
  const Mat<Dim> inverse = edges.inverse();
  gradients.template bottomRows<Dim>() = inverse;
  gradients.row(0) = -inverse.colwise().sum();
  return edges.determinant() / (Dim == 2 ? 2 : 6);
}

}  // namespace

template <int Dim>
HarmonicSolution<Dim> harmonic_field(const Mesh<Dim>& mesh, std::span<const int> elements,
                                     std::span<const int> zero, std::span<const int> one) {
  constexpr int kFree = 0, kAbsent = 1, kZero = 2, kOne = 3;
  std::vector<int> kind(mesh.rest.size(), kAbsent);
  for (int e : elements)
    for (int node : mesh.elements[e]) kind[node] = kFree;
  int zeros = 0, ones = 0;
  for (int node : zero)
    if (kind[node] == kFree) kind[node] = kZero, ++zeros;
  for (int node : one) {
    require(kind[node] != kZero, "harmonic field: node " + std::to_string(node) +
                                     " is selected by both ends; let them not overlap");
    if (kind[node] == kFree) kind[node] = kOne, ++ones;
  }
  require(zeros > 0 && ones > 0,
          std::string("harmonic field: `") + (zeros == 0 ? "from" : "to") +
              "` selects no node of the elements it is meant for; enlarge or move the selection");

  std::vector<int> unknown(mesh.rest.size(), -1);
  int count = 0;
  for (std::size_t i = 0; i < kind.size(); ++i)
    if (kind[i] == kFree) unknown[i] = count++;
  std::vector<Eigen::Triplet<double, int>> entries;
  VectorXd load = VectorXd::Zero(count), phi = load;
  Eigen::Matrix<double, Dim + 1, Dim> gradients;
  for (int e : elements) {
    const double volume = shape_gradients(mesh, e, gradients);
    const auto& nodes = mesh.elements[e];
    for (int a = 0; a <= Dim; ++a) {
      const int row = unknown[nodes[a]];
      if (row < 0) continue;
      for (int b = 0; b <= Dim; ++b) {
        const double share = volume * gradients.row(a).dot(gradients.row(b));
        const int column = unknown[nodes[b]];
        if (column >= 0 && row >= column) entries.emplace_back(row, column, share);
        if (kind[nodes[b]] == kOne) load[row] -= share;
      }
    }
  }
  if (count > 0) {
    SparseMatrix laplace(count, count);
    laplace.setFromTriplets(entries.begin(), entries.end());
    laplace.makeCompressed();
    auto factor = make_factor();
    factor->analyze(laplace, 1, {});
    require(
        factor->factorize(laplace) == FactorStatus::ok,
        "harmonic field: a part of the elements touches neither end; select ends on every part");
    factor->solve(load, phi);
  }

  HarmonicSolution<Dim> solution;
  const auto value = [&](int node) {
    return kind[node] == kFree ? phi[unknown[node]] : (kind[node] == kOne ? 1.0 : 0.0);
  };
  for (int e : elements) {
    shape_gradients(mesh, e, gradients);
    double mean = 0;
    Vec<Dim> slope = Vec<Dim>::Zero();
    for (int a = 0; a <= Dim; ++a) {
      const double at = value(mesh.elements[e][a]);
      mean += at / (Dim + 1);
      slope += at * gradients.row(a).transpose();
    }
    solution.value.push_back(mean);
    solution.gradient.push_back(slope);
  }
  return solution;
}

template HarmonicSolution<2> harmonic_field<2>(const Mesh<2>&, std::span<const int>,
                                               std::span<const int>, std::span<const int>);
template HarmonicSolution<3> harmonic_field<3>(const Mesh<3>&, std::span<const int>,
                                               std::span<const int>, std::span<const int>);

}  // namespace conjac
