#include "mesh/read.h"

#include <algorithm>
#include <filesystem>

#include "core/check.h"
#include "mesh/clean.h"
#include "mesh/formats.h"

namespace conjac {
namespace {

RawMesh read_raw(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (extension == ".mesh") return read_medit(path);
  if (extension == ".msh") return read_gmsh(path);
  if (extension == ".node" || extension == ".ele") return read_tetgen(path);
  if (extension == ".vtk") return read_vtk(path);
  if (extension == ".vtu") return read_vtu(path);
  if (extension == ".veg") return read_veg(path);
  throw Error(ErrorKind::bad_input,
              path + ": no reader for the extension '" + extension +
                  "'. Mesh files end in .mesh, .msh, .node, .ele, .vtk, .vtu or .veg.");
}

}  // namespace

template <int Dim>
ReadResult<Dim> read_mesh(const std::string& path) {
  return clean<Dim>(read_raw(path));
}

int mesh_dimension(const std::string& path) {
  const RawMesh raw = read_raw(path);
  if (!raw.tetrahedra.empty() || raw.other_volumes.count > 0) return 3;
  require(!raw.triangles.empty() || raw.other_faces.count > 0,
          path + ": holds no triangles and no tetrahedra. Export the elements too.");
  return 2;
}

template ReadResult<2> read_mesh<2>(const std::string&);
template ReadResult<3> read_mesh<3>(const std::string&);

}  // namespace conjac
