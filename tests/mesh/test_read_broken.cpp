#include <gtest/gtest.h>

#include "conjac/error.h"
#include "mesh/read.h"
#include "mesh/small_files.h"
#include "support/temp_dir.h"

namespace conjac {
namespace {

using namespace test::small_files;

struct Broken {
  const char* what;
  std::string name, content;
  std::vector<std::string> says;  // all of these, besides the file's name
  std::string second_name = {}, second_content = {};
};

std::vector<Broken> broken_files() {
  const std::string node = "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n";
  const std::string abaqus = "*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n";
  const std::string veg = "*VERTICES\n" + node + "*ELEMENTS\nTET\n";
  return {
      {"empty file", "a.mesh", "", {"line 1", "truncated"}},
      {"another format", "a.mesh", "solid thing\n", {"line 1", "MeshVersionFormatted"}},
      {"bad dimension", "a.mesh", "MeshVersionFormatted 2\nDimension 7\n", {"line 2", "7"}},
      {"bad version", "a.mesh", "MeshVersionFormatted 9\nDimension 3\n", {"line 1", "9"}},
      {"truncated vertex",
       "a.mesh",
       "MeshVersionFormatted 2 Dimension 3\nVertices\n4\n0 0 0 0\n1 0",
       {"line 5", "vertex 2", "truncated"}},
      {"too few vertices",
       "a.mesh",
       medit("5\n" + kFour.substr(2), "1\n1 2 3 4 0\n"),
       {"line 9", "vertex 5", "Tetrahedra"}},
      {"too many vertices",
       "a.mesh",
       medit("3\n" + kFour.substr(2), "1\n1 2 3 4 0\n"),
       {"line 8", "keyword", "too small"}},
      {"hostile count",
       "a.mesh",
       medit("1000000000000000000\n0 0 0 0\n", "0\n"),
       {"line 4", "1000000000000000000"}},
      {"count beyond 64 bits",
       "a.mesh",
       medit("99999999999999999999\n0 0 0 0\n", "0\n"),
       {"line 4", "vertices"}},
      {"negative count", "a.mesh", medit("-4\n0 0 0 0\n", "0\n"), {"line 4", "negative"}},
      {"not a number",
       "a.mesh",
       medit("4\n0 0 0 0\n1 zero 0 0\n0 1 0 0\n0 0 1 0\n", "0\n"),
       {"line 6", "vertex 2", "zero"}},
      {"NaN coordinate",
       "a.mesh",
       medit("4\n0 0 0 0\n1 0 0 0\n0 nan 0 0\n0 0 1 0\n", "1\n1 2 3 4 0\n"),
       {"line 7", "vertex 3", "finite"}},
      {"infinite coordinate",
       "a.mesh",
       medit("4\n0 0 0 0\n1 0 0 0\n0 1e999 0 0\n0 0 1 0\n", "1\n1 2 3 4 0\n"),
       {"line 7", "vertex 3", "finite"}},
      {"index too large",
       "a.mesh",
       medit(kFour, "2\n1 2 3 4 0\n1 2 3 5 0\n"),
       {"line 12", "element 2", "vertex 5", "4 vertices"}},
      {"index zero",
       "a.mesh",
       medit(kFour, "1\n0 2 3 4 0\n"),
       {"line 11", "element 1", "vertex 0"}},
      {"repeated node",
       "a.mesh",
       medit(kFour, "2\n1 2 3 4 0\n1 2 3 2 0\n"),
       {"line 12", "element 2", "vertex 2", "twice"}},
      {"flat tetrahedron",
       "a.mesh",
       medit("5\n" + kFour.substr(2) + "1 1 0 0\n", "2\n1 2 3 4 0\n1 2 3 5 0\n"),
       {"line 13", "element 2", "flat"}},
      {"coinciding vertices",
       "a.mesh",
       medit("4\n1 1 1 0\n1 1 1 0\n1 1 1 0\n1 1 1 0\n", "1\n1 2 3 4 0\n"),
       {"line 11", "element 1", "flat"}},
      {"too small to have a volume",
       "a.mesh",
       medit("4\n0 0 0 0\n1e-150 0 0 0\n0 1e-150 0 0\n0 0 1e-150 0\n", "1\n1 2 3 4 0\n"),
       {"line 11", "element 1", "Scale"}},
      {"too large to have a volume",
       "a.mesh",
       medit("4\n0 0 0 0\n1e200 0 0 0\n0 1e200 0 0\n0 0 1e200 0\n", "1\n1 2 3 4 0\n"),
       {"line 11", "element 1", "Scale"}},
      {"no elements", "a.mesh", medit(kFour, "0\n"), {"line", "no tetrahedra"}},
      {"only a surface",
       "a.mesh",
       "MeshVersionFormatted 2\nDimension 3\nVertices\n" + kFour + "Triangles\n1\n1 2 3 0\nEnd\n",
       {"no tetrahedra", "1 triangles"}},
      {"hexahedra",
       "a.mesh",
       "MeshVersionFormatted 2\nDimension 3\nVertices\n" + kFour +
           "Hexahedra\n1\n1 2 3 4 1 2 3 4 0\nEnd\n",
       {"line 11", "element 1", "not tetrahedra"}},
      {"label beyond 32 bits",
       "a.mesh",
       medit(kFour, "1\n1 2 3 4 3000000000\n"),
       {"line 11", "element 1", "3000000000"}},
      {"vertices before dimension",
       "a.mesh",
       "MeshVersionFormatted 2\nVertices\n" + kFour,
       {"line 2", "Dimension"}},
      {"unknown extension", "a.stl", "solid\n", {".stl", ".msh"}},

      {"old Gmsh", "a.msh", "$Nodes\n4\n", {"line 1", "4.1"}},
      {"Gmsh 4.0", "a.msh", "$MeshFormat\n4 0 8\n$EndMeshFormat\n", {"line 2", "4.1"}},
      {"unknown node tag",
       "a.msh",
       gmsh2(kGmshFour, "1\n77 4 2 1 1 1 2 3 9\n"),
       {"line 13", "element 77", "vertex 9"}},
      {"doubled node tag",
       "a.msh",
       gmsh2("5\n" + kGmshFour.substr(2) + "2 5 5 5\n", "1\n77 4 2 1 1 1 2 3 4\n"),
       {"line 10", "vertex 2", "twice"}},
      {"unknown element type",
       "a.msh",
       gmsh2(kGmshFour, "1\n77 444 2 1 1 1 2 3 9\n"),
       {"line 13", "element 77", "444"}},
      {"elements missing",
       "a.msh",
       gmsh2(kGmshFour, "2\n77 4 2 1 1 1 2 3 4\n"),
       {"line 14", "element 2", "$EndElements"}},
      {"no elements section",
       "a.msh",
       "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n" + kGmshFour + "$EndNodes\n",
       {"line 10", "$Elements"}},
      {"implausible tag count",
       "a.msh",
       gmsh2(kGmshFour, "1\n77 4 2000000 1 1 1 2 3 4\n"),
       {"line 13", "element 77", "tags"}},
      {"blocks disagree",
       "a.msh",
       gmsh4("1 2 1 2\n3 1 4 1\n77 1 2 3 4\n"),
       {"line 19", "1 elements", "2"}},
      {"hostile block",
       "a.msh",
       gmsh4("1 1 1 1\n3 1 4 900000000000000\n77 1 2 3 4\n"),
       {"line 18", "900000000000000"}},
      {"entity dimension", "a.msh", gmsh4("1 1 1 1\n8 1 4 1\n77 1 2 3 4\n"), {"line 18", "8"}},
      {"binary: run too long", "a.msh", gmsh2_binary(2, 4), {"byte", "run of 2"}},
      {"binary: unknown node", "a.msh", gmsh2_binary(1, 5), {"byte", "element 17", "vertex 5"}},
      {"binary: truncated", "a.msh", gmsh2_binary(1, 4).substr(0, 120), {"byte", "truncated"}},
      {"binary: byte order",
       "a.msh",
       "$MeshFormat\n2.2 1 8\nabcd\n$EndMeshFormat\n",
       {"byte 20", "byte order"}},

      {"short node line",
       "a.node",
       "2 3 0 0\n1 0 0 0\n2 1 0\n",
       {"line 3", "node 2", "3 values"},
       "a.ele",
       "0 4 0\n"},
      {"node missing",
       "a.node",
       "2 3 0 0\n1 0 0 0\n",
       {"line", "node 2", "truncated"},
       "a.ele",
       "0 4 0\n"},
      {"more nodes than counted",
       "a.node",
       node + "5 1 1 1\n",
       {"line 6", "more lines"},
       "a.ele",
       "1 4 0\n1 1 2 3 4\n"},
      {"element names no node",
       "a.ele",
       "1 4 0\n1 1 2 3 0\n",
       {"line 2", "element 1", "vertex 0"},
       "a.node",
       node},
      {"hexahedra in .ele",
       "a.ele",
       "1 8 0\n1 1 2 3 4 1 2 3 4\n",
       {"line 1", "8 nodes"},
       "a.node",
       node},
      {"attribute missing",
       "a.ele",
       "1 4 1\n1 1 2 3 4\n",
       {"line 2", "element 1", "5 values"},
       "a.node",
       node},

      {"not VTK", "a.vtk", "hello\n", {"line 1", "vtk"}},
      {"other dataset",
       "a.vtk",
       "# vtk DataFile Version 3.0\nx\nASCII\nDATASET POLYDATA\n",
       {"line 4", "UNSTRUCTURED_GRID"}},
      {"cell of wrong size",
       "a.vtk",
       vtk(kVtkFour + "CELLS 1 4\n3 0 1 2\nCELL_TYPES 1\n10\n"),
       {"line 9", "element 0", "3 nodes"}},
      {"cells beyond their list",
       "a.vtk",
       vtk(kVtkFour + "CELLS 2 5\n4 0 1 2 3\n"),
       {"line 9", "element 1", "CELLS"}},
      {"types missing",
       "a.vtk",
       vtk(kVtkFour + "CELLS 1 5\n4 0 1 2 3\n"),
       {"line", "1 cells", "CELL_TYPES 0"}},
      {"unknown cell type",
       "a.vtk",
       vtk(kVtkFour + "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n999\n"),
       {"line 11", "element 0", "999"}},
      {"index beyond points",
       "a.vtk",
       vtk(kVtkFour + "CELLS 1 5\n4 0 1 2 4\nCELL_TYPES 1\n10\n"),
       {"line 9", "element 0", "vertex 4"}},
      {"VTK binary truncated",
       "a.vtk",
       "# vtk DataFile Version 4.2\nx\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n" +
           packed_ints({0, 0, 0, 0, 0}, true),
       {"byte 77", "12", "20 bytes"}},
      {"negative offset",
       "a.vtk",
       vtk(kVtkFour + "CELLS 2 4\nOFFSETS vtktypeint64\n0 -4\nCONNECTIVITY vtktypeint64\n0 1 2 3\n"
                      "CELL_TYPES 1\n10\n"),
       {"line 10", "element 0", "-4"}},

      {"not XML", "a.vtu", "hello", {"line 1", "VTKFile"}},
      {"unclosed tag",
       "a.vtu",
       "<VTKFile type='UnstructuredGrid'>\n<UnstructuredGrid>\n",
       {"line 3", "UnstructuredGrid", "truncated"}},
      {"missing point",
       "a.vtu",
       vtu("0 0 0 1 0 0\n0 1 0 0 0", "0 1 2 3", "4", "10"),
       {"line 7", "the array ends", "array value 11"}},
      {"extra point",
       "a.vtu",
       vtu(kVtuFour + " 7", "0 1 2 3", "4", "10"),
       {"line 6", "more than the 12"}},
      {"index beyond piece",
       "a.vtu",
       vtu(kVtuFour, "0 1 2 4", "4", "10"),
       {"line 10", "element 0", "vertex 4"}},
      {"hostile cell count",
       "a.vtu",
       vtu(kVtuFour, "0 1 2 3", "4", "10",
           "NumberOfPoints='4' NumberOfCells='1000000000000000000'"),
       {"line 3", "NumberOfCells"}},
      {"plausible but false point count",
       "a.vtu",
       vtu(kVtuFour, "0 1 2 3", "4", "10", "NumberOfPoints='999999999' NumberOfCells='1'"),
       {"line", "counts are wrong"}},
      {"hostile offset",
       "a.vtu",
       vtu(kVtuFour, "0 1 2 3", "4000000000000000000", "10"),
       {"line 9", "4000000000000000000"}},
      {"unknown compressor",
       "a.vtu",
       "<VTKFile type='UnstructuredGrid' compressor='vtkLZ4DataCompressor'></VTKFile>",
       {"line 1", "vtkLZ4DataCompressor", "zlib"}},

      {"Vega element unknown",
       "a.veg",
       veg + "1 4 0\n1 1 2 3 7\n",
       {"line 10", "element 1", "vertex 7"}},
      {"Vega cubes",
       "a.veg",
       "*VERTICES\n" + node + "*ELEMENTS\nCUBIC\n1 8 0\n",
       {"line 8", "CUBIC", "tetrahedra"}},
      {"Vega set",
       "a.veg",
       veg + "1 4 0\n1 1 2 3 4\n*SET soft\n1, 2\n",
       {"line 12", "element 2", "soft"}},
      {"Abaqus bricks",
       "a.inp",
       abaqus + "*ELEMENT, TYPE=C3D8\n1,1,2,3,4,1,2,3,4\n",
       {"element 1"}},
      {"Abaqus element cut off", "a.inp", abaqus + "*ELEMENT, TYPE=C3D4\n1,1,2,3\n", {"element 1"}},
      {"Abaqus set",
       "a.inp",
       abaqus + "*ELEMENT, TYPE=C3D4\n1,1,2,3,4\n*ELSET, ELSET=soft\n2\n",
       {"line 9", "element 2", "soft"}},
      {"Abaqus range",
       "a.inp",
       abaqus + "*ELEMENT, TYPE=C3D4\n1,1,2,3,4\n*ELSET, ELSET=a, GENERATE\n1, 9000000000\n",
       {"line 9", "GENERATE"}},
      {"Vega includes itself", "a.veg", "*INCLUDE a.veg\n", {"line 1", "circle"}},
  };
}

/// Whether the text holds the part, and not as the beginning of a longer number.
bool says(const std::string& text, const std::string& part) {
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) {
    const char next = at + part.size() < text.size() ? text[at + part.size()] : ' ';
    if (!std::isdigit(static_cast<unsigned char>(part.back())) ||
        !std::isdigit(static_cast<unsigned char>(next)))
      return true;
  }
  return false;
}

TEST(ReadBroken, EveryErrorNamesFilePlaceAndElement) {
  const auto cases = broken_files();
  EXPECT_GE(cases.size(), 25u);
  for (const Broken& broken : cases) {
    SCOPED_TRACE(broken.what);
    const test::TempDir dir;
    const std::string path = dir.write(broken.name, broken.content);
    if (!broken.second_name.empty()) dir.write(broken.second_name, broken.second_content);
    try {
      read_mesh<3>(path);
      ADD_FAILURE() << "was read";
    } catch (const Error& error) {
      const std::string text = error.what();
      EXPECT_EQ(error.kind(), ErrorKind::bad_input) << text;
      EXPECT_NE(text.find(path), std::string::npos) << text;
      for (const std::string& part : broken.says)
        EXPECT_TRUE(says(text, part)) << "'" << part << "' not in: " << text;
      EXPECT_TRUE(text.ends_with(".")) << text;
    }
  }
}

TEST(ReadBroken, TheTemplatesThemselvesAreSound) {
  // So that each case above fails for its own reason.
  const test::TempDir dir;
  const auto sound = [&](const std::string& name, const std::string& content) {
    EXPECT_NO_THROW(EXPECT_EQ(read_mesh<3>(dir.write(name, content)).mesh.nodes(), 4)) << name;
  };
  sound("a.mesh", medit(kFour, "1\n1 2 3 4 0\n"));
  sound("b.msh", gmsh2(kGmshFour, "1\n77 4 2 1 1 1 2 3 4\n"));
  sound("c.msh", gmsh4("1 1 1 1\n3 1 4 1\n77 1 2 3 4\n"));
  sound("d.msh", gmsh2_binary(1, 4));
  sound("e.vtk", vtk(kVtkFour + "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n"));
  sound("f.vtk", vtk(kVtkFour + "CELLS 2 4\nOFFSETS vtktypeint64\n0 4\nCONNECTIVITY vtktypeint64\n"
                                "0 1 2 3\nCELL_TYPES 1\n10\n"));
  sound("g.vtu", vtu(kVtuFour, "0 1 2 3", "4", "10"));
}

TEST(ReadBroken, FilesThatCannotBeOpenedAreAnotherKind) {
  const test::TempDir dir;
  dir.write("alone.node", "0 3 0 0\n");
  dir.write("main.veg", "*VERTICES\n*INCLUDE nothing.here\n");
  std::filesystem::create_directory(dir.file("folder.mesh"));
  for (const char* name : {"absent.mesh", "absent.msh", "absent.vtk", "absent.vtu", "absent.veg",
                           "absent.ele", "alone.node", "main.veg", "folder.mesh"}) {
    try {
      read_mesh<3>(dir.file(name));
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::io) << error.what();
      EXPECT_NE(std::string(error.what()).find(dir.file("")), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace conjac
