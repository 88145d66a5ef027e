#pragma once

#include <span>

#include "core/dim.h"

namespace conjac {

/// The connected pieces of the body, for whoever treats floating ones apart.
struct PieceView {
  int count = 0;
  std::span<const int> of_node;    // (nodes)
  std::span<const char> floating;  // (pieces) no node of it is held
};

/// Scales the velocities so that the kinetic energy changes by `missing` (ours; the idea of energy
/// projection is that of Su et al. 2012 and Dinev et al. 2018, here on the reduced velocities where
/// one scalar does it). The rigid motion of a floating piece is left alone, so that its momentum
/// and angular momentum are kept. The scale stays within narrow bounds: energy lost at once, as
/// when a held end is let go, is not put back into the motion of the moment. Returns the change
/// made.
double add_kinetic_energy(double missing, const VectorXd& x, const VectorXd& mass, int stride,
                          const PieceView& pieces, VectorXd& v);

}  // namespace conjac
