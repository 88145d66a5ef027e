#pragma once

#include <string>

#include "mesh/raw_mesh.h"

namespace conjac {

/// One reader per format. Each gives what the file holds, unchecked but for its syntax and counts.
RawMesh read_medit(const std::string& path);
RawMesh read_gmsh(const std::string& path);
RawMesh read_tetgen(const std::string& path);
RawMesh read_vtk(const std::string& path);
RawMesh read_vtu(const std::string& path);
RawMesh read_veg(const std::string& path);
RawMesh read_abaqus(const std::string& path);

/// A mesh in the place of a file name: this, and base64 of dimension, nodes, elements (int32), then
/// positions (float64), corners and regions of the elements (int32), little-endian. "Lines" in
/// messages about it are rows of the arrays, from 0.
inline constexpr const char* kInlineMesh = "data:conjac/mesh;base64,";
bool is_inline_mesh(const std::string& path);
RawMesh read_arrays(const std::string& data);

}  // namespace conjac
