#pragma once

#include <array>
#include <vector>

#include "core/dim.h"

namespace conjac {

/// Parameters of one law in one element. Isotropic laws read mu and lambda, those of linear
/// elasticity, and some of them what stands last; fibre laws read mu (as mu_a), fiber, activation
/// and shortest.
template <int Dim>
struct LawParameters {
  double mu = 0;                       // Pa, >= 0
  double lambda = 0;                   // Pa
  Vec<Dim> fiber = Vec<Dim>::UnitX();  // rest direction, any length but zero
  double activation = 0;               // 0 .. 1
  double shortest = 1;                 // rest stretch when fully activated, 0 < l <= 1
  double second = 0;                   // MR: share of the second invariant in mu, 0 .. 1
  // OGDEN: shares of mu, which sum to 1 (0: no such term), and exponents, none 0.
  std::array<double, 3> share{1, 0, 0}, exponent{2, 2, 2};
};

/// One additive term: a law and the elements that have it. Several terms may name the same law,
/// also for the same element (two fibre families).
template <int Dim>
struct LawTerm {
  int law = 0;                                 // place in Models
  std::vector<int> elements;                   // (k) element indices, each once
  std::vector<LawParameters<Dim>> parameters;  // (k)
};

/// What an object is made of, element by element.
template <int Dim>
struct MaterialField {
  std::vector<double> density;      // (elements) kg/m^3
  std::vector<double> viscosity;    // (elements) s, >= 0; empty: none is viscous
  std::vector<LawTerm<Dim>> terms;  // every element in at least one
  std::vector<int> material;        // (elements) place in the scene's list; may be empty
};

/// The same law and parameters in every element.
template <int Dim>
LawTerm<Dim> everywhere(int law, int elements, const LawParameters<Dim>& parameters);

}  // namespace conjac
