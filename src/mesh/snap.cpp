#include "mesh/snap.h"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>

namespace conjac {
namespace {

// An element keeps at least this fraction of its volume, and this quality (1 is regular) unless it
// was worse before; then it gets hardly worse.
constexpr double kVolumeKept = 0.25, kQuality = 0.3, kQualityKept = 0.95;
// Below this fraction of what its parts have, a gradient is round-off: the node is inside.
constexpr double kInside = 1e-12;
// Normals around a node with a second (third) direction of this weight make an edge (corner).
constexpr double kFeature = 0.1;
// The same where something lies against the surface: one that is bent by a hundredth is not flat.
constexpr double kFlat = 1e-4;
// Parts of the way that are tried.
constexpr double kWays[] = {1.0, 0.7, 0.4, 0.2};

template <int Dim>
double factorial() {
  return Dim == 2 ? 2 : 6;
}

template <int Dim>
class Snapper {
 public:
  Snapper(Mesh<Dim>& mesh, std::span<const int> facing, std::span<const double> density,
          const CutSurface<Dim>& knife, SnapFields<Dim> fields)
      : mesh_(mesh), facing_(facing), density_(density), knife_(knife), fields_(fields) {}

  bool snap(int node, bool close, const std::vector<int>& star) {
    node_ = node, close_ = close, star_ = &star;
    hull_.clear();
    for (int e : star)
      for (int n : mesh_.elements[e]) hull_.push_back(now(n));
    near_.clear();
    knife_.near(hull_, near_);
    if (near_.empty()) return false;
    // The node itself may be wherever the knife is not: look at all that passes the star.
    const Vec<Dim> gap = knife_.nearest(now(node), near_) - now(node);
    if (gap.norm() == 0) return false;
    Mat<Dim> F;
    if (!mean_gradient(F)) return false;
    // The smallest allowed u with n . F u = |gap|, n the direction of the gap.
    const Vec<Dim> n = gap.normalized();
    const Vec<Dim> along = allowed(F.transpose() * n);
    const double reach = along.squaredNorm();
    if (!(reach > 0.05 * (F.transpose() * n).squaredNorm())) return false;
    Vec<Dim> u = along * (gap.norm() / reach);
    for (int k = 0; k < 2; ++k) {  // the field is piecewise linear: meet the knife where it bends
      const double gone = (there(mesh_.rest[node] + u) - now(node)).dot(n);
      if (gone > 0) u *= std::clamp(gap.norm() / gone, 0.5, 2.0);
    }
    for (double way : kWays)
      if (move(way * u)) return true;
    return false;
  }

 private:
  Vec<Dim> at(const VectorXd& field, int n) const { return field.segment<Dim>(n * Dim); }
  Vec<Dim> now(int n) const { return at(fields_.x, n); }

  Mat<Dim> rest_edges(int e) const {
    Mat<Dim> D;
    const auto& n = mesh_.elements[e];
    for (int k = 0; k < Dim; ++k) D.col(k) = mesh_.rest[n[k + 1]] - mesh_.rest[n[0]];
    return D;
  }
  Mat<Dim> edges_now(int e) const {
    Mat<Dim> D;
    const auto& n = mesh_.elements[e];
    for (int k = 0; k < Dim; ++k) D.col(k) = now(n[k + 1]) - now(n[0]);
    return D;
  }

  /// Mean deformation gradient around the node; false where an element is inverted.
  bool mean_gradient(Mat<Dim>& F) const {
    F.setZero();
    double volume = 0;
    for (int e : *star_) {
      const Mat<Dim> D = rest_edges(e), d = edges_now(e);
      const double v = D.determinant();
      if (!(d.determinant() > 0) || !(v > 0)) return false;
      F += v * d * D.inverse();
      volume += v;
    }
    F /= volume;
    return true;
  }

  /// d(volume of e)/d(rest position of the node).
  Vec<Dim> volume_gradient(int e) const {
    const Mat<Dim> D = rest_edges(e);
    const Mat<Dim> gradients = D.determinant() / factorial<Dim>() * D.inverse().transpose();
    for (int k = 0; k < Dim; ++k)
      if (mesh_.elements[e][k + 1] == node_) return gradients.col(k);
    return -gradients.rowwise().sum();
  }

