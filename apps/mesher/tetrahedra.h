#pragma once

#include <array>
#include <string>
#include <vector>

namespace conjac::mesher {

/// What the mesher makes: corners ordered for a positive volume.
struct Tetrahedra {
  std::vector<std::array<double, 3>> points;
  std::vector<std::array<int, 4>> cells;
};

double volume(const Tetrahedra& mesh);

/// Smallest dihedral angle of all elements, degrees; negative when one is inverted or flat.
double smallest_dihedral(const Tetrahedra& mesh);

/// Drops parts that hold less than `share` of the volume, where two elements belong together when
/// they share a face: crumbs the refinement leaves at thin places, and elements that hang on an
/// edge or a vertex, which a simulation would let swing freely. Then drops vertices without
/// elements. Returns how many elements went and how many parts are left.
struct Crumbs {
  int dropped = 0, parts = 0;
};
Crumbs drop_crumbs(Tetrahedra& mesh, double share);

/// Writes MEDIT ASCII (.mesh) or a compressed VTK XML file (.vtu), as the extension says, with
/// region 1 everywhere. Throws std::runtime_error.
void write_mesh(const Tetrahedra& mesh, const std::string& path);

/// Whether write_mesh knows the extension.
bool can_write(const std::string& path);

}  // namespace conjac::mesher
