#include "mesh/write.h"

#include <charconv>
#include <fstream>

#include "core/check.h"

namespace conjac {
namespace {

template <class Number>
void append(std::string& text, Number value, char after) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  text.append(buffer, end);
  text.push_back(after);
}

}  // namespace

template <int Dim>
void write_medit(const Mesh<Dim>& mesh, const std::string& path) {
  std::string text = "MeshVersionFormatted 2\nDimension " + std::to_string(Dim) + "\n\nVertices\n";
  append(text, mesh.nodes(), '\n');
  for (const Vec<Dim>& x : mesh.rest) {
    for (int axis = 0; axis < Dim; ++axis) append(text, x[axis], ' ');
    text += "0\n";
  }
  text += Dim == 2 ? "\nTriangles\n" : "\nTetrahedra\n";
  append(text, mesh.element_count(), '\n');
  for (int e = 0; e < mesh.element_count(); ++e) {
    for (int node : mesh.elements[e]) append(text, node + 1, ' ');
    append(text, mesh.region[e], '\n');
  }
  text += "\nEnd\n";

  std::ofstream out(path, std::ios::binary);
  require(out.is_open(), path + ": cannot be opened for writing. Check the folder and its rights.",
          ErrorKind::io);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  require(!out.fail(), path + ": could not be written completely. Check the space on the disk.",
          ErrorKind::io);
}

template void write_medit<2>(const Mesh<2>&, const std::string&);
template void write_medit<3>(const Mesh<3>&, const std::string&);

}  // namespace conjac
