#pragma once

#include <array>
#include <random>

#include "material/field.h"
#include "material/models.h"
#include "mesh/generate.h"
#include "mesh/topology.h"
#include "support/laws.h"

namespace conjac::test {

/// A box or rectangle of unit size with `cells` per side whose inner nodes are shaken by a share of
/// a cell, so that no two elements are alike.
template <int Dim>
Mesh<Dim> shaken_box(int cells, double share = 0.15, unsigned seed = 7) {
  Mesh<Dim> mesh = [&] {
    if constexpr (Dim == 2) {
      return rectangle({cells, cells}, Vec<2>(1, 1));
    } else {
      return box({cells, cells, cells}, Vec<3>(1, 1, 1));
    }
  }();
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> uniform(-share / cells, share / cells);
  const std::vector<char> boundary = boundary_nodes(mesh);
  for (int i = 0; i < mesh.nodes(); ++i) {
    if (boundary[i]) continue;
    for (double& c : mesh.rest[i]) c += uniform(rng);
  }
  return mesh;
}

/// Flat rest positions.
template <int Dim>
VectorXd rest_positions(const Mesh<Dim>& mesh) {
  VectorXd x(mesh.nodes() * Dim);
  for (int i = 0; i < mesh.nodes(); ++i) x.segment<Dim>(i * Dim) = mesh.rest[i];
  return x;
}

/// Rest positions, each coordinate moved by a normal deviate of this size.
template <int Dim>
VectorXd shaken_positions(const Mesh<Dim>& mesh, double size, unsigned seed = 5) {
  std::mt19937 rng(seed);
  std::normal_distribution<double> normal(0.0, size);
  VectorXd x = rest_positions(mesh);
  for (double& c : x) c += normal(rng);
  return x;
}

/// The same isotropic solid everywhere.
template <int Dim>
MaterialField<Dim> plain_field(const Mesh<Dim>& mesh, double young, double poisson) {
  MaterialField<Dim> field;
  const auto [mu, lambda] = lame(young, poisson);
  LawParameters<Dim> p;
  p.mu = mu;
  p.lambda = lambda;
  field.density.assign(mesh.element_count(), 1000.0);
  field.terms.push_back(everywhere<Dim>(law_number("SNH"), mesh.element_count(), p));
  return field;
}

/// Every combination at once, each element with its own numbers: SNH alone; SNH with one law of
/// fibres; SNH with two fibre families of the same law and one of another; fibres alone; SNH twice.
template <int Dim>
MaterialField<Dim> mixed_field(const Mesh<Dim>& mesh, unsigned seed = 3) {
  constexpr int kSnh = law_number("SNH"), kStvk = law_number("aSTVK"), kFung = law_number("aFUNG");
  const std::vector<std::vector<int>> combinations = {
      {kSnh}, {kSnh, kStvk}, {kStvk, kFung, kSnh, kStvk}, {kFung}, {kSnh, kSnh, kFung}};
  std::mt19937 rng(seed);
  MaterialField<Dim> field;
  std::vector<LawTerm<Dim>> terms(4 * kLawCount);  // up to four terms of a law in an element
  for (int e = 0; e < mesh.element_count(); ++e) {
    field.density.push_back(900.0 + 10 * (e % 7));
    std::array<int, kLawCount> used{};
    for (const int law : combinations[rng() % combinations.size()]) {
      LawTerm<Dim>& term = terms[4 * law + used[law]++];
      term.law = law;
      term.elements.push_back(e);
      term.parameters.push_back(random_parameters<Dim>(rng));
    }
  }
  for (LawTerm<Dim>& term : terms) {
    if (!term.elements.empty()) field.terms.push_back(term);
  }
  return field;
}

}  // namespace conjac::test
