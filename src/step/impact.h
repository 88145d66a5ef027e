#pragma once

#include "step/joint_model.h"
#include "system/contact_terms.h"

namespace conjac {

/// What contact forces do to the bodies in the step under way, as a direction along which energy
/// may be taken out of the new velocities or given back to them.
class ImpactDirection {
 public:
  /// `push` are contact forces on nodes and joints.
  ImpactDirection(const Motion& push, Responder& responder, const JointModel& joints,
                  const Inertia& inertia, Motion& workspace);

  /// Takes `excess` out of v: a bounce that went in deeper than its kinetic energy allows was
  /// slowed too little there. As much as there is along the direction, where that is less. Returns
  /// the change of the kinetic energy.
  double take(double excess, Motion& v) const;

  /// Gives energy back that the implicit step took out of a bounce. Steps in touch lose half of
  /// M (v - v0)^2, most where a body turns round; a soft ball with three steps for its bounce would
  /// be left with a tenth of its energy. It comes back towards the surface while the body still
  /// goes in, away from it from then on; no more than the motion that way had (v0) or has. Returns
  /// the change of the kinetic energy.
  double give(double missing, const Motion& v0, Motion& v) const;

 private:
  Inertia inertia_;
  const Motion& direction_;
  double energy_ = 0;  // of the direction as velocities
};

}  // namespace conjac
