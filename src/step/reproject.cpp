#include "step/reproject.h"

#include <algorithm>

#include "core/check.h"

namespace conjac {

void Reprojection::begin(const Basis& basis, int stride, int contacts, int joints) {
  stride_ = stride;
  contacts_ = contacts;
  joints_ = joints;
  unknowns_ = basis.unknowns();
  columns_.clear();
  G_.clear();
  start_.assign(contacts + 1, 0);
}

void Reprojection::add(const Basis& basis, int contact, std::span<const int> nodes,
                       std::span<const double> weights) {
  const Jacobian& J = basis.J;
  const auto begin = static_cast<std::ptrdiff_t>(columns_.size());
  CONJAC_ASSERT(start_[contact] == begin);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const int piece = J.piece_of(nodes[k] * stride_);
    const bool seen = std::any_of(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(k),
                                  [&](int other) { return J.piece_of(other * stride_) == piece; });
    const auto mine = J.columns(nodes[k] * stride_);
    if (!seen) columns_.insert(columns_.end(), mine.begin(), mine.end());
  }
  for (int j = unknowns_ - joints_; j < unknowns_; ++j) columns_.push_back(j);
  std::sort(columns_.begin() + begin, columns_.end());
  columns_.erase(std::unique(columns_.begin() + begin, columns_.end()), columns_.end());
  start_[contact + 1] = static_cast<int>(columns_.size());
  G_.resize(columns_.size() * static_cast<std::size_t>(stride_));
  auto G = writable(contact);
  G.setZero();
  const auto all = columns(contact);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const auto mine = J.columns(nodes[k] * stride_);
    std::size_t at = 0;
    for (std::size_t j = 0; j < mine.size(); ++j) {
      while (all[at] != mine[j]) ++at;
      for (int c = 0; c < stride_; ++c)
        G(c, static_cast<Eigen::Index>(at)) +=
            weights[k] * J.values(nodes[k] * stride_ + c)[static_cast<Eigen::Index>(j)];
    }
  }
}

void Reprojection::add_last(int contact, const Eigen::Ref<const RowMatrix>& last) {
  CONJAC_ASSERT(last.cols() == joints_);
  writable(contact).rightCols(joints_) += last;
}

void Reprojection::change(const ReducedStep& step, const VectorXd& impulses, VectorXd& du) const {
  du.setZero(unknowns_);
  for (int i = 0; i < contacts_; ++i) {
    const auto mine = columns(i);
    const auto G = rows(i);
    for (int c = 0; c < stride_; ++c) {
      const double impulse = impulses[static_cast<Eigen::Index>(i) * stride_ + c];
      if (impulse == 0) continue;
      for (std::size_t k = 0; k < mine.size(); ++k)
        du[mine[k]] += impulse * G(c, static_cast<Eigen::Index>(k));
    }
  }
  step.solve_inertia(du);
}

void Reprojection::respond(const ReducedStep& step, const VectorXd& impulses,
                           VectorXd& velocities) {
  change(step, impulses, du_);
  velocities.setZero(static_cast<Eigen::Index>(contacts_) * stride_);
  for (int i = 0; i < contacts_; ++i) {
    const auto mine = columns(i);
    const auto G = rows(i);
    auto v = velocities.segment(static_cast<Eigen::Index>(i) * stride_, stride_);
    for (int c = 0; c < stride_; ++c)
      for (std::size_t k = 0; k < mine.size(); ++k)
        v[c] += G(c, static_cast<Eigen::Index>(k)) * du_[mine[k]];
  }
}

void Reprojection::add_stiffness(int contact, std::span<const double> direction, double stiffness,
                                 MatrixXd& S) {
  const auto mine = columns(contact);
  const auto G = rows(contact);
  g_.setZero(static_cast<Eigen::Index>(mine.size()));
  for (int c = 0; c < stride_; ++c) g_ += direction[c] * G.row(c).transpose();
  for (std::size_t a = 0; a < mine.size(); ++a) {
    const double scale = stiffness * g_[static_cast<Eigen::Index>(a)];
    if (scale == 0) continue;
    for (std::size_t b = 0; b < mine.size(); ++b)
      S(mine[b], mine[a]) += scale * g_[static_cast<Eigen::Index>(b)];
  }
}

}  // namespace conjac
