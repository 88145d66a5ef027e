#pragma once

#include <string>

#include "core/triangle_surface.h"

namespace conjac {

/// Reads a surface: .obj, .ply or .stl (mesh/surface_file.h), or any mesh file of tetrahedra
/// (mesh/read.h), of which the boundary is taken. Throws Error(io) when the file cannot be opened and Error(bad_input) naming file, line or
/// byte, cause and remedy otherwise.
TriangleSurface read_surface(const std::string& path);

}  // namespace conjac
