#include <algorithm>

#include "linalg/background_factor.h"
#include "reduce/elimination.h"

// Elimination by one Cholesky factorization:
//
//     A = L L',  L = [ L_qq  0  ; L_rq  L_rr ],   S = L_rr L_rr'.

namespace conjac {
namespace {

constexpr Eigen::Index kTile = 64;  // a product of tiles this small finds room on the stack

/// S <- L L', L lower triangular: tiles right of the diagonal are left out.
void times_transpose(const Eigen::Map<MatrixXd>& L, Eigen::Map<MatrixXd>& S) {
  const Eigen::Index n = L.rows();
  S.setZero();
  const auto size = [n](Eigen::Index begin) { return std::min(kTile, n - begin); };
  for (Eigen::Index i = 0; i < n; i += kTile)
    for (Eigen::Index j = 0; j <= i; j += kTile) {
      auto tile = S.block(i, j, size(i), size(j));
      for (Eigen::Index k = 0; k <= j; k += kTile)
        tile.noalias() +=
            L.block(i, k, size(i), size(k)) * L.block(j, k, size(j), size(k)).transpose();
      if (i != j) S.block(j, i, size(j), size(i)) = tile.transpose();
    }
}

class DirectElimination final : public Elimination {
 public:
  explicit DirectElimination(FactorKind kind) : kind_(kind), factor_(make_factor(kind)) {}
  ~DirectElimination() override { drop_behind(); }

  void analyze(const Pattern& pattern) override;
  FactorStatus factorize(const Matrix& matrix) override;
  bool needs_regular() const override { return true; }
  void stiffness(MatrixXd& S) override;
  void condense(RowBlock G, double* compliance, Accuracy accuracy) override;
  void expand(RowBlock X) override;

  const SparseFactor* factor() const override { return factor_.get(); }
  bool renews_behind() const override { return true; }
  void begin_behind(const SparseMatrix& A) override;
  bool behind() const override { return job_ && job_->begun(); }
  bool behind_done() const override { return behind() && job_->done(); }
  FactorStatus finish_behind() override;
  void drop_behind() override {
    if (behind()) job_->finish(next_);
  }

 private:
  FactorKind kind_;
  int block_ = 1;
  std::vector<int> trailing_blocks_;
  std::vector<std::vector<int>> groups_;
  std::unique_ptr<SparseFactor> factor_, next_;  // next_: renewed in the background
  std::unique_ptr<BackgroundFactor> job_;        // from the first one on
  MatrixXd Lrr_;
  VectorXd part_, square_;  // of a group
  VectorXd moved_;          // (r x columns) capacity
};

void DirectElimination::analyze(const Pattern& pattern) {
  drop_behind();
  next_.reset();
  block_ = pattern.block;
  trailing_blocks_.assign(pattern.trailing.begin(), pattern.trailing.end());
  groups_.assign(pattern.groups.begin(), pattern.groups.end());
  factor_->analyze(pattern.A, block_, trailing_blocks_);
  order_ = factor_->order();
  trailing_ = factor_->trailing();
  std::size_t largest = 0;
  for (const auto& group : groups_) largest = std::max(largest, group.size());
  for (VectorXd* one : {&part_, &square_})
    one->resize(static_cast<Eigen::Index>(largest * largest));
  moved_.resize(static_cast<Eigen::Index>(trailing_) * pattern.columns);
}

FactorStatus DirectElimination::factorize(const Matrix& matrix) {
  const FactorStatus status = factor_->factorize(matrix.A, matrix.renew);
  if (status == FactorStatus::ok) factor_->trailing_factor(Lrr_);
  return status;
}

void DirectElimination::stiffness(MatrixXd& all) {
  for (const std::vector<int>& group : groups_) {
    const auto t = static_cast<Eigen::Index>(group.size());
    Eigen::Map<MatrixXd> L(part_.data(), t, t), S(square_.data(), t, t);
    for (Eigen::Index j = 0; j < t; ++j)
      for (Eigen::Index i = 0; i < t; ++i) L(i, j) = Lrr_(group[i], group[j]);
    times_transpose(L, S);
    for (Eigen::Index j = 0; j < t; ++j)
      for (Eigen::Index i = 0; i < t; ++i) all(group[i], group[j]) = S(i, j);
  }
}

/// y = L^-1 g, then g_r := L_rr y_r, from the last row up, so that it is done in place.
void DirectElimination::condense(RowBlock G, double* compliance, Accuracy /*accuracy*/) {
  factor_->forward(G);
  const Eigen::Index q = G.rows() - trailing_, columns = G.cols();
  for (Eigen::Index c = 0; compliance != nullptr && c < columns; ++c)
    compliance[c] = G.topRows(q).col(c).squaredNorm();
  for (const std::vector<int>& group : groups_)
    for (std::size_t i = group.size(); i-- > 0;)
      for (Eigen::Index c = 0; c < columns; ++c) {
        double sum = 0;
        for (std::size_t k = 0; k <= i; ++k) sum += Lrr_(group[i], group[k]) * G(q + group[k], c);
        G(q + group[i], c) = sum;
      }
}

/// L' x = [ y_q ; L_rr' x_r ]: a backward substitution alone.
void DirectElimination::expand(RowBlock X) {
  const Eigen::Index q = X.rows() - trailing_, columns = X.cols();
  if (moved_.size() < trailing_ * columns) moved_.resize(trailing_ * columns);
  RowBlock xr(moved_.data(), trailing_, columns);
  xr = X.bottomRows(trailing_);
  for (const std::vector<int>& group : groups_)
    for (std::size_t i = 0; i < group.size(); ++i) {
      auto row = X.row(q + group[i]);
      row.setZero();
      for (std::size_t k = i; k < group.size(); ++k)
        row += Lrr_(group[k], group[i]) * xr.row(group[k]);
    }
  factor_->backward(X);
  X.bottomRows(trailing_) = xr;  // known exactly: a driver moves as it is told, to the last bit
}

void DirectElimination::begin_behind(const SparseMatrix& A) {
  if (!next_) next_ = make_factor(kind_);
  if (!job_) job_ = std::make_unique<BackgroundFactor>();
  job_->begin(std::move(next_), A, block_, trailing_blocks_);
}

FactorStatus DirectElimination::finish_behind() {
  const FactorStatus status = job_->finish(next_);
  if (status != FactorStatus::ok) return status;
  factor_.swap(next_);
  factor_->trailing_factor(Lrr_);
  return status;
}

}  // namespace

std::unique_ptr<Elimination> make_direct_elimination(FactorKind kind) {
  return std::make_unique<DirectElimination>(kind);
}

}  // namespace conjac
