#pragma once

#include "scenefile/fields_solid.h"

/// The part of the table of scene keys (fields.h) that speaks of obstacles and contact.
namespace conjac {

template <class V>
void describe(V& v, HalfSpaceObstacle& s) {
  v("point", s.point, anything("m"), "A point of its surface.");
  v("normal", s.normal, anything(), "Points out of the solid; its length does not matter.");
  v.check(nonzero(s.normal), "normal", "must not be the zero vector");
}
template <class V>
void describe(V& v, SurfaceObstacle& s) {
  v("file", FileName{s.file}, anything().filled().needed(),
    "Closed triangle surface (.obj, .ply, .stl), or a mesh of tetrahedra whose boundary is meant.");
  v("scale", s.scale, above(0), "Factor on all coordinates, applied first.");
  v("rotate", s.rotate, anything(), "A turn, applied second.");
  v("translate", s.translate, anything("m"), "A shift, applied last.");
  v("cells", s.cells, between(8, 512),
    "Cells of the grid of distances along the longest side; more follow finer detail.");
}
template <class V>
void describe(V& v, SequenceObstacle& s) {
  v("first", FileName{s.first}, anything().filled().needed(),
    "First file (.obj, .ply, .stl) of a closed surface; the others are found by counting the last "
    "number of its name up. All have the same vertices and triangles, in the same order.");
  v("interval", s.interval, above(0, "s").needed(),
    "From one file to the next; vertices move straight in between.");
  v("start", s.start, at_least(0, "s"), "The moment of the first file, which stands until then.");
  v("repeat", s.repeat, anything(),
    "After the last file comes the first again, an interval later; else the last one stays.");
  v("scale", s.scale, above(0), "Factor on all coordinates, applied first.");
  v("rotate", s.rotate, anything(), "A turn, applied second.");
  v("translate", s.translate, anything("m"), "A shift, applied last.");
}
template <class V>
void describe(V& v, ObstacleMove& s) {
  v("start", s.start, at_least(0, "s").needed(), "When the motion begins.");
  v("end", s.end, at_least(0, "s").needed(), "When it is complete.");
  v("translate", s.translate, anything("m"), "Shift.");
  v("rotate", s.rotate, anything(), "Turn.");
  v("ease", s.ease, anything(), "`smooth` starts and stops at rest, `linear` at full speed.");
  v("curve", s.curve, anything(), "Instead of `ease`: which part of the way is done at time t.");
  v.check(s.end >= s.start, "end", "must not be before `start`");
}
template <class V>
void describe(V& v, ObstacleSpec& s) {
  solid_choice(
      v, s.shape,
      std::tuple{Option<HalfSpaceObstacle>{"half_space", "All beyond a plane: floor, wall."}},
      std::tuple{Option<SurfaceObstacle>{"surface", "A closed surface from a file (3D)."},
                 Option<SequenceObstacle>{
                     "sequence", "A closed surface that changes its shape, from files (3D)."}});
  v("name", s.name, anything(), "What the viewer calls it.");
  v("friction", s.friction, at_least(0), "Coefficient of friction. Unset: that of `contact`.");
  v("motion", s.motion, anything(), "Where it moves, each motion from where the ones before lead.");
}
template <class V>
void describe(V& v, ContactSpec& s) {
  v("stiffness", s.stiffness, above(0, "N/m"),
    "Penalty stiffness of a node; penetration is force over stiffness. Unset: from Young's "
    "modulus and the size of the elements at the node.");
  v("alpha", s.alpha, between(0, 1),
    "Share of the stiffness along the surface while friction holds a node.");
  v("friction", s.friction, at_least(0), "Coefficient of friction.");
  v("restitution", s.restitution, between(0, 1),
    "How lively bounces are: the share of the energy lost to the time step that is given back. "
    "Bodies that settle get none. Not used where modes move the body (`method.integrator` "
    "`modal`): "
    "their bounces lose nothing by themselves.");
  v("damping", s.damping, at_least(0, "s"),
    "Contacts push with k (depth + damping x rate of the depth), and never pull: a bounce loses "
    "what "
    "that takes.");
  v("friction_tolerance", s.friction_tolerance, above(0, "m/s"),
    "How far from Coulomb's law friction may leave a contact.");
  v("between", s.between, anything(), "Bodies touch each other.");
  v("self", s.self, anything(), "A body touches itself.");
  v("wake", s.wake, anything(),
    "Representative nodes sleep until something touches their region (or, when adaptive, until "
    "they are lively).");
}

}  // namespace conjac
