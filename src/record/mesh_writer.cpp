#include "record/mesh_writer.h"

#include <cstdint>

#include "record/vtk_data.h"

namespace conjac::record {
namespace {

constexpr std::uint8_t kTriangle = 5, kTetrahedron = 10;  // as VTK numbers cells

std::string attribute(const std::string& text) {
  std::string safe;
  for (const char c : text)
    safe += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '"' ? "&quot;" : std::string(1, c);
  return safe;
}

template <class T>
std::string data_array(const std::string& type_and_name, const std::vector<T>& values) {
  return "<DataArray " + type_and_name + " format=\"binary\">" +
         encode_vtk(std::as_bytes(std::span(values))) + "</DataArray>\n";
}

std::string marks(const MeshView& mesh, bool of_elements, std::size_t count) {
  std::string text;
  for (const MeshView::Set& set : mesh.sets) {
    if (set.of_elements != of_elements) continue;
    std::vector<std::uint8_t> in(count, 0);
    for (const int member : set.members) in[static_cast<std::size_t>(member)] = 1;
    text += data_array("type=\"UInt8\" Name=\"" + attribute(set.name) + "\"", in);
  }
  return text;
}

}  // namespace

void write_mesh(const Path& path, const MeshView& mesh) {
  const auto dimension = static_cast<std::size_t>(mesh.dimension);
  const std::size_t nodes = mesh.points.size() / dimension;
  const std::size_t cells = mesh.elements.size() / (dimension + 1);
  std::vector<double> points(3 * nodes, 0.0);  // VTK has no plane
  for (std::size_t i = 0; i < nodes; ++i)
    for (std::size_t c = 0; c < dimension; ++c) points[3 * i + c] = mesh.points[dimension * i + c];
  std::vector<std::int64_t> ends(cells);
  for (std::size_t e = 0; e < cells; ++e)
    ends[e] = static_cast<std::int64_t>((dimension + 1) * (e + 1));
  const std::vector<std::uint8_t> types(cells, dimension == 2 ? kTriangle : kTetrahedron);
  const std::vector<int> corners(mesh.elements.begin(), mesh.elements.end());
  const std::vector<int> region(mesh.region.begin(), mesh.region.end());
  write_atomically(
      path,
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "
      "byte_order=\"LittleEndian\" header_type=\"UInt64\" "
      "compressor=\"vtkZLibDataCompressor\">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"" +
          std::to_string(nodes) + "\" NumberOfCells=\"" + std::to_string(cells) +
          "\">\n<Points>\n" +
          data_array("type=\"Float64\" Name=\"Points\" NumberOfComponents=\"3\"", points) +
          "</Points>\n<Cells>\n" + data_array("type=\"Int32\" Name=\"connectivity\"", corners) +
          data_array("type=\"Int64\" Name=\"offsets\"", ends) +
          data_array("type=\"UInt8\" Name=\"types\"", types) + "</Cells>\n<PointData>\n" +
          marks(mesh, false, nodes) + "</PointData>\n<CellData>\n" +
          data_array("type=\"Int32\" Name=\"region\"", region) + marks(mesh, true, cells) +
          "</CellData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n");
}

}  // namespace conjac::record
