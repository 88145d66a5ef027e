#pragma once

#include <Eigen/Core>
#include <vector>

namespace conjac {

/// What a node does in this step (the numbers are written to result files).
enum class Role : int {
  quasistatic = 0,  // follows, at zero net force
  dynamic = 1,      // its velocity is an unknown
  sleeping = 2,     // a representative node that follows for now
  fixed = 3,        // held in place
  scripted = 4,     // held and moved along the timeline
  attached = 5,     // rides on a rigid body
};

inline bool prescribed(Role role) {
  return role == Role::fixed || role == Role::scripted;
}
/// Drivers determine where the quasistatic nodes go.
inline bool driver(Role role) {
  return role != Role::quasistatic && role != Role::sleeping;
}

/// v_drivers = B u + w (design: the driver map). The unknowns u act on the trailing unknowns of the
/// factorization listed in `driven`; the known part w (scripted motion) is kept by the stepper.
/// With dynamic nodes alone B is the identity and is not stored.
struct DriverMap {
  int unknowns = 0;         // length of u
  std::vector<int> driven;  // trailing unknowns (0..r-1), ascending, that u drives
  Eigen::MatrixXd B;        // (driven x unknowns); empty: identity
};

}  // namespace conjac
