#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/triangle_surface.h"

namespace conjac {

/// What a surface file holds: triangles whose corners name a point and, where the file has them, a
/// normal and a place in a texture, each by a number of its own.
struct SurfaceFile {
  struct Corner {
    int point = 0, normal = -1, texture = -1;  // -1: none
  };
  std::vector<Vec<3>> points;
  std::vector<Vec<3>> normals;                   // of any length above zero
  std::vector<Vec<2>> texture;                   // u to the right, v upwards
  std::vector<std::array<Corner, 3>> triangles;  // polygons are cut into fans
};

/// .obj (Wavefront), .ply (Stanford; ASCII, and binary in either byte order), .stl (ASCII and
/// binary; equal points are merged), by the ending of the name.
bool is_surface_file(const std::string& path);
/// Throws Error(io) when the file cannot be opened and Error(bad_input) naming file, line or byte,
/// cause and remedy otherwise.
SurfaceFile read_surface_file(const std::string& path);
TriangleSurface triangles_of(const SurfaceFile& file);  // points and triangles alone

// One reader per format, of the content; `path` is for messages.
SurfaceFile surface_from_obj(const std::string& content, const std::string& path);
SurfaceFile surface_from_ply(const std::string& content, const std::string& path);
SurfaceFile surface_from_stl(const std::string& content, const std::string& path);

}  // namespace conjac
