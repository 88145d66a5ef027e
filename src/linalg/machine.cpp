#include "conjac/machine.h"

#include <sched.h>
#include <tbb/version.h>

#include <Eigen/Core>
#include <fstream>
#include <thread>

#include "core/threads.h"
#include "linalg/library_threads.h"

#ifdef CONJAC_WITH_CHOLMOD
#include <cblas.h>
#include <cholmod.h>
#include <dlfcn.h>
#include <metis.h>
#endif

namespace conjac {
namespace {

std::string dotted(int a, int b, int c) {
  return std::to_string(a) + "." + std::to_string(b) + "." + std::to_string(c);
}

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    // x86 calls it "model name", some ARM kernels "Processor" or "Hardware".
    for (const char* key : {"model name", "Processor", "Hardware"}) {
      const auto colon = line.find(": ");
      if (line.rfind(key, 0) == 0 && colon != std::string::npos) return line.substr(colon + 2);
    }
  }
  return "unknown processor";
}

int usable_cores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
  return static_cast<int>(std::thread::hardware_concurrency());
}

std::string simd_compiled() {
#if defined(__AVX512F__)
  return "AVX-512";
#elif defined(__AVX2__) && defined(__FMA__)
  return "AVX2 + FMA";
#elif defined(__AVX__)
  return "AVX";
#elif defined(__SSE4_2__)
  return "SSE4.2";
#elif defined(__SSE2__)
  return "SSE2";
#elif defined(__ARM_NEON)
  return "NEON";
#else
  return "none";
#endif
}

std::string simd_available() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f")) return "AVX-512";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "AVX2 + FMA";
  if (__builtin_cpu_supports("avx")) return "AVX";
  if (__builtin_cpu_supports("sse4.2")) return "SSE4.2";
  return "SSE2";
#else
  return simd_compiled();
#endif
}

#ifdef CONJAC_WITH_CHOLMOD

void add_factorization(Machine& machine) {
  machine.factorization = "fronts of our own (multifrontal)";
  // The file dgemm comes from, since several libraries may offer it and the loader chooses.
  Dl_info where{};
  if (dladdr(reinterpret_cast<void*>(&cblas_dgemm), &where) != 0 && where.dli_fname != nullptr) {
    machine.blas = where.dli_fname;
  }
  machine.blas_config = openblas_get_config();
  int version[3] = {0, 0, 0};
  cholmod_version(version);
  machine.cholmod = dotted(version[0], version[1], version[2]);
  machine.metis = dotted(METIS_VER_MAJOR, METIS_VER_MINOR, METIS_VER_SUBMINOR);
  machine.blas_threads = openblas_get_num_threads();
  machine.openmp_threads = opened_openmp_threads(4);
}

#else

void add_factorization(Machine& machine) {
  machine.factorization = "Eigen (simplicial)";
}

#endif

}  // namespace

Machine this_machine() {
  limit_library_threads();  // as before every factorization
  Machine machine;
  machine.cpu = cpu_model();
  machine.cores = usable_cores();
  machine.simd_compiled = simd_compiled();
  machine.simd_available = simd_available();
  machine.tbb_threads = thread_count();
  machine.compiler = "g++ " __VERSION__;
#ifdef __clang__
  machine.compiler = __VERSION__;
#endif
  machine.eigen = dotted(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION);
  machine.tbb = TBB_VERSION_STRING;
  add_factorization(machine);
  return machine;
}

}  // namespace conjac
