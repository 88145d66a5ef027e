#include "linalg/library_threads.h"

#ifdef CONJAC_WITH_CHOLMOD
#include <cblas.h>
#include <omp.h>
#endif

namespace conjac {

void limit_library_threads() {
#ifdef CONJAC_WITH_CHOLMOD
  if (omp_get_max_active_levels() != 0) omp_set_max_active_levels(0);
  if (openblas_get_num_threads() != 1) openblas_set_num_threads(1);
#endif
}

}  // namespace conjac
