#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/dim.h"
#include "record/frame.h"

namespace conjac::draw {

/// What is seen of a body, as long as its elements stay the same: the boundary triangles of the
/// tetrahedra in 3D, the triangles themselves in 2D.
struct SkinTopology {
  std::vector<int> nodes;                     // frame's node of each skin node
  std::vector<std::array<int, 3>> triangles;  // skin nodes
  // Element values are averaged at the corners of the skin, for each region by itself, so that a
  // step of the stress between two materials stays a step. A slot is one such average.
  int slots = 0;
  std::vector<std::array<int, 3>> corner_slots;  // (triangles)
  std::vector<int> element_slots;                // (elements x (dimension + 1)), -1 when inside
  std::vector<int> owners;                       // (triangles) of the elements; may be empty
};
SkinTopology skin_topology(int dimension, std::span<const int> elements,
                           std::span<const int> region, std::span<const int> owner = {});

/// Facets of tetrahedra that belong to one element only.
std::vector<std::array<int, 3>> boundary_triangles(std::span<const int> tetrahedra);

/// The skin at one moment, small enough to keep many of them.
struct Skin {
  struct Dot {
    Vec<3> position;
    record::FrameRole role;
  };

  double time = 0;
  int dimension = 3;
  std::shared_ptr<const SkinTopology> topology;
  std::vector<Vec<3>> positions;  // (skin nodes), z = 0 in 2D
  std::vector<float> von_mises;   // (slots), Pa
  std::vector<Dot> dots;          // every node that is not quasistatic
  std::vector<record::FiberLine> fibers;
  // Bones and other solids, as triangles.
  std::vector<Vec<3>> solid_positions;
  std::vector<std::array<int, 3>> solid_triangles;
  // The last so many of these are of obstacles.
  std::size_t obstacle_points = 0, obstacle_triangles = 0;
};
Skin skin_of(const record::FrameView& frame, std::shared_ptr<const SkinTopology> topology);
/// Adds a solid whose corners are in place; in 2D flat, a little behind the body.
void add_solid(Skin& skin, std::vector<Vec<3>> corners,
               const std::vector<std::array<int, 3>>& triangles);
/// For a frame by itself.
Skin skin_of(const record::FrameView& frame);

}  // namespace conjac::draw
