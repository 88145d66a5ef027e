#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "linalg/pattern.h"

namespace conjac {
namespace {

/// Triangles over six block rows, with a gap in the middle; row 5 is in no group.
const std::vector<int> kGroups = {0, 1, 2, 1, 2, 4, -1, -1, -1, 0, 2, 3, 2, 3, 4};
constexpr int kBlocks = 6, kSize = 3;

class PatternOfStride : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Strides, PatternOfStride, testing::Values(2, 3));

TEST_P(PatternOfStride, HoldsTheLowerTriangleOfEveryCouplingAndAllDiagonals) {
  const int d = GetParam();
  const Pattern pattern(kBlocks, d, kGroups, kSize);
  const SparseMatrix& zeros = pattern.zeros();
  EXPECT_EQ(zeros.rows(), kBlocks * d);
  EXPECT_TRUE(zeros.isCompressed());
  MatrixXd expected = MatrixXd::Zero(kBlocks * d, kBlocks * d);
  for (int b = 0; b < kBlocks; ++b) expected.block(b * d, b * d, d, d).setOnes();
  for (std::size_t g = 0; g < kGroups.size(); g += kSize) {
    if (kGroups[g] < 0) continue;
    for (int a = 0; a < kSize; ++a) {
      for (int b = 0; b < kSize; ++b) {
        expected.block(kGroups[g + a] * d, kGroups[g + b] * d, d, d).setOnes();
      }
    }
  }
  MatrixXd present = MatrixXd::Zero(kBlocks * d, kBlocks * d);
  for (int c = 0; c < zeros.cols(); ++c) {
    int last = -1;
    for (SparseMatrix::InnerIterator it(zeros, c); it; ++it) {
      EXPECT_GT(it.row(), last);  // ascending
      EXPECT_EQ(it.value(), 0.0);
      last = int(it.row());
      present(it.row(), c) = 1;
    }
  }
  EXPECT_TRUE(present == MatrixXd(expected.triangularView<Eigen::Lower>()));
  for (int b = 0; b < kBlocks; ++b) {
    for (int c = 0; c < d; ++c) {
      for (int r = c; r < d; ++r) {
        EXPECT_EQ(zeros.innerIndexPtr()[pattern.diagonal_slot(b, r, c)], b * d + r);
        EXPECT_GE(pattern.diagonal_slot(b, r, c), zeros.outerIndexPtr()[b * d + c]);
        EXPECT_LT(pattern.diagonal_slot(b, r, c), zeros.outerIndexPtr()[b * d + c + 1]);
      }
    }
  }
}

TEST_P(PatternOfStride, SumsWhatTheGroupsContribute) {
  const int d = GetParam(), n = kSize * d;
  const Pattern pattern(kBlocks, d, kGroups, kSize);
  const Pattern::Layout layout = Pattern::layout(d, kSize);
  const std::size_t groups = kGroups.size() / kSize;
  std::vector<double> matrices(groups * layout.matrix, NAN), vectors(groups * layout.vector, NAN);
  MatrixXd whole = MatrixXd::Zero(kBlocks * d, kBlocks * d);
  VectorXd total = VectorXd::Ones(kBlocks * d);
  std::srand(3);
  for (std::size_t g = 0; g < groups; ++g) {
    if (kGroups[g * kSize] < 0) continue;  // its NaN must never be read
    // Symmetric, with block rows that sum to zero: P A P with P the projection onto zero sums.
    MatrixXd A = MatrixXd::Random(n, n);
    A = (A + A.transpose()).eval();
    MatrixXd P = MatrixXd::Identity(n, n);
    for (int a = 0; a < kSize; ++a) {
      for (int b = 0; b < kSize; ++b) {
        P.block(a * d, b * d, d, d) -= MatrixXd::Identity(d, d) / kSize;
      }
    }
    A = P * A * P;
    double* matrix = &matrices[g * layout.matrix];
    for (int a = 0; a < kSize; ++a) {
      const VectorXd share = VectorXd::Random(d);
      total.segment(kGroups[g * kSize + a] * d, d) += share;
      for (int r = 0; r < d; ++r) {
        vectors[g * layout.vector + a * Pattern::member_stride(d) + r] = share[r];
      }
      for (int b = 0; b < kSize; ++b) {
        whole.block(kGroups[g * kSize + b] * d, kGroups[g * kSize + a] * d, d, d) +=
            A.block(b * d, a * d, d, d);
        if (b <= a) continue;
        for (int c = 0; c < d; ++c) {
          for (int r = 0; r < d; ++r) *matrix++ = A(b * d + r, a * d + c);
        }
      }
    }
  }
  SparseMatrix K;
  pattern.shape(K);
  pattern.sum_matrix(matrices, K);
  EXPECT_LE((MatrixXd(K) - MatrixXd(whole.triangularView<Eigen::Lower>())).norm(), 1e-14 * 10);
  VectorXd f = VectorXd::Ones(kBlocks * d);
  pattern.add_vector(vectors, f);
  EXPECT_LE((f - total).norm(), 1e-14);
}

TEST_P(PatternOfStride, VersionTellsSparsitiesApart) {
  const int d = GetParam();
  const Pattern a(kBlocks, d, kGroups, kSize), same(kBlocks, d, kGroups, kSize);
  std::vector<int> other = kGroups;
  other[5] = 5;
  const Pattern b(kBlocks, d, other, kSize);
  EXPECT_EQ(a.version(), same.version());
  EXPECT_NE(a.version(), b.version());
  SparseMatrix K = b.zeros();
  EXPECT_FALSE(a.fits(K));
  a.shape(K);
  EXPECT_TRUE(a.fits(K));
  K.valuePtr()[0] = 7;
  a.shape(K);
  EXPECT_EQ(K.valuePtr()[0], 7);  // a matrix that fits is left alone
}

}  // namespace
}  // namespace conjac
