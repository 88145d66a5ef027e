#include "solid/shape.h"

#include <cmath>

namespace conjac {

/// The shortest turn, as Eigen's FromTwoVectors; which takes seconds to compile, for the singular
/// value decomposition it uses where both are opposite.
Pose along_z(const Eigen::Vector3d& direction, const Eigen::Vector3d& origin) {
  constexpr double kOpposite = 1e-12;
  const Eigen::Vector3d to = direction.normalized();
  Eigen::Vector3d axis(-to.y(), to.x(), 0);  // z x to
  Eigen::Quaterniond turn;
  if (to.z() >= kOpposite - 1) {
    const double s = std::sqrt(2 * (1 + to.z()));
    turn.vec() = axis * (1 / s);
    turn.w() = 0.5 * s;
  } else {
    const double length = std::hypot(to.x(), to.y()), half = std::max(0.5 * (1 + to.z()), 0.0);
    axis = length > 0 ? Eigen::Vector3d(axis / length) : Eigen::Vector3d(-1, 0, 0);
    turn.vec() = axis * std::sqrt(1 - half);
    turn.w() = std::sqrt(half);
  }
  return {turn, origin};
}

}  // namespace conjac
