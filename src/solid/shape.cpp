#include "solid/shape.h"

namespace conjac {

Pose along_z(const Eigen::Vector3d& direction, const Eigen::Vector3d& origin) {
  return {Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(), direction), origin};
}

}  // namespace conjac
