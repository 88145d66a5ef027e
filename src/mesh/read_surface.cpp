#include "mesh/read_surface.h"

#include "mesh/read.h"
#include "mesh/surface_file.h"
#include "mesh/topology.h"

namespace conjac {
namespace {

TriangleSurface boundary_of(const std::string& path) {
  const Mesh<3> mesh = read_mesh<3>(path).mesh;
  TriangleSurface surface;
  std::vector<int> number(mesh.nodes(), -1);
  for (const Facet<3>& facet : boundary_facets(mesh)) {
    std::array<int, 3> nodes;
    for (int k = 0; k < 3; ++k) {
      int& known = number[facet.nodes[k]];
      if (known < 0) {
        known = static_cast<int>(surface.points.size());
        surface.points.push_back(mesh.rest[facet.nodes[k]]);
      }
      nodes[k] = known;
    }
    surface.triangles.push_back(nodes);
  }
  return surface;
}

}  // namespace

TriangleSurface read_surface(const std::string& path) {
  return is_surface_file(path) ? triangles_of(read_surface_file(path)) : boundary_of(path);
}

}  // namespace conjac
