#pragma once

#include <optional>

#include "core/triangle_surface.h"

namespace conjac {

/// What can be said of a surface of triangles.
struct SurfaceMeasure {
  Vec<3> low, high;  // corners of the box around it, m
  double area = 0;
  double volume = 0;  // enclosed; negative when it is inside out, without meaning when it is open
  double shortest_edge = 0, mean_edge = 0, longest_edge = 0;
  double smallest_angle = 180;  // degrees
  int pieces = 0;               // connected through shared points
  int open_edges = 0;           // with a triangle on one side only
  int crowded_edges = 0;        // with three triangles or more
  int turned_edges = 0;         // whose two triangles do not face the same way
  std::optional<std::array<int, 2>> an_open_edge;

  bool closed() const { return open_edges == 0 && crowded_edges == 0 && turned_edges == 0; }
};
SurfaceMeasure measure_surface(const TriangleSurface& surface);

}  // namespace conjac
