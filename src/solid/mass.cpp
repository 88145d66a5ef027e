#include "solid/mass.h"

namespace conjac {

MassProperties together(std::span<const MassProperties> parts) {
  MassProperties sum;
  for (const MassProperties& part : parts) {
    sum.mass += part.mass;
    sum.center += part.mass * part.center;
  }
  if (sum.mass > 0) sum.center /= sum.mass;
  for (const MassProperties& part : parts) {
    const Eigen::Matrix3d offset = cross_matrix(part.center - sum.center);
    sum.inertia += part.inertia - part.mass * offset * offset;
  }
  return sum;
}

}  // namespace conjac
