#include "mesh/transform.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <string>

#include "core/check.h"

namespace conjac {
namespace {

struct Angle {
  double cosine = 1, sine = 0;
};

Angle exact_angle(double degrees) {
  const double turn = std::remainder(degrees, 360.0);  // in [-180, 180], without rounding
  if (turn == 0) return {1, 0};
  if (std::abs(turn) == 180) return {-1, 0};
  if (std::abs(turn) == 90) return {0, turn > 0 ? 1.0 : -1.0};
  const double radians = turn * std::numbers::pi / 180;
  return {std::cos(radians), std::sin(radians)};
}

/// Rodrigues: R = c I + s [a]x + (1 - c) a a'.
Mat<3> rotation(const Vec<3>& axis, double degrees) {
  const Vec<3> a = axis.stableNormalized();
  const Angle angle = exact_angle(degrees);
  Mat<3> cross;
  cross << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return angle.cosine * Mat<3>::Identity() + angle.sine * cross +
         (1 - angle.cosine) * a * a.transpose();
}

}  // namespace

template <int Dim>
void scale(Mesh<Dim>& mesh, double factor) {
  require(std::isfinite(factor) && factor > 0,
          "mesh scale " + std::to_string(factor) + "; give a positive finite factor.");
  for (Vec<Dim>& x : mesh.rest) x *= factor;
}

template <int Dim>
void rotate(Mesh<Dim>& mesh, const Vec<3>& axis, const Vec<3>& center, double degrees) {
  require(axis.allFinite() && center.allFinite() && std::isfinite(degrees),
          "mesh rotation: axis, center and degrees must be finite numbers.");
  require(axis.stableNorm() > 0, "mesh rotation: the axis has no length; give a direction.");
  if (Dim == 2)
    require(axis.x() == 0 && axis.y() == 0,
            "mesh rotation: a plane mesh turns about z only; give the axis 0 0 1.");
  const Mat<Dim> R = rotation(axis, degrees).template topLeftCorner<Dim, Dim>();
  const Vec<Dim> c = center.template head<Dim>();
  for (Vec<Dim>& x : mesh.rest) x = c + R * (x - c);
}

template <int Dim>
void translate(Mesh<Dim>& mesh, const Vec<Dim>& offset) {
  require(offset.allFinite(), "mesh translation: the offset must be finite numbers.");
  for (Vec<Dim>& x : mesh.rest) x += offset;
}

template void scale<2>(Mesh<2>&, double);
template void scale<3>(Mesh<3>&, double);
template void rotate<2>(Mesh<2>&, const Vec<3>&, const Vec<3>&, double);
template void rotate<3>(Mesh<3>&, const Vec<3>&, const Vec<3>&, double);
template void translate<2>(Mesh<2>&, const Vec<2>&);
template void translate<3>(Mesh<3>&, const Vec<3>&);

}  // namespace conjac
