#pragma once

#include <string>
#include <vector>

#include "draw/solid_mesh.h"
#include "record/stream.h"

namespace conjac::draw {

/// A rigid solid of a scene text (docs/viewer-protocol.md), to be drawn at any pose.
struct StageSolid {
  SolidMesh mesh;
  bool bone = false, half_space = false;
  std::shared_ptr<const SolidSequence> sequence;  // null where it keeps its shape
};

/// The solids of a scene text, in its order. A half space becomes a square of half edge `extent`
/// around its origin. What is not understood becomes an empty mesh, so that the order stays.
std::vector<StageSolid> stage_solids(const std::string& scene_text, double extent);

/// The corners of its mesh, in the shape it has at `time`, where the pose puts them.
std::vector<Vec<3>> in_place(const StageSolid& solid, const record::SolidPose& pose, double time);

}  // namespace conjac::draw
