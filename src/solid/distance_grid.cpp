#include "solid/distance_grid.h"

#include <cmath>
#include <limits>

#include "core/check.h"
#include "core/parallel.h"
#include "solid/surface.h"

namespace conjac {
namespace {

constexpr int kPadding = 2;  // cells around the surface's box
constexpr std::size_t kChunk = 512;

}  // namespace

DistanceGrid::DistanceGrid(const TriangleSurface& surface, int cells) {
  require(!surface.triangles.empty(), "an obstacle's surface has no triangles");
  VectorXd x(3 * static_cast<Eigen::Index>(surface.points.size()));
  for (std::size_t i = 0; i < surface.points.size(); ++i)
    x.segment<3>(3 * static_cast<Eigen::Index>(i)) = surface.points[i];
  const Surface<3> tree(surface.triangles, x);
  require(tree.closed(),
          "an obstacle's surface is not closed: some edge does not have a triangle on both sides; "
          "close its holes");
  const Eigen::Vector3d extent = tree.high() - tree.low();
  spacing_ = extent.maxCoeff() / cells;
  origin_ = tree.low() - kPadding * spacing_ * Eigen::Vector3d::Ones();
  std::size_t total = 1;
  for (int c = 0; c < 3; ++c) {
    count_[c] = static_cast<int>(std::ceil(extent[c] / spacing_)) + 2 * kPadding + 1;
    total *= static_cast<std::size_t>(count_[c]);
  }
  values_.resize(total);
  parallel_chunks(total, kChunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      const std::size_t row = static_cast<std::size_t>(count_[0]);
      const std::size_t column = static_cast<std::size_t>(count_[1]);
      const Eigen::Vector3d p =
          origin_ + spacing_ * Eigen::Vector3d(static_cast<double>(n % row),
                                               static_cast<double>(n / row % column),
                                               static_cast<double>(n / row / column));
      const auto found = tree.nearest(x, p, std::numeric_limits<double>::infinity());
      values_[n] = std::copysign(std::sqrt(found.place.squared), tree.side(x, found, p));
    }
  });
}

void DistanceGrid::sample(const Eigen::Vector3d& p, double& gap, Eigen::Vector3d& gradient) const {
  int cell[3];
  double t[3];
  for (int c = 0; c < 3; ++c) {
    const double place = (p[c] - origin_[c]) / spacing_;
    if (!(place >= 0 && place < count_[c] - 1)) return;
    cell[c] = static_cast<int>(place);
    t[c] = place - cell[c];
  }
  gap = 0;
  gradient.setZero();
  for (int corner = 0; corner < 8; ++corner) {
    const int d[3] = {corner & 1, corner >> 1 & 1, corner >> 2};
    double w[3], slope[3];
    for (int c = 0; c < 3; ++c) {
      w[c] = d[c] ? t[c] : 1 - t[c];
      slope[c] = (d[c] ? 1 : -1) / spacing_;
    }
    const double v = value(cell[0] + d[0], cell[1] + d[1], cell[2] + d[2]);
    gap += w[0] * w[1] * w[2] * v;
    gradient +=
        v * Eigen::Vector3d(slope[0] * w[1] * w[2], w[0] * slope[1] * w[2], w[0] * w[1] * slope[2]);
  }
}

}  // namespace conjac
