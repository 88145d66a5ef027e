#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "linalg/ordering.h"

namespace conjac {

/// Elimination as a tree of dense fronts (Duff and Reid's multifrontal method): what is known
/// before there are numbers.
///
/// Neighbouring columns of L with nearly the same rows form a front. It is eliminated by dense
/// algebra on its panel, the (height x width) block of L under its columns, and leaves an update,
/// what its elimination adds to the rows below its columns. Its parent, the front of the first of
/// those rows, adds the updates of all its children to its own entries of A before it goes on. Two
/// fronts of which none is above the other have nothing to do with each other.
///
/// The tree is cut in two: `branches` are whole subtrees of little work, one thread each, with the
/// updates inside them in memory that they share in turn; the fronts above are the trunk, wide
/// enough for several threads. Neither says in which order anything is summed, so the digits of L
/// do not depend on the cut.
struct FrontTree {
  struct Front {
    int first, width;     // its columns, in the order of elimination
    int height;           // its rows: those columns, then the ones below them
    int parent;           // -1: none
    int branch;           // -1: of the trunk
    std::int64_t rows;    // where they begin in `rows` and `slots`
    std::int64_t panel;   // where its values begin in L, row by row
    std::int64_t update;  // and in the updates, row by row, lower triangle
    int below() const { return height - width; }
    double work() const;  // multiplications
  };
  /// Rows [from, from + count) of a child's update are [to, to + count) of its parent.
  struct Run {
    int from, to, count;
  };
  struct Branch {
    int first, root;     // its fronts are [first, root]
    std::int64_t spare;  // rows of its root below it begin here, past the end of the unknowns
  };

  /// Fronts of the graph eliminated in `order`, a postorder but for the last `trailing` blocks.
  FrontTree() = default;
  FrontTree(const BlockGraph& graph, const std::vector<int>& order, int trailing);

  std::span<const int> rows_of(int f) const {
    return {rows.data() + fronts[f].rows, static_cast<std::size_t>(fronts[f].height)};
  }
  /// The same, but rows above the root of the front's branch are places past the end of the
  /// unknowns, the branch's own: threads that substitute forward do not meet there.
  std::span<const int> slots_of(int f) const {
    return {slots.data() + fronts[f].rows, static_cast<std::size_t>(fronts[f].height)};
  }
  std::span<const Run> runs_of(int f) const {
    return {runs.data() + run_start[f], static_cast<std::size_t>(run_start[f + 1] - run_start[f])};
  }
  std::span<const int> children_of(int f) const {
    return {children.data() + child_start[f],
            static_cast<std::size_t>(child_start[f + 1] - child_start[f])};
  }

  int unknowns = 0;
  std::vector<Front> fronts;
  std::vector<Branch> branches;
  std::vector<int> trunk;        // fronts, children before parents
  std::vector<int> rows, slots;  // of all fronts
  std::vector<std::int64_t> run_start;
  std::vector<Run> runs;
  std::vector<int> child_start, children;  // ascending
  std::int64_t values = 0;                 // of L
  std::int64_t updates = 0;                // of all updates together
  std::int64_t places = 0;                 // unknowns and those past them
  double work = 0;                         // multiplications of one elimination

 private:
  void find_fronts(const BlockGraph& graph, const std::vector<int>& order);
  void join(const std::vector<std::vector<int>>& structure, std::vector<int> starts, int block);
  void connect();
  void divide(int leading);
  void place_updates();
};

}  // namespace conjac
