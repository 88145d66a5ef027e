#pragma once

#include <span>
#include <vector>

#include "conjac/cut_report.h"
#include "conjac/scene_spec.h"
#include "mesh/cut_surface.h"
#include "mesh/mesh.h"
#include "system/state.h"

namespace conjac {

/// The cut as data that no file stands behind any more: a CutFile becomes its triangles. Throws
/// Error for a shape that this dimension cannot be cut with.
CutSpec loaded_cut(const CutSpec& cut, int dimension);

/// (elements) which belong to the bodies a cut names; empty when it names none. Throws Error for an
/// unknown name.
template <int Dim>
std::vector<char> elements_to_cut(const Mesh<Dim>& mesh, const CutSpec& cut);

/// The surface of a cut through a body whose nodes are at `x`; unbounded ones reach beyond it.
template <int Dim>
CutSurface<Dim> knife(const CutSpec& cut, const VectorXd& x);

/// A body before a cut.
template <int Dim>
struct Uncut {
  const Mesh<Dim>& mesh;
  const std::vector<double>& density;  // (elements)
  const VectorXd& mass;                // (dofs)
  const std::vector<char>& held;       // (nodes) neither moved onto the surface nor faster after it
  const std::vector<char>& close;      // (nodes) something lies against them
  const State& state;
  const State& previous;  // another moment, carried over in the same way
};

/// And after it. Of `report`, what concerns the mesh is filled in; when nothing came apart the rest
/// is empty.
template <int Dim>
struct CutBody {
  CutReport report;
  Mesh<Dim> mesh;
  std::vector<int> node_origin, element_origin;  // old number of each
  std::vector<int> frozen;                       // nodes of crumbs that are to be held
  State state, previous;
};

/// (old nodes) the copy that kept a node's place, -1 where it is gone.
inline std::vector<int> kept_numbers(const std::vector<int>& origin, int old_nodes) {
  std::vector<int> number(old_nodes, -1);
  for (int i = static_cast<int>(origin.size()) - 1; i >= 0; --i) number[origin[i]] = i;
  return number;
}

/// Marks nodes that an earlier cut has made two of and that have not moved away from each other by
/// `distance` since: two sides of a slit, or of pieces that still lie where they were cut.
template <int Dim>
void mark_twins(const Mesh<Dim>& mesh, const VectorXd& x, double distance, std::span<char> marks);

/// Mass, volume and momentum stay what they were, but for crumbs that are removed.
template <int Dim>
CutBody<Dim> cut_body(const Uncut<Dim>& body, const CutSpec& cut);

}  // namespace conjac
