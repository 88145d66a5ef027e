#pragma once

#include "conjac/solid_view.h"
#include "solid/shapes.h"

namespace conjac {

/// Where the solid is now.
void place(SolidView& view, const Pose& pose);

}  // namespace conjac
