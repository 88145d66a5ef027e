#pragma once

#include <span>
#include <vector>

#include "core/dim.h"

namespace conjac {

// A connected piece is pinned when its pins leave it no rigid motion. Pins are nodes whose motion
// is known or solved for: held, scripted, riding on a bone, or dynamic. The followers of a piece
// that is not pinned could drift or turn as a whole without any force, and A_qq would be singular
// (reduce/condense.h). A piece that floats, because nothing holds it, needs dynamic nodes for that.

/// Do the nodes `pins` of one piece pin it? In space that takes three nodes that are not on a line,
/// in the plane two distinct ones. `x` are current positions, `stride` numbers per node.
bool pins_piece(const VectorXd& x, int stride, std::span<const int> pins);

/// Which of `candidates`, nodes of the same piece, must become pins as well?
///  - None when `pins` are enough.
///  - Without any pin the first candidate is the first; so they are given most wanted first.
///  - Then, one by one, the candidate farthest from the point or line that the pins span.
///  - When all candidates together are not enough, those that help.
std::vector<int> missing_pins(const VectorXd& x, int stride, std::span<const int> pins,
                              std::span<const int> candidates);

}  // namespace conjac
