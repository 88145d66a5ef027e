#pragma once

namespace conjac {

/// Makes OpenMP and BLAS work on the calling thread alone. Call it on the thread that is about to
/// call CHOLMOD, before every such call; once in force it costs some nanoseconds.
///
/// Why: the blocking of a threaded BLAS depends on the number of threads, and so do the last bits
/// of a factor. And Debian's CHOLMOD opens its parallel regions with num_threads(4) compiled in,
/// which OMP_NUM_THREADS and omp_set_num_threads do not touch; on two cores the waiting costs as
/// much as the factorization itself. A limit of zero active levels serialises them, but libgomp
/// keeps that limit per thread, so setting it once at start-up does not reach the threads of oneTBB
/// or of a host program (docs/decisions/0003-native-build-and-determinism.md has the measurements).
///
/// The BLAS limit holds for the whole process and stays. Without CHOLMOD this does nothing.
void limit_library_threads();

/// Opens an OpenMP region that asks for `wanted` threads, as CHOLMOD does, and says how many came.
/// 1 when OpenMP is not linked.
int opened_openmp_threads(int wanted);

}  // namespace conjac
