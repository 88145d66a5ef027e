#include "core/check.h"
#include "dist/petsc.h"

// Of a build without PETSc.

namespace conjac {

bool has_petsc() {
  return false;
}

std::unique_ptr<Elimination> make_petsc_elimination(PetscSolver kind,
                                                    const EliminationTolerance& /*tolerance*/) {
  throw Error(ErrorKind::bad_input,
              std::string("method.solver: this build has no `") +
                  (kind == PetscSolver::mumps ? "mumps" : "multigrid") +
                  "`, because it was made without PETSc; leave the key out, or run `tools/setup.sh "
                  "petsc` and build with -DCONJAC_PETSC=ON (docs/scale.md)");
}

PetscFacts petsc_facts() {
  return {};
}

void start_mpi() {}

}  // namespace conjac
