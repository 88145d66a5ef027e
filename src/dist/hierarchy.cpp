#include "dist/hierarchy.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/parallel.h"
#include "core/tuned.h"
#include "dist/block_cg.h"

namespace conjac {
namespace {

// Degree of the smoother's polynomial.
CONJAC_TUNED(int, kDegree, 2);
// It damps eigenvalues from this part of the largest on,
CONJAC_TUNED(double, kLowest, 0.1);
// up to this many times the largest as it was estimated,
CONJAC_TUNED(double, kHighest, 1.1);
// by so many steps of Lanczos.
CONJAC_TUNED(int, kLanczos, 12);

constexpr std::size_t kLevelRowsAtOnce = 512;
using How = BlockRows<float>::How;

}  // namespace

/// to <- mine * to + theirs * D^-1 from.
void Hierarchy::scale(const Level& level, const float* from, float* to, int columns, float mine,
                      float theirs) const {
  const int b = level.blocks ? level.A.height : 1;
  parallel_chunks(static_cast<std::size_t>(level.A.rows() / b), kLevelRowsAtOnce,
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t k = begin; k < end; ++k) {
                      const float* d = level.inverse.data() + k * b * b;
                      const float* in = from + k * b * columns;
                      for (int i = 0; i < b; ++i) {
                        float* out = to + (k * b + i) * columns;
                        if (b == 1) {
                          const float f = theirs * d[0];
                          for (int c = 0; c < columns; ++c) out[c] = mine * out[c] + f * in[c];
                        } else if (b == 2) {
                          for (int c = 0; c < columns; ++c)
                            out[c] = mine * out[c] +
                                     theirs * (d[2 * i] * in[c] + d[2 * i + 1] * in[columns + c]);
                        } else {
                          for (int c = 0; c < columns; ++c)
                            out[c] = mine * out[c] +
                                     theirs * (d[3 * i] * in[c] + d[3 * i + 1] * in[columns + c] +
                                               d[3 * i + 2] * in[2 * columns + c]);
                        }
                      }
                    }
                  });
}

/// The inverse of its diagonal blocks and the largest eigenvalue of that times A.
bool Hierarchy::measure(Level& level) {
  const BlockRows<float>& A = level.A;
  const int h = A.height, b = level.blocks ? h : 1, rows = A.rows();
  level.inverse.assign(static_cast<std::size_t>(rows) * b, 0.0f);
  double good = 1;
  for (int i = 0; i < A.block_rows; ++i)
    for (auto k = A.start[i]; k < A.start[i + 1]; ++k) {
      if (A.column[k] != i) continue;
      const Eigen::Map<const Eigen::Matrix<float, -1, -1, Eigen::RowMajor>> block(
          A.values.data() + k * h * h, h, h);
      if (level.blocks) {
        const Eigen::LLT<MatrixXd> factor(block.cast<double>());
        if (factor.info() != Eigen::Success) good = 0;
        Eigen::Map<Eigen::Matrix<float, -1, -1, Eigen::RowMajor>>(
            level.inverse.data() + static_cast<std::size_t>(i) * h * h, h, h) =
            factor.solve(MatrixXd::Identity(h, h)).cast<float>();
      } else {
        for (int c = 0; c < h; ++c)  // an aggregate of one node has columns of zeros
          level.inverse[i * h + c] = block(c, c) > 0 ? 1 / block(c, c) : 0.0f;
      }
    }
  if (team_.sum(1 - good) > 0) return false;
  level.largest = estimate_largest(level);
  return std::isfinite(level.largest) && level.largest > 0;
}

/// Of inverse x A, from below, by Lanczos: some steps of conjugate gradients for a load that has
/// everything in it, and the largest eigenvalue of what they did.
float Hierarchy::estimate_largest(const Level& level) const {
  const BlockRows<float>& A = level.A;
  const int rows = A.rows();
  std::vector<float> r(rows), z(rows), p(A.room(1), 0.0f), q(rows);
  const auto product = [&](const std::vector<float>& a, const std::vector<float>& b) {
    double sum = 0;
    for (int i = 0; i < rows; ++i) sum += static_cast<double>(a[i]) * b[i];
    return team_.sum(sum);
  };
  for (int i = 0; i < rows; ++i)
    r[i] = static_cast<float>(0.5 + (i * 7919LL % 1013) / 1013.0) * (i / A.height % 2 ? 1 : -1);
  MatrixXd T = MatrixXd::Zero(kLanczos, kLanczos);
  double rz = 0, alpha = 0;
  int steps = 0;
  for (; steps < kLanczos; ++steps) {
    scale(level, r.data(), z.data(), 1, 0, 1);
    const double before = std::exchange(rz, product(r, z));
    if (!(rz > 0)) break;
    const double beta = steps > 0 ? rz / before : 0;
    for (int i = 0; i < rows; ++i) p[i] = z[i] + static_cast<float>(beta) * p[i];
    A.multiply(p.data(), q.data(), 1, How::set);
    const double pq = product(p, q);
    if (!(pq > 0)) break;
    if (steps > 0) {
      T(steps, steps) = beta / alpha;
      T(steps, steps - 1) = T(steps - 1, steps) = std::sqrt(beta) / alpha;
    }
    alpha = rz / pq;
    T(steps, steps) += 1 / alpha;
    for (int i = 0; i < rows; ++i) r[i] -= static_cast<float>(alpha) * q[i];
  }
  if (steps == 0) return 0;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> values(T.topLeftCorner(steps, steps),
                                                       Eigen::EigenvaluesOnly);
  return static_cast<float>(values.eigenvalues().maxCoeff());
}

