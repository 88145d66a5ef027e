#pragma once

#include <memory>
#include <string>

#include "reduce/elimination.h"

namespace conjac {

/// Eliminations by PETSc, on one rank or many (core/ranks.h says how the nodes are shared). This
/// header is all that others see of the room; MPI and PETSc are included in its sources alone, and
/// in a build without them (CONJAC_PETSC=OFF) the same functions say so.
enum class PetscSolver { mumps, multigrid };

bool has_petsc();  // does this build?
/// Throws Error(bad_input) in a build without.
std::unique_ptr<Elimination> make_petsc_elimination(PetscSolver kind,
                                                    const EliminationTolerance& tolerance);

/// What `conjac doctor` says.
struct PetscFacts {
  std::string version, mpi;       // empty: none in this build
  std::string packages, missing;  // of those of use here: MUMPS, hypre, ...
  int ranks = 1;                  // of this process
};
PetscFacts petsc_facts();

/// MPI, once for the process, ended with it. Who speaks MPI calls this first. Nothing in a build
/// without.
void start_mpi();

}  // namespace conjac
