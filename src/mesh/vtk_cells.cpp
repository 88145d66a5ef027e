#include "mesh/vtk_cells.h"

#include <array>

#include "mesh/mesh_error.h"

namespace conjac {
namespace {

struct VtkType {
  int corners = 0;    // of a simplex we simulate, else 0
  int nodes = 0;      // it must have then
  int dimension = 0;  // of cells we do not simulate; -1 when unknown
};

constexpr VtkType vtk_type(std::int64_t type) {
  switch (type) {
    case 5:
      return {3, 3, 2};  // triangle
    case 10:
      return {4, 4, 3};  // tetrahedron
    case 22:
      return {3, 6, 2};  // quadratic triangle
    case 24:
      return {4, 10, 3};  // quadratic tetrahedron
    case 34:
      return {3, 7, 2};  // biquadratic triangle
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
    case 21:
    case 35:
    case 68:
      return {0, 0, 1};
    case 6:
    case 7:
    case 8:
    case 9:
    case 23:
    case 28:
    case 30:
    case 36:
    case 69:
    case 70:
      return {0, 0, 2};
    case 11:
    case 12:
    case 13:
    case 14:
    case 25:
    case 26:
    case 27:
    case 29:
    case 31:
    case 32:
    case 33:
    case 37:
    case 42:
    case 71:
    case 72:
    case 73:
    case 74:
      return {0, 0, 3};
    default:
      return {0, 0, -1};
  }
}

constexpr std::array<std::string_view, 4> kRegionNames = {"region", "medit:ref", "gmsh:physical",
                                                          "gmsh:geometrical"};

}  // namespace

int VtkRegions::rank(std::string_view name, NumberType type, std::size_t components) {
  if (components != 1 || type == NumberType::none) return 0;
  for (std::size_t i = 0; i < kRegionNames.size(); ++i)
    if (name == kRegionNames[i]) return 10 - static_cast<int>(i);
  return is_integer(type) ? 1 : 0;
}

bool VtkRegions::wants(std::string_view name, NumberType type, std::size_t components) const {
  return rank(name, type, components) > best_;
}

void VtkRegions::take(std::string_view name, std::vector<std::int64_t> values) {
  best_ = rank(name, NumberType::i32, 1);
  values_ = std::move(values);
}

void add_vtk_cells(const VtkCells& cells, const std::vector<std::int64_t>& regions,
                   std::int64_t first_point, std::int64_t first_cell, RawMesh& raw) {
  const auto refuse = [&](Place place, const std::string& cause, std::int64_t cell) {
    mesh_error(raw.files[place.file], place, cause, cell);
  };
  const auto available = static_cast<std::int64_t>(cells.connectivity.size());
  std::int64_t begin = 0;
  for (std::size_t c = 0; c < cells.types.size(); ++c) {
    RawCell cell{};
    cell.number = first_cell + static_cast<std::int64_t>(c);
    const std::int64_t end = cells.ends.values[c];
    if (end < begin || end > available)
      refuse(cells.ends.place(c),
             "ends at entry " + std::to_string(end) + " of " + std::to_string(available) +
                 " node indices. The offsets do not fit the list; write the file again.",
             cell.number);
    const VtkType type = vtk_type(cells.types.values[c]);
    if (type.dimension < 0)
      refuse(cells.types.place(c),
             "has the unknown cell type " + std::to_string(cells.types.values[c]) +
                 ". Export linear tetrahedra or triangles.",
             cell.number);
    cell.place = cells.connectivity.place(static_cast<std::size_t>(begin));
    if (type.corners > 0) {
      if (end - begin != type.nodes)
        refuse(cell.place,
               "has " + std::to_string(end - begin) + " nodes where its type has " +
                   std::to_string(type.nodes) + ". Write the file again.",
               cell.number);
      for (int k = 0; k < type.corners; ++k) {
        const std::int64_t node = cells.connectivity.values[static_cast<std::size_t>(begin + k)];
        // Pieces are numbered apart: a negative index must not reach into the one before.
        cell.nodes[k] = node < 0 ? node : node + first_point;
      }
      cell.region = regions.empty() ? 0 : regions[c];
      cell.quadratic = type.nodes != type.corners;
      (type.dimension == 2 ? raw.triangles : raw.tetrahedra).push_back(cell);
    } else if (type.dimension == 2) {
      raw.other_faces.add(cell.number, cell.place);
    } else if (type.dimension == 3) {
      raw.other_volumes.add(cell.number, cell.place);
    }
    begin = end;
  }
}

}  // namespace conjac
