#include "contact/surface.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace conjac {
namespace {

constexpr int kLeaf = 4;    // facets per leaf
constexpr int kDeep = 128;  // stack of a walk; a balanced tree of 2^31 facets has depth 31

template <int Dim>
Vec<Dim> at(const VectorXd& x, int node) {
  return x.template segment<Dim>(static_cast<Eigen::Index>(node) * Dim);
}

/// Angle of a facet at one of its corners; 2D edges count equally at their ends.
template <int Dim>
double angle_at(const std::array<Vec<Dim>, Dim>& c, int corner) {
  if constexpr (Dim == 2) {
    return 1;
  } else {
    const Vec<3> a = c[(corner + 1) % 3] - c[corner], b = c[(corner + 2) % 3] - c[corner];
    return std::atan2(a.cross(b).norm(), a.dot(b));
  }
}

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
  connect();
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
void Surface<Dim>::connect() {
  const int count = static_cast<int>(facets_.size());
  std::map<std::array<int, Dim - 1>, std::pair<int, int>> open;  // side -> facet, opposite corner
  neighbors_.assign(count, {});
  for (auto& list : neighbors_) list.fill(-1);
  for (int f = 0; f < count; ++f)
    for (int k = 0; k < Dim; ++k) {
      std::array<int, Dim - 1> side;
      for (int j = 0, n = 0; j < Dim; ++j)
        if (j != k) side[n++] = facets_[f][j];
      std::sort(side.begin(), side.end());
      const auto [found, fresh] = open.try_emplace(side, f, k);
      if (fresh) continue;
      const auto [other, corner] = found->second;
      // A side with more than two facets (bodies that touch along it) keeps the first two.
      if (neighbors_[other][corner] < 0) {
        neighbors_[other][corner] = f;
        neighbors_[f][k] = other;
      }
    }
  for (const auto& list : neighbors_)
    for (int other : list) closed_ &= other >= 0;

  for (const FacetNodes& facet : facets_)
    node_of_.insert(node_of_.end(), facet.begin(), facet.end());
  std::sort(node_of_.begin(), node_of_.end());
  node_of_.erase(std::unique(node_of_.begin(), node_of_.end()), node_of_.end());
  const auto slot = [&](int node) {
    return static_cast<int>(std::lower_bound(node_of_.begin(), node_of_.end(), node) -
                            node_of_.begin());
  };
  around_start_.assign(node_of_.size() + 1, 0);
  for (const FacetNodes& facet : facets_)
    for (int node : facet) ++around_start_[slot(node) + 1];
  std::partial_sum(around_start_.begin(), around_start_.end(), around_start_.begin());
  around_.resize(around_start_.back());
  std::vector<int> next(around_start_.begin(), around_start_.end() - 1);
  for (int f = 0; f < count; ++f)
    for (int node : facets_[f]) around_[next[slot(node)]++] = f;
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
double Surface<Dim>::squared_distance(const Box& box, const Vec<Dim>& p) const {
  return (box.low - p).cwiseMax(p - box.high).cwiseMax(0.0).squaredNorm();
}

template <int Dim>
void Surface<Dim>::near(const Vec<Dim>& p, double reach, std::vector<int>& facets) const {
  if (boxes_.empty()) return;
  std::array<int, kDeep> stack;
  int depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const int b = stack[--depth];
    const Box& box = boxes_[b];
    if (squared_distance(box, p) > reach * reach) continue;
    if (box.count > 0) {
      for (int k = box.first; k < box.first + box.count; ++k) facets.push_back(order_[k]);
    } else {
      stack[depth++] = box.right;
      stack[depth++] = b + 1;
    }
  }
}

template <int Dim>
auto Surface<Dim>::nearest(const VectorXd& x, const Vec<Dim>& p, double reach) const -> Nearest {
  Nearest best;
  if (boxes_.empty()) return best;
  double bound = reach * reach;
  std::array<int, kDeep> stack;
  int depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const int b = stack[--depth];
    const Box& box = boxes_[b];
    if (squared_distance(box, p) > bound) continue;
    if (box.count > 0) {
      for (int k = box.first; k < box.first + box.count; ++k) {
        const NearestOnFacet<Dim> place = on_facet(x, order_[k], p);
        if (place.squared > bound || (place.squared == bound && best.facet >= 0)) continue;
        bound = place.squared;
        best = {order_[k], place};
      }
      continue;
    }
    int nearer = b + 1, farther = box.right;
    if (squared_distance(boxes_[farther], p) < squared_distance(boxes_[nearer], p))
      std::swap(nearer, farther);
    stack[depth++] = farther;
    stack[depth++] = nearer;
  }
  return best;
}

template <int Dim>
NearestOnFacet<Dim> Surface<Dim>::on_facet(const VectorXd& x, int facet, const Vec<Dim>& p) const {
  return nearest_on_facet<Dim>(corners(x, facet), p);
}

template <int Dim>
Vec<Dim> Surface<Dim>::facet_normal(const VectorXd& x, int facet) const {
  const auto c = corners(x, facet);
  Vec<Dim> normal;
  if constexpr (Dim == 2) {
    const Vec<2> along = c[1] - c[0];
    normal = Vec<2>(along.y(), -along.x());
  } else {
    normal = (c[1] - c[0]).cross(c[2] - c[0]);
  }
  const double length = normal.norm();
  return length > 0 ? Vec<Dim>(normal / length) : Vec<Dim>::Zero();
}

template <int Dim>
Vec<Dim> Surface<Dim>::normal_at(const VectorXd& x, int facet,
                                 const std::array<double, Dim>& weights) const {
  int on = 0, last = 0, off = 0;
  for (int k = 0; k < Dim; ++k) {
    if (weights[k] != 0) {
      ++on;
      last = k;
    } else {
      off = k;
    }
  }
  Vec<Dim> sum = facet_normal(x, facet);
  if (on == Dim) return sum;
  if (on > 1) {  // on the side opposite corner `off`
    const int other = neighbors_[facet][off];
    if (other >= 0) sum += facet_normal(x, other);
    return sum;
  }
  const int node = facets_[facet][last];
  const auto slot = std::lower_bound(node_of_.begin(), node_of_.end(), node) - node_of_.begin();
  sum.setZero();
  for (int k = around_start_[slot]; k < around_start_[slot + 1]; ++k) {
    const FacetNodes& facet_nodes = facets_[around_[k]];
    const int corner = static_cast<int>(std::find(facet_nodes.begin(), facet_nodes.end(), node) -
                                        facet_nodes.begin());
    sum += angle_at<Dim>(corners(x, around_[k]), corner) * facet_normal(x, around_[k]);
  }
  return sum;
}

template class Surface<2>;
template class Surface<3>;

}  // namespace conjac
