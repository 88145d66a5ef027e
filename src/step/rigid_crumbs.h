#pragma once

#include <span>
#include <vector>

#include "core/dim.h"
#include "system/pieces.h"

namespace conjac {

class Archive;

/// Small pieces that a cut has left. One of an element or two spins by a large part of a turn
/// within a step, and is so light that no contact is gentle: as an elastic body it would need steps
/// of its own. It goes on as a rigid one (docs/decisions/0011-crumbs.md).
class RigidCrumbs {
 public:
  /// After a cut, which has made `now` of the pieces `before`. `origin` (nodes) is the old node of
  /// each, `elements` how many each piece has now, `mass` (dofs) the lumped one.
  void find(const PieceView& before, const PieceView& now, std::span<const int> origin,
            std::span<const int> elements, const VectorXd& mass, int stride);

  /// Are there floating pieces that would be rigid where a step fails otherwise?
  bool any_light(std::span<const char> floating) const;
  /// How many floating pieces are rigid from the cut on.
  int always_rigid(std::span<const char> floating) const;

  /// Who keeps its shape in a try; `light` ones too? Returns whether anybody does or did.
  bool choose(bool light, const PieceView& pieces);
  /// Everybody is elastic: full FE.
  void none();

  bool keeps_shape(int node) const { return !marks_.empty() && marks_[node]; }
  std::span<const char> marks() const { return marks_; }                 // (nodes)
  const std::vector<std::vector<int>>& rigid() const { return rigid_; }  // nodes of each
  /// They turn by the whole angle of a step: dx from x (step/keep_shape.h).
  void turn(const VectorXd& x, const VectorXd& mass, int stride, VectorXd& dx) const;
  /// And spin on, having gone from x0 to x.
  void spin(const VectorXd& x0, const VectorXd& x, const VectorXd& mass, int stride,
            VectorXd& v) const;

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  enum class Kind : char { whole, large, light, few };  // whole: never cut
  std::vector<Kind> kind_;                              // (pieces) empty: nothing has been cut
  std::vector<char> marks_;                             // (nodes) keeps its shape in this try
  std::vector<int> number_;                             // (pieces) place in rigid_, -1: elastic
  std::vector<std::vector<int>> rigid_;                 // nodes of each piece that keeps its shape
};

}  // namespace conjac
