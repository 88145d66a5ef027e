#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace conjac {

/// Where in the input something stands: a line of a text file or a byte of a binary one, both as
/// editors show them (lines from 1, bytes from 0).
struct Place {
  std::uint64_t at : 55;
  std::uint64_t file : 8;  // index into RawMesh::files
  std::uint64_t is_byte : 1;
};
inline Place line_place(std::uint64_t line, int file = 0) {
  return {line, static_cast<std::uint64_t>(file), 0};
}
inline Place byte_place(std::uint64_t byte, int file = 0) {
  return {byte, static_cast<std::uint64_t>(file), 1};
}

struct RawPoint {
  std::array<double, 3> x;
  Place place;
};

struct RawCell {
  std::array<std::int64_t, 4> nodes;  // labels, not yet indices; triangles use three
  std::int64_t region = 0;
  std::int64_t number = 0;  // as the file counts or calls it
  Place place{};
  bool quadratic = false;  // had nodes beyond its corners
};

/// Cells we cannot simulate, kept as a count and the first of them.
struct OtherCells {
  std::int64_t count = 0;
  std::int64_t number = 0;
  Place place{};

  void add(std::int64_t cell, Place where) {
    if (count++ == 0) number = cell, place = where;
  }
};

/// A set that has a name in the file. What it holds of the mesh's own cells makes it one of elements,
/// whatever else it holds (the surface beside tetrahedra, lines, points) one of nodes.
struct RawSet {
  std::string name;
  std::vector<std::int64_t> nodes = {};                       // labels
  std::vector<std::int64_t> triangles = {}, tetrahedra = {};  // places in the lists of RawMesh
};

/// A material of the file, and what it is for.
struct RawMaterial {
  std::string name;
  double density = 0, young = 0, poisson = 0;
  std::vector<std::int64_t> tetrahedra;  // places in the list of RawMesh
};

/// What a format reader found, as it stands in the file; clean() makes a Mesh of it.
struct RawMesh {
  std::vector<std::string> files;  // as named in messages; most formats have one
  std::vector<RawPoint> points;
  /// (points) how cells name them; empty when they are called first_label, first_label + 1, ...
  std::vector<std::int64_t> labels;
  std::int64_t first_label = 0;
  std::vector<RawCell> triangles;
  std::vector<RawCell> tetrahedra;
  OtherCells other_faces;    // quadrilaterals and other plane cells
  OtherCells other_volumes;  // hexahedra and other volume cells
  std::vector<RawSet> sets;
  std::vector<RawMaterial> materials;
  std::vector<std::string> notices;

  std::int64_t label(std::size_t point) const {
    return labels.empty() ? first_label + static_cast<std::int64_t>(point) : labels[point];
  }
};

}  // namespace conjac
