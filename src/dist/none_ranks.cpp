#include <string>

#include "conjac/error.h"
#include "core/ranks.h"
#include "dist/mpi_ranks.h"

// A build without PETSc.

namespace conjac {

void start_mpi_ranks() {
  throw Error(ErrorKind::bad_input,
              "this build runs in one process, and the launcher (mpirun, srun) has started " +
                  std::to_string(launched_as().size) +
                  "; start it without one, or build with -DCONJAC_PETSC=ON (docs/scale-ranks.md)");
}

}  // namespace conjac
