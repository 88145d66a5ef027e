#pragma once

#include "core/unroll.h"

namespace conjac {

/// A fixed matrix of any scalar (double, Pack, std::complex), column by column, and nothing but
/// straight-line arithmetic. Eigen's fixed matrices do not vectorise across elements.
template <class T, int Rows, int Cols = Rows>
struct SmallMat {
  T m[Rows * Cols];

  CONJAC_INLINE T& operator()(int r, int c) { return m[c * Rows + r]; }
  CONJAC_INLINE const T& operator()(int r, int c) const { return m[c * Rows + r]; }
  CONJAC_INLINE T& operator[](int i) { return m[i]; }
  CONJAC_INLINE const T& operator[](int i) const { return m[i]; }
};
template <class T, int N>
using SmallVec = SmallMat<T, N, 1>;

template <class T, int R, int C>
CONJAC_INLINE SmallMat<T, R, C> operator+(const SmallMat<T, R, C>& A, const SmallMat<T, R, C>& B) {
  SmallMat<T, R, C> out;
  unroll<R * C>([&](auto i) CONJAC_INLINE_LAMBDA { out.m[i] = A.m[i] + B.m[i]; });
  return out;
}
template <class T, int R, int C>
CONJAC_INLINE SmallMat<T, R, C> operator-(const SmallMat<T, R, C>& A, const SmallMat<T, R, C>& B) {
  SmallMat<T, R, C> out;
  unroll<R * C>([&](auto i) CONJAC_INLINE_LAMBDA { out.m[i] = A.m[i] - B.m[i]; });
  return out;
}
template <class T, int R, int C>
CONJAC_INLINE SmallMat<T, R, C> operator*(T s, const SmallMat<T, R, C>& A) {
  SmallMat<T, R, C> out;
  unroll<R * C>([&](auto i) CONJAC_INLINE_LAMBDA { out.m[i] = s * A.m[i]; });
  return out;
}
template <class T, int R, int C>
CONJAC_INLINE void operator+=(SmallMat<T, R, C>& A, const SmallMat<T, R, C>& B) {
  unroll<R * C>([&](auto i) CONJAC_INLINE_LAMBDA { A.m[i] += B.m[i]; });
}

/// sum_k a(k) b(k), k < N.
template <int N, class A, class B>
CONJAC_INLINE auto sum_of_products(const A& a, const B& b) {
  auto total = a(std::integral_constant<int, 0>{}) * b(std::integral_constant<int, 0>{});
  unroll<N - 1>([&](auto k) CONJAC_INLINE_LAMBDA {
    total += a(std::integral_constant<int, k + 1>{}) * b(std::integral_constant<int, k + 1>{});
  });
  return total;
}

template <class T, int R, int K, int C>
CONJAC_INLINE SmallMat<T, R, C> operator*(const SmallMat<T, R, K>& A, const SmallMat<T, K, C>& B) {
  SmallMat<T, R, C> out;
  unroll<C>([&](auto c) CONJAC_INLINE_LAMBDA {
    unroll<R>([&](auto r) CONJAC_INLINE_LAMBDA {
      out(r, c) = sum_of_products<K>([&](auto k) CONJAC_INLINE_LAMBDA { return A(r, k); },
                                     [&](auto k) CONJAC_INLINE_LAMBDA { return B(k, c); });
    });
  });
  return out;
}
template <class T, int R, int C>
CONJAC_INLINE SmallMat<T, C, R> transpose(const SmallMat<T, R, C>& A) {
  SmallMat<T, C, R> out;
  unroll<C>([&](auto c) CONJAC_INLINE_LAMBDA {
    unroll<R>([&](auto r) CONJAC_INLINE_LAMBDA { out(c, r) = A(r, c); });
  });
  return out;
}

/// Sum of the products of all entries.
template <class T, int R, int C>
CONJAC_INLINE T inner(const SmallMat<T, R, C>& A, const SmallMat<T, R, C>& B) {
  return sum_of_products<R * C>([&](auto i) CONJAC_INLINE_LAMBDA { return A.m[i]; },
                                [&](auto i) CONJAC_INLINE_LAMBDA { return B.m[i]; });
}
/// Inner product of two columns of one matrix.
template <class T, int R, int C>
CONJAC_INLINE T inner_columns(const SmallMat<T, R, C>& A, int p, int q) {
  return sum_of_products<R>([&](auto r) CONJAC_INLINE_LAMBDA { return A(r, p); },
                            [&](auto r) CONJAC_INLINE_LAMBDA { return A(r, q); });
}

template <class T, int R, int C>
CONJAC_INLINE SmallMat<T, R, C> zero_matrix() {
  SmallMat<T, R, C> out;
  unroll<R * C>([&](auto i) CONJAC_INLINE_LAMBDA { out.m[i] = T(0.0); });
  return out;
}
template <class T, int N>
CONJAC_INLINE SmallMat<T, N, N> identity_matrix() {
  SmallMat<T, N, N> out = zero_matrix<T, N, N>();
  unroll<N>([&](auto i) CONJAC_INLINE_LAMBDA { out(i, i) = T(1.0); });
  return out;
}

/// d(det F)/dF: the matrix of signed minors.
template <class T, int N>
CONJAC_INLINE SmallMat<T, N, N> cofactor(const SmallMat<T, N, N>& F) {
  static_assert(N == 2 || N == 3);
  SmallMat<T, N, N> out;
  if constexpr (N == 2) {
    out(0, 0) = F(1, 1);
    out(1, 0) = -F(0, 1);
    out(0, 1) = -F(1, 0);
    out(1, 1) = F(0, 0);
  } else {
    unroll<N>([&](auto c) CONJAC_INLINE_LAMBDA {
      unroll<N>([&](auto r) CONJAC_INLINE_LAMBDA {
        constexpr int r1 = (r + 1) % N, r2 = (r + 2) % N, c1 = (c + 1) % N, c2 = (c + 2) % N;
        out(r, c) = F(r1, c1) * F(r2, c2) - F(r1, c2) * F(r2, c1);
      });
    });
  }
  return out;
}
/// det F from its cofactors, by expansion along the first column.
template <class T, int N>
CONJAC_INLINE T determinant(const SmallMat<T, N, N>& F, const SmallMat<T, N, N>& cofactors) {
  return sum_of_products<N>([&](auto r) CONJAC_INLINE_LAMBDA { return F(r, 0); },
                            [&](auto r) CONJAC_INLINE_LAMBDA { return cofactors(r, 0); });
}

/// The product of all s, or of all but those numbered i and j: the determinant of diag(s) and its
/// first and second derivatives.
template <class T, int N>
CONJAC_INLINE T product_without(const SmallVec<T, N>& s, int i = -1, int j = -1) {
  T product = T(1.0);
  unroll<N>([&](auto k) CONJAC_INLINE_LAMBDA {
    if (k != i && k != j) product = product * s[k];
  });
  return product;
}

}  // namespace conjac
