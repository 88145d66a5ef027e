#pragma once

#include <string>
#include <vector>

#include "conjac/scene_spec.h"

namespace conjac {

/// What a scene's selections catch and what its nodes are, before any step.
struct SetupReport {
  struct Caught {
    std::string key;        // of the scene file: "roles[0].select"
    int count = 0, of = 0;  // of so many
    bool elements = false;  // else nodes
  };
  std::vector<Caught> selections;
  int nodes = 0, elements = 0, surface_nodes = 0;
  int held = 0;     // from the start
  int dynamic = 0;  // unknowns of the reduced system, awake ones at the start
  int representative = 0;
  bool can_touch = false;
  int slivers = 0;              // elements with a dihedral angle below kSliverAngle
  double smallest_angle = 180;  // degrees
};

/// Builds the scene as a simulation would. Throws Error.
SetupReport setup_report(const SceneSpec& spec);

}  // namespace conjac
