#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/place.h"
#include "solid/surface.h"

// Which facets meet where, and which side of the surface a point is on.

namespace conjac {
namespace {

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

template <int Dim>
void Surface<Dim>::connect(const VectorXd& x) {
  const int count = static_cast<int>(facets_.size());
  join_sides(x);
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
  find_fans();
}

/// Where the facet stands around its side opposite `corner`, seen along that side from its lower
/// node to its higher one (3D), or around the node that is the side (2D).
template <int Dim>
double Surface<Dim>::angle_around(const VectorXd& x, int facet, int corner) const {
  const FacetNodes& f = facets_[facet];
  if constexpr (Dim == 2) {
    const Vec<2> r = at<2>(x, f[corner]) - at<2>(x, f[1 - corner]);
    return std::atan2(r.y(), r.x());
  } else {
    const int a = std::min(f[(corner + 1) % 3], f[(corner + 2) % 3]);
    const int b = std::max(f[(corner + 1) % 3], f[(corner + 2) % 3]);
    const Vec<3> axis = (at<3>(x, b) - at<3>(x, a)).normalized();
    const Vec<3> r = at<3>(x, f[corner]) - at<3>(x, a);
    const Vec<3> u = axis.unitOrthogonal();
    return std::atan2(r.dot(axis.cross(u)), r.dot(u));
  }
}

/// Does material begin at this facet when one goes around that side with the angle?
template <int Dim>
bool Surface<Dim>::opens(int facet, int corner) const {
  if constexpr (Dim == 2)
    return corner == 1;  // the edge leaves the node: outside is to its right
  else
    return facets_[facet][(corner + 1) % 3] > facets_[facet][(corner + 2) % 3];
}

template <int Dim>
void Surface<Dim>::join_sides(const VectorXd& x) {
  const int count = static_cast<int>(facets_.size());
  std::map<std::array<int, Dim - 1>, std::vector<Corner>> sides;
  neighbors_.assign(count, {});
  crowd_of_.assign(count, {});
  for (int f = 0; f < count; ++f) {
    neighbors_[f].fill(-1);
    crowd_of_[f].fill(-1);
    for (int k = 0; k < Dim; ++k) {
      std::array<int, Dim - 1> side;
      for (int j = 0, n = 0; j < Dim; ++j)
        if (j != k) side[n++] = facets_[f][j];
      std::sort(side.begin(), side.end());
      sides[side].push_back({f, k});
    }
  }
  const auto join = [&](const Corner& a, const Corner& b) {
    neighbors_[a.facet][a.corner] = b.facet;
    neighbors_[b.facet][b.corner] = a.facet;
  };
  for (auto& [side, members] : sides) {
    if (members.size() < 2) continue;
    if (members.size() == 2) {
      join(members[0], members[1]);
      continue;
    }
    // Several wedges. Going around the side, material lies from each facet that opens to the next,
    // which closes. At the same angle (the two faces of a slit) the one that closes comes first.
    std::sort(members.begin(), members.end(), [&](const Corner& a, const Corner& b) {
      const double p = angle_around(x, a.facet, a.corner), q = angle_around(x, b.facet, b.corner);
      if (p != q) return p < q;
      const bool opens_a = opens(a.facet, a.corner), opens_b = opens(b.facet, b.corner);
      return opens_a != opens_b ? opens_b : a.facet < b.facet;
    });
    for (std::size_t k = 0; k < members.size(); ++k) {
      const Corner &now = members[k], &next = members[(k + 1) % members.size()];
      if (opens(now.facet, now.corner) && !opens(next.facet, next.corner)) join(now, next);
      crowd_of_[now.facet][now.corner] = static_cast<int>(crowds_.size());
    }
    crowds_.push_back(members);
  }
}

/// Sorts the facets around each node into fans: those that hang together through sides at the node.
template <int Dim>
void Surface<Dim>::find_fans() {
  fan_.assign(around_.size(), -1);
  std::vector<int> sorted, todo;
  for (std::size_t slot = 0; slot < node_of_.size(); ++slot) {
    const auto begin = around_.begin() + around_start_[slot];
    const auto end = around_.begin() + around_start_[slot + 1];
    sorted.clear();
    int fan = 0;
    for (auto seed = begin; seed != end; ++seed) {
      if (std::find(sorted.begin(), sorted.end(), *seed) != sorted.end()) continue;
      todo.assign(1, *seed);
      while (!todo.empty()) {
        const int f = todo.back();
        todo.pop_back();
        if (std::find(sorted.begin(), sorted.end(), f) != sorted.end()) continue;
        fan_[static_cast<std::size_t>(around_start_[slot]) + sorted.size()] = fan;
        sorted.push_back(f);
        for (int k = 0; k < Dim; ++k)
          if (facets_[f][k] != node_of_[slot] && neighbors_[f][k] >= 0)
            todo.push_back(neighbors_[f][k]);
      }
      ++fan;
    }
    std::copy(sorted.begin(), sorted.end(), begin);
  }
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
double Surface<Dim>::side(const VectorXd& x, const Nearest& found, const Vec<Dim>& p) const {
  const int facet = found.facet;
  const Vec<Dim> away = p - found.place.point;
  int on = 0, last = 0, off = 0;
  for (int k = 0; k < Dim; ++k) {
    if (found.place.weights[k] != 0) {
      ++on;
      last = k;
    } else {
      off = k;
    }
  }
  if (on == Dim) return facet_normal(x, facet).dot(away);
  if (on > 1) {  // on the side opposite corner `off`
    const auto wedge = [&](const Corner& c) {
      Vec<Dim> sum = facet_normal(x, c.facet);
      const int other = neighbors_[c.facet][c.corner];
      if (other >= 0) sum += facet_normal(x, other);
      return sum.dot(away);
    };
    double least = wedge({facet, off});
    if (crowd_of_[facet][off] >= 0)
      for (const Corner& c : crowds_[crowd_of_[facet][off]]) least = std::min(least, wedge(c));
    return least;
  }
  const int node = facets_[facet][last];
  const auto slot = std::lower_bound(node_of_.begin(), node_of_.end(), node) - node_of_.begin();
  const int begin = around_start_[slot], end = around_start_[slot + 1];
  if (fan_[begin] != fan_[end - 1]) return 0.5 - winding(x, p);
  Vec<Dim> sum = Vec<Dim>::Zero();
  for (int k = begin; k < end; ++k) {
    const FacetNodes& nodes = facets_[around_[k]];
    const int corner =
        static_cast<int>(std::find(nodes.begin(), nodes.end(), node) - nodes.begin());
    sum += angle_at<Dim>(corners(x, around_[k]), corner) * facet_normal(x, around_[k]);
  }
  return sum.dot(away);
}

// Angle (2D) and solid angle (3D; van Oosterom and Strackee 1983) that each facet is seen under.
template <int Dim>
double Surface<Dim>::winding(const VectorXd& x, const Vec<Dim>& p) const {
  if (!(squared_distance(p) <= 0)) return 0;  // not even in the box
  double sum = 0;
  for (const FacetNodes& facet : facets_) {
    const Vec<Dim> a = at<Dim>(x, facet[0]) - p, b = at<Dim>(x, facet[1]) - p;
    if constexpr (Dim == 2) {
      sum += std::atan2(a.x() * b.y() - a.y() * b.x(), a.dot(b)) / (2 * M_PI);
    } else {
      const Vec<3> c = at<3>(x, facet[2]) - p;
      const double la = a.norm(), lb = b.norm(), lc = c.norm();
      sum += std::atan2(a.dot(b.cross(c)),
                        la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb) /
             (2 * M_PI);
    }
  }
  return sum;
}

// The rest of the class is instantiated in solid/surface.cpp.
template void Surface<2>::connect(const VectorXd&);
template void Surface<3>::connect(const VectorXd&);
template double Surface<2>::side(const VectorXd&, const Nearest&, const Vec<2>&) const;
template double Surface<3>::side(const VectorXd&, const Nearest&, const Vec<3>&) const;
template double Surface<2>::winding(const VectorXd&, const Vec<2>&) const;
template double Surface<3>::winding(const VectorXd&, const Vec<3>&) const;

}  // namespace conjac
