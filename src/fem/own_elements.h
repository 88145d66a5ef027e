#pragma once

#include <algorithm>
#include <array>

#include "core/ranks.h"

// Elements and the ranks that share a body (core/ranks.h).

namespace conjac {

/// Does this rank need the element? Then its own rows of force and stiffness are complete.
template <std::size_t Nodes>
bool touches_own(const std::array<int, Nodes>& nodes) {
  return std::any_of(nodes.begin(), nodes.end(), [](int node) { return ranks().owns(node); });
}

/// Does it count here? Every element counts on one rank: that of its lowest node.
template <std::size_t Nodes>
bool counts_here(const std::array<int, Nodes>& nodes) {
  return ranks().owns(*std::min_element(nodes.begin(), nodes.end()));
}

}  // namespace conjac
