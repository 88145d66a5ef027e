#pragma once

#include "core/tuned.h"
#include "system/motion.h"
#include "system/pieces.h"

namespace conjac {

/// No more than this part of the direction's motion is taken out at once, unless told otherwise.
CONJAC_TUNED(double, kGently, -0.4);

/// Changes the velocities along `direction` so that the kinetic energy changes by `missing` (ours;
/// energy projection as such is that of Su et al. 2012 and Dinev et al. 2018, here on the reduced
/// velocities, where one scalar does it). The direction is that of the lively dynamic nodes
/// (ReducedStep::lively_direction): energy that one limb lost must not make another one dance. On a
/// floating piece it is the motion relative to the rigid one, so that momentum and angular momentum
/// are kept. The change stays within narrow bounds: what was lost at once, as when a held end is
/// let go, is not put into the motion of the moment. Returns the change made.
/// `slowest` bounds the change that takes energy out: -1 may take all of the direction's motion.
double add_kinetic_energy(double missing, const VectorXd& x, const Inertia& inertia, int stride,
                          const PieceView& pieces, Motion& direction, Motion& v,
                          double slowest = kGently);

}  // namespace conjac
