#include "rigid/joints.h"

#include <algorithm>

namespace conjac {
namespace {

using Kind = Freedom::Kind;
using Along = Freedom::Along;
using List = std::span<const Freedom>;

constexpr Freedom slide(Along along) {
  return {.kind = Kind::slide, .along = along};
}
constexpr Freedom turn(Along along) {
  return {.kind = Kind::turn, .along = along};
}
constexpr Freedom loose_slide(Along along) {
  return {.kind = Kind::slide, .along = along, .loose = true};
}

constexpr Freedom kRevolute[] = {turn(Along::axis)};
constexpr Freedom kPrismatic[] = {slide(Along::axis)};
constexpr Freedom kCylindrical[] = {turn(Along::axis), loose_slide(Along::axis)};
constexpr Freedom kUniversal[] = {turn(Along::axis), turn(Along::second_axis)};
constexpr Freedom kBall[] = {{}};
constexpr Freedom kFree[] = {
    loose_slide(Along::x), loose_slide(Along::y), loose_slide(Along::z), {}};
constexpr Freedom kPlanarFree[] = {loose_slide(Along::x),
                                   loose_slide(Along::y),
                                   {.kind = Kind::turn, .along = Along::normal, .on_child = true}};

struct Joint {
  JointType type;
  List space, plane;
  bool planar;  // there is one in the plane
};
/// In the order of JointType.
constexpr Joint kJoints[] = {
    {JointType::fixed, {}, {}, true},
    {JointType::revolute, kRevolute, kRevolute, true},
    {JointType::prismatic, kPrismatic, kPrismatic, true},
    {JointType::cylindrical, kCylindrical, {}, false},
    {JointType::universal, kUniversal, {}, false},
    {JointType::ball, kBall, {}, false},
    {JointType::free, kFree, kPlanarFree, true},
};
static_assert(std::ranges::all_of(kJoints, [](const Joint& joint) {
  return &joint - kJoints == static_cast<std::ptrdiff_t>(joint.type);
}));

const Joint& row(JointType joint) {
  return kJoints[static_cast<std::size_t>(joint)];
}

}  // namespace

List freedoms(JointType joint, bool planar) {
  return planar ? row(joint).plane : row(joint).space;
}

bool exists(JointType joint, bool planar) {
  return !planar || row(joint).planar;
}

bool uses(JointType joint, bool planar, Along along, Kind kind) {
  return std::ranges::any_of(freedoms(joint, planar), [&](const Freedom& freedom) {
    return freedom.kind == kind && freedom.along == along;
  });
}

bool in_metres(JointType joint, bool planar) {
  const List all = freedoms(joint, planar);
  const auto known = std::ranges::find(all, false, &Freedom::loose);
  return known != all.end() && !known->turns();
}

bool floats(JointType joint, bool planar) {
  int unknowns = 0;
  for (const Freedom& freedom : freedoms(joint, planar)) unknowns += freedom.unknowns();
  return unknowns == (planar ? 3 : 6);
}

bool carries(List all, int a, int b) {
  return all[b].on_child || (a < b && (all[a].turns() || all[b].turns()));
}

}  // namespace conjac
