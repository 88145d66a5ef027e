#include <algorithm>
#include <numeric>

#include "core/check.h"
#include "reduce/condense.h"

// Once per topology.

namespace conjac {

void Condensation::analyze(const SparseMatrix& K, int stride, std::span<const char> pinned,
                           std::span<const int> representatives, int joints,
                           std::unique_ptr<Elimination> elimination) {
  drop_behind();
  stride_ = stride;
  full_size_ = static_cast<int>(K.cols());
  std::vector<char> keep(pinned.size());
  std::transform(pinned.begin(), pinned.end(), keep.begin(), [](char p) { return !p; });
  sub_.analyze(K, stride, keep);
  trailing_.clear();
  for (int node : representatives) {
    CONJAC_ASSERT(sub_.kept_block(node) >= 0);
    trailing_.push_back(sub_.kept_block(node));
  }
  elimination_ = std::move(elimination);

  std::vector<int> piece_of_block;
  const int t = sort_into_pieces(piece_of_block), width = t + joints;
  std::vector<std::vector<int>> groups;
  for (const Piece& piece : pieces_) groups.push_back(piece.trailing);
  std::vector<int> nodes;
  for (int k = 0; k < sub_.size(); k += stride) nodes.push_back(sub_.unknowns()[k] / stride);
  elimination_->analyze({sub_.matrix(), stride, nodes, trailing_, groups, width + kMaxLoads});
  ++analyses_;

  const int n = sub_.size(), r = elimination_->trailing(), most = r + joints;
  held_.assign(pinned.size(), 0);
  prescribed_.assign(n / stride, 0);
  places_.resize(n);
  S_.resize(r, r);
  stiffness_.resize(most * most);
  for (VectorXd* one : {&work_.square, &work_.follow}) one->resize(t * t);
  for (VectorXd* one : {&work_.map, &work_.mapped}) one->resize(t * width);
  work_.product.resize(width * width);
  for (VectorXd* one : {&work_.load, &work_.sleeping, &work_.driven}) one->resize(r);
  std::vector<int> piece_of_row(full_size_, -1);
  for (int k = 0; k < n; ++k) piece_of_row[sub_.unknowns()[k]] = piece_of_block[k / stride];
  J_.analyze(std::move(piece_of_row), static_cast<int>(pieces_.size()), width,
             r + static_cast<int>(pieces_.size()) * joints);
  Xr_.setZero(r * width);
  work_.trailing.resize(r * (width + kMaxLoads));
  work_.solution.resize(static_cast<Eigen::Index>(n) * (width + kMaxLoads));
  work_.forward.resize(static_cast<Eigen::Index>(n) * kMaxLoads);
  responses_.assign(kMaxLoads, VectorXd::Zero(full_size_));
  reduced_.assign(kMaxLoads, VectorXd::Zero(most));
  work_.drivers.reserve(t);
  any_keeps_shape_ = false;
  unknowns_ = 0;
  jacobian_stale_ = true;
}

/// Pieces, and who of r belongs to which. Returns how many the largest has of r.
int Condensation::sort_into_pieces(std::vector<int>& piece_of_block) {
  pieces_.clear();
  pieces_.resize(find_pieces(piece_of_block));
  piece_of_trailing_.clear();
  for (int block : trailing_)
    for (int c = 0; c < stride_; ++c) {
      pieces_[piece_of_block[block]].trailing.push_back(
          static_cast<int>(piece_of_trailing_.size()));
      piece_of_trailing_.push_back(piece_of_block[block]);
    }
  std::size_t largest = 0;
  for (Piece& piece : pieces_) {
    const std::size_t t = piece.trailing.size();
    largest = std::max(largest, t);
    for (std::vector<int>* list : {&piece.driven, &piece.asleep, &piece.slot}) list->reserve(t);
    piece.sleeping.reserve(static_cast<int>(t));
    piece.free.reserve(static_cast<int>(t));
    piece.rigid.reserve(static_cast<int>(t));
  }
  return static_cast<int>(largest);
}

/// Numbers the pieces by their lowest block.
int Condensation::find_pieces(std::vector<int>& piece_of_block) const {
  const SparseMatrix& A = sub_.matrix();
  const int blocks = sub_.size() / stride_;
  std::vector<int> lower(blocks);  // a lower block of the same piece; itself: the lowest
  std::iota(lower.begin(), lower.end(), 0);
  const auto lowest = [&](int b) {
    while (lower[b] != b) b = lower[b] = lower[lower[b]];
    return b;
  };
  for (int j = 0; j < blocks; ++j)
    for (SparseMatrix::InnerIterator entry(A, j * stride_); entry; ++entry) {
      const int a = lowest(j), b = lowest(static_cast<int>(entry.row()) / stride_);
      lower[std::max(a, b)] = std::min(a, b);
    }
  for (int b = 0; b < blocks; ++b) lower[b] = lowest(b);
  elimination_->connect(lower);
  int pieces = 0;
  piece_of_block.assign(blocks, 0);
  for (int b = 0; b < blocks; ++b)
    piece_of_block[b] = lower[b] == b ? pieces++ : piece_of_block[lower[b]];
  return pieces;
}

}  // namespace conjac
