#include "fuzz/targets.h"
#include "mesh/read.h"
#include "mesh/read_surface.h"
#include "mesh/topology.h"

namespace conjac::fuzz {
namespace {

template <int Dim>
void expect_sound(const Mesh<Dim>& mesh) {
  if (mesh.element_count() == 0) broken("a mesh has elements");
  if (mesh.region.size() != mesh.elements.size()) broken("every element has a region");
  for (const auto& element : mesh.elements)
    for (const int node : element)
      if (node < 0 || node >= mesh.nodes()) broken("elements are of nodes that are there");
  for (const auto& place : mesh.rest)
    if (!place.allFinite()) broken("nodes are at finite places");
  for (int e = 0; e < mesh.element_count(); ++e)
    if (!(signed_volume(mesh, e) > 0)) broken("elements have a volume above zero");
}

void mesh_file(const std::string& path) {
  int dimension = 0;
  if (!accepted([&] { dimension = mesh_dimension(path); })) return;
  accepted([&] {
    if (dimension == 2)
      expect_sound(read_mesh<2>(path).mesh);
    else
      expect_sound(read_mesh<3>(path).mesh);
  });
}

void surface_file(const std::string& path) {
  accepted([&] {
    const TriangleSurface surface = read_surface(path);
    for (const auto& triangle : surface.triangles)
      for (const int corner : triangle)
        if (corner < 0 || corner >= static_cast<int>(surface.points.size()))
          broken("triangles are of points that are there");
  });
}

}  // namespace

void mesh_medit(std::string_view bytes) {
  mesh_file(as_file(bytes, ".mesh"));
}
void mesh_gmsh(std::string_view bytes) {
  mesh_file(as_file(bytes, ".msh"));
}
/// Two files: nodes up to a line of `%`, elements after it.
void mesh_tetgen(std::string_view bytes) {
  const std::size_t end = std::min(bytes.find("%\n"), bytes.size());
  as_file(bytes.substr(std::min(end + 2, bytes.size())), ".ele");
  mesh_file(as_file(bytes.substr(0, end), ".node"));
}
void mesh_vtk(std::string_view bytes) {
  mesh_file(as_file(bytes, ".vtk"));
}
void mesh_vtu(std::string_view bytes) {
  mesh_file(as_file(bytes, ".vtu"));
}
void mesh_abaqus(std::string_view bytes) {
  mesh_file(as_file(bytes, ".inp"));
}
void mesh_veg(std::string_view bytes) {
  mesh_file(as_file(bytes, ".veg"));
}
void surface_obj(std::string_view bytes) {
  surface_file(as_file(bytes, ".obj"));
}
void surface_ply(std::string_view bytes) {
  surface_file(as_file(bytes, ".ply"));
}
void surface_stl(std::string_view bytes) {
  surface_file(as_file(bytes, ".stl"));
}

}  // namespace conjac::fuzz