/// Chebyshev polynomials of the first kind. b is what to solve for, and is used up; x the answer.
void Hierarchy::smooth(Level& level, int columns, bool from_zero) {
  const BlockRows<float>& A = level.A;
  const auto size = static_cast<std::size_t>(A.rows()) * columns;
  const double high = kHighest * level.largest, low = kLowest * level.largest;
  const double middle = (high + low) / 2, half = (high - low) / 2, sigma = middle / half;
  float *x = level.x.data(), *r = level.b.data(), *d = level.way.data();
  if (!from_zero) A.multiply(x, r, columns, How::subtract);
  scale(level, r, d, columns, 0, static_cast<float>(1 / middle));
  double rho = 1 / sigma;
  for (int k = 0;; ++k) {
    if (from_zero && k == 0)
      std::copy_n(d, size, x);
    else
      parallel_chunks(size, std::size_t{1} << 15, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) x[i] += d[i];
      });
    if (k + 1 == kDegree && !from_zero) return;  // nobody asks for the residual
    A.multiply(d, r, columns, How::subtract);
    if (k + 1 == kDegree) return;
    const double next = 1 / (2 * sigma - rho);
    scale(level, r, d, columns, static_cast<float>(next * rho),
          static_cast<float>(2 * next / half));
    rho = next;
  }
}

void Hierarchy::solve_coarsest(Level& level, int columns) {
  const int mine = level.A.rows(), all = static_cast<int>(coarsest_.rows());
  using Rows = Eigen::Matrix<float, -1, -1, Eigen::RowMajor>;
  Eigen::Map<Rows> x(level.x.data(), mine, columns);
  if (team_.size == 1) {
    x.noalias() = coarsest_ * Eigen::Map<Rows>(level.b.data(), mine, columns);
    return;
  }
  std::vector<float> whole(static_cast<std::size_t>(all) * columns);
  std::vector<int> counts(team_.size), begins(team_.size);
  for (int r = 0; r < team_.size; ++r) {
    begins[r] = coarse_first_[r] * columns;
    counts[r] = (coarse_first_[r + 1] - coarse_first_[r]) * columns;
  }
  MPI_Allgatherv(level.b.data(), counts[team_.rank], MPI_FLOAT, whole.data(), counts.data(),
                 begins.data(), MPI_FLOAT, team_.comm);
  x.noalias() = coarsest_.middleRows(coarse_first_[team_.rank], mine) *
                Eigen::Map<Rows>(whole.data(), all, columns);
}

void Hierarchy::cycle(std::size_t number, int columns) {
  Level& level = levels_[number];
  if (number + 1 == levels_.size()) return solve_coarsest(level, columns);
  Level& next = levels_[number + 1];
  const auto size = static_cast<std::size_t>(level.A.rows()) * columns;
  level.turn.assign(level.b.begin(), level.b.begin() + static_cast<std::ptrdiff_t>(size));
  smooth(level, columns, true);
  level.R.multiply(level.b.data(), next.b.data(), columns, How::set);
  cycle(number + 1, columns);
  level.P.multiply(next.x.data(), level.x.data(), columns, How::add);
  std::copy_n(level.turn.data(), size, level.b.data());
  smooth(level, columns, false);
}

void Hierarchy::widen() {
  for (Level& level : levels_) level.largest *= 1.3f;
}

void Hierarchy::apply(const double* r, double* z, int columns) {
  const auto m = static_cast<std::size_t>(columns);
  for (std::size_t k = 0; k < levels_.size(); ++k) {
    Level& level = levels_[k];
    std::size_t room = level.A.room(columns);
    if (k + 1 < levels_.size()) room = std::max(room, level.R.room(columns));
    if (k > 0) room = std::max(room, levels_[k - 1].P.room(columns));
    for (std::vector<float>* one : {&level.x, &level.b, &level.way})
      if (one->size() < room) one->resize(room);
  }
  // Columns of any size fit into single precision once their norm is one.
  Level& finest = levels_[0];
  const int rows = finest.A.rows();
  scales_.resize(m);
  column_products(r, r, rows, columns, team_, scales_);
  for (double& one : scales_) one = one > 0 ? std::sqrt(one) : 1.0;
  parallel_chunks(static_cast<std::size_t>(rows), kLevelRowsAtOnce,
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t row = begin; row < end; ++row)
                      for (std::size_t c = 0, k = row * m; c < m; ++c, ++k)
                        finest.b[k] = static_cast<float>(r[k] / scales_[c]);
                  });
  cycle(0, columns);
  parallel_chunks(static_cast<std::size_t>(rows), kLevelRowsAtOnce,
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t row = begin; row < end; ++row)
                      for (std::size_t c = 0, k = row * m; c < m; ++c, ++k)
                        z[k] = static_cast<double>(finest.x[k]) * scales_[c];
                  });
}

}  // namespace conjac
