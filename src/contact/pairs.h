#pragma once

#include <span>
#include <utility>
#include <vector>

#include "conjac/scene_spec.h"
#include "contact/contact_point.h"
#include "solid/surface.h"

namespace conjac {

/// What bodies may touch each other, and themselves, with.
template <int Dim>
struct PairSetup {
  std::vector<std::array<int, Dim>> facets;  // boundary, outward normals
  std::vector<int> piece;                    // (nodes) connected piece
  int pieces = 0;
  VectorXd rest;        // (dofs)
  VectorXd stiffness;   // (nodes) k of a boundary node, N/m
  double element = 0;   // typical edge of an element, m
  bool between = true;  // pieces against each other
  bool self = false;    // a piece against itself
  double friction = ContactSpec{}.friction;
};

/// Finds boundary nodes that have passed a boundary face of another piece, or of their own.
///
/// A node is inside a piece when the nearest place of that piece's surface says so
/// (solid/surface.h) and is not deeper than `kDepth` elements; the gap is the signed distance
/// from that place. Since the place is the nearest one, the derivative of the gap with respect to
/// node and face nodes is the unit direction between them times the weights of ContactPoint: the
/// force is the exact gradient of the energy, and acts along the line through both points, so
/// momentum and angular momentum are kept.
///
/// A piece against itself cannot be told inside from outside this way: every boundary node is at
/// distance zero. So only faces count that were farther than `kApart` elements away at rest, and
/// only up to one element deep.
///
/// A node is looked for in the pieces whose box it is in, each with a tree of boxes over its
/// deformed surface. Until some node has moved by half of the margin, no other piece need be
/// asked. What is found at x depends on x alone, not on where was searched before: a step that is
/// taken again must begin with the energy that the last one ended with.
template <int Dim>
class BodyPairs {
 public:
  explicit BodyPairs(PairSetup<Dim> setup);

  bool empty() const { return surfaces_.empty(); }
  void set_stiffness(const VectorXd& nodes) { setup_.stiffness = nodes; }
  void set_friction(double friction) { setup_.friction = friction; }
  /// Appends the contacts at x. `first_slot` numbers the slots: two per boundary node.
  void find(const VectorXd& x, std::span<const int> boundary, int first_slot,
            std::vector<ContactPoint<Dim>>& points);

  /// marks (nodes) <- 1 for boundary nodes closer than `distance` to another piece, and for the
  /// nodes of the face they are close to.
  void mark_close(const VectorXd& x, std::span<const int> boundary, double distance,
                  std::span<char> marks);

 private:
  void search(const VectorXd& x, std::span<const int> boundary);
  bool apart_at_rest(int node, int piece, int facet) const;
  /// Fills the contacts of a node with the pieces it may be in.
  void examine(const VectorXd& x, int node, std::span<const int> near, ContactPoint<Dim>& other,
               ContactPoint<Dim>& self) const;
  void make_contact(int node, const Surface<Dim>& surface,
                    const typename Surface<Dim>::Nearest& found, const Vec<Dim>& away,
                    ContactPoint<Dim>& point) const;
  void examine_all(const VectorXd& x, std::span<const int> boundary);

  PairSetup<Dim> setup_;
  std::vector<Surface<Dim>> surfaces_;    // (pieces)
  VectorXd searched_;                     // positions the candidates belong to; empty: none yet
  std::vector<int> candidates_;           // pieces, node by node
  std::vector<int> start_;                // (busy nodes + 1)
  std::vector<int> busy_;                 // numbers in `boundary` of nodes with candidates
  std::vector<ContactPoint<Dim>> found_;  // (2 x busy nodes) gap < 0 where there is a contact
};

}  // namespace conjac
