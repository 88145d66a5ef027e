#ifdef CONJAC_WITH_CHOLMOD

#include "linalg/front_numbers.h"

#include <numeric>

#include "core/parallel.h"
#include "core/threads.h"
#include "linalg/front_blas.h"
#include "linalg/front_kernels.h"
#include "linalg/front_panel.h"
#include "linalg/library_threads.h"

namespace conjac {
namespace {

// Rows and columns of a tile: products of such tiles run near the machine's pace, and there are
// enough of them for several threads.
constexpr int kTile = 6 * fronts::kBlock;
// Multiplications from which on a front is eliminated in tiles.
constexpr double kTiledWork = 2e6;
// Columns of L that a substitution meets before it goes on to the next: their part of the
// right-hand sides stays in the first-level cache.
constexpr int kSlab = 96;
// Multiplications below which threads are not worth waking.
constexpr double kWorthThreads = 1e5;
constexpr int kRowsPerThread = 64;

template <class Body>
void for_each(int count, bool in_parallel, const Body& body) {
  if (in_parallel && count > 1 && thread_count() > 1)
    return parallel_for(static_cast<std::size_t>(count),
                        [&](std::size_t k) { body(static_cast<int>(k)); });
  for (int k = 0; k < count; ++k) body(k);
}

int parts_of(int count, int size) {
  return (count + size - 1) / size;
}

}  // namespace

template <class Real>
void FrontNumbers<Real>::Memory::take(std::int64_t count) {
  if (count <= size) return;
  data = std::make_unique_for_overwrite<Real[]>(static_cast<std::size_t>(count));
  size = count;
}

template <class Real>
void FrontNumbers<Real>::analyze(const FrontTree& tree, const SparseMatrix& A,
                                 const std::vector<int>& place) {
  tree_ = &tree;
  L_.take(tree.values);
  values_ = L_.data.get();
  updates_.take(tree.updates);
  const int fronts = static_cast<int>(tree.fronts.size());
  std::vector<int> front_of(place.size());
  for (int f = 0; f < fronts; ++f)
    for (int k = 0; k < tree.fronts[f].width; ++k) front_of[tree.fronts[f].first + k] = f;

  // Entries of A by the front of their column.
  entry_start_.assign(fronts + 1, 0);
  const int n = static_cast<int>(A.cols());
  const auto for_each_entry = [&](const auto& body) {
    for (int j = 0; j < n; ++j)
      for (int k = A.outerIndexPtr()[j]; k < A.outerIndexPtr()[j + 1]; ++k) {
        const int a = place[A.innerIndexPtr()[k]], b = place[j];
        body(k, std::max(a, b), std::min(a, b));
      }
  };
  for_each_entry([&](int, int, int column) { ++entry_start_[front_of[column] + 1]; });
  std::partial_sum(entry_start_.begin(), entry_start_.end(), entry_start_.begin());
  entries_.resize(static_cast<std::size_t>(entry_start_.back()));
  std::vector<std::int64_t> next(entry_start_.begin(), entry_start_.end() - 1);
  std::vector<std::pair<int, int>> at(entries_.size());
  for_each_entry([&](int k, int row, int column) {
    const std::int64_t e = next[front_of[column]]++;
    entries_[e].source = k;
    at[e] = {row, column};
  });
  std::vector<int> local(n);
  for (int f = 0; f < fronts; ++f) {
    const auto rows = tree.rows_of(f);
    for (std::size_t i = 0; i < rows.size(); ++i) local[rows[i]] = static_cast<int>(i);
    for (std::int64_t e = entry_start_[f]; e < entry_start_[f + 1]; ++e)
      entries_[e].target =
          static_cast<unsigned>(local[at[e].first]) * static_cast<unsigned>(tree.fronts[f].width) +
          static_cast<unsigned>(at[e].second - tree.fronts[f].first);
  }
  eliminated_.assign(entries_.size(), 0);
  renewed_.assign(fronts, 1);
  whole_ = false;
  roots_.clear();
  for (int f = 0; f < fronts; ++f)
    if (tree.fronts[f].parent < 0) roots_.push_back(f);
  counting_.resize(kSlab);
  std::iota(counting_.begin(), counting_.end(), 0);
}

template <class Real>
FactorStatus FrontNumbers<Real>::factorize(const SparseMatrix& A, bool what_changed) {
  limit_library_threads();
  A_ = A.valuePtr();
  keep_ = what_changed && whole_;
  definite_ = finite_ = true;
  for_each(static_cast<int>(roots_.size()), true, [&](int k) { eliminate_above(roots_[k]); });
  A_ = nullptr;
  whole_ = finite_ && definite_;
  if (!finite_) return FactorStatus::failed;
  return definite_ ? FactorStatus::ok : FactorStatus::not_positive_definite;
}

/// All that is below a front of the trunk, then itself; or a branch.
template <class Real>
void FrontNumbers<Real>::eliminate_above(int front) {
  const int branch = tree_->fronts[front].branch;
  const int first = branch < 0 ? front : tree_->branches[branch].first;
  bool changed = take_entries(first, front) || !keep_;
  if (branch < 0) {
    const auto children = tree_->children_of(front);
    for_each(static_cast<int>(children.size()), true, [&](int k) { eliminate_above(children[k]); });
    for (const int child : children) changed |= renewed_[child] != 0;
  }
  renewed_[front] = changed;
  if (!changed) return;
  for (int f = first; f <= front; ++f) eliminate(f, branch >= 0);
}

template <class Real>
double FrontNumbers<Real>::renewed_work() const {
  double work = 0;
  for (const Front& f : tree_->fronts) {
    const int top =
        f.branch < 0 ? static_cast<int>(&f - tree_->fronts.data()) : tree_->branches[f.branch].root;
    if (renewed_[top]) work += f.work();
  }
  return work;
}

/// A's entries of fronts [first, last]. Are any others than the last time?
template <class Real>
bool FrontNumbers<Real>::take_entries(int first, int last) {
  bool changed = false;
  double check = 0;  // becomes no number when one of these is none
  for (std::int64_t e = entry_start_[first]; e < entry_start_[last + 1]; ++e) {
    const double value = A_[entries_[e].source];
    check += 0 * value;
    changed |= value != eliminated_[e];
    eliminated_[e] = value;
  }
  if (!(check == 0)) finite_ = false;
  return changed;
}

template <class Real>
void FrontNumbers<Real>::eliminate(int front, bool alone) {
  assemble(front, alone);
  add_updates(front, Part::panel, alone);
  if (!definite_ || !finite_) return;
  if (tree_->fronts[front].work() < kTiledWork)
    reduce(front);
  else
    reduce_in_tiles(front);
  add_updates(front, Part::update, alone);
}

/// A's entries, and zeros.
template <class Real>
void FrontNumbers<Real>::assemble(int front, bool alone) {
  const Front& f = tree_->fronts[front];
  Real* panel = values_ + f.panel;
  const std::int64_t size = static_cast<std::int64_t>(f.height) * f.width;
  const bool wide = !alone && static_cast<double>(size) > kWorthThreads;
  const std::int64_t chunk = wide ? static_cast<std::int64_t>(kRowsPerThread) * f.width : size;
  for_each(static_cast<int>((size + chunk - 1) / chunk), wide, [&](int part) {
    std::fill(panel + part * chunk, panel + std::min(size, (part + 1) * chunk), Real(0));
  });
  for (std::int64_t e = entry_start_[front]; e < entry_start_[front + 1]; ++e)
    panel[entries_[e].target] = static_cast<Real>(eliminated_[e]);
}

/// What the children leave, in their order: to the columns of the front before they are
/// eliminated, to the front's own update after that has been written.
template <class Real>
void FrontNumbers<Real>::add_updates(int front, Part part, bool alone) {
  const Front& f = tree_->fronts[front];
  for (const int child : tree_->children_of(front)) {
    const auto runs = tree_->runs_of(child);
    const auto split = std::find_if(runs.begin(), runs.end(),
                                    [&](const FrontTree::Run& run) { return run.to >= f.width; });
    const auto first = part == Part::panel ? runs.begin() : split;
    const auto last = part == Part::panel ? split : runs.end();
    if (first == last) continue;
    const std::int64_t height = tree_->fronts[child].below();
    const Real* from = updates_.data.get() + tree_->fronts[child].update;
    const auto add_row = [&](int i, std::int64_t to) {
      const Real* source = from + i * height;
      Real* row = part == Part::panel
                      ? values_ + f.panel + to * f.width
                      : updates_.data.get() + f.update + (to - f.width) * f.below() - f.width;
      for (auto run = first; run != last && run->from <= i; ++run) {
        const int count = std::min(run->count, i + 1 - run->from);
        Real* target = row + run->to;
        for (int k = 0; k < count; ++k) target[k] += source[run->from + k];
      }
    };
    const bool wide =
        !alone && static_cast<double>(height) * static_cast<double>(height) > kWorthThreads;
    const int lines = wide ? kRowsPerThread : static_cast<int>(height);
    for_each(parts_of(static_cast<int>(height), lines), wide, [&](int k) {
      const int begin = std::max(k * lines, first->from);
      const int end = std::min(static_cast<int>(height), (k + 1) * lines);
      for (const FrontTree::Run& run : runs)
        for (int i = std::max(run.from, begin); i < std::min(run.from + run.count, end); ++i)
          add_row(i, run.to + i - run.from);
    });
  }
}

/// L over the columns of the front, and what that leaves below them.
template <class Real>
void FrontNumbers<Real>::reduce(int front) {
  const Front& f = tree_->fronts[front];
  Real* panel = values_ + f.panel;
  Real inverse[kTile * fronts::kBlock];
  for (int begin = 0; begin < f.width; begin += kTile)
    if (!fronts::factor_columns<Real>(f.height, begin, std::min(begin + kTile, f.width), panel,
                                      f.width, {inverse})) {
      definite_ = false;
      return;
    }
  if (f.below() == 0) return;
  fronts::minus_square(f.below(), f.width, panel + static_cast<std::int64_t>(f.width) * f.width,
                       f.width, updates_.data.get() + f.update, f.below());
}

/// The same in tiles: the columns left-looking, each tile of rows by itself, then the tiles of the
/// update, all of them at once.
template <class Real>
void FrontNumbers<Real>::reduce_in_tiles(int front) {
  const Front& f = tree_->fronts[front];
  Real* panel = values_ + f.panel;
  const int width = f.width, below = f.below();
  const auto row_at = [&](int row) { return panel + static_cast<std::int64_t>(row) * width; };
  Real inverse[kTile * fronts::kBlock];
  for (int begin = 0; begin < width; begin += kTile) {
    const int end = std::min(begin + kTile, width);
    if (!fronts::factor_columns<Real>(end, begin, end, panel, width, {inverse})) {
      definite_ = false;
      return;
    }
    for_each(parts_of(f.height - end, kTile), true, [&](int tile) {
      const int row = end + tile * kTile, rows = std::min(kTile, f.height - row);
      fronts::divide_rows<Real>(rows, begin, end, panel, {inverse}, row_at(row), width);
    });
  }
  Real* update = updates_.data.get() + f.update;
  const int tiles = parts_of(below, kTile);
  for_each(tiles * (tiles + 1) / 2, true, [&](int k) {
    int i = 0;
    while ((i + 1) * (i + 2) / 2 <= k) ++i;
    const int j = k - i * (i + 1) / 2, row = i * kTile, column = j * kTile;
    const int rows = std::min(kTile, below - row), columns = std::min(kTile, below - column);
    Real* target = update + static_cast<std::int64_t>(row) * below + column;
    if (i == j)
      fronts::minus_square(rows, width, row_at(width + row), width, target, below);
    else
      fronts::minus_product(rows, columns, width, row_at(width + row), width,
                            row_at(width + column), width, target, below);
  });
}

/// Copies the right-hand sides where their rows are a whole number of packs; its return is how far
/// apart rows are.
template <class Real>
std::ptrdiff_t FrontNumbers<Real>::take_in(const RowBlock& Y) const {
  constexpr int lanes = fronts::Lanes<Real>::count;
  const std::ptrdiff_t columns = Y.cols(), rows = Y.rows();
  const std::ptrdiff_t pitch = columns == 1 ? 1 : (columns + lanes - 1) / lanes * lanes;
  right_.take(tree_->places * pitch);
  Real* to = right_.data.get();
  const double* from = Y.data();
  for (std::ptrdiff_t i = 0; i < rows; ++i) {
    for (std::ptrdiff_t c = 0; c < columns; ++c)
      to[i * pitch + c] = static_cast<Real>(from[i * columns + c]);
    for (std::ptrdiff_t c = columns; c < pitch; ++c) to[i * pitch + c] = 0;
  }
  return pitch;
}

template <class Real>
void FrontNumbers<Real>::give_back(RowBlock Y, std::ptrdiff_t pitch) const {
  const Real* from = right_.data.get();
  const std::ptrdiff_t columns = Y.cols(), rows = Y.rows();
  double* to = Y.data();
  for (std::ptrdiff_t i = 0; i < rows; ++i)
    for (std::ptrdiff_t c = 0; c < columns; ++c) to[i * columns + c] = from[i * pitch + c];
}

template <class Real>
void FrontNumbers<Real>::forward(RowBlock Y) const {
  const std::ptrdiff_t pitch = take_in(Y);
  Real* y = right_.data.get();
  std::fill(y + tree_->unknowns * pitch, y + tree_->places * pitch, Real(0));
  const auto& branches = tree_->branches;
  for_each(static_cast<int>(branches.size()), true, [&](int b) {
    for (int f = branches[b].first; f <= branches[b].root; ++f) forward_front(f, y, pitch, true);
  });
  for (const FrontTree::Branch& branch : branches) {
    const Front& root = tree_->fronts[branch.root];
    const int* rows = tree_->rows_of(branch.root).data() + root.width;
    for (std::ptrdiff_t k = 0; k < root.below(); ++k)
      for (std::ptrdiff_t c = 0; c < pitch; ++c)
        y[rows[k] * pitch + c] += y[(branch.spare + k) * pitch + c];
  }
  for (const int f : tree_->trunk) forward_front(f, y, pitch, false);
  give_back(Y, pitch);
}

template <class Real>
void FrontNumbers<Real>::backward(RowBlock X) const {
  const std::ptrdiff_t pitch = take_in(X);
  Real* x = right_.data.get();
  for (std::size_t k = tree_->trunk.size(); k-- > 0;)
    backward_front(tree_->trunk[k], x, pitch, false);
  const auto& branches = tree_->branches;
  for_each(static_cast<int>(branches.size()), true, [&](int b) {
    for (int f = branches[b].root; f >= branches[b].first; --f) backward_front(f, x, pitch, true);
  });
  give_back(X, pitch);
}

/// Column by column of slabs: those of the front itself, then what they mean for rows further down.
template <class Real>
void FrontNumbers<Real>::forward_front(int front, Real* y, std::ptrdiff_t pitch, bool alone) const {
  const Front& f = tree_->fronts[front];
  const Real* panel = values_ + f.panel;
  const int* slots = tree_->slots_of(front).data();
  for (int begin = 0; begin < f.width; begin += kSlab) {
    const int end = std::min(begin + kSlab, f.width);
    Real* mine = y + (f.first + begin) * pitch;
    fronts::forward_triangle(panel + static_cast<std::ptrdiff_t>(begin) * f.width + begin, f.width,
                             end - begin, mine, pitch, counting_.data());
    const int rows = f.height - end;
    const bool wide =
        !alone &&
        static_cast<double>(rows) * (end - begin) * static_cast<double>(pitch) > kWorthThreads;
    const int lines = wide ? kRowsPerThread : std::max(rows, 1);
    for_each(parts_of(rows, lines), wide, [&](int part) {
      const int from = end + part * lines;
      fronts::forward_rows<Real>(
          {panel + begin, f.width, end - begin, from, std::min(from + lines, f.height), slots},
          mine, pitch, y);
    });
  }
}

template <class Real>
void FrontNumbers<Real>::backward_front(int front, Real* x, std::ptrdiff_t pitch,
                                        bool alone) const {
  const Front& f = tree_->fronts[front];
  const Real* panel = values_ + f.panel;
  const int* rows = tree_->rows_of(front).data();
  // x(columns) -= L(begin..end, columns)' x(begin..end), columns before `columns`.
  const auto subtract = [&](int begin, int end, int columns) {
    const bool wide =
        !alone &&
        static_cast<double>(end - begin) * columns * static_cast<double>(pitch) > kWorthThreads;
    for_each(parts_of(columns, kSlab), wide, [&](int part) {
      const int first = part * kSlab, count = std::min(kSlab, columns - first);
      fronts::backward_rows<Real>({panel + first, f.width, count, begin, end, rows},
                                  x + (f.first + first) * pitch, pitch, x);
    });
  };
  subtract(f.width, f.height, f.width);
  for (int begin = (f.width - 1) / kSlab * kSlab; begin >= 0; begin -= kSlab) {
    const int end = std::min(begin + kSlab, f.width);
    fronts::backward_triangle(panel + static_cast<std::ptrdiff_t>(begin) * f.width + begin, f.width,
                              end - begin, x + (f.first + begin) * pitch, pitch, counting_.data());
    subtract(begin, end, begin);
  }
}

template class FrontNumbers<double>;
template class FrontNumbers<float>;

}  // namespace conjac

#endif
