#include "scene/units.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "material/models.h"

namespace conjac {
namespace {

// What lies beyond is possible, but seldom meant.
constexpr double kLargestSize = 20, kSmallestSize = 5e-4;  // m
constexpr double kLargestGravity = 100;                    // m/s^2
constexpr double kLeastDensity = 10, kMostDensity = 3e4;   // kg/m^3
constexpr double kMostSag = 5;                             // lengths of the body, under its weight

template <class... Numbers>
std::string text(const char* format, Numbers... numbers) {
  char buffer[400];
  std::snprintf(buffer, sizeof buffer, format, numbers...);
  return buffer;
}

}  // namespace

template <int Dim>
std::vector<std::string> doubtful_units(const Mesh<Dim>& mesh, const MaterialField<Dim>& materials,
                                        const SceneSpec& spec) {
  std::vector<std::string> said;
  Vec<Dim> low = mesh.rest[0], high = low;
  for (const Vec<Dim>& p : mesh.rest) low = low.cwiseMin(p), high = high.cwiseMax(p);
  const double size = (high - low).maxCoeff();
  double gravity = 0;
  for (int c = 0; c < Dim; ++c) gravity = std::hypot(gravity, spec.gravity[c]);
  const double fall = 0.5 * gravity * spec.time.duration * spec.time.duration;
  if (size > kLargestSize)
    said.push_back(
        text("units: the rest shape is %.4g m long. If the mesh is in millimetres, set "
             "mesh.scale to 0.001 (in centimetres 0.01).",
             size));
  if (size < kSmallestSize)
    said.push_back(
        text("units: the rest shape is only %.4g m long. Coordinates are in metres.", size));
  if (gravity > kLargestGravity)
    said.push_back(
        text("units: gravity is %.4g m/s^2, so that a loose body falls %.3g m in %.3g s. "
             "On earth it is 9.81, in metres and not in millimetres.",
             gravity, fall, spec.time.duration));
  const auto [lightest, heaviest] =
      std::minmax_element(materials.density.begin(), materials.density.end());
  if (*lightest < kLeastDensity || *heaviest > kMostDensity)
    said.push_back(
        text("units: the density is %.4g to %.4g kg/m^3. Water has 1000.", *lightest, *heaviest));
  double young = 0;  // the largest of isotropic laws, where there is any
  for (const LawTerm<Dim>& term : materials.terms)
    for (const LawParameters<Dim>& p : term.parameters)
      young = std::max(young, law_is_fiber(term.law)
                                  ? p.mu
                                  : p.mu * (3 * p.lambda + 2 * p.mu) / (p.lambda + p.mu));
  const double sag = *heaviest * gravity * size / young;  // of a bar as long, hung or stood up
  if (young > 0 && sag > kMostSag)
    said.push_back(
        text("units: Young's modulus is at most %.4g Pa, and a column as long as the body "
             "(%.3g m) would sink by %.3g times its length. It is in pascals: "
             "1 kPa = 1e3, 1 MPa = 1e6.",
             young, size, sag));
  return said;
}

template std::vector<std::string> doubtful_units(const Mesh<2>&, const MaterialField<2>&,
                                                 const SceneSpec&);
template std::vector<std::string> doubtful_units(const Mesh<3>&, const MaterialField<3>&,
                                                 const SceneSpec&);

}  // namespace conjac
