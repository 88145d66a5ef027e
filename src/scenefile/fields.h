#pragma once

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <string>

#include "scenefile/fields_bones.h"
#include "scenefile/fields_contact.h"
#include "scenefile/fields_cut.h"
#include "scenefile/fields_method.h"
#include "scenefile/fields_rule.h"
#include "scenefile/fields_select.h"
#include "scenefile/fields_skin.h"
#include "scenefile/fields_solid.h"

/// The one table of every key a scene file may hold. describe() of a struct lists its fields:
///
///   v(key, member, rule, help)              a key, its member, range and unit, one sentence
///   v.itself(member, rule, clause)          the struct is written as this one value, without keys
///   v.choice(variant, option, option...)    exactly one of these keys is given
///   v.check(holds, key, "must ...")         a condition between fields, reported at `key`
///   v.only_if(applies, {keys...}, when)     keys that have a meaning only in some cases
///
/// The default of a key is the member's value in a fresh struct. Visitors of the table are the
/// reader (parse_reader.h), the writer (parse_writer.h), the JSON Schema (schema.cpp) and the
/// reference page (schema_reference.cpp): a new key is one line here and nothing elsewhere.
namespace conjac {

// The choices of a variant read better beside their structs, hence the order of this file: mesh,
// materials, roles, timeline, run.

// ---- mesh -------------------------------------------------------------------------------------

inline constexpr double kMostCells = 1e7;  // node numbers times three stay far from overflow

template <class V>
void describe(V& v, BoxMesh& s) {
  v("cells", s.cells, between(1, 10000).needed(), "Cells along x, y, z; six tetrahedra each.");
  v("size", s.size, above(0, "m").needed(), "Edge lengths.");
  v("origin", s.origin, anything("m"), "The corner with the smallest coordinates.");
  v.check(1.0 * s.cells[0] * s.cells[1] * s.cells[2] <= kMostCells, "cells",
          "must not be more than 10 million in all");
}
template <class V>
void describe(V& v, RectangleMesh& s) {
  v("cells", s.cells, between(1, 10000).needed(), "Cells along x and y; two triangles each.");
  v("size", s.size, above(0, "m").needed(), "Edge lengths.");
  v("origin", s.origin, anything("m"), "The corner with the smallest coordinates.");
  v.check(1.0 * s.cells[0] * s.cells[1] <= kMostCells, "cells",
          "must not be more than 10 million in all");
}
template <class V>
void describe(V& v, SpindleMesh& s) {
  v("cells", s.cells, between(1, 1000).needed(), "Cells along and across.");
  v("from", s.from, anything("m").needed(), "Middle of one end.");
  v("to", s.to, anything("m").needed(), "Middle of the other end.");
  v("belly", s.belly, above(0, "m").needed(), "Half its thickness in the middle.");
  v("tendon", s.tendon, above(0, "m").needed(), "Half its thickness at the ends.");
  v("flat", s.flat, anything(), "Triangles (2D) instead of tetrahedra (3D).");
  v.check(s.from != s.to, "to", "must differ from `from`");
}
template <class V>
void describe(V& v, MeshFile& s) {
  v.itself(FileName{s.path, "data:conjac/mesh;base64,"}, anything().filled(),
           "relative to the scene file");
}
template <class V>
void describe(V& v, Rotation& s) {
  v("axis", s.axis, anything(), "Direction of the axis; its length does not matter.");
  v("center", s.center, anything("m"), "A point on the axis.");
  v("degrees", s.degrees, anything("degrees"), "Angle, right-handed about the axis.");
  v.check(nonzero(s.axis), "axis", "must not be the zero vector");
}
template <class V>
void describe(V& v, MeshSpec& s) {
  v.choice(s.source, Option<BoxMesh>{"box", "A box of tetrahedra (3D)."},
           Option<RectangleMesh>{"rectangle", "A rectangle of triangles (2D)."},
           Option<SpindleMesh>{"spindle", "Thick in the middle, thin at both ends, like a muscle."},
           Option<MeshFile>{"file", "A file: .mesh, .msh, .node, .vtk, .vtu, .inp or .veg."});
  v("refine", s.refine, between(0, 8),
    "Times that every element is cut into four (2D) or eight (3D); the nodes there are keep their "
    "numbers.");
  v("scale", s.scale, above(0), "Factor on all coordinates, applied first.");
  v("rotate", s.rotate, anything(), "A turn of the mesh, applied second.");
  v("translate", s.translate, anything("m"), "A shift of the mesh, applied last.");
  v("use_materials", s.use_materials, anything(),
    "The materials that the file holds (.veg) are used, before those of `materials`.");
}

// ---- materials --------------------------------------------------------------------------------

template <class V>
void describe(V& v, Layers& s) {
  v("axis", AxisName{s.axis}, anything(), "The coordinate along which the layers follow.");
  v("boundaries", s.boundaries, anything("m").needed(), "Coordinates between layers, ascending.");
  v("values", s.values, field_value().needed(), "One value per layer.");
  const auto end = s.boundaries.end();
  v.check(std::adjacent_find(s.boundaries.begin(), end, std::greater_equal<>()) == end,
          "boundaries", "must ascend");
  v.check(s.values.size() == s.boundaries.size() + 1, "values",
          "must be one more than `boundaries`");
}
template <class V>
void describe(V& v, Gradient& s) {
  v("from", s.from, anything("m").needed(), "Where the change begins.");
  v("to", s.to, anything("m").needed(), "Where it ends; linear between, constant beyond.");
  v("from_value", s.from_value, field_value().needed(), "Value at `from`.");
  v("to_value", s.to_value, field_value().needed(), "Value at `to`.");
  v.check(s.from != s.to, "to", "must differ from `from`");
}
template <class V>
void describe(V& v, HarmonicField& s) {
  v("from", s.from, anything().needed(), "Nodes where the harmonic field is 0.");
  v("to", s.to, anything().needed(), "Nodes where it is 1.");
  v("at", s.at, between(0, 1).needed(), "Values of the harmonic field, ascending.");
  v("values", s.values, field_value().needed(), "One for each of `at`, linear between.");
  const auto end = s.at.end();
  v.check(!s.at.empty() && std::adjacent_find(s.at.begin(), end, std::greater_equal<>()) == end,
          "at", "must ascend");
  v.check(s.values.size() == s.at.size(), "values", "must be as many as `at`");
}
template <class V>
void describe(V& v, ScalarField& s) {
  v.choice(s, Option<Layers>{"layers", "Another value in every layer."},
           Option<Gradient>{"gradient", "Linear between two points."},
           Option<HarmonicField>{"harmonic", "Changes from one part of the body to another."});
}

template <class V>
void describe(V& v, ConstantFibers& s) {
  v("direction", s.direction, anything().needed(), "Its length does not matter.");
  v.check(nonzero(s.direction), "direction", "must not be the zero vector");
}
template <class V, class AroundAxis>
void describe_axis(V& v, AroundAxis& s) {
  v("point", s.point, anything("m"), "A point on the axis.");
  v("axis", s.axis, anything(), "Direction of the axis; its length does not matter.");
  v.check(nonzero(s.axis), "axis", "must not be the zero vector");
}
template <class V>
void describe(V& v, RadialFibers& s) {
  describe_axis(v, s);
}
template <class V>
void describe(V& v, CircumferentialFibers& s) {
  describe_axis(v, s);
}
template <class V>
void describe(V& v, HelicalFibers& s) {
  describe_axis(v, s);
  v("degrees", s.degrees, between(-90, 90, "degrees"),
    "Climb: 0 is around the axis, 90 is along it.");
}
template <class V>
void describe(V& v, FiberFile& s) {
  v.itself(FileName{s.path}, anything().filled(), "relative to the scene file");
}
template <class V>
void describe(V& v, HarmonicFibers& s) {
  v("from", s.from, anything().needed(), "Nodes where the fibres begin (the origin).");
  v("to", s.to, anything().needed(), "Nodes where they end (the insertion).");
}
template <class V>
void describe(V& v, FiberField& s) {
  v.choice(s, Option<ConstantFibers>{"constant", "The same direction everywhere."},
           Option<RadialFibers>{"radial", "Away from an axis."},
           Option<CircumferentialFibers>{"circumferential", "Around an axis."},
           Option<HelicalFibers>{"helical", "Around an axis and along it."},
           Option<HarmonicFibers>{"harmonic", "From one part of the body to another."},
           Option<FiberFile>{"file", "One direction per line and element; # begins a remark."});
}

template <class V>
void describe(V& v, LawSpec& s) {
  v("law", LawName{s.law}, anything().needed(), "Which energy; the terms of a material add up.");
  v("young", s.young, above(0, "Pa"), "Young's modulus.");
  v("poisson", s.poisson, inside(-1, 0.5), "Poisson's ratio; near 0.5 keeps the volume.");
  v("stiffness", s.stiffness, at_least(0, "Pa"), "Stiffness of the fibres.");
  v("fibers", s.fibers, anything(), "Direction of the fibres.");
  v("activation", s.activation, between(0, 1), "0 is passive, 1 shortens the fibres fully.");
  v("shortest", s.shortest, Rule{.min = 0, .max = 1, .open_min = true},
    "Rest stretch of a fully activated fibre.");
  v("second_invariant", s.second_invariant, between(0, 1),
    "Of `MR`: share of the second invariant, c2 / (c1 + c2).");
  v("exponents", s.exponents, between(-20, 20).filled(), "Of `OGDEN`: one to three, none 0.");
  v("shares", s.shares, above(0).filled(),
    "Of `OGDEN`: what each term adds to the shear modulus, sum 1.");
  bool in_size = true;
  for (const double exponent : s.exponents) in_size &= exponent >= 0.01 || exponent <= -0.01;
  v.check(in_size, "exponents", "must be at least 0.01 in size");
  v.check(s.exponents.size() <= 3, "exponents", "must not be more than three");
  v.check(s.exponents.size() == s.shares.size(), "shares", "must be as many as `exponents`");
  const double sum = std::accumulate(s.shares.begin(), s.shares.end(), 0.0);
  v.check(sum > 1 - 1e-6 && sum < 1 + 1e-6, "shares", "must sum to 1");
  v.only_if(s.law == "MR", {"second_invariant"}, "the law `MR`");
  v.only_if(s.law == "OGDEN", {"exponents", "shares"}, "the law `OGDEN`");
  v.only_if(!is_fiber_law(s.law), {"young", "poisson"}, "isotropic laws");
  v.only_if(is_fiber_law(s.law), {"stiffness", "fibers", "activation", "shortest"}, "fibre laws");
}
template <class V>
void describe(V& v, MaterialSpec& s) {
  // A material without a selection is meant for the whole body.
  if (s.select.shapes.empty()) s.select.shapes.push_back(SelectAll{});
  v("select", s.select, anything(),
    "Elements it applies to, by their centroid; the last one wins.");
  v("density", s.density, above(0, "kg/m^3"), "Mass per volume.");
  v("viscosity", s.viscosity, at_least(0, "s"),
    "Viscous stress over the elastic stress of the same strain, for a rate of 1/s: a swing of w "
    "rad/s dies away by exp(-viscosity w^2 t / 2). Rigid motion feels nothing.");
  v("laws", s.laws, anything().filled().or_else("preset"), "Terms of the energy.");
  v("preset", PresetName{s.preset}, anything().or_else("laws"),
    "Laws and density from the literature; docs/materials.md names the sources.");
  v.only_if(s.preset.empty(), {"density"}, "materials with `laws`");
}

// ---- roles ------------------------------------------------------------------------------------

template <class V>
void describe(V& v, RoleSpec& s) {
  v("role", s.role, anything().needed(),
    "`fixed` is held, `dynamic` an unknown of the reduced system, `representative` may become "
    "one.");
  v("select", s.select, anything().needed(),
    "Nodes that take the role; `fixed` outweighs the others.");
}
template <class V>
void describe(V& v, PlacementSpec& s) {
  v("dynamic", s.dynamic, at_least(0), "Dynamic nodes for the program to choose.");
  v("representative", s.representative, at_least(0), "Representative nodes for it to choose.");
  v("seed", s.seed, at_least(0), "Another number gives another choice.");
}

// ---- several bodies ---------------------------------------------------------------------------

template <class V>
void describe(V& v, BodySpec& s) {
  v("name", s.name, anything().filled().needed(), "For selections by `body`, and for reports.");
  v("mesh", s.mesh, anything().needed(), "The body at rest.");
  v("placement", s.placement, anything(), "Nodes of this body chosen by the program.");
  v("velocity", s.velocity, anything("m/s"), "Of its centre of mass at the start.");
  v("spin", s.spin, anything("rad/s"),
    "Angular velocity about its centre of mass at the start; in 2D the third number counts.");
}

// ---- ties -------------------------------------------------------------------------------------

template <class V>
void describe(V& v, SpringToNodes& s) {
  v.itself(s.select, anything(), "nodes");
}
template <class V>
void describe(V& v, SpringToPoint& s) {
  v.itself(s.at, anything("m"), "a point");
}
template <class V>
void describe(V& v, SpringSpec& s) {
  v("from", s.from, anything().needed(), "Nodes; a spring begins at each of them.");
  v.choice(s.end, Option<SpringToNodes>{"to", "Each ends at the nearest of these nodes."},
           Option<SpringToPoint>{"point", "All end at this point of the world."});
  v("stiffness", s.stiffness, above(0, "N/m").needed(), "Of all together; each has the same part.");
  v("rest_length", s.rest_length, at_least(0, "m"),
    "Length without force, of each. Unset: its length in the rest shape.");
}
template <class V>
void describe(V& v, WeldSpec& s) {
  v("from", s.from, anything().needed(), "Nodes to be joined.");
  v("to", s.to, anything().needed(), "Each with the nearest of these; both are one node then.");
  v("within", s.within, at_least(0, "m").needed(),
    "Nodes farther from each other than this are not joined.");
}

// ---- timeline ---------------------------------------------------------------------------------

template <class V>
void describe(V& v, MoveEvent& s) {
  v("select", s.select, anything().needed(), "Nodes, held from `start` until a release.");
  v("start", s.start, at_least(0, "s").needed(), "When the motion begins.");
  v("end", s.end, at_least(0, "s").needed(), "When it is complete.");
  v("translate", s.translate, anything("m"), "Shift.");
  v("rotate", s.rotate, anything(), "Turn as a rigid piece.");
  v("twist", s.twist, anything("degrees/m"),
    "Turn about the axis of `rotate` by an angle that grows along it from its center.");
  v("ease", s.ease, anything(), "`smooth` starts and stops at rest, `linear` at full speed.");
  v("curve", s.curve, anything(), "Instead of `ease`: which part of the way is done at time t.");
  v.check(s.end >= s.start, "end", "must not be before `start`");
}
template <class V>
void describe(V& v, ReleaseEvent& s) {
  v("select", s.select, anything().needed(), "Nodes that become free.");
  v("time", s.time, at_least(0, "s").needed(), "When.");
}
template <class V>
void describe(V& v, LoadEvent& s) {
  v("select", s.select, anything().needed(), "Nodes that share the force equally.");
  v("force", s.force, anything("N").needed(), "Total force.");
  v("start", s.start, at_least(0, "s"), "When it sets in.");
  v("end", s.end, at_least(0, "s"), "When it is gone; by default never.");
  v("ramp", s.ramp, at_least(0, "s"), "Time it takes to grow to its full size.");
  v("curve", s.curve, anything(), "A factor on the force at time t.");
  v.check(s.end >= s.start, "end", "must not be before `start`");
}
template <class V>
void describe(V& v, PressureEvent& s) {
  v("select", s.select, anything().needed(),
    "Sides of the surface all of whose nodes are among these.");
  v("value", s.value, anything("Pa").needed(),
    "Pushes against them, by normals and areas as they are now; below 0 it sucks.");
  v("start", s.start, at_least(0, "s"), "When it sets in.");
  v("end", s.end, at_least(0, "s"), "When it is gone; by default never.");
  v("ramp", s.ramp, at_least(0, "s"), "Time it takes to grow to its full size.");
  v("curve", s.curve, anything(), "A factor on the pressure at time t.");
  v.check(s.end >= s.start, "end", "must not be before `start`");
}
template <class V>
void describe(V& v, ActivateEvent& s) {
  v("select", s.select, anything().needed(), "Elements, by their centroid.");
  v("start", s.start, at_least(0, "s").needed(), "When the change begins.");
  v("end", s.end, at_least(0, "s").needed(), "When it is complete.");
  v("value", s.value, between(0, 1).needed(), "Activation of every fibre law from then on.");
  v("ease", s.ease, anything(), "`smooth` starts and stops gently, `linear` at full rate.");
  v("curve", s.curve, anything(),
    "Instead of `ease`: a factor on `value` at time t, the result kept in 0..1.");
  v.check(s.end >= s.start, "end", "must not be before `start`");
}
template <class V>
void describe(V& v, GravityEvent& s) {
  v("start", s.start, at_least(0, "s").needed(), "When the change begins.");
  v("end", s.end, at_least(0, "s").needed(), "When it is complete.");
  v("to", s.to, anything("m/s^2").needed(), "Gravity from then on.");
  v("ease", s.ease, anything(), "`smooth` starts and stops gently, `linear` at full rate.");
  v("curve", s.curve, anything(), "Instead of `ease`: which part of the change is done at time t.");
  v.check(s.end >= s.start, "end", "must not be before `start`");
}
template <class V>
void describe(V& v, Event& s) {
  v.choice(s,
           Option<MoveEvent>{
               "move", "Nodes are held and moved, each move from where the ones before it lead."},
           Option<ReleaseEvent>{"release", "Held nodes become free."},
           Option<LoadEvent>{"load", "A force pulls at nodes."},
           Option<PressureEvent>{"pressure", "A pressure pushes on parts of the surface."},
           Option<ActivateEvent>{"activate", "Fibres contract."},
           Option<GravityEvent>{"gravity", "Gravity changes."},
           Option<TurnEvent>{"turn", "A joint is moved as told, then held."},
           Option<TorqueEvent>{"torque", "A torque acts in a joint."},
           Option<CutEvent>{"cut", "The body comes apart along a surface."});
}

// ---- the run ----------------------------------------------------------------------------------

template <class V>
void describe(V& v, TimeSpec& s) {
  v("step", s.step, above(0, "s"), "Step size h.");
  v("duration", s.duration, above(0, "s"), "Simulated time.");
  v.check(s.step <= s.duration, "step", "must not exceed `duration`");
  v.check(s.duration / s.step <= 1e9, "step", "must be at least a billionth of `duration`");
}
template <class V>
void describe(V& v, HandSpec& s) {
  v("grip_frequency", s.grip_frequency, above(0, "Hz"),
    "What is held swings at the end of the grip no faster than this.");
  v("grip_lag", s.grip_lag, above(0, "s"),
    "The grip follows the cursor with this lag, in simulated time.");
}
template <class V>
void describe(V& v, OutputSpec& s) {
  v("frame_interval", s.frame_interval, at_least(0, "s"), "Time between frames; 0 is every step.");
  v("frames", s.frames, anything(), "Write .vtu files.");
  v("preview", s.preview, anything(), "Write preview.png.");
}
template <class V>
void describe(V& v, ProbeSpec& s) {
  v("name", s.name, anything().filled().needed(), "Begins the names of its columns.");
  v("select", s.select, anything().needed(), "Nodes whose middle is followed.");
  const std::string letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  v.check(s.name.find_first_not_of(letters) == std::string::npos, "name",
          "must be made of letters, digits, _ and -");
}
template <class V>
void describe(V& v, SceneSpec& s) {
  // First, because the keys below use them.
  v("selections", NamedSelections{}, anything(), "Selections with a name, for use by that name.");
  v("name", s.name, anything().filled(), "Short name; without it, the name of the file.");
  v("description", s.description, anything(), "What it shows.");
  v("mesh", s.mesh, anything().or_else("bodies"), "The body at rest, where there is one.");
  v("bodies", s.bodies, anything().filled().or_else("mesh"), "Several bodies.");
  v("skin", s.skin, anything(), "A fine surface that a body carries along, to be seen (3D).");
  std::set<std::string> names;
  for (const BodySpec& body : s.bodies) names.insert(body.name);
  v.check(names.size() == s.bodies.size(), "bodies", "must have different names");
  v("materials", s.materials, anything().needed(), "What it is made of.");
  const auto by_file = [](const BodySpec& body) { return body.mesh.use_materials; };
  v.check(!s.materials.empty() || s.mesh.use_materials || std::ranges::any_of(s.bodies, by_file),
          "materials", "must not be empty, but for meshes with `use_materials`");
  v("roles", s.roles, anything(), "Nodes that are held, or unknowns of the reduced system.");
  v("placement", s.placement, anything(), "Nodes chosen by the program.");
  v("bones", s.bones, anything(), "Rigid bodies, each with the joint it hangs on.");
  v("attach", s.attach, anything(), "Nodes that ride on bones.");
  v("springs", s.springs, anything(), "Springs between nodes, and from nodes to points.");
  v("welds", s.welds, anything(), "Bodies that are joined where they meet.");
  v("timeline", s.timeline, anything(), "What happens when.");
  v("probes", s.probes, anything(), "Places whose motion has columns in history.csv.");
  std::set<std::string> probes;
  for (const ProbeSpec& probe : s.probes) probes.insert(probe.name);
  v.check(probes.size() == s.probes.size(), "probes", "must have different names");
  v("obstacles", s.obstacles, anything(), "Rigid solids that nodes cannot pass.");
  v("contact", s.contact, anything(), "How bodies and obstacles touch.");
  v("gravity", s.gravity, anything("m/s^2"), "Acceleration of free fall.");
  v("time", s.time, anything(), "Step size and duration.");
  v("method", s.method, anything(), "How a step is taken.");
  v("hand", s.hand, anything(), "Of a person who pulls at a body while it runs.");
  v("start_at_rest", s.start_at_rest, anything(),
    "Begin at the static equilibrium instead of the rest shape.");
  v("output", s.output, anything(), "What is written.");
}

}  // namespace conjac
