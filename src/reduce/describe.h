#pragma once

#include "core/archive.h"
#include "reduce/roles.h"

// What the next step depends on (core/archive.h), of values that know nothing of it.

namespace conjac {

inline void describe(Archive& archive, DriverMap& drivers) {
  archive(drivers.unknowns, drivers.driven, drivers.B);
}

}  // namespace conjac
