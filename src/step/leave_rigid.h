#pragma once

#include <ranges>

#include "step/rigid_motion.h"
#include "system/pieces.h"

namespace conjac {

/// direction <- v without its rigid motion, on the pieces that float.
inline void leave_rigid_motion(const VectorXd& x, const VectorXd& mass, int stride,
                               const PieceView& pieces, const VectorXd& v, VectorXd& direction) {
  const int nodes = static_cast<int>(pieces.of_node.size());
  for (int piece = 0; piece < pieces.count; ++piece) {
    if (!pieces.floating[piece]) continue;
    auto mine = std::views::iota(0, nodes) |
                std::views::filter([&](int i) { return pieces.of_node[i] == piece; });
    const RigidMotion motion = rigid_motion(mine, x, v, mass, stride);
    for (int i : mine) {
      const Eigen::Vector3d rigid = motion.at(node_vector(x, i, stride));
      for (int c = 0; c < stride; ++c) direction[i * stride + c] = v[i * stride + c] - rigid[c];
    }
  }
}

}  // namespace conjac
