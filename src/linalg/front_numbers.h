#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "linalg/factor.h"
#include "linalg/front_tree.h"

namespace conjac {

/// The numbers of L on a tree of fronts, in double or single precision: elimination and the two
/// halves of a substitution, on all threads. Every sum has an order that the tree fixes, so the
/// digits are the same for any number of threads.
template <class Real>
class FrontNumbers {
 public:
  /// `A` is the lower triangle; place[i] is unknown i's place in the order of elimination.
  void analyze(const FrontTree& tree, const SparseMatrix& A, const std::vector<int>& place);

  /// `what_changed`: branches and fronts of the trunk stay as they are where neither their entries
  /// of A nor anything below them differs from the last time.
  FactorStatus factorize(const SparseMatrix& A, bool what_changed = false);

  void forward(RowBlock Y) const;   // Y <- L^-1 Y
  void backward(RowBlock X) const;  // X <- L'^-1 X

  double renewed_work() const;  // multiplications of the last factorization

  Real value(int front, int row, int column) const {
    const auto& one = tree_->fronts[front];
    return values_[one.panel + static_cast<std::int64_t>(row) * one.width + column];
  }

 private:
  using Front = FrontTree::Front;
  struct Entry {
    int source;           // place in A's values
    unsigned int target;  // and in the panel
  };
  /// Memory that is not cleared when it is taken: its first writer's thread should own it.
  struct Memory {
    std::unique_ptr<Real[]> data;
    std::int64_t size = 0;
    void take(std::int64_t count);
  };

  void eliminate_above(int front);
  bool take_entries(int first, int last);
  void eliminate(int front, bool alone);
  void assemble(int front, bool alone);
  enum class Part { panel, update };
  void add_updates(int front, Part part, bool alone);
  void reduce(int front);
  void reduce_in_tiles(int front);
  void forward_front(int front, Real* y, std::ptrdiff_t pitch, bool alone) const;
  void backward_front(int front, Real* x, std::ptrdiff_t pitch, bool alone) const;
  std::ptrdiff_t take_in(const RowBlock& Y) const;
  void give_back(RowBlock Y, std::ptrdiff_t pitch) const;

  const FrontTree* tree_ = nullptr;
  Memory L_, updates_;
  Real* values_ = nullptr;
  std::vector<std::int64_t> entry_start_;  // (fronts + 1)
  std::vector<Entry> entries_;
  const double* A_ = nullptr;       // values while they are eliminated
  std::vector<double> eliminated_;  // (entries) values of A that L belongs to
  std::vector<char> renewed_;       // (fronts of the trunk, roots of branches) the last time
  bool keep_ = false;               // what has not changed
  bool whole_ = false;              // L belongs to those values
  std::vector<int> roots_;          // fronts of the trunk, or roots of branches, without a parent
  std::vector<int> counting_;       // 0, 1, 2, ...
  std::atomic<bool> definite_{true}, finite_{true};
  mutable Memory right_;  // sides, a whole number of packs wide
};

extern template class FrontNumbers<double>;
extern template class FrontNumbers<float>;

}  // namespace conjac
