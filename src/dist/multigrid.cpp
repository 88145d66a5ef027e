#include "dist/multigrid.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "core/tuned.h"

namespace conjac {
namespace {

// A hierarchy is built again once a round gains less than this part of what it gained at first.
CONJAC_TUNED(double, kWornOut, 0.6);
// Rounds after which it is given up.
CONJAC_TUNED(int, kMostRounds, 1000);
// Blocks of loads with so many columns begin where the last one led to.
CONJAC_TUNED(int, kWide, 4);
// How often eigenvalues that were estimated too low are raised.
constexpr int kMostTimesWidened = 5;

}  // namespace

bool MultigridElimination::build(std::span<const double> x) {
  places_.clear();
  for (int block : mine_)
    for (int c = 0; c < block_ && !x.empty(); ++c) places_.push_back(x[block * block_ + c]);
  ++effort_.hierarchies;
  fresh_ = contraction_ = 0;
  return hierarchy_.build(A_, number_, team_, places_);
}

FactorStatus MultigridElimination::renew(bool other, std::span<const double> x) {
  const bool worn =
      fresh_ > 0 && contraction_ > 0 && std::log(contraction_) > kWornOut * std::log(fresh_);
  if (other) known_ = answered_ = 0;
  if (!other && hierarchy_.built() && !worn) return FactorStatus::ok;
  return build(x) ? FactorStatus::ok : FactorStatus::not_positive_definite;
}

BlockCg::Result MultigridElimination::solve(double* X, double* R, int columns,
                                            std::span<const double> energy, double tolerance) {
  BlockCg::Result result;
  int rounds = 0;
  for (int tries = 0; tries < kMostTimesWidened; ++tries) {
    result = cg_.solve(
        A_, team_, [this](const double* r, double* z, int m) { hierarchy_.apply(r, z, m); }, X, R,
        columns, energy, tolerance, kMostRounds);
    rounds += result.rounds;
    if (result.conditioned) break;
    hierarchy_.widen();  // and go on from there
  }
  result.rounds = rounds;
  if (result.rounds > 2) {
    contraction_ = result.contraction;
    if (fresh_ == 0) fresh_ = contraction_;
  }
  if (!result.ok) ++effort_.unfinished;
  return result;
}

FactorStatus MultigridElimination::solve_shapes(std::vector<double>& residual) {
  const int r = representatives_;
  const std::size_t room = A_.room(r), size = static_cast<std::size_t>(rows()) * r;
  if (r == 0) return FactorStatus::ok;
  if (known_ == 0) Y().assign(room, 0.0);
  if (known_ == 2)  // the guess takes the place of the older one
    for (std::size_t k = 0; k < size; ++k) before_[k] = 2 * Y()[k] - before_[k];
  else
    before_ = Y();
  Y().swap(before_);
  residual.resize(size);
  couple(residual.data());
  std::vector<double> energy(r);
  coupled_energy(Y().data(), energy);
  if (known_ > 0) A_.multiply(Y().data(), residual.data(), r, BlockRows<double>::How::subtract);
  const BlockCg::Result result = solve(Y().data(), residual.data(), r, energy, tolerance_.shape);
  ++effort_.shape_blocks;
  effort_.shape_rounds += result.rounds;
  known_ = result.ok ? std::min(known_ + 1, 2) : 0;
  if (!result.positive) return FactorStatus::not_positive_definite;
  return result.ok ? FactorStatus::ok : FactorStatus::failed;
}

/// The best combination of the last answers: X = W (W'AW)^-1 W'B. Modes ask again and again for
/// nearly the same.
bool MultigridElimination::guess_loads(double* X, double* R, int columns,
                                       std::span<double> energy) {
  if (answered_ == 0 || columns < kWide) return false;
  const int m = answered_;
  guess_.resize(A_.room(m));
  A_.multiply(answers_.data(), guess_.data(), m, BlockRows<double>::How::set);
  const auto W = Eigen::Map<RowMatrix>(answers_.data(), rows(), m);
  const auto AW = Eigen::Map<RowMatrix>(guess_.data(), rows(), m);
  Eigen::Map<RowMatrix> B(R, rows(), columns), guess(X, rows(), columns);
  MatrixXd G(m, m + columns);
  G.leftCols(m).noalias() = W.transpose() * AW;
  G.rightCols(columns).noalias() = W.transpose() * B;
  team_.sum({G.data(), static_cast<std::size_t>(G.size())});
  const MatrixXd stiffness = 0.5 * (G.leftCols(m) + G.leftCols(m).transpose());
  const Eigen::LDLT<MatrixXd> factor(stiffness);
  const auto d = factor.vectorD();
  if (factor.info() != Eigen::Success || !(d.minCoeff() > 1e-12 * d.maxCoeff())) return false;
  const MatrixXd amounts = factor.solve(MatrixXd(G.rightCols(columns)));
  guess.noalias() = W * amounts;
  B.noalias() -= AW * amounts;
  for (int c = 0; c < columns; ++c) energy[c] = amounts.col(c).dot(G.col(m + c));
  return true;
}

void MultigridElimination::solve_loads(double* X, int columns, Accuracy accuracy) {
  if (columns == 0) return;
  const std::size_t size = static_cast<std::size_t>(rows()) * columns;
  std::vector<double> R(X, X + size), energy(columns, 0.0);
  std::vector<double> answer(A_.room(columns), 0.0);
  guess_loads(answer.data(), R.data(), columns, energy);
  const double tolerance = accuracy == Accuracy::shape ? tolerance_.shape : tolerance_.load;
  const BlockCg::Result result = solve(answer.data(), R.data(), columns, energy, tolerance);
  ++effort_.load_blocks;
  effort_.load_rounds += result.rounds;
  std::copy_n(answer.data(), size, X);
  if (columns < kWide) return;
  answers_.swap(answer);
  answered_ = columns;
}

}  // namespace conjac
