#include "step/modal_touch.h"

#include <algorithm>
#include <cmath>

#include "core/tuned.h"
#include "step/modal_step.h"

namespace conjac {
namespace {

// Radians that the fastest motion the contacts make may turn in a fine step.
CONJAC_TUNED(double, kFineTurn, 0.4);
// How many of these there are in a step at most.
CONJAC_TUNED(int, kMostFine, 64);
// Sweeps over the contacts, and when they have converged: part of the largest force.
CONJAC_TUNED(int, kMostSweeps, 60);
constexpr double kSwept = 1e-9;
// Rounds of the power iteration that finds that motion: its frequency within a few per cent.
constexpr int kRounds = 6;
// Columns of C that are solved for at once, and how many are kept beyond what a try needs.
constexpr int kColumns = 32;
constexpr std::size_t kKept = 512;

}  // namespace

double ModalTouch::along(const Known& at, const VectorXd& values) const {
  double sum = 0;
  visit(at, [&](int unknown, double share) { sum += share * values[unknown]; });
  return sum;
}

int ModalTouch::find(const ContactTerm& term) {
  Known one{static_cast<int>(term.nodes.size()), {}, {}, {}};
  std::copy(term.nodes.begin(), term.nodes.end(), one.nodes.begin());
  std::copy(term.weights.begin(), term.weights.end(), one.weights.begin());
  std::copy(term.gradient, term.gradient + stride_, one.gradient.begin());
  const auto found = std::find(known_.begin(), known_.end(), one);
  const int place = static_cast<int>(found - known_.begin());
  if (found == known_.end()) known_.push_back(one);
  return place;
}

void ModalTouch::begin(const ContactTerms& contacts, const Reprojection& rows, int stride,
                       const VectorXd& c, Modes& modes, Condensation& condensation,
                       const VectorXd& mass) {
  stride_ = stride;
  touches_.clear();
  damped_ = 0;
  factored_ = false;
  const auto terms = contacts.terms();
  if (terms.empty()) return;
  if (known_.size() + terms.size() > 2 * terms.size() + kKept) known_.clear();
  const std::size_t before = known_.size();
  for (const ContactTerm& term : terms) {
    const int known = find(term);
    touches_.push_back({known, term.gap, along(known_[known], c), term.stiffness, term.damping,
                        term.stiffness * std::max(0.0, -term.gap)});
  }
  learn(modes, condensation, mass, before);
  gather_rows(rows);
}

/// Columns of C from `first` on: block solves, of which the rows at the contacts are kept.
void ModalTouch::learn(Modes& modes, Condensation& condensation, const VectorXd& mass,
                       std::size_t first) {
  const auto all = static_cast<Eigen::Index>(known_.size());
  if (C_.rows() < all) {
    RowMatrix larger = RowMatrix::Zero(2 * all, 2 * all);
    larger.topLeftCorner(C_.rows(), C_.cols()) = C_;
    C_.swap(larger);
  }
  for (std::size_t begin = first; begin < known_.size(); begin += kColumns) {
    const int count = static_cast<int>(std::min<std::size_t>(kColumns, known_.size() - begin));
    RowBlock X = modes.loads(condensation, count);
    for (int k = 0; k < count; ++k)
      visit(known_[begin + static_cast<std::size_t>(k)], [&](int unknown, double share) {
        if (modes.place_of(unknown) >= 0) X(modes.place_of(unknown), k) += share;
      });
    modes.relax(condensation, mass, X);
    for (Eigen::Index i = 0; i < all; ++i) {
      auto row = C_.row(i).segment(static_cast<Eigen::Index>(begin), count);
      row.setZero();
      visit(known_[static_cast<std::size_t>(i)], [&](int unknown, double share) {
        if (modes.place_of(unknown) >= 0) row += share * X.row(modes.place_of(unknown));
      });
    }
    for (Eigen::Index i = 0; i < all; ++i)
      for (int k = 0; k < count; ++k)
        C_(static_cast<Eigen::Index>(begin) + k, i) = C_(i, static_cast<Eigen::Index>(begin) + k);
  }
}

void ModalTouch::gather_rows(const Reprojection& rows) {
  columns_.clear();
  rows_.clear();
  start_.assign(1, 0);
  for (std::size_t i = 0; i < touches_.size(); ++i) {
    const auto columns = rows.columns(static_cast<int>(i));
    const auto G = rows.rows(static_cast<int>(i));
    for (std::size_t k = 0; k < columns.size(); ++k) {
      double value = 0;
      for (int c = 0; c < stride_; ++c)
        value += known_[touches_[i].known].gradient[c] * G(c, static_cast<Eigen::Index>(k));
      columns_.push_back(columns[k]);
      rows_.push_back(value);
    }
    start_.push_back(static_cast<int>(columns_.size()));
  }
}

/// u += dt P'p.
void ModalTouch::kick(double dt, Eigen::Ref<VectorXd> u) {
  for (std::size_t i = 0; i < touches_.size(); ++i) {
    const double push = dt * force_[static_cast<Eigen::Index>(i)];
    if (push == 0) continue;
    for (int k = start_[i]; k < start_[i + 1]; ++k) u[columns_[k]] += push * rows_[k];
  }
}

/// p for means that have gone y, `time` after the beginning; with damping, dt after the last.
void ModalTouch::press(Eigen::Ref<VectorXd> y, double time, double dt) {
  const auto n = static_cast<Eigen::Index>(touches_.size());
  before_ = gap_.cwiseMin(0.0);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Touch& touch = touches_[static_cast<std::size_t>(i)];
    double gap = touch.gap + touch.rate * time;
    for (int k = start_[i]; k < start_[i + 1]; ++k) gap += rows_[k] * y[columns_[k]];
    gap_[i] = gap - yielded_[i];
  }
  // The damped contact as a stiffer one, k (1 + b), about a place nearer to the surface.
  for (Eigen::Index i = 0; i < n; ++i) {
    const double b = touches_[static_cast<std::size_t>(i)].damping / dt;
    free_[i] = gap_[i] - b / (1 + b) * before_[i];
  }
  double change = HUGE_VAL, largest = 0;
  for (int sweep = 0; sweep < kMostSweeps && change > kSwept * largest; ++sweep) {
    change = largest = 0;
    for (Eigen::Index i = 0; i < n; ++i) {
      const Touch& touch = touches_[static_cast<std::size_t>(i)];
      const double yields = 1 / (touch.stiffness * (1 + touch.damping / dt));
      const double rest = free_[i] + D_.col(i).dot(force_) - D_(i, i) * force_[i];
      const double force = std::max(0.0, -rest / (D_(i, i) + yields));
      change = std::max(change, std::abs(force - force_[i]));
      largest = std::max(largest, force);
      force_[i] = force;
    }
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    const Touch& touch = touches_[static_cast<std::size_t>(i)];
    gap_[i] += D_.col(i).dot(force_);
    if (force_[i] > 0 && touch.damping > 0)
      damped_ -= (force_[i] + touch.stiffness * std::min(0.0, gap_[i])) *
                 (std::min(0.0, gap_[i]) - before_[i]);
  }
}

