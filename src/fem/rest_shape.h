#pragma once

#include <vector>

#include "core/pack.h"
#include "core/small_matrix.h"
#include "mesh/mesh.h"

namespace conjac {

/// Rest geometry of all elements, one element per lane, batch after batch. A slot is a place in
/// that order (slot = batch * width + lane); slots that fill up a batch are gaps of zero volume.
///
/// The nodes of an element ascend here, whatever their order in the mesh: F and the volume do not
/// depend on it, and Pattern wants it. With D_m = (X_1 - X_0 | ... ), row a of D_m^-1 is the
/// gradient of the shape function of node a + 1, and node 0 has minus their sum.
template <int Dim>
struct RestShape {
  static constexpr int nodes_per_element = Simplex<Dim>::nodes;

  int node_count = 0;
  std::vector<int> element_of_slot;          // (slots) -1 in a gap
  std::vector<int> slot_of_element;          // (elements) -1 for those of other ranks
  std::vector<int> nodes;                    // (slots x nodes per element) -1 in a gap
  std::vector<int> dofs;                     // (batches x nodes x lanes) first DOF of each node
  std::vector<SmallMat<Pack, Dim>> inverse;  // (batches) D_m^-1
  std::vector<Pack> volume;                  // (batches) m^3 (m^2 in 2D), 0 in a gap
  /// (batches) the same, but 0 where another rank counts the element (core/ranks.h); empty: all
  /// count here.
  std::vector<Pack> counted;

  RestShape() = default;
  /// Throws Error(bad_input) for an element without volume.
  RestShape(const Mesh<Dim>& mesh, std::vector<int> element_of_slot);
  const std::vector<Pack>& counted_volume() const { return counted.empty() ? volume : counted; }
  int batches() const { return static_cast<int>(volume.size()); }
};

}  // namespace conjac
