#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "conjac/material_spec.h"
#include "conjac/selection_spec.h"
#include "conjac/skin_spec.h"
#include "conjac/step_options.h"

namespace conjac {

/// A whole run as plain data, defaults in place. SI units, Y up, rest (undeformed) coordinates. In
/// 2D the third coordinate is ignored. scenefile/parse.h reads it from JSON, scene/world.h runs it.

// ---- solids ------------------------------------------------------------------------------------

// Shapes of bones and obstacles, where they are at the start. In 2D: rectangle, disc, stadium,
// rectangle; a bone is a metre thick.
struct Turn {
  Triple axis{0, 0, 1};
  double degrees = 0;
};
struct SolidBox {
  Triple center{0, 0, 0};
  Triple size{1, 1, 1};  // edge lengths, m
  Turn rotate;           // about its center
};
struct SolidSphere {
  Triple center{0, 0, 0};
  double radius = 1;  // m
};
struct SolidCapsule {
  Triple from{0, 0, 0}, to{0, 1, 0};  // ends of the middle line
  double radius = 1;                  // m
};
struct SolidCylinder {
  Triple from{0, 0, 0}, to{0, 1, 0};  // middles of its flat ends
  double radius = 1;                  // m
};
using SolidShape = std::variant<SolidBox, SolidSphere, SolidCapsule, SolidCylinder>;

// ---- mesh --------------------------------------------------------------------------------------

struct BoxMesh {
  std::array<int, 3> cells{1, 1, 1};
  Triple size{1, 1, 1};    // m
  Triple origin{0, 0, 0};  // the corner with the smallest coordinates
};
struct RectangleMesh {
  std::array<int, 2> cells{1, 1};
  std::array<double, 2> size{1, 1};
  std::array<double, 2> origin{0, 0};
};
/// A spindle, thick in the middle and thin at both ends, as muscles are.
struct SpindleMesh {
  std::array<int, 2> cells{12, 4};    // along, across
  Triple from{0, 0, 0}, to{1, 0, 0};  // middles of its ends
  double belly = 0.1, tendon = 0.03;  // half its thickness in the middle and at the ends, m
  bool flat = false;                  // triangles (2D) instead of tetrahedra (3D)
};
struct MeshFile {
  std::string path;  // absolute once read: files are found relative to the scene file
};
struct Rotation {
  Triple axis{0, 0, 1};
  Triple center{0, 0, 0};
  double degrees = 0;
};
struct NoMesh {};  // a scene with `bodies` has a mesh in each of them
struct MeshSpec {
  std::variant<NoMesh, BoxMesh, RectangleMesh, SpindleMesh, MeshFile> source;
  int refine = 0;  // times that every element is cut into four (2D) or eight (3D)
  // Applied in this order to the rest positions.
  double scale = 1;
  Rotation rotate;
  Triple translate{0, 0, 0};
  bool use_materials = false;  // those that the file holds (Vega), before the scene's own
};

// ---- roles -------------------------------------------------------------------------------------

enum class NodeRole {
  fixed,           // held from the start; a timeline `move` may move it, a `release` frees it
  dynamic,         // an unknown of the reduced system
  representative,  // may become dynamic at run time (adaptivity); dynamic when not adaptive
};
struct RoleSpec {
  NodeRole role = NodeRole::fixed;
  Selection select;
};
/// Nodes chosen by the program where the scene names none.
struct PlacementSpec {
  int dynamic = 0;
  int representative = 0;
  unsigned seed = 1;
};

// ---- several bodies ----------------------------------------------------------------------------

/// One of several bodies. Materials, roles and events select by name ({"body": "ball"}) or place.
struct BodySpec {
  std::string name;
  MeshSpec mesh;
  PlacementSpec placement;   // nodes of this body chosen by the program
  Triple velocity{0, 0, 0};  // of its centre of mass at the start, m/s
  Triple spin{0, 0, 0};      // angular velocity about it at the start, rad/s
};

// ---- bones -------------------------------------------------------------------------------------

enum class JointType { fixed, revolute, prismatic, cylindrical, universal, ball, free };
/// Ties a bone to its parent. All in rest coordinates; angles of limits and springs in degrees.
struct JointSpec {
  JointType type = JointType::revolute;
  std::string parent;                  // name of a bone before it; empty: the world
  Triple at{0, 0, 0};                  // where the joint is
  Triple axis{0, 0, 1};                // of revolute and prismatic, the first of universal
  Triple second_axis{1, 0, 0};         // of universal
  double spring = 0;                   // N m/rad (prismatic: N/m)
  double rest = 0;                     // where the spring is at ease, degrees (m)
  double damping = 0;                  // N m s/rad (N s/m)
  std::optional<double> lower, upper;  // limits, degrees (m)
  double limit_stiffness = 50;         // beyond them, N m/rad (N/m)
  double velocity = 0;                 // at the start, about the first axis, degrees/s (m/s)
};
/// What a bone touches. `others`: obstacles, other bones and flesh that does not ride on it; `all`:
/// flesh that rides on it too, but for nodes that begin inside of it or close by.
enum class BoneTouch { none, others, all };
struct BoneContact {
  BoneTouch with = BoneTouch::others;
  std::optional<double> friction;   // unset: that of the contact
  std::optional<double> stiffness;  // against obstacles and bones, N/m; unset: from its mass
};
struct BoneSpec {
  std::string name;
  std::vector<SolidShape> shapes;
  double density = 1900;          // kg/m^3, of the shapes
  std::optional<double> mass;     // kg, instead of density
  std::optional<Triple> center;   // of mass; without it that of the shapes
  std::optional<Triple> inertia;  // about the center, world axes, kg m^2 (2D: the third)
  JointSpec joint;
  BoneContact contact;
};
/// Nodes that ride on a bone.
struct AttachSpec {
  std::string bone;
  Selection select;
};

// ---- ties --------------------------------------------------------------------------------------

/// Springs, one from every node of `from`, which share the stiffness equally: to the nearest node of
/// another selection, or to a point of the world.
struct SpringToNodes {
  Selection select;
};
struct SpringToPoint {
  Triple at{0, 0, 0};
};
struct SpringSpec {
  Selection from;
  std::variant<SpringToNodes, SpringToPoint> end;
  double stiffness = 0;               // N/m, of all of them
  std::optional<double> rest_length;  // m, of each; unset: as long as they are in the rest shape
};
/// Nodes of `from` become one with the nearest node of `to` that is not farther than `within`, in
/// the middle of both.
struct WeldSpec {
  Selection from, to;
  double within = 0;  // m
};

// ---- timeline ----------------------------------------------------------------------------------

enum class Ease { smooth, linear };  // smooth starts and stops at rest (cubic)

/// A number that changes with the time t of the run, s. Neither given: there is no curve.
struct TimeCurve {
  std::string expression;                    // core/expression.h
  std::vector<std::array<double, 2>> table;  // time and value: linear between, constant beyond
  bool given() const { return !expression.empty() || !table.empty(); }
};

/// Holds the nodes from `start` on (if they were not held) and moves them until `end`; afterwards
/// they stay held until a release. Moves of the same nodes add up.
struct MoveEvent {
  Selection select;
  double start = 0, end = 0;  // s
  Triple translate{0, 0, 0};  // m
  Rotation rotate;            // turned as a rigid piece
  /// Turned about rotate.axis by an angle that grows along it: degrees per metre from the centre.
  double twist = 0;
  Ease ease = Ease::smooth;
  TimeCurve curve;  // instead of ease: which part of the way is done at t; holds on after `end`
};
struct ReleaseEvent {
  Selection select;
  double time = 0;
};
/// A force shared equally by the nodes, ramped up from `start` to `start + ramp`, gone after `end`.
struct LoadEvent {
  Selection select;
  Triple force{0, 0, 0};  // N, total
  double start = 0, end = 1e30, ramp = 0;
  TimeCurve curve;  // a factor
};
/// A pressure on the sides of the surface all of whose nodes are selected: it pushes against them,
/// along their normals and by their areas as they are now. Ramped and ended as a load is.
struct PressureEvent {
  Selection select;
  double value = 0;  // Pa; below 0 it sucks
  double start = 0, end = 1e30, ramp = 0;
  TimeCurve curve;  // a factor
};
/// Drives the activation of every fibre law of the selected elements to `value`.
struct ActivateEvent {
  Selection select;
  double start = 0, end = 0;
  double value = 0;  // 0..1
  Ease ease = Ease::smooth;
  TimeCurve curve;  // instead of ease: a factor on value; what comes of it is kept in 0..1
};
/// Gravity becomes another one; each event from where the ones before it lead.
struct GravityEvent {
  double start = 0, end = 0;  // s
  Triple to{0, 0, 0};         // m/s^2
  Ease ease = Ease::smooth;
  TimeCurve curve;  // instead of ease: which part of the change is done at t
};
/// Moves a joint as told from `start` to `end` and holds it there until `until`. Turns of the same
/// joint add up.
struct TurnEvent {
  std::string bone;
  int axis = 0;               // of its joint: 0, or 1 for the second of a universal joint
  double start = 0, end = 0;  // s
  double until = 1e30;        // s
  double by = 0;              // degrees (prismatic: m)
  Ease ease = Ease::smooth;
};
/// A torque (prismatic: a force) in a joint, ramped up from `start` to `start + ramp`, gone after
/// `end`; its reaction acts on the parent.
struct TorqueEvent {
  std::string bone;
  int axis = 0;      // of its joint
  double value = 0;  // N m (N)
  double start = 0, end = 1e30, ramp = 0;
};

/// A disc, or without a radius the whole plane; a line in 2D. Where things are now, not at rest.
struct CutPlane {
  Triple point{}, normal{1, 0, 0};
  double radius = 0;  // m; 0: unbounded
};
/// A line of points swept along a direction, both ways without end, or forward by `depth`. In 2D
/// the line itself cuts.
struct CutSweep {
  std::vector<Triple> points;  // 2 or more
  Triple direction{0, 0, 1};
  double depth = 0;     // m; 0: unbounded, both ways
  bool closed = false;  // from the last point back to the first
};
struct CutTriangles {  // 3D only
  std::vector<Triple> points;
  std::vector<std::array<int, 3>> triangles;  // of points
};
struct CutFile {
  std::string path;  // a Wavefront .obj file
};
using CutShape = std::variant<CutPlane, CutSweep, CutTriangles, CutFile>;

/// What becomes of pieces with fewer than `crumb_elements` elements that a cut would make.
enum class Crumbs {
  rejoin,  // stay with the piece they were cut from
  keep,    // are pieces like others
  freeze,  // are held where they are
  remove,  // are taken out of the body
};
struct CutSpec {
  CutShape shape;
  std::vector<std::string> bodies;  // names of those to cut; none: all
  bool snap = true;  // move nodes onto the surface first, so that the cut looks clean
  Crumbs crumbs = Crumbs::rejoin;
  int crumb_elements = 4;
};
/// A cut at the beginning of the step that starts at `time` (or is the first to start after it).
struct CutEvent {
  double time = 0;
  CutSpec cut;
};
using Event = std::variant<MoveEvent, ReleaseEvent, LoadEvent, ActivateEvent, CutEvent, TurnEvent,
                           TorqueEvent, GravityEvent, PressureEvent>;

// ---- contact -----------------------------------------------------------------------------------

struct HalfSpaceObstacle {
  Triple point{0, 0, 0}, normal{0, 1, 0};  // solid on the side the normal points away from
};
/// A closed surface of triangles: an .obj or .stl file, or the boundary of a mesh file.
struct SurfaceObstacle {
  std::string file;
  double scale = 1;  // then `rotate`, then `translate`, as the mesh of a body
  Rotation rotate;
  Triple translate{0, 0, 0};
  int cells = 64;  // of the grid of distances, along the longest side
};
/// A closed surface that changes its shape: one file per moment, with the same triangles.
struct SequenceObstacle {
  std::string first;    // the others are found by counting its last number up
  double interval = 0;  // s from one file to the next; linear in between
  double start = 0;     // s, the moment of the first
  bool repeat = false;  // after the last comes the first again, else the last stays
  double scale = 1;     // then `rotate`, then `translate`
  Rotation rotate;
  Triple translate{0, 0, 0};
};
namespace detail {
template <class Solids>
struct WithObstacles;
template <class... Solid>
struct WithObstacles<std::variant<Solid...>> {
  using type = std::variant<HalfSpaceObstacle, Solid..., SurfaceObstacle, SequenceObstacle>;
};
}  // namespace detail
/// What bones may be, and more.
using ObstacleShape = detail::WithObstacles<SolidShape>::type;

/// One rigid motion of an obstacle; each carries on from where the ones before it lead.
struct ObstacleMove {
  double start = 0, end = 0;  // s
  Triple translate{0, 0, 0};  // m
  Rotation rotate;
  Ease ease = Ease::smooth;
  TimeCurve curve;  // instead of ease: which part of the way is done at t; holds on after `end`
};
struct ObstacleSpec {
  std::string name;
  ObstacleShape shape;
  std::optional<double> friction;  // unset: that of the contact
  std::vector<ObstacleMove> motion;
};
struct ContactSpec {
  /// Penalty stiffness k of a node, N/m. Unset: from material and element size.
  std::optional<double> stiffness;
  double alpha = 0.1;     // tangential share of the stiffness while friction holds a node, 0..1
  double friction = 0.3;  // coefficient, >= 0
  /// Share of the energy that the implicit steps of a bounce lose which is given back, 0..1.
  double restitution = 0.8;
  /// Contacts push like their depth and this much of its rate, s, >= 0.
  double damping = 0;
  /// How far from Coulomb's law friction may leave a contact, m/s, > 0.
  double friction_tolerance = 1e-7;
  bool between = true;  // bodies against each other
  bool self = false;    // a body against itself
  bool wake = false;    // sleeping representative nodes wake when their region is touched
};

// ---- the run -----------------------------------------------------------------------------------

struct TimeSpec {
  double step = 0.005;    // h, s
  double duration = 1.0;  // s
};
/// The hand of a person who pulls at a body while it runs.
struct HandSpec {
  /// What is held swings at the end of the grip no faster than this, Hz, > 0: fast enough to follow
  /// a hand, slow enough for time steps of 1/60 s.
  double grip_frequency = 6;
  /// The grip follows the cursor with this lag, s of simulated time, > 0, so that a cursor that
  /// leaps between two steps does not strike the body.
  double grip_lag = 0.03;
};
struct OutputSpec {
  double frame_interval = 1.0 / 30.0;  // s between frames; 0 writes every step
  bool frames = true;                  // .vtu files
  bool preview = true;                 // preview.png
};

/// Columns of history.csv: where the middle of the selected nodes is, and how fast.
struct ProbeSpec {
  std::string name;
  Selection select;
};

struct SceneSpec {
  std::string name = "scene";
  std::string description;
  std::string file;              // where it was read from
  MeshSpec mesh;                 // the only body, or
  std::vector<BodySpec> bodies;  // several
  std::optional<SkinSpec> skin;
  std::vector<MaterialSpec> materials;
  std::vector<RoleSpec> roles;
  PlacementSpec placement;
  std::vector<BoneSpec> bones;
  std::vector<AttachSpec> attach;
  std::vector<SpringSpec> springs;
  std::vector<WeldSpec> welds;
  std::vector<Event> timeline;
  std::vector<ProbeSpec> probes;
  std::vector<ObstacleSpec> obstacles;
  ContactSpec contact;
  Triple gravity{0, -9.81, 0};
  TimeSpec time;
  StepOptions method;
  HandSpec hand;
  /// Begin at the static equilibrium (Newton solve) instead of the rest shape.
  bool start_at_rest = false;
  OutputSpec output;
};

}  // namespace conjac
