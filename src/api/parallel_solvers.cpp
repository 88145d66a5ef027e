#include "conjac/parallel_solvers.h"

#include "dist/petsc.h"

namespace conjac {

ParallelSolvers parallel_solvers() {
  const PetscFacts facts = petsc_facts();
  return {facts.version, facts.mpi, facts.packages, facts.missing, facts.ranks};
}

}  // namespace conjac
