#pragma once

#include <span>

#include "core/dim.h"

namespace conjac {

/// A body of point masses in motion.
struct MovingMasses {
  const VectorXd& mass;  // (dofs)
  const VectorXd& x;
  const VectorXd& v;
};

/// Gives the nodes of each piece a small rigid motion on top of `v`, so that the linear and angular
/// momentum of `mass`, `x`, `v` are those of `before`. Held nodes keep their velocity.
void restore_momentum(const MovingMasses& before, const VectorXd& mass, const VectorXd& x,
                      int stride, std::span<const int> piece_of_node, int pieces,
                      std::span<const char> held, VectorXd& v);

}  // namespace conjac
