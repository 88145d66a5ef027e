#pragma once

#include <array>
#include <span>
#include <vector>

#include "mesh/box_tree.h"

namespace conjac {

/// A knife: triangles in space, segments in the plane, as many as wanted, with or without a border,
/// folded or bumpy.
///
/// What counts is whether a way through the body crosses it an odd number of times. That answer
/// must never depend on round-off: for the crossings the knife is shifted, and its corners are
/// jittered, by the tiny length `offset` (a hundred-millionth of the body), so that no centre of
/// an element lies exactly on it, and a way that meets the common edge of two triangles meets
/// exactly one of them, since both ask the same question with the same numbers.
template <int Dim>
class CutSurface {
 public:
  CutSurface(std::vector<Vec<Dim>> points, std::vector<std::array<int, Dim>> simplices,
             double offset);

  bool empty() const { return simplices_.empty(); }

  /// Appends the simplices that may meet the hull of some points: their boxes overlap, and the
  /// points do not all lie on one side.
  void near(std::span<const Vec<Dim>> hull, std::vector<int>& found) const;

  /// Whether the way from p to q crosses the listed simplices an odd number of times.
  bool separates(const Vec<Dim>& p, const Vec<Dim>& q, std::span<const int> simplices) const;
  /// Whether it crosses any of them.
  bool meets(const Vec<Dim>& p, const Vec<Dim>& q, std::span<const int> simplices) const;

  /// Whether p lies on it, as far as numbers can tell: not farther away than the shift.
  bool reaches(const Vec<Dim>& p) const;

  /// The nearest point of the listed simplices; these must not be none.
  Vec<Dim> nearest(const Vec<Dim>& p, std::span<const int> simplices) const;

 private:
  bool crosses(const Vec<Dim>& p, const Vec<Dim>& q, int simplex) const;

  double offset_;
  std::vector<Vec<Dim>> points_, jittered_;
  std::vector<std::array<int, Dim>> simplices_;
  std::vector<Vec<Dim>> normals_;  // (simplices) of the jittered ones, not of unit length
  BoxTree<Dim> tree_;
};

/// A disc around `point`, with so many corners; in the plane a segment.
template <int Dim>
CutSurface<Dim> disc(const Vec<Dim>& point, const Vec<Dim>& normal, double radius, int corners,
                     double offset);

/// A line of points swept from `begin` to `end` times `direction`; `closed` joins the last point to
/// the first. In the plane the line itself, and the rest is ignored.
template <int Dim>
CutSurface<Dim> swept(const std::vector<Vec<Dim>>& line, const Vec<Dim>& direction, double begin,
                      double end, bool closed, double offset);

}  // namespace conjac
