#include "contact/pairs.h"

#include <cmath>

#include "core/parallel.h"

namespace conjac {
namespace {

constexpr std::size_t kChunk = 64;  // nodes

template <int Dim>
Vec<Dim> at(const VectorXd& x, int node) {
  return x.template segment<Dim>(static_cast<Eigen::Index>(node) * Dim);
}

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
  const auto place = surfaces_[piece].on_facet(setup_.rest, facet, at<Dim>(setup_.rest, node));
  const double apart = kApart * setup_.element;
  return place.squared > apart * apart;
}

template <int Dim>
void BodyPairs<Dim>::search(const VectorXd& x, std::span<const int> boundary) {
  ++searches_;
  searched_ = x;
  candidates_.clear();
  busy_.clear();
  start_.clear();
  for (Surface<Dim>& surface : surfaces_) surface.refit(x);
  const double margin = kMargin * setup_.element;
  for (std::size_t b = 0; b < boundary.size(); ++b) {
    const int node = boundary[b], own = setup_.piece[node];
    const std::size_t before = candidates_.size();
    for (int piece = 0; piece < setup_.pieces; ++piece) {
      if (piece == own ? !setup_.self : !setup_.between) continue;
      near_.clear();
      const double depth = (piece == own ? kSelfDepth : kDepth) * setup_.element;
      surfaces_[piece].near(at<Dim>(x, node), depth + margin, near_);
      for (int facet : near_)
        if (piece != own || apart_at_rest(node, piece, facet))
          candidates_.push_back({piece, facet});
    }
    if (candidates_.size() == before) continue;
    start_.push_back(static_cast<int>(before));
    busy_.push_back(static_cast<int>(b));
  }
  start_.push_back(static_cast<int>(candidates_.size()));
  found_.resize(2 * busy_.size());
  clear_.assign(busy_.size(), 0.0);
}

template <int Dim>
void BodyPairs<Dim>::examine_all(const VectorXd& x, std::span<const int> boundary, double moved) {
  parallel_chunks(busy_.size(), kChunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      found_[2 * k].gap = found_[2 * k + 1].gap = 0;
      if (clear_[k] > 2 * moved) continue;
      const std::span<const Candidate> near(&candidates_[start_[k]], start_[k + 1] - start_[k]);
      const double clear = examine(x, boundary[busy_[k]], near, found_[2 * k], found_[2 * k + 1]);
      if (moved == 0) clear_[k] = clear;
    }
  });
}

template <int Dim>
double BodyPairs<Dim>::examine(const VectorXd& x, int node, std::span<const Candidate> near,
                               ContactPoint<Dim>& other, ContactPoint<Dim>& self) const {
  const Vec<Dim> p = at<Dim>(x, node);
  const int own = setup_.piece[node];
  double clear = HUGE_VAL;
  for (std::size_t k = 0; k < near.size();) {
    const int piece = near[k].piece;
    const Surface<Dim>& surface = surfaces_[piece];
    NearestOnFacet<Dim> best;
    int facet = -1;
    for (; k < near.size() && near[k].piece == piece; ++k) {
      const NearestOnFacet<Dim> place = surface.on_facet(x, near[k].facet, p);
      if (facet >= 0 && place.squared >= best.squared) continue;
      best = place;
      facet = near[k].facet;
    }
    const double depth = (piece == own ? kSelfDepth : kDepth) * setup_.element;
    const double distance = std::sqrt(best.squared);
    const Vec<Dim> away = p - best.point;
    if (distance > depth || surface.normal_at(x, facet, best.weights).dot(away) >= 0) {
      clear = std::min(clear, distance > depth ? distance - depth : distance);
      continue;
    }
    clear = 0;
    if (!(distance > 0)) continue;
    ContactPoint<Dim>& point = piece == own ? self : other;
    const double gap = -distance;
    if (gap >= point.gap) continue;  // inside of several pieces: the deepest counts
    point.gap = gap;
    point.count = Dim + 1;
    point.gradient = point.normal = away / gap;
    point.nodes[0] = node;
    point.weights[0] = 1;
    double face = 0;
    for (int j = 0; j < Dim; ++j) {
      point.nodes[j + 1] = surface.facets()[facet][j];
      point.weights[j + 1] = -best.weights[j];
      face += best.weights[j] * setup_.stiffness[point.nodes[j + 1]];
    }
    // The two surfaces' springs stand one behind the other.
    const double mine = setup_.stiffness[node];
    point.stiffness = mine * face / (mine + face);
    point.friction = setup_.friction;
    point.obstacle = -1;
    point.surface_velocity.setZero();
  }
  return clear;
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
  if (!(moved <= allowed * allowed)) {
    search(x, boundary);
    moved = 0;
  }
  examine_all(x, boundary, std::sqrt(moved));
  for (std::size_t k = 0; k < found_.size(); ++k) {
    if (!(found_[k].gap < 0)) continue;
    points.push_back(found_[k]);
    points.back().slot = first_slot + 2 * busy_[k / 2] + static_cast<int>(k % 2);
  }
}

template class BodyPairs<2>;
template class BodyPairs<3>;

}  // namespace conjac
