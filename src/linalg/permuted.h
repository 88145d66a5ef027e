#pragma once

#include <vector>

#include "linalg/sparse.h"

namespace conjac {

/// The lower triangle of P A P', for libraries that take a matrix in the order of elimination.
class PermutedMatrix {
 public:
  void analyze(const SparseMatrix& A, const std::vector<int>& order);
  bool assign(const SparseMatrix& A);  // the values; false: not all are finite
  SparseMatrix& matrix() { return permuted_; }

 private:
  SparseMatrix permuted_;
  std::vector<int> source_;  // entry of A's values for each entry
};

}  // namespace conjac
