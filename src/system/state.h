#pragma once

#include "core/dim.h"

namespace conjac {

/// Where everything is. Flat vectors: node i owns entries [i*stride, (i+1)*stride).
struct State {
  double time = 0;  // s
  VectorXd x;       // (nodes * stride) positions, m
  VectorXd v;       // (nodes * stride) velocities, m/s
  VectorXd q, u;    // joint coordinates and velocities (rigid/articulation.h); empty without bones
};

}  // namespace conjac