/// How many fine steps: the largest eigenvalue of P'(C + 1/k)^-1 P, were all contacts closed.
int ModalTouch::fine_steps(int modes, double h) {
  const auto n = static_cast<Eigen::Index>(touches_.size());
  pressed_.resize(touches_.size());
  for (std::size_t i = 0; i < touches_.size(); ++i) pressed_[i] = static_cast<int>(i);
  factorize_pressed();
  factored_ = false;
  amount_.setOnes(modes);
  double square = 0;
  for (int round = 0; round < kRounds; ++round) {
    amount_.normalize();
    for (Eigen::Index i = 0; i < n; ++i) {
      force_[i] = 0;
      for (int k = start_[i]; k < start_[i + 1]; ++k) force_[i] += rows_[k] * amount_[columns_[k]];
    }
    pressed_factor_.solve_in_place(force_);
    amount_.setZero();
    kick(1, amount_);
    square = amount_.norm();
    if (!(square > 0)) break;
  }
  return std::clamp(static_cast<int>(std::ceil(h * std::sqrt(square) / kFineTurn)), 1,
                    int{kMostFine});
}

void ModalTouch::swing(const Modes& modes, double h, double damping, Eigen::Ref<VectorXd> u,
                       Eigen::Ref<VectorXd> y, Eigen::Ref<VectorXd> g) {
  const auto n = static_cast<Eigen::Index>(touches_.size());
  const int count = modes.count();
  for (VectorXd* vector : {&force_, &gap_, &before_, &free_, &yielded_}) vector->resize(n);
  D_.resize(n, n);
  for (Eigen::Index j = 0; j < n; ++j)
    for (Eigen::Index i = 0; i < n; ++i)
      D_(i, j) = C_(touches_[static_cast<std::size_t>(i)].known,
                    touches_[static_cast<std::size_t>(j)].known);
  impulses_.assign(touches_.size(), 0.0);
  const int fine = fine_steps(count, h);
  for (Eigen::Index i = 0; i < n; ++i) {
    force_[i] = touches_[static_cast<std::size_t>(i)].force0;
    gap_[i] = touches_[static_cast<std::size_t>(i)].gap;
  }
  yielded_.noalias() = D_ * force_;
  kick(-1, g);
  y.setZero();
  const double dt = h / fine;
  for (int step = 1; step <= fine; ++step) {
    kick(dt / 2, u);
    for (Eigen::Index i = 0; i < n; ++i)
      impulses_[static_cast<std::size_t>(i)] += dt / 2 * force_[i];
    for (int m = 0; m < count; ++m) {
      const double square = modes.squares()[m], pull = g[m] - square * y[m];
      const ModalStep::Swing mode = ModalStep::swing(square, dt, damping);
      y[m] += mode.u_to_y * u[m] + mode.g_to_y * pull;
      u[m] = mode.u_to_u * u[m] + mode.u_to_y * pull;
    }
    press(y, step * dt, dt);
    kick(dt / 2, u);
    for (Eigen::Index i = 0; i < n; ++i)
      impulses_[static_cast<std::size_t>(i)] += dt / 2 * force_[i];
  }
  pressed_.clear();
  for (Eigen::Index i = 0; i < n; ++i)
    if (force_[i] > 0) pressed_.push_back(static_cast<int>(i));
}

