#include <spdlog/fmt/fmt.h>
#include <zlib.h>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "tetrahedra.h"

namespace conjac::mesher {
namespace {

std::string medit_text(const Tetrahedra& mesh) {
  std::string text =
      fmt::format("MeshVersionFormatted 2\nDimension 3\n\nVertices\n{}\n", mesh.points.size());
  // {} prints the fewest digits that read back to the same bits.
  for (const auto& p : mesh.points)
    fmt::format_to(std::back_inserter(text), "{} {} {} 0\n", p[0], p[1], p[2]);
  fmt::format_to(std::back_inserter(text), "\nTetrahedra\n{}\n", mesh.cells.size());
  for (const auto& c : mesh.cells)
    fmt::format_to(std::back_inserter(text), "{} {} {} {} 1\n", c[0] + 1, c[1] + 1, c[2] + 1,
                   c[3] + 1);
  return text + "\nEnd\n";
}

/// Arrays behind one another, each [blocks, block size, last block size, compressed size] data.
class AppendedArrays {
 public:
  template <class T>
  std::string add(const char* type, const char* name, int components,
                  const std::vector<T>& values) {
    const auto bytes = static_cast<uLong>(values.size() * sizeof(T));
    std::string packed(compressBound(bytes), '\0');
    uLongf size = packed.size();
    if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                  reinterpret_cast<const Bytef*>(values.data()), bytes, 9) != Z_OK)
      throw std::runtime_error("out of memory while compressing");
    const std::uint32_t head[4] = {1, static_cast<std::uint32_t>(bytes),
                                   static_cast<std::uint32_t>(bytes),
                                   static_cast<std::uint32_t>(size)};
    const std::string element = fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
        "offset=\"{}\"/>\n",
        type, name, components, data.size());
    data.append(reinterpret_cast<const char*>(head), sizeof head);
    data.append(packed, 0, size);
    return element;
  }
  std::string data;
};

std::string vtu_text(const Tetrahedra& mesh) {
  static_assert(std::endian::native == std::endian::little);
  std::vector<std::int32_t> ends(mesh.cells.size()), region(mesh.cells.size(), 1);
  for (std::size_t e = 0; e < ends.size(); ++e) ends[e] = static_cast<std::int32_t>(4 * (e + 1));
  const std::vector<std::uint8_t> types(mesh.cells.size(), 10);
  AppendedArrays arrays;
  const std::string points = arrays.add("Float64", "Points", 3, mesh.points);
  const std::string corners = arrays.add("Int32", "connectivity", 1, mesh.cells);
  const std::string offsets = arrays.add("Int32", "offsets", 1, ends);
  const std::string kinds = arrays.add("UInt8", "types", 1, types);
  const std::string regions = arrays.add("Int32", "region", 1, region);
  return fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "
      "byte_order=\"LittleEndian\" header_type=\"UInt32\" "
      "compressor=\"vtkZLibDataCompressor\">\n<UnstructuredGrid>\n"
      "<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n<Points>\n{}</Points>\n"
      "<Cells>\n{}{}{}</Cells>\n<CellData>\n{}</CellData>\n</Piece>\n</UnstructuredGrid>\n"
      "<AppendedData encoding=\"raw\">\n_{}\n</AppendedData>\n</VTKFile>\n",
      mesh.points.size(), mesh.cells.size(), points, corners, offsets, kinds, regions, arrays.data);
}

std::string extension(const std::string& path) {
  return std::filesystem::path(path).extension().string();
}

}  // namespace

bool can_write(const std::string& path) {
  return extension(path) == ".mesh" || extension(path) == ".vtu";
}

void write_mesh(const Tetrahedra& mesh, const std::string& path) {
  const std::string text = extension(path) == ".vtu" ? vtu_text(mesh) : medit_text(mesh);
  std::ofstream out(path, std::ios::binary);
  if (!out.is_open())
    throw std::runtime_error(path + ": cannot be opened for writing. Check the folder's rights.");
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (out.fail())
    throw std::runtime_error(path + ": not written completely. Check the space on the disk.");
}

}  // namespace conjac::mesher
