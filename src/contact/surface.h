#pragma once

#include <array>
#include <span>
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
template <int Dim>
class Surface {
 public:
  using FacetNodes = std::array<int, Dim>;

  /// `facets` name nodes of x, node stride Dim.
  Surface(std::vector<FacetNodes> facets, const VectorXd& x);

  /// Brings the boxes up to date; allocates nothing.
  void refit(const VectorXd& x);

  /// Appends every facet whose box comes within `reach` of p, in a fixed order.
  void near(const Vec<Dim>& p, double reach, std::vector<int>& facets) const;

  struct Nearest {
    int facet = -1;
    NearestOnFacet<Dim> place;
  };
  /// The nearest place on the surface within `reach`; facet -1 when there is none.
  Nearest nearest(const VectorXd& x, const Vec<Dim>& p, double reach) const;

  NearestOnFacet<Dim> on_facet(const VectorXd& x, int facet, const Vec<Dim>& p) const;
  /// Outward, of any length.
  Vec<Dim> normal_at(const VectorXd& x, int facet, const std::array<double, Dim>& weights) const;

  bool closed() const { return closed_; }
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
  void connect();
  std::array<Vec<Dim>, Dim> corners(const VectorXd& x, int facet) const;
  Vec<Dim> facet_normal(const VectorXd& x, int facet) const;
  double squared_distance(const Box& box, const Vec<Dim>& p) const;

  std::vector<FacetNodes> facets_;
  std::vector<int> order_;                       // facets, leaf by leaf
  std::vector<Box> boxes_;                       // parents before children
  std::vector<std::array<int, Dim>> neighbors_;  // (facets) across the side opposite each node
  std::vector<int> node_of_;                     // (slots) node behind each slot, ascending
  std::vector<int> around_start_, around_;       // facets around each of those nodes
  bool closed_ = true;
};

}  // namespace conjac
