#include "paper/measure.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "record/material_points.h"

namespace conjac::paper {
namespace {

std::vector<int> chosen_nodes(const record::Frame& rest, const Chosen& chosen) {
  std::vector<int> nodes;
  for (int i = 0; i < rest.view().nodes(); ++i)
    if (chosen(position(rest, i))) nodes.push_back(i);
  return nodes;
}

Vec<3> center(const record::Frame& frame, const std::vector<int>& nodes) {
  Vec<3> sum = Vec<3>::Zero();
  for (const int node : nodes) sum += position(frame, node);
  return sum / static_cast<double>(nodes.size());
}

}  // namespace

Vec<3> position(const record::Frame& frame, int node) {
  const double* x = &frame.positions[static_cast<std::size_t>(node * frame.dimension)];
  return {x[0], x[1], frame.dimension == 3 ? x[2] : 0.0};
}

double turned_by(const record::Frame& rest, const record::Frame& now, int axis,
                 const Chosen& chosen) {
  const std::vector<int> nodes = chosen_nodes(rest, chosen);
  const Vec<3> c0 = center(rest, nodes), c1 = center(now, nodes);
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  double sine = 0, cosine = 0;
  for (const int node : nodes) {
    const Vec<3> a = position(rest, node) - c0, b = position(now, node) - c1;
    sine += a[u] * b[v] - a[v] * b[u];
    cosine += a[u] * b[u] + a[v] * b[v];
  }
  return std::atan2(sine, cosine) * 180 / std::numbers::pi;
}

double bulge(const record::Frame& rest, const record::Frame& now, int axis, const Chosen& chosen) {
  const std::vector<int> nodes = chosen_nodes(rest, chosen);
  const auto width = [&](const record::Frame& frame) {
    Vec<3> low = position(frame, nodes[0]), high = low;
    for (const int node : nodes) {
      low = low.cwiseMin(position(frame, node));
      high = high.cwiseMax(position(frame, node));
    }
    const Vec<3> size = high - low;
    return (size.sum() - size[axis]) / 2;
  };
  return (width(now) - width(rest)) / 2;
}

double height(const record::Frame& frame, const record::Frame& rest, int axis,
              const Chosen& chosen) {
  return center(frame, chosen_nodes(rest, chosen))[axis];
}

double largest_distance(const record::Frame& a, const record::Frame& b) {
  double largest = 0;
  for (int i = 0; i < a.view().nodes(); ++i)
    largest = std::max(largest, (position(a, i) - position(b, i)).norm());
  return largest;
}

double body_size(const record::Frame& frame) {
  return record::extent(record::points_of(frame.positions, frame.dimension));
}

int nearest_node(const record::Frame& rest, const Vec<3>& point) {
  int nearest = 0;
  for (int i = 1; i < rest.view().nodes(); ++i)
    if ((position(rest, i) - point).norm() < (position(rest, nearest) - point).norm()) nearest = i;
  return nearest;
}

std::vector<double> energy_at_play(const record::HistoryTable& history) {
  const auto kinetic = history.column("kinetic"), elastic = history.column("elastic");
  std::vector<double> sum(kinetic.begin(), kinetic.end());
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += elastic[i];
  return sum;
}

std::size_t row_at(const record::HistoryTable& history, double time) {
  const auto times = history.column("time");
  const auto found = std::lower_bound(times.begin(), times.end(), time - 1e-9);
  return std::min(static_cast<std::size_t>(found - times.begin()), times.size() - 1);
}

}  // namespace conjac::paper
