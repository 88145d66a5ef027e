#include <gtest/gtest.h>

#include "mesh/read.h"
#include "support/expect_error.h"
#include "support/temp_dir.h"

namespace conjac {
namespace {

// Corners of the formats that meshio does not write.

TEST(ReadFormats, MeditIgnoresCommentsAndSectionsItDoesNotKnow) {
  const test::TempDir dir;
  const auto result =
      read_mesh<3>(dir.write("a.MESH",
                             "# made by hand\nMeshVersionFormatted\n1\nDimension\n3\n"
                             "Tetrahedra 1\n1 2 3 4 9 # before the vertices\n"
                             "Ridges\n1\n1\nVertices\n4\n0 0 0 1\n1 0 0 1\n"
                             "0 1 0 1\n0 0 +1.0e0 1\nNormals\n1\n0.5 0 -1e-3\n"));
  EXPECT_EQ(result.mesh.region, std::vector{9});
  EXPECT_EQ(result.mesh.rest[3], (Vec<3>(0, 0, 1)));
  ASSERT_EQ(result.notices.size(), 1u);
  EXPECT_NE(result.notices[0].find("no End keyword"), std::string::npos);
}

TEST(ReadFormats, GmshTagsMayBeSparseAndPhysicalZeroMeansNone) {
  const test::TempDir dir;
  const auto result = read_mesh<3>(
      dir.write("a.msh",
                "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"soft part\"\n"
                "$EndPhysicalNames\n$Nodes\n5\n100 0 0 0\n7 1 0 0\n300 0 1 0\n5 0 0 1\n6 1 1 1\n"
                "$EndNodes\n$Elements\n4\n1 15 2 0 1 100\n2 2 2 0 1 100 7 300\n"
                "3 4 2 0 42 100 7 300 5\n4 4 4 17 42 1 0 7 300 5 6\n$EndElements\n"
                "$NodeData\nnot read\n"));
  EXPECT_EQ(result.mesh.elements, (std::vector<std::array<int, 4>>{{0, 1, 2, 3}, {1, 2, 3, 4}}));
  EXPECT_EQ(result.mesh.region, (std::vector{42, 17}));
}

TEST(ReadFormats, Gmsh4TakesParametricNodesAndReversedEntities) {
  const test::TempDir dir;
  const auto result = read_mesh<3>(
      dir.write("a.msh",
                "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n1 0 1 1\n1 0 0 0 0\n"
                "5 0 0 0 1 1 0 1 8 0\n5 0 0 0 1 1 1 2 -9 4 1 5\n$EndEntities\n"
                "$Nodes\n2 4 1 40\n0 1 0 1\n10\n0 0 0\n2 5 1 3\n20\n30\n40\n1 0 0 0.5 0.5\n"
                "0 1 0 0.5 0.5\n0 0 1 0.5 0.5\n$EndNodes\n"
                "$Elements\n2 2 1 2\n2 5 2 1\n1 10 20 30\n3 5 4 1\n2 10 20 30 40\n$EndElements\n"));
  EXPECT_EQ(result.mesh.nodes(), 4);
  EXPECT_EQ(result.mesh.region, std::vector{9});
}

TEST(ReadFormats, QuadraticTetrahedraAreReadByTheirCorners) {
  const test::TempDir dir;
  std::string nodes = "10\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n";
  for (int n = 5; n <= 10; ++n) nodes += std::to_string(n) + " 0.5 0.25 0.125\n";
  const auto result = read_mesh<3>(
      dir.write("a.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n" + nodes +
                             "$EndNodes\n$Elements\n1\n1 11 2 3 3 1 2 3 4 5 6 7 8 9 10\n"
                             "$EndElements\n"));
  EXPECT_EQ(result.mesh.nodes(), 4);
  EXPECT_EQ(result.notices.size(), 2u);
}

TEST(ReadFormats, TriangleFilesArePlane) {
  const test::TempDir dir;
  dir.write("a.node",
            "# Triangle\n4 2 1 1\n0 0 0 9.5 1\n1 1 0 9.5 1\n2 1 1 9.5 1\n\n3 0 1 9.5 1\n");
  dir.write("a.ele", "2 3 1\n0 0 1 2 2.0\n1 0 2 3 3.0 # last\n");
  EXPECT_EQ(mesh_dimension(dir.file("a.ele")), 2);
  const auto result = read_mesh<2>(dir.file("a.node"));
  EXPECT_EQ(result.mesh.elements, (std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(result.mesh.region, (std::vector{2, 3}));
  EXPECT_TRUE(result.notices.empty());
}

TEST(ReadFormats, VtkAttributesAreFoundAmongOthers) {
  const test::TempDir dir;
  const auto result = read_mesh<3>(dir.write(
      "a.vtk",
      "# vtk DataFile Version 3.0\ntitle\nASCII\nDATASET UNSTRUCTURED_GRID\n"
      "FIELD FieldData 1\nTIME 1 1 double\n0.5\n"
      "POINTS 5 float\n0 0 0 1 0 0 0 1 0 0 0 1 1 1 1\n\nMETADATA\nINFORMATION 0\n\n"
      "CELLS 3 14\n3 0 1 2\n4 0 1 2 3\n4 1 2 3 4\n\nCELL_TYPES 3\n5 10 10\n"
      "POINT_DATA 5\nSCALARS id int 1\nLOOKUP_TABLE default\n9 9 9 9 9\n"
      "VECTORS v double\n0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
      "CELL_DATA 3\nSCALARS stress double\nLOOKUP_TABLE default\n0.5 0.5 nan\n"
      "COLOR_SCALARS c 2\n0 1 0 1 0 1\nSCALARS material int\nLOOKUP_TABLE t\n1 2 3\n"
      "LOOKUP_TABLE t 1\n0 0 0 1\nSCALARS gmsh:physical float 1\nLOOKUP_TABLE default\n4 5 6\n"
      "SCALARS other int 1\nLOOKUP_TABLE default\n7 8 9\n"));
  EXPECT_EQ(result.mesh.region, (std::vector{5, 6}));
}

TEST(ReadFormats, VtuPiecesAreJoined) {
  const test::TempDir dir;
  const auto piece = [](const char* z, const char* label) {
    return std::string(
               "<Piece NumberOfPoints='3' NumberOfCells='1'><CellData Scalars='x'>"
               "<DataArray type='Int32' Name='a&amp;b' format='ascii'>") +
           label +
           "</DataArray></CellData><Points><DataArray type='Float32' NumberOfComponents=\"3\">"
           "<InformationKey name='k'>ignored</InformationKey>0 0 " +
           z + " 1 0 " + z + " 0 1 " + z +
           "</DataArray></Points><Cells><DataArray type='Int8' Name='types'>5</DataArray>"
           "<DataArray type='Int32' Name='connectivity'>0 1 2</DataArray>"
           "<DataArray type='Int32' Name='offsets'>3</DataArray></Cells></Piece>";
  };
  const auto result = read_mesh<2>(
      dir.write("a.vtu",
                "<?xml version='1.0'?><!-- note --><VTKFile type='UnstructuredGrid'>"
                "<UnstructuredGrid>" +
                    piece("0", "4") + piece("-0.0", "6") + "</UnstructuredGrid></VTKFile>"));
  EXPECT_EQ(result.mesh.elements, (std::vector<std::array<int, 3>>{{0, 1, 2}, {3, 4, 5}}));
  EXPECT_EQ(result.mesh.region, (std::vector{4, 6}));
}

TEST(ReadFormats, VegaCountsFromZeroOrOneAndTheLastSetWins) {
  const test::TempDir dir;
  dir.write("sets.inc", "*SET a\n0, 1\n*SET b\n1\n");
  const auto result =
      read_mesh<3>(dir.write("a.veg",
                             "*vertices\n5 3 0 0\n0, 0, 0, 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n4 1 1 1\n"
                             "*INCLUDE sets.inc\n*ELEMENTS\nTETS\n3 4 0\n0 0 1 2 3\n1 1 2 3 4\n"
                             "2 0 1 2 4\n"));
  EXPECT_EQ(result.mesh.region, (std::vector{1, 2, 0}));
  EXPECT_EQ(result.notices.size(), 2u);
}

TEST(ReadFormats, VegaSetsMayStandInFilesOfTheirOwn) {
  const test::TempDir dir;
  dir.write("a.inc", "0 1\n");
  dir.write("b.inc", "1\n*SET c\n2\n");
  const auto result =
      read_mesh<3>(dir.write("a.veg",
                             "*VERTICES\n5 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n4 1 1 1\n"
                             "*ELEMENTS\nTET\n3 4 0\n0 0 1 2 3\n1 1 2 3 4\n2 0 1 2 4\n"
                             "*SET a\n*INCLUDE a.inc\n*SET b\n*INCLUDE b.inc\n"));
  EXPECT_EQ(result.mesh.region, (std::vector{1, 2, 3}));
  EXPECT_EQ(result.notices.size(), 3u);
  EXPECT_THROW(read_mesh<3>(dir.write("c.veg", "*SET a\n*INCLUDE c.veg\n")), Error);
}

TEST(ReadFormats, GmshOneIsReadAndItsMistakesAreNamed) {
  const test::TempDir dir;
  const std::string nodes = "$NOD\n5\n7 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n4 1 1 1\n$ENDNOD\n";
  const auto result = read_mesh<3>(
      dir.write("a.msh", nodes + "$ELM\n4\n1 2 9 9 3 7 1 2\n2 15 0 1 1 7\n5 4 6 1 4 7 1 2 3\n"
                                 "6 4 0 8 4 1 2 3 4\n$ENDELM\n"));
  EXPECT_EQ(result.mesh.elements, (std::vector<std::array<int, 4>>{{0, 1, 2, 3}, {1, 2, 3, 4}}));
  EXPECT_EQ(result.mesh.region, (std::vector{6, 8}));
  const auto refused = [&](const std::string& text, const std::string& part) {
    testing::expect_error(ErrorKind::bad_input, part,
                          [&] { read_mesh<3>(dir.write("b.msh", text)); });
  };
  refused(nodes, "no $ELM");
  refused(nodes + "$ELM\n1\n1 4 0 0 3 7 1 2\n$ENDELM\n", "4 nodes");
  refused(nodes + "$ELM\n1\n1 4 0 0 4 7 1 2 3\n2", "$ENDELM");
  refused(nodes + nodes, "once each");
  refused(nodes + "$ELM\n1\n1 4 0 0 4 7 1 2 99\n$ENDELM\n", "99");
}

TEST(ReadFormats, AMeshMayStandInThePlaceOfAName) {
  // 2, 3, 1 as int32; (0, 0), (1, 0), (0, 1) as float64; 0, 1, 2 and region 5 as int32.
  const std::string triangle =
      "AgAAAAMAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPA/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAPA/"
      "AAAAAAEAAAACAAAABQAAAA==";
  const std::string data = "data:conjac/mesh;base64,";
  const auto result = read_mesh<2>(data + triangle);
  EXPECT_EQ(result.mesh.elements, (std::vector<std::array<int, 3>>{{0, 1, 2}}));
  EXPECT_EQ(result.mesh.region, (std::vector{5}));
  EXPECT_EQ(result.mesh.rest[1], (Vec<2>{1, 0}));
  EXPECT_EQ(mesh_dimension(data + triangle), 2);
  for (const std::string& spoilt :
       {std::string(), triangle.substr(0, 40), "?" + triangle, "AAAAAA" + triangle.substr(6)})
    EXPECT_THROW(read_mesh<2>(data + spoilt), Error) << spoilt;
}

TEST(ReadFormats, AbaqusTakesTetrahedraAndTheirSets) {
  const test::TempDir dir;
  const auto result = read_mesh<3>(dir.write(
      "a.inp",
      "*Heading\n** a remark\n written by hand\n*Node, nset=all\n10, 0, 0, 0\n20, 1., 0, 0\n"
      "** in between\n30, 0, 1, 0\n40, 0, 0, 1\n50, 1, 1, 1\n*ELEMENT, TYPE=CPS3, ELSET=skin\n"
      "1, 10, 20, 30\n*Element, type=T3D2\n2, 10, 20\n*element, type = C3D4H, elset=first\n"
      "5, 10, 20, 30, 40\n6, 20, 30, 40, 50\n*ELEMENT, TYPE=C3D10\n7, 10, 20, 30, 50, 10, 20,\n"
      "30, 50, 10, 20\n*Elset, elset=both, generate\n6, 7, 1\n*Elset, elset=skin\n1, 2\n"
      "*Material, name=m\n*Elastic\n1e5, 0.3\n"));
  EXPECT_EQ(result.mesh.elements,
            (std::vector<std::array<int, 4>>{{0, 1, 2, 3}, {1, 2, 3, 4}, {0, 1, 2, 4}}));
  EXPECT_EQ(result.mesh.region, (std::vector{1, 2, 2}));
  EXPECT_EQ(mesh_dimension(dir.write("b.inp",
                                     "*NODE\n1, 0, 0\n2, 1, 0\n3, 0, 1\n*ELEMENT, "
                                     "TYPE=CPE3\n1, 1, 2, 3\n")),
            2);
}

}  // namespace
}  // namespace conjac
