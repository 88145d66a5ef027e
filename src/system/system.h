#pragma once

#include "core/dim.h"
#include "linalg/sparse.h"

namespace conjac {

/// The discrete equations at one state, over all nodes (held ones too). The net force belongs to a
/// state and is kept beside it (step/trial.h).
///
/// Sign, stated once: `stiffness` is K = df/dx, negative semidefinite once projected. Whoever
/// factors it factors A = -K.
struct System {
  VectorXd mass;           // (dofs) lumped mass of each DOF, kg
  SparseMatrix stiffness;  // (dofs x dofs) lower triangle of K, N/m
};

}  // namespace conjac
