#pragma once

#include "scenefile/fields_rule.h"

/// The part of the table of scene keys (fields.h) that speaks of selections.
namespace conjac {

template <class V>
void describe(V& v, SelectIndex& s) {
  v.itself(s.indices, at_least(0).filled(), "counted from 0");
}
template <class V>
void describe(V& v, SelectNearest& s) {
  v("point", s.point, anything("m").needed(), "The point to be near to.");
  v("count", s.count, at_least(1), "How many of the nearest nodes.");
}
template <class V>
void describe(V& v, SelectBox& s) {
  v("min", s.min, anything("m").needed(), "The corner with the smallest coordinates.");
  v("max", s.max, anything("m").needed(), "The opposite corner; the faces belong to the box.");
  bool ordered = true;
  for (size_t i = 0; i < 3; ++i) ordered &= s.min[i] <= s.max[i];
  v.check(ordered, "max", "must not be smaller than `min` in any coordinate");
}
template <class V>
void describe(V& v, SelectSphere& s) {
  v("center", s.center, anything("m").needed(), "The middle of the ball.");
  v("radius", s.radius, above(0, "m").needed(), "Its radius; the surface belongs to the ball.");
}
template <class V>
void describe(V& v, SelectSlice& s) {
  v("axis", AxisName{s.axis}, anything().needed(), "The coordinate that is compared.");
  v("at", s.at, anything("m").needed(), "Its value.");
  v("tolerance", s.tolerance, at_least(0, "m"), "The largest difference that still counts.");
}
template <class V>
void describe(V& v, SelectPlane& s) {
  v("point", s.point, anything("m").needed(), "A point of the plane.");
  v("normal", s.normal, anything().needed(), "Everything on the side it points to is selected.");
  v.check(nonzero(s.normal), "normal", "must not be the zero vector");
}
template <class V>
void describe(V& v, SelectRegion& s) {
  v.itself(s.labels, anything().filled(), "labels of the mesh file");
}
template <class V>
void describe(V& v, SelectBody& s) {
  v.itself(s.names, anything().filled(), "names of the scene's `bodies`");
}
template <class V>
void describe(V& v, SelectSurface& s) {
  v.itself(s.on, anything(), "false: all but these");
}
template <class V>
void describe(V& v, SelectSet& s) {
  v.itself(s.names, anything().filled(), "names of sets of the mesh file");
}
template <class V>
void describe(V& v, SelectAllOf& s) {
  v.itself(s.of, anything().filled(), "two or more");
}
template <class V>
void describe(V& v, SelectNot& s) {
  if (s.of.empty()) s.of.emplace_back();
  v.itself(s.of[0], anything(), "one");
}
template <class V>
void describe(V& v, SelectShape& s) {
  v.choice(
      s, Option<SelectIndex>{"index", "Nodes (or, for materials, elements) by number."},
      Option<SelectNearest>{"nearest", "The nodes nearest to a point."},
      Option<SelectBox>{"box", "All in a box aligned with the axes."},
      Option<SelectSphere>{"sphere", "All in a ball."},
      Option<SelectSlice>{"slice", "All with one coordinate equal to a number."},
      Option<SelectPlane>{"plane", "All on one side of a plane."},
      Option<SelectRegion>{"region", "The elements, or the nodes of the elements, of a region."},
      Option<SelectBody>{"body", "All of one or more of the scene's bodies."},
      Option<SelectSurface>{"surface", "Nodes of the boundary, or elements with a side there."},
      Option<SelectSet>{"set", "All of one or more named sets of the mesh file."},
      Option<SelectAllOf>{"all_of", "What all of these select (\"and\")."},
      Option<SelectNot>{"not", "What this does not select."});
}

}  // namespace conjac
