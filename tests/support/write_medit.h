#pragma once

#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>

#include "mesh/mesh.h"

namespace conjac::testing {

/// Writes MEDIT ASCII (.mesh): vertices with reference 0, elements with their region as reference.
/// Coordinates have enough digits to be read back to the same bits.
template <int Dim>
void write_medit(const Mesh<Dim>& mesh, const std::string& path) {
  std::ofstream out(path);
  out.precision(std::numeric_limits<double>::max_digits10);
  out << "MeshVersionFormatted 2\nDimension " << Dim << "\n\nVertices\n" << mesh.nodes() << "\n";
  for (const Vec<Dim>& x : mesh.rest) {
    for (int axis = 0; axis < Dim; ++axis) out << x[axis] << " ";
    out << "0\n";
  }
  out << (Dim == 2 ? "\nTriangles\n" : "\nTetrahedra\n") << mesh.element_count() << "\n";
  for (int e = 0; e < mesh.element_count(); ++e) {
    for (const int node : mesh.elements[e]) out << node + 1 << " ";
    out << mesh.region[e] << "\n";
  }
  out << "\nEnd\n";
  out.close();
  if (out.fail()) throw std::runtime_error(path + " could not be written");
}

}  // namespace conjac::testing
