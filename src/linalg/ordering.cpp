#include "linalg/ordering.h"

#include <Eigen/OrderingMethods>
#include <algorithm>
#include <numeric>

#ifdef CONJAC_WITH_CHOLMOD
#include <metis.h>
#endif

#include "core/check.h"

namespace conjac {
namespace {

// Below this METIS gains nothing over minimum degree.
constexpr int kSmallGraph = 2000;

/// The graph without the blocks of `drop`; `kept` lists the old index of each new block.
BlockGraph subgraph(const BlockGraph& graph, const std::vector<char>& drop,
                    std::vector<int>& kept) {
  std::vector<int> renumbered(graph.blocks(), -1);
  kept.clear();
  for (int i = 0; i < graph.blocks(); ++i) {
    if (drop[i]) continue;
    renumbered[i] = static_cast<int>(kept.size());
    kept.push_back(i);
  }
  BlockGraph sub;
  sub.block = graph.block;
  sub.start.push_back(0);
  for (int i : kept) {
    for (int k = graph.start[i]; k < graph.start[i + 1]; ++k)
      if (const int j = renumbered[graph.neighbours[k]]; j >= 0) sub.neighbours.push_back(j);
    sub.start.push_back(static_cast<int>(sub.neighbours.size()));
  }
  return sub;
}

std::vector<int> minimum_degree(const BlockGraph& graph) {
  std::vector<Eigen::Triplet<double, int>> entries;
  for (int j = 0; j < graph.blocks(); ++j) {
    entries.emplace_back(j, j, 1.0);
    for (int k = graph.start[j]; k < graph.start[j + 1]; ++k)
      entries.emplace_back(graph.neighbours[k], j, 1.0);
  }
  SparseMatrix A(graph.blocks(), graph.blocks());
  A.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(A, permutation);
  return {permutation.indices().begin(), permutation.indices().end()};
}

std::vector<int> nested_dissection(const BlockGraph& graph) {
#ifdef CONJAC_WITH_CHOLMOD
  static_assert(sizeof(idx_t) == sizeof(int));
  BlockGraph copy = graph;  // METIS takes its input by pointer to non-const
  idx_t blocks = graph.blocks();
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;
  std::vector<int> order(blocks), position(blocks);
  const int status = METIS_NodeND(&blocks, copy.start.data(), copy.neighbours.data(), nullptr,
                                  options, order.data(), position.data());
  require(status == METIS_OK, "METIS could not order the matrix", ErrorKind::diverged);
  return order;
#else
  return minimum_degree(graph);
#endif
}

/// Postorder of the elimination tree (Liu's algorithm with path compression) of the graph
/// eliminated in `order`.
std::vector<int> postordered(const BlockGraph& graph, const std::vector<int>& order) {
  const int n = graph.blocks();
  std::vector<int> position(n), parent(n, -1), ancestor(n, -1);
  for (int k = 0; k < n; ++k) position[order[k]] = k;
  for (int k = 0; k < n; ++k) {
    const int i = order[k];
    for (int e = graph.start[i]; e < graph.start[i + 1]; ++e) {
      int j = position[graph.neighbours[e]];
      while (j >= 0 && j < k) {
        const int next = ancestor[j];
        ancestor[j] = k;
        if (next < 0) parent[j] = k;
        j = next;
      }
    }
  }
  std::vector<int> first_child(n, -1), sibling(n, -1), result, stack;
  for (int k = n - 1; k >= 0; --k) {
    if (parent[k] < 0) continue;
    sibling[k] = first_child[parent[k]];
    first_child[parent[k]] = k;
  }
  result.reserve(n);
  for (int root = 0; root < n; ++root) {
    if (parent[root] >= 0) continue;
    stack.push_back(root);
    while (!stack.empty()) {
      const int k = stack.back();
      if (const int child = first_child[k]; child >= 0) {
        first_child[k] = sibling[child];
        stack.push_back(child);
      } else {
        result.push_back(order[k]);
        stack.pop_back();
      }
    }
  }
  return result;
}

}  // namespace

BlockGraph block_graph(const SparseMatrix& A, int block) {
  const int blocks = static_cast<int>(A.cols()) / block;
  std::vector<std::vector<int>> touch(blocks);
  for (int j = 0; j < blocks; ++j) {
    int last = j;
    for (SparseMatrix::InnerIterator it(A, j * block); it; ++it) {
      const int i = static_cast<int>(it.row()) / block;
      if (i == last) continue;
      last = i;
      touch[j].push_back(i);
      touch[i].push_back(j);
    }
  }
  BlockGraph graph;
  graph.block = block;
  graph.start.push_back(0);
  for (const auto& neighbours : touch) {
    graph.neighbours.insert(graph.neighbours.end(), neighbours.begin(), neighbours.end());
    graph.start.push_back(static_cast<int>(graph.neighbours.size()));
  }
  return graph;
}

std::vector<int> elimination_order(const BlockGraph& graph, std::span<const int> trailing) {
  std::vector<char> drop(graph.blocks(), 0);
  for (int i : trailing) drop[i] = 1;
  std::vector<int> kept;
  const BlockGraph leading = subgraph(graph, drop, kept);
  std::vector<int> order;
  if (!kept.empty()) {
    order = kept.size() < kSmallGraph ? minimum_degree(leading) : nested_dissection(leading);
    order = postordered(leading, order);
  }
  for (int& k : order) k = kept[k];
  order.insert(order.end(), trailing.begin(), trailing.end());
  return order;
}

}  // namespace conjac