  /// The part of a direction in which the node may move.
  Vec<Dim> allowed(Vec<Dim> u) const {
    Vec<Dim> volume = Vec<Dim>::Zero(), mass = Vec<Dim>::Zero();
    double volume_parts = 0, mass_parts = 0;
    Mat<Dim> normals = Mat<Dim>::Zero();
    for (int e : *star_) {
      const Vec<Dim> g = volume_gradient(e);
      volume += g, mass += density_[e] * g;
      volume_parts += g.norm(), mass_parts += density_[e] * g.norm();
      for (int k = 0; k <= Dim; ++k) {
        if (facing_[e * (Dim + 1) + k] >= 0 || mesh_.elements[e][k] == node_) continue;
        const Vec<Dim> area = side_normal(e, k);
        if (area.norm() > 0) normals += area * area.transpose() / area.norm();
      }
    }
    std::vector<Vec<Dim>> forbidden;
    if (normals.trace() > 0) {
      const Eigen::SelfAdjointEigenSolver<Mat<Dim>> parts(normals);
      int directions = 0;
      for (int k = 0; k < Dim; ++k)
        if (parts.eigenvalues()[k] > (close_ ? kFlat : kFeature) * normals.trace()) {
          ++directions;
          forbidden.push_back(parts.eigenvectors().col(k));
        }
      if (directions == Dim) return Vec<Dim>::Zero();
      if (directions == 1 && !close_)
        forbidden.clear();  // dV/dX is the better normal of a bent surface
    }
    // Last, because these must hold to the last digit.
    if (mass.norm() > kInside * mass_parts) forbidden.push_back(mass);
    if (volume.norm() > kInside * volume_parts) forbidden.push_back(volume);
    return orthogonal(u, forbidden);
  }

  /// u without its parts along the directions; Gram-Schmidt from the last one on, twice for the
  /// last digits.
  static Vec<Dim> orthogonal(Vec<Dim> u, const std::vector<Vec<Dim>>& directions) {
    std::vector<Vec<Dim>> basis;
    for (auto d = directions.rbegin(); d != directions.rend(); ++d) {
      Vec<Dim> b = *d;
      const double length = b.norm();
      for (int pass = 0; pass < 2; ++pass)
        for (const auto& other : basis) b -= b.dot(other) * other;
      if (b.norm() > 1e-9 * length) basis.push_back(b.normalized());
    }
    for (int pass = 0; pass < 2; ++pass)
      for (const auto& b : basis) u -= u.dot(b) * b;
    return basis.size() == Dim ? Vec<Dim>(Vec<Dim>::Zero()) : u;
  }

  Vec<Dim> side_normal(int e, int k) const {
    std::array<int, Dim> n;
    for (int j = 0, at = 0; j <= Dim; ++j)
      if (j != k) n[at++] = mesh_.elements[e][j];
    const Vec<Dim> a = mesh_.rest[n[1]] - mesh_.rest[n[0]];
    if constexpr (Dim == 2)
      return {-a[1], a[0]};
    else
      return 0.5 * a.cross(mesh_.rest[n[2]] - mesh_.rest[n[0]]);
  }

  /// The element of the star a rest point lies in, or nearly so, and its barycentric coordinates.
  int locate(const Vec<Dim>& X, Vec<Dim + 1>& weights) const {
    int best = -1;
    double deepest = -HUGE_VAL;
    for (int e : *star_) {
      const Vec<Dim> b = rest_edges(e).inverse() * (X - mesh_.rest[mesh_.elements[e][0]]);
      const double first = 1 - b.sum(), depth = std::min(first, b.minCoeff());
      if (depth <= deepest) continue;
      deepest = depth, best = e;
      weights[0] = first;
      weights.template tail<Dim>() = b;
    }
    return best;
  }
  Vec<Dim> value(const VectorXd& field, int e, const Vec<Dim + 1>& weights) const {
    Vec<Dim> sum = Vec<Dim>::Zero();
    for (int k = 0; k <= Dim; ++k) sum += weights[k] * at(field, mesh_.elements[e][k]);
    return sum;
  }
  Vec<Dim> there(const Vec<Dim>& X) const {
    Vec<Dim + 1> weights;
    const int e = locate(X, weights);
    return value(fields_.x, e, weights);
  }

