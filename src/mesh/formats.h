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

}  // namespace conjac
