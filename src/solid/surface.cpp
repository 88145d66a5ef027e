#include "solid/surface.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/place.h"

namespace conjac {
namespace {

constexpr int kLeaf = 4;  // facets per leaf

}  // namespace

template <>
NearestOnFacet<2> nearest_on_facet<2>(const std::array<Vec<2>, 2>& c, const Vec<2>& p) {
  const Vec<2> along = c[1] - c[0];
  const double length = along.squaredNorm();
  const double t = length > 0 ? std::clamp(along.dot(p - c[0]) / length, 0.0, 1.0) : 0.0;
  NearestOnFacet<2> result;
  result.weights = {1 - t, t};
  result.point = c[0] + t * along;
  result.squared = (p - result.point).squaredNorm();
  return result;
}

// The seven Voronoi regions of a triangle: three corners, three sides, its inside.
template <>
NearestOnFacet<3> nearest_on_facet<3>(const std::array<Vec<3>, 3>& c, const Vec<3>& p) {
  const Vec<3> ab = c[1] - c[0], ac = c[2] - c[0];
  const double d1 = ab.dot(p - c[0]), d2 = ac.dot(p - c[0]);
  const double d3 = ab.dot(p - c[1]), d4 = ac.dot(p - c[1]);
  const double d5 = ab.dot(p - c[2]), d6 = ac.dot(p - c[2]);
  const double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
  NearestOnFacet<3> result;
  auto& w = result.weights;
  if (d1 <= 0 && d2 <= 0) {
    w = {1, 0, 0};
  } else if (d3 >= 0 && d4 <= d3) {
    w = {0, 1, 0};
  } else if (d6 >= 0 && d5 <= d6) {
    w = {0, 0, 1};
  } else if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const double t = d1 / (d1 - d3);
    w = {1 - t, t, 0};
  } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const double t = d2 / (d2 - d6);
    w = {1 - t, 0, t};
  } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const double t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    w = {0, 1 - t, t};
  } else {
    const double sum = va + vb + vc;
    w = {va / sum, vb / sum, vc / sum};
  }
  result.point = w[0] * c[0] + w[1] * c[1] + w[2] * c[2];
  result.squared = (p - result.point).squaredNorm();
  return result;
}

template <int Dim>
Surface<Dim>::Surface(std::vector<FacetNodes> facets, const VectorXd& x)
    : facets_(std::move(facets)) {
  const int count = static_cast<int>(facets_.size());
  order_.resize(count);
  std::iota(order_.begin(), order_.end(), 0);
  std::vector<Vec<Dim>> middles(count);
  for (int f = 0; f < count; ++f) {
    middles[f].setZero();
    for (const Vec<Dim>& c : corners(x, f)) middles[f] += c / Dim;
  }
  connect(x);
  if (count > 0) build(0, count, middles);
  refit(x);
}

template <int Dim>
void Surface<Dim>::build(int first, int count, std::vector<Vec<Dim>>& middles) {
  const int me = static_cast<int>(boxes_.size());
  boxes_.emplace_back();
  if (count <= kLeaf) {
    boxes_[me].first = first;
    boxes_[me].count = count;
    return;
  }
  Vec<Dim> low = middles[order_[first]], high = low;
  for (int k = first; k < first + count; ++k) {
    low = low.cwiseMin(middles[order_[k]]);
    high = high.cwiseMax(middles[order_[k]]);
  }
  int axis = 0;
  (high - low).maxCoeff(&axis);
  const int half = count / 2;
  std::nth_element(order_.begin() + first, order_.begin() + first + half,
                   order_.begin() + first + count, [&](int a, int b) {
                     const double p = middles[a][axis], q = middles[b][axis];
                     return p != q ? p < q : a < b;  // a total order: the same tree everywhere
                   });
  build(first, half, middles);
  boxes_[me].right = static_cast<int>(boxes_.size());
  build(first + half, count - half, middles);
}

template <int Dim>
std::array<Vec<Dim>, Dim> Surface<Dim>::corners(const VectorXd& x, int facet) const {
  std::array<Vec<Dim>, Dim> result;
  for (int k = 0; k < Dim; ++k) result[k] = at<Dim>(x, facets_[facet][k]);
  return result;
}

template <int Dim>
void Surface<Dim>::refit(const VectorXd& x) {
  for (int b = static_cast<int>(boxes_.size()) - 1; b >= 0; --b) {
    Box& box = boxes_[b];
    if (box.count > 0) {
      box.low.setConstant(std::numeric_limits<double>::infinity());
      box.high = -box.low;
      for (int k = box.first; k < box.first + box.count; ++k)
        for (int node : facets_[order_[k]]) {
          const Vec<Dim> p = at<Dim>(x, node);
          box.low = box.low.cwiseMin(p);
          box.high = box.high.cwiseMax(p);
        }
    } else {
      box.low = boxes_[b + 1].low.cwiseMin(boxes_[box.right].low);
      box.high = boxes_[b + 1].high.cwiseMax(boxes_[box.right].high);
    }
  }
}

template <int Dim>
NearestOnFacet<Dim> Surface<Dim>::on_facet(const VectorXd& x, int facet, const Vec<Dim>& p) const {
  return nearest_on_facet<Dim>(corners(x, facet), p);
}

template class Surface<2>;
template class Surface<3>;

}  // namespace conjac
