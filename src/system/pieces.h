#pragma once

#include <span>

namespace conjac {

/// The connected pieces of the body, for whoever treats floating ones apart.
struct PieceView {
  int count = 0;
  std::span<const int> of_node;    // (nodes)
  std::span<const char> floating;  // (pieces) no node of it is held
};

}  // namespace conjac
