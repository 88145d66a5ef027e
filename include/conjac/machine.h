#pragma once

#include <string>

namespace conjac {

/// What a run really runs on, asked of the libraries themselves and not of environment variables.
/// `conjac doctor` prints it, benchmarks record it beside their numbers.
struct Machine {
  std::string cpu;             // model name as the kernel gives it
  int cores = 0;               // logical processors this process may use
  std::string simd_compiled;   // widest instruction set our own code was compiled for
  std::string simd_available;  // widest one this processor has

  std::string factorization;  // "fronts of our own (multifrontal)" or "Eigen (simplicial)"
  std::string blas;           // library file the dense kernels come from; empty without CHOLMOD
  std::string blas_config;    // what it says of itself: version, kernel, limits
  int blas_threads = 1;       // threads BLAS uses during a factorization
  int openmp_threads = 1;     // threads an OpenMP region asking for four gets during one
  int tbb_threads = 1;        // threads of our own parallel loops

  std::string compiler;
  std::string eigen, tbb, cholmod, metis;  // versions; empty where not linked
};

Machine this_machine();

/// What the machine can do now, with so many threads: products of large matrices, and the sum of
/// two arrays that no cache holds. Takes about half a second.
struct Peaks {
  double gflops = 0;  // 1e9 floating point operations a second, double precision; 0: no BLAS
  double gbytes = 0;  // 1e9 bytes a second, read and written
};
Peaks measure_peaks(int threads);

}  // namespace conjac
