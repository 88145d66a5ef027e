#pragma once

#include <string>
#include <variant>
#include <vector>

#include "conjac/selection_spec.h"

namespace conjac {

/// What bodies are made of, as plain data: a part of a scene (conjac/scene_spec.h).

/// A number, or a function of the element's rest centroid.
struct Layers {
  int axis = 1;                    // 0 x, 1 y, 2 z
  std::vector<double> boundaries;  // ascending coordinates between layers
  std::vector<double> values;      // one more than boundaries
};
struct Gradient {
  Triple from{}, to{};  // value changes linearly between, constant beyond
  double from_value = 0, to_value = 0;
};
/// A function of the harmonic field that is 0 on the nodes of `from` and 1 on those of `to` and
/// solves Laplace's equation between: it follows the shape of any body.
struct HarmonicField {
  Selection from, to;
  std::vector<double> at;      // ascending, 0..1
  std::vector<double> values;  // one for each, linear between
};
using ScalarField = std::variant<double, Layers, Gradient, HarmonicField>;

struct ConstantFibers {
  Triple direction{0, 1, 0};
};
struct RadialFibers {  // away from an axis
  Triple point{}, axis{0, 1, 0};
};
struct CircumferentialFibers {  // around an axis
  Triple point{}, axis{0, 1, 0};
};
struct HelicalFibers {  // around an axis and along it
  Triple point{}, axis{0, 1, 0};
  double degrees = 45;  // climb: 0 is circumferential, 90 is along the axis
};
struct FiberFile {
  std::string path;  // one direction per line and element
};
struct HarmonicFibers {  // from origin to insertion, along the gradient of the harmonic field
  Selection from, to;
};
using FiberField = std::variant<ConstantFibers, RadialFibers, CircumferentialFibers, HelicalFibers,
                                FiberFile, HarmonicFibers>;

/// One additive term of a material. Isotropic laws use young and poisson, fibre laws stiffness to
/// shortest, and what stands last belongs to the law named.
struct LawSpec {
  std::string law = "SNH";      // a name from material/models.h
  ScalarField young = 1e5;      // Pa, > 0
  ScalarField poisson = 0.4;    // -1 < nu < 0.5
  ScalarField stiffness = 1e5;  // mu_a, Pa, >= 0
  FiberField fibers;
  ScalarField activation = 0.0;          // 0..1
  double shortest = 0.6;                 // rest stretch of a fully activated fibre, 0 < l <= 1
  double second_invariant = 0.25;        // MR: c2 / (c1 + c2), 0..1
  std::vector<double> exponents{2, -2};  // OGDEN: one to three, none zero
  std::vector<double> shares{0.8, 0.2};  // OGDEN: of the shear modulus, one per exponent, sum 1
};
/// Applies to elements by their centroid; where several select an element the last one wins.
struct MaterialSpec {
  Selection select;
  ScalarField density = 1000.0;  // kg/m^3, > 0
  ScalarField viscosity = 0.0;   // s, >= 0: viscous stress over the elastic one, per rate
  std::vector<LawSpec> laws;
  std::string preset;  // instead of laws and density: a name from material/presets.h
};

}  // namespace conjac
