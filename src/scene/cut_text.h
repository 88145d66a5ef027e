#pragma once

#include <string>

#include "conjac/cut_report.h"

namespace conjac {

/// A cut's sentence with the moment in front: "t = 0.5 s: the cut misses the body; ...".
std::string dated_text(const CutReport& report);

}  // namespace conjac
