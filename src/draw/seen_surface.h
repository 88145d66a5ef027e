#pragma once

#include <array>
#include <vector>

#include "record/stream_read.h"

namespace conjac::draw {

/// What is seen of a body at a moment: its own surface, or the skin it carries and of its own surface
/// what the skin does not cover (docs/skin.md).
class SeenSurface {
 public:
  explicit SeenSurface(const record::BodyOnStage& body);

  std::vector<std::array<int, 3>> triangles;  // vertices
  std::vector<int> elements;                  // (triangles) one behind each
  std::vector<Vec<2>> texture;                // (vertices), or empty
  bool carried = false;                       // by a skin: normals are its own
  std::size_t vertices() const { return nodes_.size(); }

  /// (vertices) where they are, given those of the nodes.
  std::vector<Vec<3>> positions(const std::vector<Vec<3>>& nodes) const;
  /// (vertices) unit normals of a skin, carried along as surfaces are (by F^-T of the element); of
  /// the body's own surface the mean of the faces around a vertex.
  std::vector<Vec<3>> normals(const std::vector<Vec<3>>& nodes,
                              const std::vector<Vec<3>>& vertices) const;
  /// The value at a vertex, given those at the nodes. A skin outside of its element gets what is at
  /// the element's nearest place.
  float value(std::size_t vertex, const std::vector<float>& at_nodes) const;

 private:
  const std::vector<Vec<3>>& rest_;
  std::vector<std::array<int, 4>> nodes_;  // (vertices) those of a tetrahedron, or one node
  std::vector<std::array<float, 4>> weights_;
  std::vector<Vec<3>> rest_normals_;  // (vertices) of the skin, which come first
};

}  // namespace conjac::draw
