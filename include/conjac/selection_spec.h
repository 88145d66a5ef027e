#pragma once

#include <array>
#include <string>
#include <variant>
#include <vector>

namespace conjac {

using Triple = std::array<double, 3>;

/// Which nodes, or, for materials and activation, which elements by their centroid. Rest coordinates.
struct SelectAll {};
struct SelectIndex {
  std::vector<int> indices;  // zero-based
};
struct SelectNearest {
  Triple point{};
  int count = 1;  // how many of the nearest nodes
};
struct SelectBox {
  Triple min{}, max{};  // inclusive
};
struct SelectSphere {
  Triple center{};
  double radius = 0;
};
struct SelectSlice {
  int axis = 0;   // 0 x, 1 y, 2 z ("x", "y", "z" in files)
  double at = 0;  // coordinate along the axis
  double tolerance = 1e-6;
};
struct SelectPlane {
  Triple point{}, normal{1, 0, 0};  // everything on the side the normal points to
};
struct SelectBody {
  std::vector<std::string> names;  // of the scene's `bodies`
};
struct SelectRegion {
  std::vector<int> labels;  // element labels of the mesh; nodes: those of such elements
};
struct SelectSurface {
  bool on = true;  // on the boundary of the body (elements: with a side there); false: not on it
};
struct SelectSet {
  std::vector<std::string> names;  // of sets of the mesh file
};
struct Selection;
struct SelectAllOf {
  std::vector<Selection> of;  // what every one of them selects
};
struct SelectNot {
  std::vector<Selection> of;  // one: what it does not select
};
using SelectShape = std::variant<SelectAll, SelectIndex, SelectNearest, SelectBox, SelectSphere,
                                 SelectSlice, SelectPlane, SelectRegion, SelectBody, SelectSurface,
                                 SelectSet, SelectAllOf, SelectNot>;

/// The union of its shapes. `origin` is the key path (with line:column) it was read from, or the
/// name it was given, so that an empty selection can be reported where it was written.
struct Selection {
  std::vector<SelectShape> shapes;
  std::string origin;
};

}  // namespace conjac
