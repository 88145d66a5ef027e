#include "mesh/read.h"

#include <algorithm>
#include <filesystem>

#include "core/check.h"
#include "mesh/clean.h"
#include "mesh/formats.h"

namespace conjac {
namespace {

struct Format {
  const char* extension;
  RawMesh (*read)(const std::string& path);
};
constexpr Format kFormats[] = {
    {".mesh", read_medit}, {".msh", read_gmsh}, {".node", read_tetgen}, {".ele", read_tetgen},
    {".vtk", read_vtk},    {".vtu", read_vtu},  {".inp", read_abaqus},  {".veg", read_veg},
};

RawMesh read_raw(const std::string& path) {
  if (is_inline_mesh(path)) return read_arrays(path);
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::string known;
  for (const Format& format : kFormats) {
    if (extension == format.extension) return format.read(path);
    known += (known.empty()                       ? ""
              : &format == std::end(kFormats) - 1 ? " or "
                                                  : ", ") +
             std::string(format.extension);
  }
  throw Error(ErrorKind::bad_input, path + ": no reader for the extension '" + extension +
                                        "'. Mesh files end in " + known + "." +
                                        (extension == ".json" ? " A scene is looked at by "
                                                                "`conjac validate FILE`."
                                                              : ""));
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
