#pragma once

#include "core/dim.h"
#include "linalg/sparse.h"

namespace conjac {

/// The discrete equations at one state, over all nodes (held ones too).
///
/// Sign, stated once: `stiffness` is K = df/dx, negative semidefinite once projected. Whoever
/// factors it factors A = -K.
struct System {
  VectorXd mass;           // (dofs) lumped mass of each DOF, kg
  VectorXd force;          // (dofs) elastic + gravity + loads, N
  SparseMatrix stiffness;  // (dofs x dofs) lower triangle of K, N/m
};

}  // namespace conjac