  /// Mean ratio: 1 for the regular simplex, 0 for a flat one.
  static double quality(const Mat<Dim>& D, double determinant) {
    double lengths = D.squaredNorm();
    for (int a = 0; a < Dim; ++a)
      for (int b = a + 1; b < Dim; ++b) lengths += (D.col(a) - D.col(b)).squaredNorm();
    return Dim == 2 ? 2 * std::sqrt(3.0) * determinant / lengths
                    : 12 * std::cbrt(0.25 * determinant * determinant) / lengths;
  }
  static bool worse(const Mat<Dim>& before, const Mat<Dim>& after) {
    const double old_volume = before.determinant(), volume = after.determinant();
    if (!(volume >= kVolumeKept * old_volume)) return true;
    const double q = quality(after, volume);
    return !(q >= kQuality) && !(q >= kQualityKept * quality(before, old_volume));
  }

  bool move(const Vec<Dim>& u) {
    const Vec<Dim> X = mesh_.rest[node_], x = now(node_);
    Vec<Dim + 1> weights;
    const int inside = locate(X + u, weights);
    before_.clear();
    for (int e : *star_) before_.push_back({rest_edges(e), edges_now(e)});
    const Vec<Dim> target = value(fields_.x, inside, weights);
    std::vector<Vec<Dim>> others;
    for (const VectorXd* field : fields_.others) others.push_back(value(*field, inside, weights));
    mesh_.rest[node_] = X + u;
    fields_.x.template segment<Dim>(node_ * Dim) = target;
    for (std::size_t i = 0; i < star_->size(); ++i) {
      const int e = (*star_)[i];
      if (!worse(before_[i][0], rest_edges(e)) && !worse(before_[i][1], edges_now(e))) continue;
      mesh_.rest[node_] = X;
      fields_.x.template segment<Dim>(node_ * Dim) = x;
      return false;
    }
    for (std::size_t f = 0; f < others.size(); ++f)
      fields_.others[f]->template segment<Dim>(node_ * Dim) = others[f];
    return true;
  }

  Mesh<Dim>& mesh_;
  std::span<const int> facing_;
  std::span<const double> density_;
  const CutSurface<Dim>& knife_;
  SnapFields<Dim> fields_;
  int node_ = 0;
  bool close_ = false;
  const std::vector<int>* star_ = nullptr;
  std::vector<Vec<Dim>> hull_;
  std::vector<int> near_;
  std::vector<std::array<Mat<Dim>, 2>> before_;  // edges of the star: at rest, now
};

}  // namespace

template <int Dim>
int snap_nodes(Mesh<Dim>& mesh, std::span<const int> facing, std::span<const double> density,
               const CutSurface<Dim>& knife, std::span<const int> nodes,
               std::span<const char> close, SnapFields<Dim> fields) {
  std::vector<int> local(mesh.rest.size(), -1);
  for (std::size_t i = 0; i < nodes.size(); ++i) local[nodes[i]] = static_cast<int>(i);
  std::vector<std::vector<int>> stars(nodes.size());
  for (int e = 0; e < mesh.element_count(); ++e)
    for (int node : mesh.elements[e])
      if (local[node] >= 0) stars[local[node]].push_back(e);
  Snapper<Dim> snapper(mesh, facing, density, knife, fields);
  int moved = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    moved += snapper.snap(nodes[i], close[nodes[i]], stars[i]);
  return moved;
}

#define CONJAC_INSTANTIATE(Dim)                                                           \
  template int snap_nodes<Dim>(Mesh<Dim>&, std::span<const int>, std::span<const double>, \
                               const CutSurface<Dim>&, std::span<const int>,              \
                               std::span<const char>, SnapFields<Dim>);
CONJAC_INSTANTIATE(2)
CONJAC_INSTANTIATE(3)
#undef CONJAC_INSTANTIATE

}  // namespace conjac
