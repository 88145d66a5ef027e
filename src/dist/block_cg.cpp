#include "dist/block_cg.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"

namespace conjac {
namespace {

constexpr std::size_t kVectorRowsAtOnce = 1024;
// An error is below the tolerance for sure when it is foreseen to be below this part of it.
constexpr double kSure = 0.7;

/// body(row, columns of each) over all rows, by chunks.
template <class Body>
void over_rows(int rows, const Body& body) {
  parallel_chunks(static_cast<std::size_t>(rows), kVectorRowsAtOnce,
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t row = begin; row < end; ++row) body(row);
                  });
}

}  // namespace

void column_products(const double* X, const double* Y, int rows, int columns, const Team& team,
                     std::span<double> sums) {
  const auto n = static_cast<std::size_t>(rows), m = static_cast<std::size_t>(columns);
  const std::size_t chunks = (n + kVectorRowsAtOnce - 1) / kVectorRowsAtOnce;
  std::vector<double> parts(chunks * m, 0.0);
  parallel_chunks(n, kVectorRowsAtOnce, [&](std::size_t begin, std::size_t end) {
    double* part = parts.data() + begin / kVectorRowsAtOnce * m;
    for (std::size_t row = begin; row < end; ++row)
      for (std::size_t c = 0; c < m; ++c) part[c] += X[row * m + c] * Y[row * m + c];
  });
  std::fill(sums.begin(), sums.end(), 0.0);
  for (std::size_t k = 0; k < parts.size(); ++k) sums[k % m] += parts[k];
  team.sum(sums);
}

BlockCg::Result BlockCg::solve(const BlockRows<double>& A, const Team& team,
                               const Preconditioner& precondition, double* X, double* R,
                               int columns, std::span<const double> energy, double tolerance,
                               int most) {
  const int rows = A.rows();
  const auto m = static_cast<std::size_t>(columns);
  for (std::vector<double>* one : {&P_, &AP_, &Z_})
    if (one->size() < A.room(columns)) one->resize(A.room(columns));
  std::vector<double> rz(m), before(m), step(m), pap(m), rr(m), rr_before(m);
  std::vector<double> reached(energy.begin(), energy.end());  // energy of the solution so far
  std::vector<char> done(m, 0);
  Result result;
  double first = 0, last = 0;  // the largest error there was, and is
  for (;; ++result.rounds) {
    precondition(R, Z_.data(), columns);
    column_products(R, Z_.data(), rows, columns, team, rz);
    double worst = 0;
    for (std::size_t c = 0; c < m; ++c) {
      const double scale = std::max(std::abs(reached[c]), result.rounds == 0 ? 0.0 : 1e-300);
      const double error = rz[c] <= 0 ? 0.0 : scale > 0 ? std::sqrt(rz[c] / scale) : HUGE_VAL;
      done[c] = done[c] || error <= tolerance;
      if (!done[c]) worst = std::max(worst, error);
      result.conditioned &= rz[c] >= 0 && std::isfinite(rz[c]);
    }
    result.ok = worst == 0;
    if (result.rounds == 0 || !std::isfinite(first)) first = worst;
    last = worst > 0 ? worst : last;
    if (!result.conditioned) result.ok = false;
    if (result.ok || !result.conditioned || result.rounds == most) break;
    for (std::size_t c = 0; c < m; ++c)
      step[c] = result.rounds > 0 && before[c] > 0 ? rz[c] / before[c] : 0.0;
    over_rows(rows, [&](std::size_t row) {
      for (std::size_t c = 0, k = row * m; c < m; ++c, ++k) P_[k] = Z_[k] + step[c] * P_[k];
    });
    A.multiply(P_.data(), AP_.data(), columns, BlockRows<double>::How::set);
    column_products(P_.data(), AP_.data(), rows, columns, team, pap);
    for (std::size_t c = 0; c < m; ++c) {
      if (rz[c] > 0 && !(pap[c] > 0)) result.positive = false;
      step[c] = done[c] || pap[c] <= 0 ? 0.0 : rz[c] / pap[c];
      reached[c] += step[c] * rz[c];
    }
    if (!result.positive) break;
    before = rz;
    over_rows(rows, [&](std::size_t row) {
      for (std::size_t c = 0, k = row * m; c < m; ++c, ++k) {
        X[k] += step[c] * P_[k];
        R[k] -= step[c] * AP_[k];
      }
    });
    rr_before.swap(rr);
    column_products(R, R, rows, columns, team, rr);
    if (result.rounds == 0) continue;
    // Where residuals are so much smaller that errors must be, too, nobody needs to look.
    const auto near = [&](std::size_t c) {
      return done[c] ||
             rz[c] * rr[c] <= kSure * kSure * tolerance * tolerance * reached[c] * rr_before[c];
    };
    bool all = true;
    for (std::size_t c = 0; c < m; ++c) all = all && near(c);
    if (!all) continue;
    ++result.rounds;
    result.ok = true;
    last = tolerance;
    break;
  }
  if (result.rounds > 1 && first > 0 && std::isfinite(first))
    result.contraction = std::pow(last / first, 1.0 / (result.rounds - 1));
  return result;
}

}  // namespace conjac
