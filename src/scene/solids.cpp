#include "scene/solids.h"

namespace conjac {

void place(SolidView& view, const Pose& pose) {
  for (int c = 0; c < 3; ++c) view.position[c] = pose.shift[c];
  for (int c = 0; c < 4; ++c) view.rotation[c] = pose.turn.coeffs()[c];
}

}  // namespace conjac
