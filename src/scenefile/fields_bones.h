#pragma once

#include "scenefile/fields_solid.h"

/// The part of the table of scene keys (fields.h) that speaks of bones and joints.
namespace conjac {

inline Names names(JointType) {
  return {"fixed", "revolute", "prismatic", "cylindrical", "universal", "ball", "free"};
}

template <class V>
void describe(V& v, SolidShape& s) {
  solid_choice(v, s, std::tuple{}, std::tuple{});
}
template <class V>
void describe(V& v, JointSpec& s) {
  v("type", s.type, anything(),
    "`revolute` turns about `axis`, `prismatic` slides along it, `cylindrical` turns about it and "
    "slides along it freely (springs and limits know the turn), `universal` turns about two axes, "
    "`ball` about all, `free` does not hold at all, `fixed` does not move.");
  v("parent", s.parent, anything(), "Bone it hangs on, one listed before; without it, the world.");
  v("at", s.at, anything("m"), "Where the joint is, at rest.");
  v("axis", s.axis, anything(), "Its length does not matter; in 2D hinges turn about z.");
  v("second_axis", s.second_axis, anything(), "Of `universal`, carried by the first.");
  v("spring", s.spring, at_least(0, "N m/rad"), "Of a spring in the joint (`prismatic`: N/m).");
  v("rest", s.rest, anything("degrees"), "Where the spring is at ease (`prismatic`: m).");
  v("damping", s.damping, at_least(0, "N m s/rad"), "Friction of the joint (`prismatic`: N s/m).");
  v("lower", s.lower, anything("degrees"), "Lower limit (`prismatic`: m); without it, none.");
  v("upper", s.upper, anything("degrees"),
    "Upper limit (`prismatic`: m); of a `ball` that of the whole turn.");
  v("limit_stiffness", s.limit_stiffness, above(0, "N m/rad"),
    "Of the springs beyond the limits (`prismatic`: N/m).");
  v("velocity", s.velocity, anything("degrees/s"),
    "At the start, about the first axis (`prismatic`: m/s).");
  v.check(!s.lower || !s.upper || *s.lower <= *s.upper, "upper", "must not be below `lower`");
}
inline Names names(BoneTouch) {
  return {"none", "others", "all"};
}
template <class V>
void describe(V& v, BoneContact& s) {
  v("with", s.with, anything(),
    "What it touches. `others`: obstacles, bones that are not its neighbours, and bodies that do "
    "not ride on it; `all`: bodies that ride on it too, but for nodes that begin inside of it or "
    "near; `none`: nothing.");
  v("friction", s.friction, at_least(0),
    "Coefficient of friction of flesh and bones on it. Unset: that of `contact`.");
  v("stiffness", s.stiffness, above(0, "N/m"),
    "Penalty stiffness of its corners and ends on obstacles and other bones. Unset: that of "
    "`contact`, and without that from the mass of all bones it hangs together with.");
}
template <class V>
void describe(V& v, BoneSpec& s) {
  v("name", s.name, anything().filled().needed(),
    "For use by `parent`, `attach` and the timeline.");
  v("shapes", s.shapes, anything(), "What it is made of, for mass, contact and pictures.");
  v("density", s.density, above(0, "kg/m^3"), "Mass per volume of the shapes.");
  v("mass", s.mass, above(0, "kg"), "Mass of the whole, instead of `density`.");
  v("center", s.center, anything("m"), "Centre of mass at rest; without it, that of the shapes.");
  v("inertia", s.inertia, at_least(0, "kg m^2"),
    "Moments of inertia about the centre of mass, axes of the world at rest; in 2D the third "
    "counts.");
  v("joint", s.joint, anything(), "How it hangs on its parent.");
  v("contact", s.contact, anything(), "What it touches, and how.");
}
template <class V>
void describe(V& v, AttachSpec& s) {
  v("bone", s.bone, anything().filled().needed(), "The bone they ride on.");
  v("select", s.select, anything().needed(), "Nodes that move with the bone.");
}
template <class V>
void describe(V& v, TurnEvent& s) {
  v("bone", s.bone, anything().filled().needed(), "The bone whose joint is moved.");
  v("axis", s.axis, at_least(0), "Which axis of its joint, counted from 0.");
  v("start", s.start, at_least(0, "s").needed(), "When the motion begins.");
  v("end", s.end, at_least(0, "s").needed(), "When it is complete.");
  v("until", s.until, at_least(0, "s"), "When the joint is free again; by default never.");
  v("by", s.by, anything("degrees").needed(), "How far (`prismatic`: m).");
  v("ease", s.ease, anything(), "`smooth` starts and stops at rest, `linear` at full speed.");
  v.check(s.end >= s.start, "end", "must not be before `start`");
  v.check(s.until >= s.start, "until", "must not be before `start`");
}
template <class V>
void describe(V& v, TorqueEvent& s) {
  v("bone", s.bone, anything().filled().needed(), "The bone in whose joint it acts.");
  v("axis", s.axis, at_least(0), "About which axis of the joint, counted from 0.");
  v("value", s.value, anything("N m").needed(), "Its size (`prismatic`: N).");
  v("start", s.start, at_least(0, "s"), "When it sets in.");
  v("end", s.end, at_least(0, "s"), "When it is gone; by default never.");
  v("ramp", s.ramp, at_least(0, "s"), "Time it takes to grow to its full size.");
  v.check(s.end >= s.start, "end", "must not be before `start`");
}

}  // namespace conjac
