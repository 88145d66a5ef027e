#pragma once

#include <optional>

#include "mesh/number_list.h"
#include "mesh/raw_mesh.h"

namespace conjac {

/// Cells as both VTK families store them once read: cell c has the nodes
/// connectivity[ends[c - 1]] .. connectivity[ends[c] - 1], from 0 for the first.
struct VtkCells {
  NumberList<std::int64_t> connectivity;
  NumberList<std::int64_t> ends;   // (cells)
  NumberList<std::int64_t> types;  // (cells) VTK's cell type numbers
};

/// Chooses among cell arrays the one that holds regions: called region, medit:ref, gmsh:physical,
/// gmsh:geometrical, else the first with one integer per cell.
class VtkRegions {
 public:
  /// True when the array is better than what was offered before; then the caller decodes it and
  /// hands it to take().
  bool wants(std::string_view name, NumberType type, std::size_t components) const;
  void take(std::string_view name, std::vector<std::int64_t> values);
  const std::vector<std::int64_t>& values() const { return values_; }

 private:
  static int rank(std::string_view name, NumberType type, std::size_t components);
  int best_ = 0;
  std::vector<std::int64_t> values_;
};

/// Appends the cells; their nodes count from `first_point` and their numbers from `first_cell`.
/// `regions` is empty or has one label per cell.
void add_vtk_cells(const VtkCells& cells, const std::vector<std::int64_t>& regions,
                   std::int64_t first_point, std::int64_t first_cell, RawMesh& raw);

}  // namespace conjac
