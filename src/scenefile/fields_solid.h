#pragma once

#include <tuple>

#include "scenefile/fields_rule.h"

/// The part of the table of scene keys (fields.h) that speaks of the shapes of bones and obstacles.
namespace conjac {

template <class V>
void describe(V& v, Turn& s) {
  v("axis", s.axis, anything(), "Direction of the axis; its length does not matter.");
  v("degrees", s.degrees, anything("degrees"), "Angle, right-handed about the axis.");
  v.check(nonzero(s.axis), "axis", "must not be the zero vector");
}
template <class V>
void describe(V& v, SolidBox& s) {
  v("center", s.center, anything("m").needed(), "Its middle.");
  v("size", s.size, above(0, "m").needed(), "Edge lengths.");
  v("rotate", s.rotate, anything(), "A turn about its middle.");
}
template <class V>
void describe(V& v, SolidSphere& s) {
  v("center", s.center, anything("m").needed(), "Its middle.");
  v("radius", s.radius, above(0, "m").needed(), "Its radius.");
}
template <class V>
void describe(V& v, SolidCapsule& s) {
  v("from", s.from, anything("m").needed(), "Middle of one of its round ends.");
  v("to", s.to, anything("m").needed(), "Middle of the other.");
  v("radius", s.radius, above(0, "m").needed(), "Distance of the surface from the middle line.");
  v.check(s.from != s.to, "to", "must differ from `from`; a ball is a `sphere`");
}

template <class V>
void describe(V& v, SolidCylinder& s) {
  v("from", s.from, anything("m").needed(), "Middle of one of its flat ends.");
  v("to", s.to, anything("m").needed(), "Middle of the other.");
  v("radius", s.radius, above(0, "m").needed(), "Distance of the surface from the middle line.");
  v.check(s.from != s.to, "to", "must differ from `from`");
}

/// The keys of the shapes of bones, and of a list that has more of them before and after.
template <class V, class Variant, class... Before, class... After>
void solid_choice(V& v, Variant& shape, const std::tuple<Before...>& before,
                  const std::tuple<After...>& after) {
  const std::tuple solids{Option<SolidBox>{"box", "A box; in 2D a rectangle."},
                          Option<SolidSphere>{"sphere", "A ball; in 2D a disc."},
                          Option<SolidCapsule>{"capsule", "A rod with round ends."},
                          Option<SolidCylinder>{"cylinder", "A rod with flat ends."}};
  std::apply([&](const auto&... option) { v.choice(shape, option...); },
             std::tuple_cat(before, solids, after));
}

}  // namespace conjac
