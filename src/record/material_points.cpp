#include "record/material_points.h"

#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <limits>

#include "core/check.h"

namespace conjac::record {
namespace {

constexpr int kNear = 8;  // nodes whose elements are looked at
// Bodies whose boxes differ by more than this share of their size are not the same one.
constexpr double kAlike = 0.1;

struct Box {
  Vec<3> low, high;
};

Box box_of(std::span<const Vec<3>> points) {
  Box box{points[0], points[0]};
  for (const Vec<3>& p : points) box.low = box.low.cwiseMin(p), box.high = box.high.cwiseMax(p);
  return box;
}

/// Elements around each node, as one list with begins.
struct Around {
  std::vector<int> begin, elements;
  Around(std::span<const int> nodes_of_elements, int corners, int nodes)
      : begin(static_cast<std::size_t>(nodes) + 1, 0), elements(nodes_of_elements.size()) {
    for (const int node : nodes_of_elements) ++begin[static_cast<std::size_t>(node) + 1];
    for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
    std::vector<int> next(begin.begin(), begin.end() - 1);
    for (std::size_t i = 0; i < nodes_of_elements.size(); ++i)
      elements[static_cast<std::size_t>(next[static_cast<std::size_t>(nodes_of_elements[i])]++)] =
          static_cast<int>(i) / corners;
  }
};

/// Barycentric coordinates of a point; the element's corners are those of `x`.
std::array<double, 4> barycentric(const Vec<3>& p, std::span<const Vec<3>> x) {
  std::array<double, 4> w{};
  if (x.size() == 4) {
    Mat<3> edges;
    for (int k = 0; k < 3; ++k) edges.col(k) = x[static_cast<std::size_t>(k) + 1] - x[0];
    const Vec<3> inner = edges.inverse() * (p - x[0]);
    w = {1 - inner.sum(), inner[0], inner[1], inner[2]};
  } else {
    Mat<2> edges;
    for (int k = 0; k < 2; ++k)
      edges.col(k) = (x[static_cast<std::size_t>(k) + 1] - x[0]).template head<2>();
    const Vec<2> inner = edges.inverse() * (p - x[0]).template head<2>();
    w = {1 - inner.sum(), inner[0], inner[1], 0};
  }
  return w;
}

}  // namespace

std::vector<Vec<3>> points_of(std::span<const double> positions, int dimension) {
  std::vector<Vec<3>> points(positions.size() / static_cast<std::size_t>(dimension));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double* x = &positions[i * static_cast<std::size_t>(dimension)];
    points[i] = {x[0], x[1], dimension == 3 ? x[2] : 0.0};
  }
  return points;
}

double extent(std::span<const Vec<3>> points) {
  const Box box = box_of(points);
  return (box.high - box.low).norm();
}

MaterialPoints::MaterialPoints(const FrameView& of, const FrameView& in)
    : points_(static_cast<std::size_t>(of.nodes())), corners_(in.dimension + 1) {
  require(of.dimension == in.dimension, "one run is in the plane and the other in space.");
  same_ = of.nodes() == in.nodes() && std::ranges::equal(of.elements, in.elements);
  if (same_) return;
  const auto points = points_of(of.positions, of.dimension);
  const auto nodes = points_of(in.positions, in.dimension);
  const Box a = box_of(points), b = box_of(nodes);
  const double apart = std::max((a.low - b.low).norm(), (a.high - b.high).norm());
  require(apart <= kAlike * extent(points),
          "the runs do not show the same body: at their start the boxes around them differ by " +
              std::to_string(apart) + " m.");
  const Around around(in.elements, corners_, in.nodes());
  std::vector<std::pair<double, int>> near(nodes.size());
  for (const Vec<3>& p : points) {
    for (std::size_t i = 0; i < nodes.size(); ++i)
      near[i] = {(nodes[i] - p).squaredNorm(), static_cast<int>(i)};
    const auto count = std::min<std::size_t>(kNear, near.size());
    std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end());
    double best = -std::numeric_limits<double>::infinity();
    int chosen = 0;
    std::array<double, 4> weights{};
    std::array<Vec<3>, 4> x;
    for (std::size_t n = 0; n < count; ++n) {
      const auto node = static_cast<std::size_t>(near[n].second);
      for (int i = around.begin[node]; i < around.begin[node + 1]; ++i) {
        const int element = around.elements[static_cast<std::size_t>(i)];
        for (int k = 0; k < corners_; ++k)
          x[static_cast<std::size_t>(k)] = nodes[static_cast<std::size_t>(
              in.elements[static_cast<std::size_t>(element * corners_ + k)])];
        const auto w = barycentric(p, {x.data(), static_cast<std::size_t>(corners_)});
        const double inside = *std::min_element(w.begin(), w.begin() + corners_);
        if (inside > best) best = inside, chosen = element, weights = w;
      }
    }
    for (int k = 0; k < corners_; ++k) {
      nodes_.push_back(in.elements[static_cast<std::size_t>(chosen * corners_ + k)]);
      weights_.push_back(weights[static_cast<std::size_t>(k)]);
    }
  }
}

std::vector<Vec<3>> MaterialPoints::at(std::span<const Vec<3>> nodes) const {
  if (same_) return {nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(points_)};
  std::vector<Vec<3>> result(points_, Vec<3>::Zero());
  const auto corners = static_cast<std::size_t>(corners_);
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    result[i / corners] += weights_[i] * nodes[static_cast<std::size_t>(nodes_[i])];
  return result;
}

}  // namespace conjac::record
