#include <gtest/gtest.h>

#include "conjac/error.h"
#include "mesh/read.h"
#include "support/temp_dir.h"

namespace conjac {
namespace {

/// "name (of what): members" of every set, one after the other.
template <int Dim>
std::string sets_text(const Mesh<Dim>& mesh) {
  std::string text;
  for (const MeshSet& set : mesh.sets) {
    text += set.name + (set.of_elements ? " (elements):" : " (nodes):");
    for (int one : set.members) text += " " + std::to_string(one);
    text += "; ";
  }
  return text;
}

// Two tetrahedra on a common face; vertex 9 is used by none.
const std::string kGmsh2 =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
    "$PhysicalNames\n4\n2 7 \"skin\"\n3 1 \"lower half\"\n3 2 \"both\"\n1 4 \"edge\"\n"
    "$EndPhysicalNames\n"
    "$Nodes\n6\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n9 5 5 5\n$EndNodes\n"
    "$Elements\n6\n1 2 2 7 1 1 2 3\n2 4 2 1 1 1 2 3 4\n3 4 2 2 1 1 2 3 4\n4 4 2 2 1 2 3 4 5\n"
    "5 1 2 4 1 2 5\n6 15 2 8 1 9\n$EndElements\n";

TEST(ReadSets, GmshTwoNamesPhysicalGroupsOfAnyDimension) {
  const test::TempDir dir;
  const auto result = read_mesh<3>(dir.write("a.msh", kGmsh2));
  ASSERT_EQ(result.mesh.element_count(), 2);  // one was written for each of its groups
  EXPECT_EQ(sets_text(result.mesh),
            "skin (nodes): 0 1 2; lower half (elements): 0; both (elements): 0 1; "
            "edge (nodes): 1 4; ");
}

TEST(ReadSets, GmshFourTakesAllGroupsOfAnEntity) {
  const test::TempDir dir;
  const auto result = read_mesh<3>(dir.write(
      "a.msh",
      "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
      "$PhysicalNames\n3\n3 1 \"body\"\n3 2 \"core\"\n2 7 \"skin\"\n$EndPhysicalNames\n"
      "$Entities\n0 0 1 2\n1 0 0 0 1 1 1 1 7 0\n1 0 0 0 1 1 1 2 2 1 0\n2 0 0 0 1 1 1 1 1 0\n"
      "$EndEntities\n"
      "$Nodes\n1 5 1 5\n3 1 0 5\n1\n2\n3\n4\n5\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n$EndNodes\n"
      "$Elements\n3 3 1 3\n2 1 2 1\n1 1 2 3\n3 1 4 1\n2 1 2 3 4\n3 2 4 1\n3 2 3 4 "
      "5\n$EndElements\n"));
  EXPECT_EQ(sets_text(result.mesh),
            "body (elements): 0 1; core (elements): 0; skin (nodes): 0 1 2; ");
  EXPECT_EQ(result.mesh.region, (std::vector{2, 1}));
}

TEST(ReadSets, AGmshNameWithoutQuotesIsAMistakeWithAPlace) {
  const test::TempDir dir;
  std::string text = kGmsh2;
  text.replace(text.find("\"skin\""), 6, "skin");
  try {
    read_mesh<3>(dir.write("a.msh", text));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    EXPECT_NE(std::string(error.what()).find("a.msh, line 6"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("in quotes"), std::string::npos) << error.what();
  }
}

const std::string kVegMesh =
    "*VERTICES\n5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n"
    "*ELEMENTS\nTET\n3 4 0\n1 1 2 3 4\n2 2 3 4 5\n3 1 2 3 5\n";

TEST(ReadSets, VegaHasSetsAndWhatTheyAreMadeOf) {
  const test::TempDir dir;
  const auto result = read_mesh<3>(
      dir.write("a.veg", kVegMesh + "*MATERIAL flesh\nENU, 1000, 2e4, 0.45\n*MATERIAL gristle\n"
                                    "ENU, 1100, 5e5, 0.4\n*SET left\n1, 3\n*SET right\n2\n"
                                    "*REGION\nallElements, flesh\n*REGION\nright, gristle\n"));
  EXPECT_EQ(sets_text(result.mesh), "left (elements): 0 2; right (elements): 1; ");
  ASSERT_EQ(result.mesh.materials.size(), 2u);
  EXPECT_EQ(result.mesh.materials[0].name, "flesh");
  EXPECT_EQ(result.mesh.materials[0].elements, (std::vector{0, 1, 2}));
  EXPECT_EQ(result.mesh.materials[1].density, 1100);
  EXPECT_EQ(result.mesh.materials[1].young, 5e5);
  EXPECT_EQ(result.mesh.materials[1].poisson, 0.4);
  EXPECT_EQ(result.mesh.materials[1].elements, (std::vector{1}));
}

TEST(ReadSets, VegaRegionsNameWhatThereIs) {
  const test::TempDir dir;
  const auto said = [&](const std::string& more) -> std::string {
    try {
      read_mesh<3>(dir.write("a.veg", kVegMesh + more));
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(said("*REGION\nallElements, flesh\n").find("material 'flesh', which no *MATERIAL"),
            std::string::npos);
  EXPECT_NE(
      said("*MATERIAL m\nENU, 1, 1, 0.3\n*REGION\nleft, m\n").find("set 'left', which no *SET"),
      std::string::npos);
  // Another law is no mistake of the file; the scene says so if it wants the material.
  EXPECT_EQ(said("*MATERIAL m\nMOONEYRIVLIN, 1000, 3, 4, 5\n*REGION\nallElements, m\n"), "");
}

TEST(ReadSets, AbaqusHasSetsOfElementsAndOfNodes) {
  const test::TempDir dir;
  const auto result = read_mesh<3>(dir.write(
      "a.inp",
      "*NSET, NSET=ends\n10, 50\n*NODE\n10, 0, 0, 0\n20, 1, 0, 0\n30, 0, 1, 0\n40, 0, 0, 1\n"
      "50, 1, 1, 1\n*ELEMENT, TYPE=CPS3, ELSET=skin\n1, 10, 20, 30\n*ELEMENT, TYPE=C3D4, ELSET=a\n"
      "5, 10, 20, 30, 40\n*ELEMENT, TYPE=C3D4\n6, 20, 30, 40, 50\n*ELSET, ELSET=all\n5, 6\n"
      "*NSET, NSET=some, GENERATE\n10, 40, 20\n*NSET, NSET=ends\nsome, 20\n"));
  EXPECT_EQ(sets_text(result.mesh),
            "skin (nodes): 0 1 2; a (elements): 0; all (elements): 0 1; ends (nodes): 0 1 4; "
            "some (nodes): 0 2; ");
}

TEST(ReadSets, VtuArraysOfZeroesAndOnesAreSets) {
  const test::TempDir dir;
  const auto result = read_mesh<2>(dir.write(
      "a.vtu",
      "<?xml version='1.0'?><VTKFile type='UnstructuredGrid'><UnstructuredGrid>"
      "<Piece NumberOfPoints='4' NumberOfCells='2'>"
      "<PointData><DataArray type='UInt8' Name='rim'>0 1 1 0</DataArray>"
      "<DataArray type='Float64' Name='warm'>0 1 1 0</DataArray>"
      "<DataArray type='Int32' Name='count'>0 1 2 0</DataArray></PointData>"
      "<CellData><DataArray type='Int32' Name='region'>3 4</DataArray>"
      "<DataArray type='Int8' Name='soft'>0 1</DataArray></CellData>"
      "<Points><DataArray type='Float64' NumberOfComponents='3'>0 0 0 1 0 0 0 1 0 1 1 0</DataArray>"
      "</Points><Cells><DataArray type='Int8' Name='types'>5 5</DataArray>"
      "<DataArray type='Int32' Name='connectivity'>0 1 2 1 3 2</DataArray>"
      "<DataArray type='Int32' Name='offsets'>3 6</DataArray></Cells></Piece>"
      "</UnstructuredGrid></VTKFile>"));
  EXPECT_EQ(sets_text(result.mesh), "soft (elements): 1; rim (nodes): 1 2; ");
  EXPECT_EQ(result.mesh.region, (std::vector{3, 4}));
}

}  // namespace
}  // namespace conjac
