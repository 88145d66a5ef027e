#pragma once

#include <string>
#include <vector>

namespace conjac {

struct RefinedMesh {
  int vertices = 0, elements = 0;
  std::vector<std::string> notices;  // what the reader mended or found doubtful
};

/// Reads a mesh file, cuts every element into eight (triangles: into four) so many times, and writes
/// the mesh as .vtu, with its regions and named sets. What a scene's `mesh.refine` does without a
/// file. Throws Error: io, or bad_input where the file is none, the name to write ends otherwise, or
/// the mesh would not fit into memory.
RefinedMesh refine_mesh(const std::string& path, int times, const std::string& to);

}  // namespace conjac
