#pragma once

#include <span>
#include <vector>

#include "core/dim.h"

namespace conjac {

/// How many independent rigid motions of a piece its pinned nodes leave free. A piece in space is
/// pinned by three nodes that are not on a line, in the plane by two distinct ones. `x` are current
/// positions (node stride `stride`), `pins` the pinned nodes of one connected piece.
bool pins_piece(const VectorXd& x, int stride, std::span<const int> pins);

/// From `candidates` (nodes of one piece, most wanted first), those that must be pinned in addition
/// to `pins` until the piece is pinned, farthest from the present pins first. Empty when the
/// piece is pinned already; all useful ones when the candidates do not suffice.
std::vector<int> missing_pins(const VectorXd& x, int stride, std::span<const int> pins,
                              std::span<const int> candidates);

}  // namespace conjac
