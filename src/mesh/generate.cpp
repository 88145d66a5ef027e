#include "mesh/generate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "core/check.h"

namespace conjac {
namespace {

template <int Dim>
void check_grid(const std::array<int, Dim>& cells, const Vec<Dim>& size, const Vec<Dim>& origin) {
  double nodes = 1;
  double elements = 1;
  for (int axis = 0; axis < Dim; ++axis) {
    const std::string name(1, "xyz"[axis]);
    require(cells[axis] >= 1, "generated mesh: " + std::to_string(cells[axis]) + " cells along " +
                                  name + "; give at least 1.");
    require(std::isfinite(size[axis]) && size[axis] > 0,
            "generated mesh: size " + std::to_string(size[axis]) + " along " + name +
                "; give a positive length in metres.");
    require(std::isfinite(origin[axis]), "generated mesh: the origin's " + name +
                                             " is not a finite number; give a position in metres.");
    nodes *= cells[axis] + 1.0;
    elements *= cells[axis] * (axis + 1.0);
  }
  require(std::max(nodes, elements) <= std::numeric_limits<int>::max(),
          "generated mesh: more nodes or elements than can be numbered; use fewer cells.");
}

template <int Dim>
Mesh<Dim> grid(const std::array<int, Dim>& cells, const Vec<Dim>& size, const Vec<Dim>& origin) {
  check_grid<Dim>(cells, size, origin);
  std::array<int, Dim> stride;  // from a node to its neighbour along each axis
  int nodes = 1;
  int cell_count = 1;
  for (int axis = 0; axis < Dim; ++axis) {
    stride[axis] = nodes;
    nodes *= cells[axis] + 1;
    cell_count *= cells[axis];
  }

  Mesh<Dim> mesh;
  mesh.rest.reserve(nodes);
  for (int node = 0; node < nodes; ++node) {
    Vec<Dim> x;
    int rest = node;
    for (int axis = 0; axis < Dim; ++axis) {
      const int step = rest % (cells[axis] + 1);
      rest /= cells[axis] + 1;
      // Multiplied before divided, so that the far side lies at origin + size exactly.
      x[axis] = origin[axis] + size[axis] * step / cells[axis];
    }
    mesh.rest.push_back(x);
  }

  for (int cell = 0; cell < cell_count; ++cell) {
    int corner = 0;
    int rest = cell;
    for (int axis = 0; axis < Dim; ++axis) {
      corner += rest % cells[axis] * stride[axis];
      rest /= cells[axis];
    }
    std::array<int, Dim> order;
    std::iota(order.begin(), order.end(), 0);
    do {
      std::array<int, Dim + 1> element;
      element[0] = corner;
      for (int k = 0; k < Dim; ++k) element[k + 1] = element[k] + stride[order[k]];
      // The signed volume has the sign of the permutation.
      bool odd = false;
      for (int a = 0; a < Dim; ++a)
        for (int b = a + 1; b < Dim; ++b) odd ^= order[a] > order[b];
      if (odd) std::swap(element[Dim - 1], element[Dim]);
      mesh.elements.push_back(element);
    } while (std::next_permutation(order.begin(), order.end()));
  }
  mesh.region.assign(mesh.elements.size(), 0);
  return mesh;
}

}  // namespace

Mesh<3> box(const std::array<int, 3>& cells, const Vec<3>& size, const Vec<3>& origin) {
  return grid<3>(cells, size, origin);
}

Mesh<2> rectangle(const std::array<int, 2>& cells, const Vec<2>& size, const Vec<2>& origin) {
  return grid<2>(cells, size, origin);
}

}  // namespace conjac
