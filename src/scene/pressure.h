#pragma once

#include <array>
#include <vector>

#include "core/dim.h"
#include "linalg/pattern.h"

namespace conjac {

class Archive;

/// A side of the surface that is pressed.
template <int Dim>
struct PressedSide {
  std::array<int, Dim> nodes;  // the normal points out of the body (mesh/topology.h)
  double value;                // Pa
};

/// Pressures on sides of the surface, as they stand: a follower load. With N the area of a side
/// times its normal out of the body (quadratic in the positions of its nodes; in 2D linear), a
/// pressure p pushes every one of its Dim nodes by
///
///     f = -p N / Dim.
///
/// Its stiffness is exact side by side and not symmetric: K_ij = -p/Dim dN/dx_j, the same for all
/// i. Where neighbours have the same pressure the skew parts cancel; they stay along the free rim of
/// what is pressed, and where the pressure jumps. Factors are symmetric, so K gets the symmetric
/// part. The force is exact, so static states and what moves are those of the exact load; only the
/// way there is searched with a matrix that is slightly off.
///
/// For the same reason there is no potential where there is a rim. What stands for it is the work
/// along the straight way from `anchor`, which is where the step began: exact for a closed surface
/// (p times volume) and for a rim that is held, and in between right for every line that starts at
/// the anchor.
template <int Dim>
class Pressure {
 public:
  std::vector<PressedSide<Dim>> sides;
  VectorXd anchor;  // (dofs)

  bool empty() const { return sides.empty(); }
  /// Work of the pressures on the straight way, J.
  double work(const VectorXd& from, const VectorXd& to) const;
  double potential(const VectorXd& x) const { return empty() ? 0.0 : -work(anchor, x); }
  /// f += force.
  void add_force(const VectorXd& x, VectorXd& f) const;
  /// K += the symmetric part of df/dx; K has the given pattern.
  void add_stiffness(const VectorXd& x, const Pattern& pattern, SparseMatrix& K) const;
  /// df/dx has no skew part among nodes that are not `held`: then K is exact.
  bool is_gradient(const VectorXd& x, const std::vector<char>& held) const;

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)
};

}  // namespace conjac
