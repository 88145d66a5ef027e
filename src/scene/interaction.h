#pragma once

#include <vector>

#include "conjac/step_options.h"
#include "core/dim.h"

namespace conjac {

/// What somebody outside asks of a running world; World carries it out at the beginning of a step
/// (scene/world_interact.cpp). The springs of a grip are in BodyForces.
template <int Dim>
struct Interaction {
  // A grip: the cursor is where the hand is, the springs' target follows it with a short lag, so
  // that a cursor that leaps between two steps does not strike the body.
  int gripped = -1;  // node, -1: none
  Vec<Dim> cursor = Vec<Dim>::Zero();
  double grip_stiffness = 0;  // of all springs together, N/m

  std::vector<Wake> wake;          // (representatives)
  std::vector<double> activation;  // (elements) instead of the timeline's, -1: the timeline's
  bool activation_asked = false;   // since the last step
  double work = 0;                 // energy put in between steps, J

  bool overrides(int element) const { return !activation.empty() && activation[element] >= 0; }

  Method method = Method::conjac;  // of the last step
  double time_base = 0;            // time at which h was last changed, s
};

}  // namespace conjac
