#pragma once

#include <string>

#include "mesh/mesh.h"

namespace conjac {

/// Writes MEDIT ASCII (.mesh): vertices with reference 0, elements with their region as reference.
/// Coordinates are printed with the fewest digits that read back to the same bits.
template <int Dim>
void write_medit(const Mesh<Dim>& mesh, const std::string& path);

}  // namespace conjac
