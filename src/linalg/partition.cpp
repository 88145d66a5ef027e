#include "linalg/partition.h"

#include <algorithm>

#ifdef CONJAC_WITH_CHOLMOD
#include <metis.h>
#endif

#include "core/check.h"

namespace conjac {
namespace {

/// Who shares an element with whom: lists one behind the other, and where each begins.
struct Neighbours {
  std::vector<int> start, list;
};

Neighbours neighbours_of(int nodes, std::span<const int> elements, int per_element) {
  const auto n = static_cast<std::size_t>(nodes), m = static_cast<std::size_t>(per_element);
  std::vector<std::vector<int>> of_node(n);
  for (std::size_t e = 0; e < elements.size(); e += m)
    for (std::size_t a = 0; a < m; ++a)
      for (std::size_t b = 0; b < m; ++b)
        if (a != b) of_node[static_cast<std::size_t>(elements[e + a])].push_back(elements[e + b]);
  Neighbours result;
  result.start.push_back(0);
  for (std::vector<int>& others : of_node) {
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    result.list.insert(result.list.end(), others.begin(), others.end());
    result.start.push_back(static_cast<int>(result.list.size()));
    others = {};
  }
  return result;
}

}  // namespace

std::vector<int> partition_nodes(int nodes, std::span<const int> elements, int per_element,
                                 int parts) {
  require(parts >= 1 && parts <= nodes, "a body of " + std::to_string(nodes) +
                                            " nodes cannot be shared by " + std::to_string(parts) +
                                            " ranks; use fewer");
  std::vector<int> part(static_cast<std::size_t>(nodes), 0);
  if (parts == 1) return part;
#ifdef CONJAC_WITH_CHOLMOD
  static_assert(sizeof(idx_t) == sizeof(int));
  Neighbours graph = neighbours_of(nodes, elements, per_element);
  idx_t count = nodes, constraints = 1, wanted = parts, cut = 0;
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;
  // Bisection holds its balance better where parts are few.
  const auto metis = parts <= 8 ? METIS_PartGraphRecursive : METIS_PartGraphKway;
  const int status = metis(&count, &constraints, graph.start.data(), graph.list.data(), nullptr,
                           nullptr, nullptr, &wanted, nullptr, nullptr, options, &cut, part.data());
  require(status == METIS_OK, "METIS could not divide the mesh", ErrorKind::diverged);
#else
  for (int i = 0; i < nodes; ++i)
    part[static_cast<std::size_t>(i)] = static_cast<int>(static_cast<long long>(i) * parts / nodes);
#endif
  return part;
}

}  // namespace conjac
