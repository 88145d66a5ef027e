#pragma once

#include <span>
#include <string>
#include <vector>

#include "record/files.h"

namespace conjac::record {

/// A mesh, seen without owning it.
struct MeshView {
  int dimension = 3;               // 2 or 3
  std::span<const double> points;  // (nodes x dimension)
  std::span<const int> elements;   // (elements x (dimension + 1)), zero-based nodes
  std::span<const int> region;     // (elements)
  struct Set {
    std::string name;
    bool of_elements;
    std::span<const int> members;
  };
  std::vector<Set> sets;
};

/// Writes a VTK unstructured grid (.vtu) whole or not at all: cell data `region`, and an array of 0
/// and 1 for each set, which is how sets are read again. Throws Error(io).
void write_mesh(const Path& path, const MeshView& mesh);

}  // namespace conjac::record
