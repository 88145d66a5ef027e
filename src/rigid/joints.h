#pragma once

#include <span>

#include "conjac/scene_spec.h"
#include "rigid/spatial.h"

namespace conjac {

/// One way in which a joint lets its child move: a slide or a turn has one coordinate and one
/// unknown, a ball a unit quaternion (w, x, y, z) and the angular velocity in the child's axes.
struct Freedom {
  enum class Kind { slide, turn, ball };
  /// The joint's own axes, those of the parent, or the normal of the plane.
  enum class Along { axis, second_axis, x, y, z, normal };

  Kind kind = Kind::ball;
  Along along = Along::axis;
  bool on_child = kind == Kind::ball;  // its axes ride on the child: all of the joint carries them
  bool loose = false;                  // springs and limits do not know it, damping does

  constexpr bool turns() const { return kind != Kind::slide; }
  constexpr int coordinates() const { return kind == Kind::ball ? 4 : 1; }
  constexpr int unknowns() const { return kind == Kind::ball ? 3 : 1; }
};

/// A joint is the list of its freedoms, from the parent to the child: what stands first carries
/// what follows. Rows, bias, integration and springs are made from the list, so a new joint is a
/// line in joints.cpp. In the plane a joint may have another list, or none: `exists` says which it
/// is.
std::span<const Freedom> freedoms(JointType joint, bool planar);
bool exists(JointType joint, bool planar);

/// Whether a freedom of the kind is along one of the joint's own axes.
bool uses(JointType joint, bool planar, Freedom::Along along, Freedom::Kind kind);
/// Springs and limits speak of metres where the first freedom they know slides, else of angles.
bool in_metres(JointType joint, bool planar);
/// It holds nothing.
bool floats(JointType joint, bool planar);

/// Whether moving along the freedom `a` of a joint turns or shifts the axis of its freedom `b`.
/// Each axis of a ball turns the others; slides leave slides alone.
bool carries(std::span<const Freedom> all, int a, int b);

}  // namespace conjac
