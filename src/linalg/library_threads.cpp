#include "linalg/library_threads.h"

#ifdef CONJAC_WITH_CHOLMOD
#include <cblas.h>
#include <omp.h>
#endif

namespace conjac {

#ifdef CONJAC_WITH_CHOLMOD

void limit_library_threads() {
  if (omp_get_max_active_levels() != 0) omp_set_max_active_levels(0);
  if (openblas_get_num_threads() != 1) openblas_set_num_threads(1);
}

int opened_openmp_threads(int wanted) {
  int threads = 0;
#pragma omp parallel num_threads(wanted)
  {
#pragma omp atomic
    ++threads;
  }
  return threads;
}

#else

void limit_library_threads() {}
int opened_openmp_threads(int) {
  return 1;
}

#endif

}  // namespace conjac
