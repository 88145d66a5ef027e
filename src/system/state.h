#pragma once

#include "system/motion.h"

namespace conjac {

/// Where everything is. Flat vectors: node i owns entries [i*stride, (i+1)*stride).
struct State {
  double time = 0;  // s
  VectorXd x;       // (nodes * stride) positions, m
  VectorXd q;       // joint coordinates (rigid/articulation.h); empty without bones
  Motion v;         // velocities of nodes and joints
};

}  // namespace conjac
