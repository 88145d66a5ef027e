#include <Eigen/Geometry>
#include <cmath>

#include "core/check.h"
#include "mesh/generate.h"

namespace conjac {
namespace {

// How far a square cross-section is rounded: 1 is a circle, whose corner cells would be flat.
constexpr double kRound = 0.75;

Vec<2> rounded(const Vec<2>& p) {
  const Vec<2> disc(p.x() * std::sqrt(1 - p.y() * p.y() / 2),
                    p.y() * std::sqrt(1 - p.x() * p.x() / 2));
  // The square that is blended in has the same area.
  return kRound * disc + (1 - kRound) * std::sqrt(M_PI) / 2 * p;
}

double half_thickness(double s, double belly, double tendon) {
  const double wave = std::sin(M_PI * s);
  return tendon + (belly - tendon) * wave * wave;
}

}  // namespace

template <int Dim>
Mesh<Dim> spindle(const std::array<int, 2>& cells, const Vec<Dim>& from, const Vec<Dim>& to,
                  double belly, double tendon) {
  require((to - from).norm() > 0 && belly > 0 && tendon > 0,
          "generated mesh: a spindle needs two different ends and positive thicknesses");
  const Vec<Dim> along = to - from;
  Mesh<Dim> mesh;
  if constexpr (Dim == 2) {
    mesh = rectangle({cells[0], cells[1]}, Vec<2>(1, 2), Vec<2>(0, -1));
    const Vec<2> across = Vec<2>(-along.y(), along.x()).normalized();
    for (Vec<2>& p : mesh.rest)
      p = from + p.x() * along + p.y() * half_thickness(p.x(), belly, tendon) * across;
  } else {
    mesh = box({cells[0], cells[1], cells[1]}, Vec<3>(1, 2, 2), Vec<3>(0, -1, -1));
    const Vec<3> second = along.unitOrthogonal(), third = along.normalized().cross(second);
    for (Vec<3>& p : mesh.rest) {
      const Vec<2> round = half_thickness(p.x(), belly, tendon) * rounded(Vec<2>(p.y(), p.z()));
      p = from + p.x() * along + round.x() * second + round.y() * third;
    }
  }
  return mesh;
}

template Mesh<2> spindle<2>(const std::array<int, 2>&, const Vec<2>&, const Vec<2>&, double,
                            double);
template Mesh<3> spindle<3>(const std::array<int, 2>&, const Vec<3>&, const Vec<3>&, double,
                            double);

}  // namespace conjac
