#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/dim.h"
#include "record/stream.h"

namespace conjac::record {

/// A rigid solid of a scene text (docs/viewer-protocol.md) as triangles about its own origin.
struct StageSolid {
  std::vector<Vec<3>> positions;
  std::vector<std::array<int, 3>> triangles;
  bool bone = false, half_space = false;
};

/// The solids of a scene text, in its order. A half space becomes a square of `extent` around its
/// origin. What is not understood becomes an empty mesh, so that the order stays.
std::vector<StageSolid> stage_solids(const std::string& scene_text, double extent);

/// The mesh where the pose puts it.
std::vector<Vec<3>> solid_in_place(const StageSolid& mesh, const SolidPose& pose);

}  // namespace conjac::record
