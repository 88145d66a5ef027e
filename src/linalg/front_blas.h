#pragma once

#include <cblas.h>

// BLAS and LAPACK in both precisions, for matrices that lie row by row: what they call a column is
// a row here, an upper triangle a lower one.

extern "C" {
void dpotrf_(const char* uplo, const int* n, double* a, const int* lda, int* info);
void spotrf_(const char* uplo, const int* n, float* a, const int* lda, int* info);
}

namespace conjac::fronts {

/// A <- its Cholesky factor; false where it is not positive definite.
inline bool cholesky(int n, double* A, int stride) {
  int info = 0;
  dpotrf_("U", &n, A, &stride, &info);
  return info == 0;
}
inline bool cholesky(int n, float* A, int stride) {
  int info = 0;
  spotrf_("U", &n, A, &stride, &info);
  return info == 0;
}

/// B <- B L'^-1, (rows x n).
inline void divide_by_factor(int rows, int n, const double* L, int l, double* B, int b) {
  cblas_dtrsm(CblasColMajor, CblasLeft, CblasUpper, CblasTrans, CblasNonUnit, n, rows, 1, L, l, B, b);
}
inline void divide_by_factor(int rows, int n, const float* L, int l, float* B, int b) {
  cblas_strsm(CblasColMajor, CblasLeft, CblasUpper, CblasTrans, CblasNonUnit, n, rows, 1, L, l, B, b);
}

/// C <- beta C - A A', lower triangle, A (n x k).
inline void subtract_square(int n, int k, const double* A, int a, double beta, double* C, int c) {
  cblas_dsyrk(CblasColMajor, CblasUpper, CblasTrans, n, k, -1, A, a, beta, C, c);
}
inline void subtract_square(int n, int k, const float* A, int a, float beta, float* C, int c) {
  cblas_ssyrk(CblasColMajor, CblasUpper, CblasTrans, n, k, -1, A, a, beta, C, c);
}

/// C <- beta C - A B', A (m x k), B (n x k).
inline void subtract_product(int m, int n, int k, const double* A, int a, const double* B, int b,
                             double beta, double* C, int c) {
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, n, m, k, -1, B, b, A, a, beta, C, c);
}
inline void subtract_product(int m, int n, int k, const float* A, int a, const float* B, int b,
                             float beta, float* C, int c) {
  cblas_sgemm(CblasColMajor, CblasTrans, CblasNoTrans, n, m, k, -1, B, b, A, a, beta, C, c);
}

}  // namespace conjac::fronts
