#pragma once

#include <span>
#include <vector>

#include "linalg/sparse.h"

namespace conjac {

/// Blocks of consecutive unknowns (the coordinates of a node) and who touches whom.
struct BlockGraph {
  int block = 1;           // unknowns per block
  std::vector<int> start;  // (blocks + 1) into neighbours
  std::vector<int> neighbours;
  int blocks() const { return static_cast<int>(start.size()) - 1; }
};

/// The graph of a symmetric matrix given by its lower triangle, `block` unknowns at a time.
BlockGraph block_graph(const SparseMatrix& A, int block);

/// A fill-reducing order of the blocks with `trailing` last, in the order given: order[k] is the
/// block eliminated k-th. Nested dissection (METIS) on the block graph, minimum degree for small
/// graphs and in builds without METIS; then a postorder of the elimination tree, so that columns
/// with the same structure stand side by side and form supernodes.
std::vector<int> elimination_order(const BlockGraph& graph, std::span<const int> trailing);

}  // namespace conjac
