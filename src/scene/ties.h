#pragma once

#include <array>
#include <span>
#include <vector>

#include "conjac/scene_spec.h"
#include "core/dim.h"
#include "linalg/pattern.h"
#include "mesh/mesh.h"

namespace conjac {

class Archive;

/// A spring between two nodes, or from a node to a point of the world.
template <int Dim>
struct Tie {
  int a = 0, b = -1;                  // nodes; b = -1: to `point`
  Vec<Dim> point = Vec<Dim>::Zero();  // m
  double stiffness = 0;               // k, N/m
  double length = 0;                  // l without force, m
};

/// The springs of a scene, k/2 (|d| - l)^2 each with d = x_a - x_b. Its force and stiffness on a,
///
///     f = -k (|d| - l) n,   K = -k (n n' + (1 - l/|d|)(I - n n')),   n = d/|d|,
///
/// act on b with the other sign, so that K has a place for every pair (linalg/pattern.h): bodies that
/// springs join are condensed together. Where a spring is shorter than l its second part would push
/// sideways; a projected K does without.
template <int Dim>
class Ties {
 public:
  Ties() = default;
  /// Throws Error(bad_input) where a selection catches nothing, or a spring would begin where it
  /// ends.
  Ties(const Mesh<Dim>& mesh, const SceneSpec& spec);

  bool empty() const { return ties_.empty(); }
  std::span<const Tie<Dim>> all() const { return ties_; }
  /// The pairs of nodes that K needs places for, each ascending.
  std::vector<std::array<int, 2>> links() const;

  double energy(const VectorXd& x) const;
  /// f += force.
  void add_force(const VectorXd& x, VectorXd& f) const;
  /// K += df/dx; K has the given pattern.
  void add_stiffness(const VectorXd& x, const Pattern& pattern, bool project,
                     SparseMatrix& K) const;
  /// How far any has turned or stretched since remember(), as deformation gradients count it.
  double change(const VectorXd& x) const;
  void remember(const VectorXd& x);

  /// After a cut: `number` has the new numbers of the nodes, -1 where one is gone; its springs go
  /// too.
  void carry_over(const std::vector<int>& number);

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  Vec<Dim> way(const Tie<Dim>& tie, const VectorXd& x) const;

  std::vector<Tie<Dim>> ties_;
  std::vector<Vec<Dim>> remembered_;  // (ties) d; empty before the first remember()
};

}  // namespace conjac
