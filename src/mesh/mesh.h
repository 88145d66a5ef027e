#pragma once

#include <array>
#include <vector>

#include "core/dim.h"

namespace conjac {

/// Rest geometry and connectivity. Every element has positive rest volume, every node is used.
template <int Dim>
struct Mesh {
  std::vector<Vec<Dim>> rest;                                  // (nodes) rest positions, metres
  std::vector<std::array<int, Simplex<Dim>::nodes>> elements;  // (elements) node indices
  std::vector<int> region;                                     // (elements) label from the file

  int nodes() const { return static_cast<int>(rest.size()); }
  int element_count() const { return static_cast<int>(elements.size()); }
};

}  // namespace conjac
