#include "mesh/cut_surface.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace conjac {
namespace {

/// A number in (-1, 1) that looks random and is always the same for the same index.
double scatter(std::uint64_t index) {
  std::uint64_t z = (index + 1) * 0x9e3779b97f4a7c15u;  // splitmix64
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) * 0x1p-52 - 1;
}

double cross(const Vec<2>& a, const Vec<2>& b) {
  return a[0] * b[1] - a[1] * b[0];
}

Vec<2> nearest_on(const Vec<2>& p, const std::array<Vec<2>, 2>& s) {
  const Vec<2> along = s[1] - s[0];
  const double length = along.squaredNorm();
  const double t = length > 0 ? std::clamp((p - s[0]).dot(along) / length, 0.0, 1.0) : 0.0;
  return s[0] + t * along;
}

Vec<3> nearest_on_segment(const Vec<3>& p, const Vec<3>& a, const Vec<3>& b) {
  const Vec<3> along = b - a;
  const double length = along.squaredNorm();
  const double t = length > 0 ? std::clamp((p - a).dot(along) / length, 0.0, 1.0) : 0.0;
  return a + t * along;
}

/// The foot of the perpendicular where it falls inside, else the nearest point of the rim.
Vec<3> nearest_on(const Vec<3>& p, const std::array<Vec<3>, 3>& s) {
  const Vec<3> normal = (s[1] - s[0]).cross(s[2] - s[0]);
  const double size = normal.squaredNorm();
  if (size > 0) {
    const Vec<3> foot = p - (p - s[0]).dot(normal) / size * normal;
    bool inside = true;
    for (int k = 0; k < 3; ++k)
      inside &= (s[(k + 1) % 3] - s[k]).cross(foot - s[k]).dot(normal) >= 0;
    if (inside) return foot;
  }
  Vec<3> best = s[0];
  for (int k = 0; k < 3; ++k) {
    const Vec<3> on = nearest_on_segment(p, s[k], s[(k + 1) % 3]);
    if ((on - p).squaredNorm() < (best - p).squaredNorm()) best = on;
  }
  return best;
}

bool left_of(const Vec<2>& p, const Vec<2>& q, const Vec<2>& a) {
  return cross(q - p, a - p) >= 0;
}

/// On which side the line through p and q passes the edge from corner i to corner j. The edge is
/// always walked from the lower to the higher number, so that both triangles at it agree.
bool passes_left(const Vec<3>& p, const Vec<3>& q, const std::vector<Vec<3>>& at, int i, int j) {
  const int low = std::min(i, j), high = std::max(i, j);
  const bool left = (q - p).cross(at[low] - p).dot(at[high] - p) >= 0;
  return i < j ? left : !left;
}

}  // namespace

template <int Dim>
CutSurface<Dim>::CutSurface(std::vector<Vec<Dim>> points,
                            std::vector<std::array<int, Dim>> simplices, double offset)
    : offset_(offset),
      points_(std::move(points)),
      jittered_(points_),
      simplices_(std::move(simplices)) {
  for (std::size_t i = 0; i < jittered_.size(); ++i)
    for (int c = 0; c < Dim; ++c)
      jittered_[i][c] += offset * (scatter(c) + 0.25 * scatter(16 + i * Dim + c));
  std::vector<Box<Dim>> boxes;
  for (const auto& simplex : simplices_) {
    Box<Dim> box = Box<Dim>::at(jittered_[simplex[0]]);
    for (int node : simplex) box.include(jittered_[node]);
    boxes.push_back(box);
    const Vec<Dim> along = jittered_[simplex[1]] - jittered_[simplex[0]];
    if constexpr (Dim == 2)
      normals_.push_back({-along[1], along[0]});
    else
      normals_.push_back(along.cross(jittered_[simplex[2]] - jittered_[simplex[0]]));
  }
  tree_ = BoxTree<Dim>(boxes);
}

template <int Dim>
void CutSurface<Dim>::near(std::span<const Vec<Dim>> hull, std::vector<int>& found) const {
  Box<Dim> box = Box<Dim>::at(hull[0]);
  for (const auto& p : hull) box.include(p);
  const std::size_t before = found.size();
  tree_.overlapping(box, found);
  std::size_t kept = before;
  for (std::size_t k = before; k < found.size(); ++k) {
    const int s = found[k];
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const auto& p : hull) {
      const double distance = normals_[s].dot(p - jittered_[simplices_[s][0]]);
      low = std::min(low, distance), high = std::max(high, distance);
    }
    const double slack = offset_ * normals_[s].norm();
    if (low <= slack && high >= -slack) found[kept++] = s;
  }
  found.resize(kept);
}

