#pragma once

#include <nlohmann/json.hpp>

#include "conjac/machine.h"

namespace conjac {

/// What a measurement was made on, for files of numbers.
inline nlohmann::ordered_json machine_json(const Machine& machine) {
  return {{"cpu", machine.cpu},
          {"cores", machine.cores},
          {"simd", machine.simd_compiled},
          {"factorization", machine.factorization},
          {"blas", machine.blas_config},
          {"blas_threads", machine.blas_threads},
          {"compiler", machine.compiler},
          {"cholmod", machine.cholmod},
          {"eigen", machine.eigen}};
}

}  // namespace conjac
