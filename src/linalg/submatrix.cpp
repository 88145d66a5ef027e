#include "linalg/submatrix.h"

#include <algorithm>

namespace conjac {

void PrincipalSubmatrix::analyze(const SparseMatrix& full, int block, std::span<const char> keep) {
  block_ = block;
  const int blocks = static_cast<int>(full.cols()) / block;
  kept_block_.assign(blocks, -1);
  unknowns_.clear();
  int kept = 0;
  for (int i = 0; i < blocks; ++i) {
    if (!keep[i]) continue;
    kept_block_[i] = kept++;
    for (int c = 0; c < block; ++c) unknowns_.push_back(i * block + c);
  }
  source_.clear();
  std::vector<int> start{0}, rows;
  for (int j : unknowns_) {
    for (int k = full.outerIndexPtr()[j]; k < full.outerIndexPtr()[j + 1]; ++k) {
      const int i = full.innerIndexPtr()[k];
      if (kept_block_[i / block] < 0) continue;
      rows.push_back(kept_block_[i / block] * block + i % block);
      source_.push_back(k);
    }
    start.push_back(static_cast<int>(rows.size()));
  }
  matrix_.resize(size(), size());
  matrix_.resizeNonZeros(static_cast<int>(rows.size()));
  std::copy(start.begin(), start.end(), matrix_.outerIndexPtr());
  std::copy(rows.begin(), rows.end(), matrix_.innerIndexPtr());
  std::fill(matrix_.valuePtr(), matrix_.valuePtr() + rows.size(), 0.0);
}

void PrincipalSubmatrix::assign(const SparseMatrix& full, double b, const VectorXd& d, double a,
                                std::span<const char> held) {
  const double* from = full.valuePtr();
  double* to = matrix_.valuePtr();
  for (std::size_t k = 0; k < source_.size(); ++k) to[k] = b * from[source_[k]];
  if (a != 0)
    for (int j = 0; j < size(); ++j) to[diagonal_slot(j)] += a * d[unknowns_[j]];
  if (std::none_of(held.begin(), held.end(), [](char h) { return h != 0; })) return;
  for (int j = 0; j < size(); ++j) {
    const bool column_held = held[unknowns_[j] / block_];
    for (int k = matrix_.outerIndexPtr()[j]; k < matrix_.outerIndexPtr()[j + 1]; ++k) {
      const int i = matrix_.innerIndexPtr()[k];
      if (column_held || held[unknowns_[i] / block_]) to[k] = i == j ? 1.0 : 0.0;
    }
  }
}

void PrincipalSubmatrix::extend(const VectorXd& part, VectorXd& full) const {
  for (int k = 0; k < size(); ++k) full[unknowns_[k]] = part[k];
}

void symmetric_product(const SparseMatrix& A, const VectorXd& x, VectorXd& y) {
  y.setZero(A.rows());
  for (int j = 0; j < A.cols(); ++j) {
    const double xj = x[j];
    double sum = 0;
    for (int k = A.outerIndexPtr()[j]; k < A.outerIndexPtr()[j + 1]; ++k) {
      const int i = A.innerIndexPtr()[k];
      const double a = A.valuePtr()[k];
      sum += a * x[i];  // row j of the upper half, and the diagonal
      if (i != j) y[i] += a * xj;
    }
    y[j] += sum;
  }
}

}  // namespace conjac
