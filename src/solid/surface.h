#pragma once

#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "core/dim.h"

namespace conjac {

/// The point of a facet (edge in 2D, triangle in 3D) nearest to p.
template <int Dim>
struct NearestOnFacet {
  std::array<double, Dim> weights{};  // of the facet's nodes, sum 1; zero: the point is on a border
  Vec<Dim> point;
  double squared = 0;  // distance^2
};
template <int Dim>
NearestOnFacet<Dim> nearest_on_facet(const std::array<Vec<Dim>, Dim>& corners, const Vec<Dim>& p);

/// A closed surface of facets over positions that change: a tree of boxes to find facets near a
/// point, and which side of the surface the point is on.
///
/// The side is told by the normal of the nearest place: of the facet, the sum of the two facets'
/// normals on an edge, the sum weighted by the facets' angles at a vertex. With these the sign is
/// right for every point (Baerentzen and Aanaes 2005). Outward normals: right of the edge from its
/// first to its second node, right-handed for triangles.
///
/// A cut can leave a piece that touches itself along an edge, with several wedges of material
/// around it. Each wedge is then asked by itself: a point is inside when it is inside of any. Which
/// facets bound the same wedge is found at the positions given first, where the body does not
/// overlap. At a vertex where several fans of facets meet, they may bound as many wedges of
/// material, or as many hollows in one; there the winding number tells.
template <int Dim>
class Surface {
 public:
  using FacetNodes = std::array<int, Dim>;

  /// `facets` name nodes of x, node stride Dim.
  Surface(std::vector<FacetNodes> facets, const VectorXd& x);

  /// Brings the boxes up to date; allocates nothing.
  void refit(const VectorXd& x);

  struct Nearest {
    int facet = -1;
    NearestOnFacet<Dim> place;
  };
  /// The nearest place within `reach` on the facets that `accept` lets count, which is asked only
  /// of those nearer than the best so far; facet -1 when there is none. Boxes must be up to date.
  template <class Accept>
  Nearest nearest(const VectorXd& x, const Vec<Dim>& p, double reach, const Accept& accept) const;
  Nearest nearest(const VectorXd& x, const Vec<Dim>& p, double reach) const {
    return nearest(x, p, reach, [](int) { return true; });
  }

  NearestOnFacet<Dim> on_facet(const VectorXd& x, int facet, const Vec<Dim>& p) const;
  /// Negative when p is inside, `found` being the nearest place; else only its sign has a meaning.
  double side(const VectorXd& x, const Nearest& found, const Vec<Dim>& p) const;

  /// How many times the surface goes around p: 1 inside, 0 outside, whatever the surface is like
  /// where p is nearest to it. Costs a look at every facet.
  double winding(const VectorXd& x, const Vec<Dim>& p) const;

  bool closed() const { return closed_; }
  double squared_distance(const Vec<Dim>& p) const {  // from the box around all of it
    return boxes_.empty() ? HUGE_VAL : squared_distance(boxes_[0], p);
  }
  const std::vector<FacetNodes>& facets() const { return facets_; }
  Vec<Dim> low() const { return boxes_.empty() ? Vec<Dim>::Zero() : boxes_[0].low; }
  Vec<Dim> high() const { return boxes_.empty() ? Vec<Dim>::Zero() : boxes_[0].high; }

 private:
  struct Box {
    Vec<Dim> low, high;
    int first = 0, count = 0;  // leaf: its facets in order_; else count 0 and
    int right = 0;             // the second child (the first one follows its parent)
  };
  void build(int first, int count, std::vector<Vec<Dim>>& middles);
  static constexpr int kDeep = 128;  // stack of a walk; a balanced tree of 2^31 facets needs 31
  void connect(const VectorXd& x);
  void join_sides(const VectorXd& x);
  void find_fans();
  double angle_around(const VectorXd& x, int facet, int corner) const;
  bool opens(int facet, int corner) const;
  std::array<Vec<Dim>, Dim> corners(const VectorXd& x, int facet) const;
  Vec<Dim> facet_normal(const VectorXd& x, int facet) const;
  static double squared_distance(const Box& box, const Vec<Dim>& p) {
    return (box.low - p).cwiseMax(p - box.high).cwiseMax(0.0).squaredNorm();
  }

  std::vector<FacetNodes> facets_;
  std::vector<int> order_;                       // facets, leaf by leaf
  std::vector<Box> boxes_;                       // parents before children
  std::vector<std::array<int, Dim>> neighbors_;  // (facets) across the side opposite each node
  std::vector<int> node_of_;                     // (slots) node behind each slot, ascending
  std::vector<int> around_start_, around_;       // facets around each of those nodes, fan by fan
  std::vector<int> fan_;                         // (around) number of the fan at its node
  struct Corner {
    int facet, corner;  // stands for the side opposite to that corner
  };
  std::vector<std::vector<Corner>> crowds_;     // sides with more than two facets
  std::vector<std::array<int, Dim>> crowd_of_;  // (facets) crowd at each side, -1: two facets
  bool closed_ = true;
};

template <int Dim>
template <class Accept>
auto Surface<Dim>::nearest(const VectorXd& x, const Vec<Dim>& p, double reach,
                           const Accept& accept) const -> Nearest {
  Nearest best;
  if (boxes_.empty()) return best;
  double bound = reach * reach;
  struct Waiting {
    int box;
    double away;  // squared distance
  };
  std::array<Waiting, kDeep> stack;  // not cleared: most walks are short
  int depth = 0;
  stack[depth++] = {0, squared_distance(boxes_[0], p)};
  while (depth > 0) {
    const auto [b, away] = stack[--depth];
    if (away > bound) continue;
    const Box& box = boxes_[b];
    if (box.count > 0) {
      for (int k = box.first; k < box.first + box.count; ++k) {
        const NearestOnFacet<Dim> place = on_facet(x, order_[k], p);
        if (place.squared > bound || (place.squared == bound && best.facet >= 0)) continue;
        if (!accept(order_[k])) continue;
        bound = place.squared;
        best = {order_[k], place};
      }
      continue;
    }
    Waiting nearer{b + 1, squared_distance(boxes_[b + 1], p)};
    Waiting farther{box.right, squared_distance(boxes_[box.right], p)};
    if (farther.away < nearer.away) std::swap(nearer, farther);
    stack[depth++] = farther;
    stack[depth++] = nearer;
  }
  return best;
}

}  // namespace conjac
