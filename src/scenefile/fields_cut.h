#pragma once

#include "scenefile/fields_rule.h"

/// The part of the table of keys (scenefile/fields.h) that is about cuts.
namespace conjac {

template <class V>
void describe(V& v, CutPlane& s) {
  v("point", s.point, anything("m").needed(), "A point of the plane; the middle of the disc.");
  v("normal", s.normal, anything().needed(), "Direction across the cut.");
  v("radius", s.radius, at_least(0, "m"), "Radius of the disc; 0 cuts along the whole plane.");
  v.check(nonzero(s.normal), "normal", "must not be the zero vector");
}
template <class V>
void describe(V& v, CutSweep& s) {
  v("points", s.points, anything("m").filled().needed(), "Corners of the line.");
  v("direction", s.direction, anything(), "The line is swept along it; in 2D it has no meaning.");
  v("depth", s.depth, at_least(0, "m"), "How far, forward; 0 sweeps both ways without end.");
  v("closed", s.closed, anything(), "Back from the last point to the first.");
  v.check(s.points.size() >= 2, "points", "must be two or more");
  v.check(nonzero(s.direction), "direction", "must not be the zero vector");
}
template <class V>
void describe(V& v, CutTriangles& s) {
  v("points", s.points, anything("m").filled().needed(), "Corners of the triangles.");
  v("triangles", s.triangles, at_least(0).filled().needed(), "Three corners each, counted from 0.");
  bool known = true;
  for (const auto& triangle : s.triangles)
    for (int corner : triangle) known &= corner < static_cast<int>(s.points.size());
  v.check(known, "triangles", "must name corners that `points` has");
}
template <class V>
void describe(V& v, CutFile& s) {
  v.itself(FileName{s.path}, anything().filled(), "relative to the scene file");
}
template <class V>
void describe(V& v, CutSpec& s) {
  v.choice(s.shape, Option<CutPlane>{"plane", "A plane, or a disc of it; a line in 2D."},
           Option<CutSweep>{"sweep", "A line of points swept along a direction."},
           Option<CutTriangles>{"surface", "A surface of triangles (3D)."},
           Option<CutFile>{
               "file",
               "A surface of triangles (3D): an .obj, .ply or .stl file, or the boundary of a "
               "mesh file."});
  v("bodies", s.bodies, anything(), "Names of the bodies it cuts; without it, all of them.");
  v("snap", s.snap, anything(),
    "Move nodes onto the surface first, at rest too, so that the cut looks clean.");
  v("crumbs", s.crumbs, anything(),
    "Pieces too small to be worth having: `rejoin` leaves them with the piece they were cut from, "
    "`keep` lets them go, `freeze` holds them where they are, `remove` takes them away.");
  v("crumb_elements", s.crumb_elements, at_least(0), "Pieces with fewer elements are crumbs.");
}
template <class V>
void describe(V& v, CutEvent& s) {
  v("time", s.time, at_least(0, "s").needed(), "When; the surface meets the body as it is then.");
  describe(v, s.cut);
}

}  // namespace conjac
