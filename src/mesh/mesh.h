#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/dim.h"

namespace conjac {

/// Nodes or elements that the mesh file gives a name. Names may repeat where bodies come from the
/// same file.
struct MeshSet {
  std::string name;
  bool of_elements = true;
  std::vector<int> members;  // ascending
};

/// What the mesh file says that elements are made of.
struct MeshMaterial {
  std::string name;
  double density = 0, young = 0, poisson = 0;  // kg/m^3, Pa
  std::vector<int> elements;                   // the last of several materials counts
};

/// Rest geometry and connectivity. Every element has positive rest volume, every node is used.
template <int Dim>
struct Mesh {
  std::vector<Vec<Dim>> rest;                                  // (nodes) rest positions, metres
  std::vector<std::array<int, Simplex<Dim>::nodes>> elements;  // (elements) node indices
  std::vector<int> region;                                     // (elements) label from the file
  std::vector<MeshSet> sets;                                   // in the order of the file
  std::vector<MeshMaterial> materials;                         // the same
  // Where a scene has several bodies; empty where there is one.
  std::vector<int> body;                // (elements) index into body_names
  std::vector<std::string> body_names;  // in the order of the scene

  int nodes() const { return static_cast<int>(rest.size()); }
  int element_count() const { return static_cast<int>(elements.size()); }
  int body_of(int element) const { return body.empty() ? 0 : body[element]; }
};

}  // namespace conjac
