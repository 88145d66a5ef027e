#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <utility>

/// One tetrahedron in several formats, with holes to put something else into.
namespace conjac::test::small_files {

inline std::string medit(const std::string& vertices, const std::string& tets) {
  return "MeshVersionFormatted 2\nDimension 3\nVertices\n" + vertices + "Tetrahedra\n" + tets +
         "End\n";
}
inline const std::string kFour = "4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n";

inline std::string gmsh2(const std::string& nodes, const std::string& elements) {
  return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n" + nodes + "$EndNodes\n$Elements\n" +
         elements + "$EndElements\n";
}
inline const std::string kGmshFour = "4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n";

inline std::string gmsh4(const std::string& elements) {
  return "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n"
         "0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n$Elements\n" +
         elements + "$EndElements\n";
}

inline std::string vtk(const std::string& body) {
  return "# vtk DataFile Version 4.2\nx\nASCII\nDATASET UNSTRUCTURED_GRID\n" + body;
}
inline const std::string kVtkFour = "POINTS 4 double\n0 0 0 1 0 0\n0 1 0 0 0 1\n";

inline std::string vtu(const std::string& points, const std::string& connectivity,
                       const std::string& offsets, const std::string& types,
                       const std::string& counts = "NumberOfPoints='4' NumberOfCells='1'") {
  return "<VTKFile type='UnstructuredGrid' version='0.1' byte_order='LittleEndian'>\n"
         "<UnstructuredGrid>\n<Piece " +
         counts + ">\n<Points><DataArray type='Float64' NumberOfComponents='3' format='ascii'>\n" +
         points +
         "\n</DataArray></Points>\n<Cells>\n<DataArray type='Int64' Name='connectivity' "
         "format='ascii'>\n" +
         connectivity + "\n</DataArray>\n<DataArray type='Int64' Name='offsets' format='ascii'>\n" +
         offsets + "\n</DataArray>\n<DataArray type='UInt8' Name='types' format='ascii'>\n" +
         types + "\n</DataArray>\n</Cells>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
}
inline const std::string kVtuFour = "0 0 0 1 0 0\n0 1 0 0 0 1";

inline std::string packed_ints(std::initializer_list<std::int32_t> values, bool big = false) {
  std::string bytes;
  for (std::int32_t value : values) {
    char raw[4];
    std::memcpy(raw, &value, 4);
    if (big) std::swap(raw[0], raw[3]), std::swap(raw[1], raw[2]);
    bytes.append(raw, 4);
  }
  return bytes;
}

inline std::string gmsh2_binary(std::int32_t claimed_run, std::int32_t last_node) {
  std::string text = "$MeshFormat\n2.2 1 8\n" + packed_ints({1}) + "\n$EndMeshFormat\n$Nodes\n4\n";
  const double x[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int n = 0; n < 4; ++n) {
    text += packed_ints({n + 1});
    text.append(reinterpret_cast<const char*>(x[n]), sizeof x[n]);
  }
  return text + "\n$EndNodes\n$Elements\n1\n" +
         packed_ints({4, claimed_run, 2, 17, 0, 0, 1, 2, 3, last_node}) + "\n$EndElements\n";
}

}  // namespace conjac::test::small_files