/// relaxed_ <- how everything else answers forces at the contacts, at fixed means.
void ModalTouch::push(const VectorXd& forces, Modes& modes, Condensation& condensation,
                      const VectorXd& mass) {
  load_.setZero(mass.size());
  for (std::size_t i = 0; i < touches_.size(); ++i)
    visit(known_[touches_[i].known], [&](int unknown, double share) {
      load_[unknown] += share * forces[static_cast<Eigen::Index>(i)];
    });
  modes.leave_modes(mass, load_);
  relaxed_ = modes.relax(condensation, mass, load_);
}

void ModalTouch::add_response(Modes& modes, Condensation& condensation, const VectorXd& mass,
                              VectorXd& dx) {
  free_ = force_;
  for (std::size_t i = 0; i < touches_.size(); ++i)
    free_[static_cast<Eigen::Index>(i)] -= touches_[i].force0;
  push(free_, modes, condensation, mass);
  dx += relaxed_;
}

/// C + 1/k of the contacts that press.
void ModalTouch::factorize_pressed() {
  const auto n = static_cast<Eigen::Index>(pressed_.size());
  MatrixXd part(n, n);
  for (Eigen::Index j = 0; j < n; ++j)
    for (Eigen::Index i = 0; i < n; ++i)
      part(i, j) = D_(pressed_[i], pressed_[j]) +
                   (i == j ? 1 / touches_[static_cast<std::size_t>(pressed_[i])].stiffness : 0.0);
  pressed_factor_.reserve(static_cast<int>(n));
  pressed_factor_.factorize(part);
  factored_ = true;
}

const VectorXd& ModalTouch::relax(Modes& modes, Condensation& condensation, const VectorXd& mass,
                                  const VectorXd& load) {
  if (touches_.empty() || pressed_.empty()) return modes.relax(condensation, mass, load);
  if (!factored_) factorize_pressed();
  const VectorXd free = modes.relax(condensation, mass, load);
  amount_.resize(static_cast<Eigen::Index>(pressed_.size()));
  for (std::size_t k = 0; k < pressed_.size(); ++k)
    amount_[static_cast<Eigen::Index>(k)] = along(known_[touches_[pressed_[k]].known], free);
  pressed_factor_.solve_in_place(amount_);
  free_.setZero(static_cast<Eigen::Index>(touches_.size()));
  for (std::size_t k = 0; k < pressed_.size(); ++k)
    free_[pressed_[k]] = -amount_[static_cast<Eigen::Index>(k)];
  push(free_, modes, condensation, mass);
  relaxed_ += free;
  return relaxed_;
}

}  // namespace conjac
