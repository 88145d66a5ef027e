#include "conjac/mesh_refine.h"

#include <filesystem>

#include "core/check.h"
#include "core/memory.h"
#include "mesh/read.h"
#include "mesh/refine.h"
#include "record/mesh_writer.h"

namespace conjac {
namespace {

// What a node and an element take here, written out as text included, at most: 366,145 and 2,097,152 of
// them, whose coordinates compress well, took 186 MB.
constexpr double kBytesOfNode = 150, kBytesOfElement = 150;
constexpr int kMostTimes = 8;

template <int Dim>
RefinedMesh refine_file(const std::string& path, int times, const std::string& to) {
  ReadResult<Dim> read = read_mesh<Dim>(path);
  Mesh<Dim>& mesh = read.mesh;
  const RefinedSize size = refined_size(mesh, times);
  require(kBytesOfNode * size.nodes + kBytesOfElement * size.elements <= usable_memory(),
          path + ": refined " + std::to_string(times) +
              " times it does not fit into memory; refine it less often");
  for (int k = 0; k < times; ++k) mesh = refine(mesh);
  record::MeshView view{
      .dimension = Dim, .points = {}, .elements = {}, .region = mesh.region, .sets = {}};
  static_assert(sizeof(Vec<Dim>) == Dim * sizeof(double));
  view.points = {mesh.rest[0].data(), mesh.rest.size() * Dim};
  view.elements = {mesh.elements[0].data(), mesh.elements.size() * (Dim + 1)};
  for (const MeshSet& set : mesh.sets)
    view.sets.push_back({set.name, set.of_elements, set.members});
  record::write_mesh(to, view);
  return {mesh.nodes(), mesh.element_count(), std::move(read.notices)};
}

}  // namespace

RefinedMesh refine_mesh(const std::string& path, int times, const std::string& to) {
  require(times >= 1 && times <= kMostTimes, "--refine " + std::to_string(times) + ": from 1 to " +
                                                 std::to_string(kMostTimes) + " times");
  require(std::filesystem::path(to).extension() == ".vtu",
          to + ": refined meshes are written as .vtu; give such a name");
  return mesh_dimension(path) == 2 ? refine_file<2>(path, times, to)
                                   : refine_file<3>(path, times, to);
}

}  // namespace conjac
