#pragma once

#include <span>

#include "core/dim.h"

namespace conjac {

// Pieces that keep their shape (reduce/rigid_rows.h) move along straight lines in a step that is
// linear in the velocities; a small piece turns by a large angle within a step, and would grow.

/// The moves of the nodes of such a piece, from x: dx <- the same translation, and the rotation
/// that dx is to first order, of a body that spins freely to second order.
void turn_whole(std::span<const int> nodes, const VectorXd& x, const VectorXd& mass, int stride,
                VectorXd& dx);

/// Its velocities, now that it has gone from x0 to x: v <- the rigid motion about x that has the
/// momentum and the angular momentum of v about x0. It spins less where that would need more
/// energy.
void spin_on(std::span<const int> nodes, const VectorXd& x0, const VectorXd& x,
             const VectorXd& mass, int stride, VectorXd& v);

}  // namespace conjac
