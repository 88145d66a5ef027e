#pragma once

namespace conjac {

/// How one try of a (sub)step is taken.
struct Tactic {
  bool fresh_factor = false;  // factor even if the old factor would do
  int newton_steps = 0;       // 0: as the options say
  bool damped = false;        // linear-implicit with beta = 1 instead of the chosen integrator
  bool crumbs_rigid = false;  // light pieces that a cut has left keep their shape
  int level = 0;              // how often the step has been halved
  bool last_resort = false;   // anything but a blow-up is accepted
};

}  // namespace conjac
