#include "core/tuned.h"
#include "reduce/condense.h"

// Solves with nobody driven.

namespace conjac {
namespace {

// Stiffness added to S, of its largest entry, so that a piece that nothing holds has an answer.
CONJAC_TUNED(double, kGauge, 1e-9);

}  // namespace

void Condensation::factorize_free() {
  for (Piece& piece : pieces_) {
    const auto t = static_cast<Eigen::Index>(piece.trailing.size());
    Eigen::Map<MatrixXd> S(work_.square.data(), t, t);
    double largest = 0;
    for (Eigen::Index j = 0; j < t; ++j) {
      for (Eigen::Index i = 0; i < t; ++i) S(i, j) = S_(piece.trailing[i], piece.trailing[j]);
      largest = std::max(largest, S(j, j));
    }
    double gauge = kGauge * largest;
    S.diagonal().array() += gauge;
    // Rounding may have made it indefinite; more than S itself has is never needed.
    for (; t > 0 && gauge > 0 && gauge <= largest && !piece.free.factorize(S); gauge *= 10)
      S.diagonal().array() += 9 * gauge;
  }
  free_stale_ = false;
}

void Condensation::solve_free(RowBlock X, Elimination::Accuracy accuracy) {
  if (free_stale_) factorize_free();
  const int n = sub_.size(), r = elimination_->trailing(), q = n - r;
  const int columns = static_cast<int>(X.cols());
  for (int k = 0; k < n; ++k)
    if (ignores_load(k)) X.row(k).setZero();
  elimination_->condense(X, nullptr, accuracy);
  // How S answers what acts on r in the end.
  for (const Piece& piece : pieces_) {
    const auto t = static_cast<int>(piece.trailing.size());
    for (int c = 0; c < columns; ++c) {
      auto load = work_.load.head(t);
      for (int i = 0; i < t; ++i) load[i] = X(q + piece.trailing[i], c);
      piece.free.solve_in_place(load);
      for (int i = 0; i < t; ++i) X(q + piece.trailing[i], c) = load[i];
    }
  }
  elimination_->expand(X);
}

}  // namespace conjac
