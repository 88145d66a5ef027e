#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace conjac {

enum class SolidKind { half_space, box, sphere, capsule, mesh };
enum class SolidRole { obstacle, bone };

/// Shapes that a solid has at moments of its own, and linearly in between.
struct SolidSequence {
  double start = 0, interval = 1;              // s; shape k is met at start + k interval
  bool repeat = false;                         // after the last comes the first again
  std::vector<std::vector<double>> positions;  // (shapes)(vertices x 3), m
};

/// A rigid solid as a viewer draws it: its shape about its own origin, and where it is now. A half
/// space is solid below its local z = 0, a capsule lies along its local z.
struct SolidView {
  SolidKind kind = SolidKind::half_space;
  SolidRole role = SolidRole::obstacle;
  std::string name;
  std::array<double, 3> half{0, 0, 0};  // box: half of its edges, m
  double radius = 0;                    // sphere, capsule, m
  double half_length = 0;               // capsule: from the middle to the centre of a cap, m
  std::vector<double> positions;        // mesh: (vertices x 3), m
  std::vector<int> triangles;           // mesh: (triangles x 3)
  std::shared_ptr<const SolidSequence> sequence;  // mesh: unless it keeps its shape
  bool moving = false;                            // somewhere on the timeline
  std::array<double, 3> position{0, 0, 0};
  std::array<double, 4> rotation{0, 0, 0, 1};  // unit quaternion x, y, z, w
};

/// One place where a node, or a place of a bone, touches an obstacle, a face of a body or a bone.
struct ContactView {
  std::array<double, 3> point{0, 0, 0};     // where the node is, m
  std::array<double, 3> normal{0, 0, 0};    // unit, towards the node
  std::array<double, 3> force{0, 0, 0};     // on the node, normal and friction, N
  std::array<double, 3> friction{0, 0, 0};  // the part of it that is friction, N
  double depth = 0;                         // penetration, m
  int node = 0;                             // -1: none
  int obstacle = -1;                        // number in the scene; -1: a face of a body
};

}  // namespace conjac