template <int Dim>
bool CutSurface<Dim>::crosses(const Vec<Dim>& p, const Vec<Dim>& q, int simplex) const {
  const auto& n = simplices_[simplex];
  if constexpr (Dim == 2) {
    const Vec<2>&a = jittered_[n[0]], &b = jittered_[n[1]];
    return left_of(a, b, p) != left_of(a, b, q) && left_of(p, q, a) != left_of(p, q, b);
  } else {
    const Vec<3>& a = jittered_[n[0]];
    const Vec<3>& normal = normals_[simplex];
    if ((normal.dot(p - a) >= 0) == (normal.dot(q - a) >= 0)) return false;
    const bool side = passes_left(p, q, jittered_, n[0], n[1]);
    return side == passes_left(p, q, jittered_, n[1], n[2]) &&
           side == passes_left(p, q, jittered_, n[2], n[0]);
  }
}

template <int Dim>
bool CutSurface<Dim>::separates(const Vec<Dim>& p, const Vec<Dim>& q,
                                std::span<const int> simplices) const {
  bool odd = false;
  for (int s : simplices) odd ^= crosses(p, q, s);
  return odd;
}

template <int Dim>
bool CutSurface<Dim>::meets(const Vec<Dim>& p, const Vec<Dim>& q,
                            std::span<const int> simplices) const {
  for (int s : simplices)
    if (crosses(p, q, s)) return true;
  return false;
}

template <int Dim>
bool CutSurface<Dim>::reaches(const Vec<Dim>& p) const {
  Box<Dim> box = Box<Dim>::at(p);
  const Vec<Dim> margin = Vec<Dim>::Constant(3 * offset_);  // boxes are those of the shifted knife
  box.include(p - margin);
  box.include(p + margin);
  std::vector<int> found;
  tree_.overlapping(box, found);
  return !found.empty() && (nearest(p, found) - p).norm() <= offset_;
}

template <int Dim>
Vec<Dim> CutSurface<Dim>::nearest(const Vec<Dim>& p, std::span<const int> simplices) const {
  Vec<Dim> best = Vec<Dim>::Zero();
  double closest = HUGE_VAL;
  for (int s : simplices) {
    std::array<Vec<Dim>, Dim> corners;
    for (int k = 0; k < Dim; ++k) corners[k] = points_[simplices_[s][k]];
    const Vec<Dim> on = nearest_on(p, corners);
    if (const double d = (on - p).squaredNorm(); d < closest) closest = d, best = on;
  }
  return best;
}

template <int Dim>
CutSurface<Dim> disc(const Vec<Dim>& point, const Vec<Dim>& normal, double radius, int corners,
                     double offset) {
  if constexpr (Dim == 2) {
    const Vec<2> along = Vec<2>(-normal[1], normal[0]).normalized();
    return {{point - radius * along, point + radius * along}, {{0, 1}}, offset};
  } else {
    const Vec<3> u = normal.normalized().unitOrthogonal(), v = normal.normalized().cross(u);
    std::vector<Vec<3>> points{point};
    std::vector<std::array<int, 3>> triangles;
    for (int k = 0; k < corners; ++k) {
      const double angle = 2 * M_PI * k / corners;
      points.push_back(point + radius * (std::cos(angle) * u + std::sin(angle) * v));
      triangles.push_back({0, 1 + k, 1 + (k + 1) % corners});
    }
    return {points, triangles, offset};
  }
}

template <int Dim>
CutSurface<Dim> swept(const std::vector<Vec<Dim>>& line, const Vec<Dim>& direction, double begin,
                      double end, bool closed, double offset) {
  const int n = static_cast<int>(line.size()), last = closed ? n : n - 1;
  std::vector<Vec<Dim>> points;
  std::vector<std::array<int, Dim>> simplices;
  if constexpr (Dim == 2) {
    points = line;
    for (int k = 0; k < last; ++k) simplices.push_back({k, (k + 1) % n});
  } else {
    for (const auto& p : line) {
      points.push_back(p + begin * direction);
      points.push_back(p + end * direction);
    }
    for (int k = 0; k < last; ++k) {
      const int a = 2 * k, b = 2 * ((k + 1) % n);
      simplices.push_back({a, b, b + 1});
      simplices.push_back({a, b + 1, a + 1});
    }
  }
  return {points, simplices, offset};
}

#define CONJAC_INSTANTIATE(Dim)                                                              \
  template class CutSurface<Dim>;                                                            \
  template CutSurface<Dim> disc<Dim>(const Vec<Dim>&, const Vec<Dim>&, double, int, double); \
  template CutSurface<Dim> swept<Dim>(const std::vector<Vec<Dim>>&, const Vec<Dim>&, double, \
                                      double, bool, double);
CONJAC_INSTANTIATE(2)
CONJAC_INSTANTIATE(3)
#undef CONJAC_INSTANTIATE

}  // namespace conjac
