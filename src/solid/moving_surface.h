#pragma once

#include <memory>
#include <span>

#include "solid/shape.h"
#include "solid/surface.h"

namespace conjac {

/// A closed surface of triangles whose vertices go straight from one given shape to the next. The
/// distance is that of the triangles as they are now, exactly; the velocity that of the place of
/// the surface that is nearest.
class MovingSurface {
 public:
  struct Plan {
    double start = 0, interval = 1;  // s; shape k is met at start + k interval
    bool repeat = false;
    std::vector<VectorXd> shapes;  // (3 x vertices) m, at least one
    std::vector<std::array<int, 3>> triangles;
  };
  explicit MovingSurface(Plan plan);

  /// To where it is at `time`, having moved for h (0: it stands). True when it moved. Allocates
  /// nothing.
  bool move(double time, double h);

  Distance distance(const Eigen::Vector3d& p) const;
  Eigen::Vector3d velocity(const Eigen::Vector3d& p) const;
  const VectorXd& positions() const { return now_; }
  const Plan& plan() const { return plan_; }
  bool closed() const { return surface_.closed(); }

 private:
  void shape_at(double time, VectorXd& x) const;

  Plan plan_;
  VectorXd now_, speed_;  // (3 x vertices) m, m/s
  Surface<3> surface_;
};

/// It, as one of the shapes of obstacles (solid/shapes.h); its files are read and it is drawn in
/// scene/obstacle_surfaces.cpp.
struct SequenceSolid {
  using Spec = SequenceObstacle;
  std::shared_ptr<MovingSurface> surface;

  Distance distance(const Eigen::Vector3d& p) const { return surface->distance(p); }
  std::vector<Feature> features(bool) const { return {}; }
};

}  // namespace conjac
