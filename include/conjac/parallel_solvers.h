#pragma once

#include <string>

namespace conjac {

/// What this build has of PETSc, for bodies of a million nodes and for runs on many ranks
/// (docs/scale.md); `conjac doctor` prints it. Asking starts MPI.
struct ParallelSolvers {
  std::string petsc, mpi;         // versions; empty: none in this build
  std::string packages, missing;  // of PETSc: MUMPS, hypre, ...
  int ranks = 1;                  // that this process is one of
};
ParallelSolvers parallel_solvers();

}  // namespace conjac
