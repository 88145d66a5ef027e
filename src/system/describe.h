#pragma once

#include "core/archive.h"
#include "system/contact_terms.h"
#include "system/state.h"

// What the next step depends on (core/archive.h), of values that know nothing of it.

namespace conjac {

inline void describe(Archive& archive, Motion& motion) {
  archive(motion.nodes, motion.joints);
}

inline void describe(Archive& archive, State& state) {
  archive(state.time, state.x, state.q, state.v);
}

inline void describe(Archive& archive, ContactMemory& memory) {
  archive(memory.friction, memory.held, memory.rubbing, memory.load, memory.curvature,
          memory.moving, memory.speed);
}

}  // namespace conjac
