#include "scene/pressure.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "fem/own_elements.h"

namespace conjac {
namespace {

// A skew part below this fraction of its terms is rounding.
constexpr double kNoSkew = 1e-10;

template <int Dim>
using Corners = std::array<Vec<Dim>, Dim>;

template <int Dim>
Corners<Dim> corners(const PressedSide<Dim>& side, const VectorXd& x) {
  Corners<Dim> result;
  for (int k = 0; k < Dim; ++k)
    result[k] = x.template segment<Dim>(static_cast<Eigen::Index>(side.nodes[k]) * Dim);
  return result;
}

/// Area times normal.
template <int Dim>
Vec<Dim> area_vector(const Corners<Dim>& p) {
  if constexpr (Dim == 2) {
    return {p[1][1] - p[0][1], p[0][0] - p[1][0]};
  } else {
    return 0.5 * (p[1] - p[0]).cross(p[2] - p[0]);
  }
}

/// dN/dx_j is a turn by 90 degrees times a number (2D), or half the cross product with the edge
/// opposite to j (3D): that number, or half that edge.
template <int Dim>
Vec<Dim> lever(const Corners<Dim>& p, int j) {
  if constexpr (Dim == 2) {
    return {j == 1 ? 1.0 : -1.0, 0};
  } else {
    return 0.5 * (p[(j + 2) % 3] - p[(j + 1) % 3]);
  }
}

/// The matrix that belongs to it.
template <int Dim>
Mat<Dim> turning(const Vec<Dim>& e) {
  Mat<Dim> m;
  if constexpr (Dim == 2)
    m << 0, e[0], -e[0], 0;
  else
    m << 0, -e[2], e[1], e[2], 0, -e[0], -e[1], e[0], 0;
  return m;
}

}  // namespace

template <int Dim>
double Pressure<Dim>::work(const VectorXd& from, const VectorXd& to) const {
  double sum = 0;
  for (const PressedSide<Dim>& side : sides) {
    const Corners<Dim> start = corners(side, from), end = corners(side, to);
    Corners<Dim> middle;
    Vec<Dim> way = Vec<Dim>::Zero();
    for (int k = 0; k < Dim; ++k) {
      middle[k] = 0.5 * (start[k] + end[k]);
      way += end[k] - start[k];
    }
    // Simpson's rule: N is at most quadratic along the way.
    const Vec<Dim> mean =
        (area_vector<Dim>(start) + 4 * area_vector<Dim>(middle) + area_vector<Dim>(end)) / 6;
    sum -= side.value / Dim * mean.dot(way);
  }
  return sum;
}

template <int Dim>
void Pressure<Dim>::add_force(const VectorXd& x, VectorXd& f) const {
  for (const PressedSide<Dim>& side : sides) {
    const Vec<Dim> push = -side.value / Dim * area_vector<Dim>(corners(side, x));
    for (int node : side.nodes) f.template segment<Dim>(node * Dim) += push;
  }
}

template <int Dim>
void Pressure<Dim>::add_stiffness(const VectorXd& x, const Pattern& pattern,
                                  SparseMatrix& K) const {
  // (K_ij + K_ji')/2 = -p/(2 Dim) T(e_j - e_i): nothing on the diagonal, and the blocks of a pair
  // that belong to its two orders are the same one, transposed.
  for (const PressedSide<Dim>& side : sides) {
    if (!touches_own(side.nodes)) continue;  // no rows of this rank's
    const Corners<Dim> p = corners(side, x);
    for (int i = 0; i < Dim; ++i)
      for (int j = 0; j < Dim; ++j) {
        const int row = side.nodes[i], column = side.nodes[j];
        if (row <= column) continue;
        const Vec<Dim> e = lever<Dim>(p, j) - lever<Dim>(p, i);
        const Mat<Dim> block = -side.value / (2 * Dim) * turning<Dim>(e);
        for (int c = 0; c < Dim; ++c) {
          double* values = K.valuePtr() + pattern.place(row, column, c);
          for (int r = 0; r < Dim; ++r) values[r] += block(r, c);
        }
      }
  }
}

template <int Dim>
bool Pressure<Dim>::is_gradient(const VectorXd& x, const std::vector<char>& held) const {
  // K_ij - K_ji' = -p/Dim T(e_j + e_i).
  std::map<std::pair<int, int>, Vec<Dim>> skew;
  double largest = 0;
  for (const PressedSide<Dim>& side : sides) {
    const Corners<Dim> p = corners(side, x);
    for (int i = 0; i < Dim; ++i)
      for (int j = 0; j < Dim; ++j) {
        const int a = side.nodes[i], b = side.nodes[j];
        if (a > b || held[a] || held[b]) continue;
        const Vec<Dim> ei = lever<Dim>(p, i), ej = lever<Dim>(p, j);
        largest = std::max(largest, std::abs(side.value) * ei.norm());
        skew.try_emplace({a, b}, Vec<Dim>::Zero()).first->second += side.value * (ei + ej);
      }
  }
  for (const auto& [pair, sum] : skew)
    if (sum.norm() > kNoSkew * largest) return false;
  return true;
}

template class Pressure<2>;
template class Pressure<3>;

}  // namespace conjac
