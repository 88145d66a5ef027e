#pragma once

#include <cblas.h>

// BLAS in both precisions, for matrices that lie row by row: what they call a column is
// a row here, an upper triangle a lower one.

namespace conjac::fronts {

/// B <- B X', (rows x n), X a lower triangle.
inline void multiply_by_triangle(int rows, int n, const double* X, int x, double* B, int b) {
  cblas_dtrmm(CblasColMajor, CblasLeft, CblasUpper, CblasTrans, CblasNonUnit, n, rows, 1, X, x, B,
              b);
}
inline void multiply_by_triangle(int rows, int n, const float* X, int x, float* B, int b) {
  cblas_strmm(CblasColMajor, CblasLeft, CblasUpper, CblasTrans, CblasNonUnit, n, rows, 1, X, x, B,
              b);
}

/// C <- -A A', lower triangle, A (n x k).
inline void minus_square(int n, int k, const double* A, int a, double* C, int c) {
  cblas_dsyrk(CblasColMajor, CblasUpper, CblasTrans, n, k, -1, A, a, 0, C, c);
}
inline void minus_square(int n, int k, const float* A, int a, float* C, int c) {
  cblas_ssyrk(CblasColMajor, CblasUpper, CblasTrans, n, k, -1, A, a, 0, C, c);
}

/// C <- beta C - A B', A (m x k), B (n x k).
inline void product(int m, int n, int k, const double* A, int a, const double* B, int b,
                    double beta, double* C, int c) {
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, n, m, k, -1, B, b, A, a, beta, C, c);
}
inline void product(int m, int n, int k, const float* A, int a, const float* B, int b, float beta,
                    float* C, int c) {
  cblas_sgemm(CblasColMajor, CblasTrans, CblasNoTrans, n, m, k, -1, B, b, A, a, beta, C, c);
}
template <class Real>
void subtract_product(int m, int n, int k, const Real* A, int a, const Real* B, int b, Real* C,
                      int c) {
  product(m, n, k, A, a, B, b, Real(1), C, c);
}
template <class Real>
void minus_product(int m, int n, int k, const Real* A, int a, const Real* B, int b, Real* C,
                   int c) {
  product(m, n, k, A, a, B, b, Real(0), C, c);
}

}  // namespace conjac::fronts
