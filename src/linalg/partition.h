#pragma once

#include <span>
#include <vector>

namespace conjac {

/// Parts of about equal size with few elements between them: (nodes) the part of each. Elements are
/// given by their nodes, so many each. The same input has the same parts, everywhere.
std::vector<int> partition_nodes(int nodes, std::span<const int> elements, int per_element,
                                 int parts);

}  // namespace conjac
