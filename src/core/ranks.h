#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/dim.h"

namespace conjac {

/// The processes that share one body ("ranks", of a launcher like mpirun). All of them take the same
/// steps with the same numbers: vectors over the nodes are whole on every rank, elements and rows of
/// the stiffness are not. A rank has the elements that touch its own nodes, so that its own rows of
/// force and stiffness are complete; what others need of them goes through here, and everybody gets
/// the same bits. So whoever decides anything decides the same everywhere.
///
/// This class is the one process of an ordinary run: nothing is exchanged and nothing costs anything.
/// The room `dist` has the one that speaks MPI.
class Ranks {
 public:
  Ranks() = default;
  Ranks(int rank, int size) : rank_(rank), size_(size) {}
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  virtual ~Ranks() = default;

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool alone() const { return size_ == 1; }
  bool first() const { return rank_ == 0; }  // who writes what there is one of

  /// (nodes) whose each is; nothing where there is one rank.
  std::span<const int> owner() const { return owner_; }
  void share_nodes(std::vector<int> owner);
  bool owns(int node) const {
    return owner_.empty() || owner_[static_cast<std::size_t>(node)] == rank_;
  }

  /// The sum and the largest of what each rank has, added in the order of the ranks. What is no
  /// number stays none.
  double sum(double mine);
  double largest(double mine);
  bool any(bool mine) { return largest(mine ? 1.0 : 0.0) != 0; }
  void wait_for_all() { sum(0.0); }
  void sum(std::span<double> values);
  /// Values over the nodes, `stride` each: everybody gets the owner's.
  void gather(VectorXd& values, int stride);
  /// Values of which one rank alone has other than zero.
  void join(std::span<double> values) {
    if (!alone()) add_up(values);
  }
  /// The largest of each on any rank; all are numbers.
  void largest(std::span<double> values) {
    if (!alone()) all_largest(values);
  }
  /// What the first rank has.
  void take_first(std::vector<int>& values);
  void take_first(std::string& text);

  /// Before a process ends by an error: true where all ranks have come to one, so that each may end
  /// by itself and the first says why; false where this one is alone with it.
  virtual bool all_failed() { return true; }
  /// Ends all ranks at once.
  virtual void end_all(int /*exit_code*/) {}

 protected:
  virtual void add_up(std::span<double> /*values*/) {}
  virtual void all_largest(std::span<double> /*values*/) {}
  /// all <- the parts of the ranks, one after the other.
  virtual void all_gather(std::span<const double> /*mine*/, std::span<const int> /*counts*/,
                          std::span<double> /*all*/) {}
  virtual void broadcast(std::span<std::byte> /*bytes*/) {}

 private:
  const std::vector<double>& of_all(double mine);

  int rank_ = 0, size_ = 1;
  std::vector<int> owner_;
  std::vector<int> by_owner_, counts_, sent_;  // nodes by owner; nodes of each; numbers of each
  std::vector<double> mine_, all_;
  std::vector<int> ones_;
};

/// The ranks of this process: one, unless somebody has said otherwise.
Ranks& ranks();
/// While it lives, those of the calling thread are others: tests let threads play ranks.
class RanksOfThread {
 public:
  explicit RanksOfThread(Ranks& ranks);
  ~RanksOfThread();
  RanksOfThread(const RanksOfThread&) = delete;
  RanksOfThread& operator=(const RanksOfThread&) = delete;
};
/// Before anything is built; the ranks outlive all that is.
void set_ranks(std::unique_ptr<Ranks> ranks);

/// What a launcher (mpirun, srun) says in the environment: rank and size; 0 of 1 without one, or where
/// CONJAC_ALONE is set.
struct Launched {
  int rank = 0, size = 1;
};
Launched launched_as();

}  // namespace conjac
