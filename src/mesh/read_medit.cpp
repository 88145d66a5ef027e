#include <cctype>

#include "mesh/formats.h"
#include "mesh/scanner.h"

namespace conjac {
namespace {

struct CellKind {
  std::string_view keyword;
  int nodes;
  int dimension;
};
// "Hexaedra" is how the format's own manual once spelt it.
constexpr CellKind kCells[] = {
    {"Triangles", 3, 2}, {"Tetrahedra", 4, 3}, {"Quadrilaterals", 4, 2}, {"Hexahedra", 8, 3},
    {"Hexaedra", 8, 3},  {"Prisms", 6, 3},     {"Pyramids", 5, 3},
};

void read_vertices(Scanner& in, int dimension, RawMesh& raw) {
  const std::size_t count = in.count("number of vertices", 4);
  raw.points.reserve(raw.points.size() + count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<std::int64_t>(i) + 1;
    RawPoint point{};
    for (int axis = 0; axis < dimension; ++axis)
      point.x[axis] = in.real("coordinate of vertex", number);
    point.place = in.place();
    in.integer("reference of vertex", number);
    raw.points.push_back(point);
  }
}

void read_cells(Scanner& in, const CellKind& kind, RawMesh& raw) {
  const std::size_t count = in.count("number of elements", 4);
  const bool simplex = kind.nodes == kind.dimension + 1;
  std::vector<RawCell>& cells = kind.dimension == 2 ? raw.triangles : raw.tetrahedra;
  if (simplex) cells.reserve(cells.size() + count);
  for (std::size_t i = 0; i < count; ++i) {
    RawCell cell{};
    cell.number = static_cast<std::int64_t>(i) + 1;
    for (int k = 0; k < kind.nodes; ++k) {
      const std::int64_t node = in.integer("vertex of element", cell.number);
      if (k < 4) cell.nodes[k] = node;
    }
    cell.place = in.place();
    cell.region = in.integer("reference of element", cell.number);
    if (simplex)
      cells.push_back(cell);
    else
      (kind.dimension == 2 ? raw.other_faces : raw.other_volumes).add(cell.number, cell.place);
  }
}

/// Sections we do not use (edges, corners, normals, ...) have numbers only.
void skip_numbers(Scanner& in) {
  while (!in.at_end() && parse_real(in.peek())) in.word("number");
}

}  // namespace

RawMesh read_medit(const std::string& path) {
  const std::string content = file_content(path);
  Scanner in(content, path, {.comment = '#'});
  RawMesh raw;
  raw.files = {path};
  raw.first_label = 1;

  if (in.word("keyword MeshVersionFormatted") != "MeshVersionFormatted")
    in.fail(
        "does not begin with MeshVersionFormatted, so it is no MEDIT ASCII file. Check the "
        "extension; binary .meshb files must be converted.");
  const std::int64_t version = in.integer("format version");
  if (version < 1 || version > 4)
    in.fail("format version " + std::to_string(version) + " is unknown. Write version 1 to 4.");

  std::int64_t dimension = 0;
  bool ended = false;
  while (!ended && !in.at_end()) {
    const std::string keyword(in.word("section keyword"));
    if (parse_real(keyword))
      in.fail("expected a section keyword but found the number " + keyword.substr(0, 24) +
              ". The count of the section above is too small.");
    if (keyword == "Dimension") {
      dimension = in.integer("dimension");
      if (dimension != 2 && dimension != 3)
        in.fail("dimension " + std::to_string(dimension) + "; it must be 2 or 3.");
    } else if (keyword == "Vertices") {
      if (dimension == 0) in.fail("Vertices stands before Dimension. Write Dimension first.");
      if (!raw.points.empty()) in.fail("a second Vertices section. Write them in one.");
      read_vertices(in, static_cast<int>(dimension), raw);
    } else if (keyword == "End") {
      ended = true;
    } else {
      const CellKind* known = nullptr;
      for (const CellKind& kind : kCells)
        if (kind.keyword == keyword) known = &kind;
      if (known != nullptr)
        read_cells(in, *known, raw);
      else if (std::isalpha(static_cast<unsigned char>(keyword[0])))
        skip_numbers(in);
      else
        in.fail("expected a section keyword. The file is damaged; write it again.");
    }
  }
  if (!ended) raw.notices.push_back(path + ": has no End keyword; the file may be truncated.");
  return raw;
}

}  // namespace conjac
