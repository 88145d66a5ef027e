#pragma once

#include <string>
#include <vector>

#include "conjac/scene_spec.h"
#include "mesh/mesh.h"

namespace conjac {

// What a scene can be, said before the work.

/// Throws Error for a body whose size, in metres, leaves no room for the numbers of a step.
template <int Dim>
void check_size(const Mesh<Dim>& mesh);

/// How much memory a scene will take, bytes, from counts alone: within a factor of two, as measured
/// on BARCUT with 400 and 1000 dynamic nodes.
struct MemoryNeed {
  double nodes = 0, elements = 0;
  int dimension = 3;
  double drivers = 0;    // nodes that may be dynamic; 0 in full FE
  bool by_modes = true;  // these keep their shapes besides
  bool factored = true;  // or by iterations, which keep no factor
  double ranks = 1;      // that share it; what one of them takes

  double bytes() const;
};
/// Of a scene, solved that way, with so many nodes that may be dynamic; on each rank.
template <int Dim>
MemoryNeed memory_need(const SceneSpec& spec, const Mesh<Dim>& mesh, std::size_t drivers,
                       Solver by);
/// Throws Error(bad_input) where that is more than there is. Else returns a sentence where it is
/// much, and nothing where it is not.
std::string check_memory(const MemoryNeed& need, double usable);

/// Notices of one kind as one: "3 nodes (4, 7, 9) are ..." instead of three sentences.
std::string counted_nodes(const std::vector<int>& nodes);

}  // namespace conjac
