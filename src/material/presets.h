#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace conjac {

/// Materials by name, with values from the literature; docs/materials.md says from where, and a
/// test compares its table with this one. Poisson's ratio is ours: all of these keep their volume
/// nearly, and linear tetrahedra lock where it is much closer to 0.5.
struct MaterialPreset {
  std::string_view name, law;
  double density;                 // kg/m^3
  double young, poisson;          // Pa; of small strains
  std::array<double, 3> share{};  // of OGDEN
  std::array<double, 3> exponent{};
};

inline constexpr std::array<MaterialPreset, 5> kMaterialPresets{{
    // 10 psi at a stretch of 2 is 1.75 mu of a Neo-Hookean that keeps its volume.
    {"silicone", "NH", 1070, 1.18e5, 0.45},
    {"muscle", "SNH", 1050, 7.0e3, 0.45},
    {"fat", "SNH", 950, 3.25e3, 0.45},
    // A shear modulus of 1.8 kPa, three times of which is Young's where the volume is kept.
    {"liver", "SNH", 1060, 5.4e3, 0.45},
    // mu_k = 0.63, 0.0012, -0.01 MPa: mu_k a_k = 0.819, 0.006, 0.02, half their sum is mu.
    {"rubber",
     "OGDEN",
     930,
     1.2253e6,
     0.45,
     {0.819 / 0.845, 0.006 / 0.845, 0.020 / 0.845},
     {1.3, 5.0, -2.0}},
}};

}  // namespace conjac
