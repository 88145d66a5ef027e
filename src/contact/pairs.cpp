#include "contact/pairs.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"
#include "core/place.h"
#include "core/tuned.h"

namespace conjac {
namespace {

constexpr std::size_t kChunk = 64;  // nodes

// Deeper than this in another piece is no contact, elements.
CONJAC_TUNED(double, kDepth, 3);
// The same behind a face of the own piece.
CONJAC_TUNED(double, kSelfDepth, 1);
// A piece touches itself only where it was this far apart at rest, elements.
CONJAC_TUNED(double, kApart, 4);
// A piece is looked into when a node is this near, elements. Results do not depend on it: the search is
// repeated once a node has moved by half of it.
CONJAC_TUNED(double, kMargin, 0.6);

}  // namespace

template <int Dim>
BodyPairs<Dim>::BodyPairs(PairSetup<Dim> setup) : setup_(std::move(setup)) {
  const bool several = setup_.between && setup_.pieces > 1;
  if (!several && !setup_.self) return;
  std::vector<std::vector<std::array<int, Dim>>> facets(setup_.pieces);
  for (const auto& facet : setup_.facets) facets[setup_.piece[facet[0]]].push_back(facet);
  for (auto& list : facets) surfaces_.emplace_back(std::move(list), setup_.rest);
}

/// Was the facet well away from the node in the rest shape?
template <int Dim>
bool BodyPairs<Dim>::apart_at_rest(int node, int piece, int facet) const {
  const double apart = kApart * setup_.element;
  const Vec<Dim> p = at<Dim>(setup_.rest, node);
  // One corner that is near is enough, and those asked about mostly have one.
  const int corner = surfaces_[piece].facets()[facet][0];
  if ((at<Dim>(setup_.rest, corner) - p).squaredNorm() <= apart * apart) return false;
  return surfaces_[piece].on_facet(setup_.rest, facet, p).squared > apart * apart;
}

template <int Dim>
void BodyPairs<Dim>::search(const VectorXd& x, std::span<const int> boundary) {
  searched_ = x;
  candidates_.clear();
  busy_.clear();
  start_.clear();
  for (Surface<Dim>& surface : surfaces_) surface.refit(x);
  for (std::size_t b = 0; b < boundary.size(); ++b) {
    const int node = boundary[b], own = setup_.piece[node];
    const Vec<Dim> p = at<Dim>(x, node);
    const std::size_t before = candidates_.size();
    for (int piece = 0; piece < setup_.pieces; ++piece) {
      if (piece == own ? !setup_.self : !setup_.between) continue;
      const double margin = kMargin * setup_.element;
      if (surfaces_[piece].squared_distance(p) <= margin * margin) candidates_.push_back(piece);
    }
    if (candidates_.size() == before) continue;
    start_.push_back(static_cast<int>(before));
    busy_.push_back(static_cast<int>(b));
  }
  start_.push_back(static_cast<int>(candidates_.size()));
  found_.resize(2 * busy_.size());
}

template <int Dim>
void BodyPairs<Dim>::examine_all(const VectorXd& x, std::span<const int> boundary) {
  parallel_chunks(busy_.size(), kChunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      found_[2 * k].gap = found_[2 * k + 1].gap = 0;
      const std::span<const int> near(candidates_.data() + start_[k],
                                      candidates_.data() + start_[k + 1]);
      examine(x, boundary[busy_[k]], near, found_[2 * k], found_[2 * k + 1]);
    }
  });
}

template <int Dim>
void BodyPairs<Dim>::examine(const VectorXd& x, int node, std::span<const int> near,
                             ContactPoint<Dim>& other, ContactPoint<Dim>& self) const {
  const Vec<Dim> p = at<Dim>(x, node);
  const int own = setup_.piece[node];
  for (int piece : near) {
    const Surface<Dim>& surface = surfaces_[piece];
    if (surface.squared_distance(p) > 0) continue;  // who is inside is inside of the box
    const double depth = (piece == own ? kSelfDepth : kDepth) * setup_.element;
    const auto found = surface.nearest(
        x, p, depth, [&](int facet) { return piece != own || apart_at_rest(node, piece, facet); });
    if (found.facet < 0 || !(found.place.squared > 0) || surface.side(x, found, p) >= 0) continue;
    make_contact(node, surface, found, p - found.place.point, piece == own ? self : other);
  }
}

template <int Dim>
void BodyPairs<Dim>::make_contact(int node, const Surface<Dim>& surface,
                                  const typename Surface<Dim>::Nearest& found, const Vec<Dim>& away,
                                  ContactPoint<Dim>& point) const {
  const double gap = -std::sqrt(found.place.squared);
  if (gap >= point.gap) return;  // inside of several pieces: the deepest counts
  point.gap = gap;
  point.count = Dim + 1;
  point.gradient = point.normal = away / gap;
  point.nodes[0] = node;
  point.weights[0] = 1;
  double face = 0;
  for (int j = 0; j < Dim; ++j) {
    point.nodes[j + 1] = surface.facets()[found.facet][j];
    point.weights[j + 1] = -found.place.weights[j];
    face += found.place.weights[j] * setup_.stiffness[point.nodes[j + 1]];
  }
  // The two surfaces' springs stand one behind the other.
  const double mine = setup_.stiffness[node];
  point.stiffness = mine * face / (mine + face);
  point.friction = setup_.friction;
  point.obstacle = -1;
  point.surface_velocity.setZero();
}

template <int Dim>
void BodyPairs<Dim>::find(const VectorXd& x, std::span<const int> boundary, int first_slot,
                          std::vector<ContactPoint<Dim>>& points) {
  if (empty()) return;
  double moved = searched_.size() ? 0.0 : HUGE_VAL;
  if (searched_.size())
    for (int node : boundary)
      moved = std::max(moved, (at<Dim>(x, node) - at<Dim>(searched_, node)).squaredNorm());
  const double allowed = 0.5 * kMargin * setup_.element;
  if (!(moved <= allowed * allowed))
    search(x, boundary);
  else if (!busy_.empty())
    for (Surface<Dim>& surface : surfaces_) surface.refit(x);
  examine_all(x, boundary);
  for (std::size_t k = 0; k < found_.size(); ++k) {
    if (!(found_[k].gap < 0)) continue;
    points.push_back(found_[k]);
    points.back().slot = first_slot + 2 * busy_[k / 2] + static_cast<int>(k % 2);
  }
}

template <int Dim>
void BodyPairs<Dim>::mark_close(const VectorXd& x, std::span<const int> boundary, double distance,
                                std::span<char> marks) {
  if (empty() || !setup_.between) return;
  for (Surface<Dim>& surface : surfaces_) surface.refit(x);
  for (int node : boundary)
    for (int piece = 0; piece < setup_.pieces; ++piece) {
      if (piece == setup_.piece[node]) continue;
      const auto found = surfaces_[piece].nearest(x, at<Dim>(x, node), distance);
      if (found.facet < 0) continue;
      marks[node] = 1;
      for (int other : surfaces_[piece].facets()[found.facet]) marks[other] = 1;
    }
}

template class BodyPairs<2>;
template class BodyPairs<3>;

}  // namespace conjac
