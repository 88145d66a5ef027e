#include <gtest/gtest.h>

#include "conjac/error.h"
#include "scene/body.h"
#include "scene/materials.h"
#include "scene/select.h"
#include "support/small_scenes.h"
#include "support/temp_dir.h"

namespace conjac {
namespace {

// Three tetrahedra in a row: each shares a face with the next.
const std::string kMesh =
    "*VERTICES\n6 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n6 2 1 1\n"
    "*ELEMENTS\nTET\n3 4 0\n1 1 2 3 4\n2 2 3 4 5\n3 2 4 5 6\n"
    "*SET left\n1\n*SET ends\n1, 3\n";
const std::string kMaterials =
    "*MATERIAL flesh\nENU, 1000, 2e4, 0.45\n*MATERIAL gristle\nENU, 1100, 5e5, 0.4\n"
    "*REGION\nallElements, flesh\n*REGION\nends, gristle\n";

SceneSpec scene_of(const std::string& path) {
  SceneSpec scene;
  scene.mesh.source = MeshFile{path};
  return scene;
}
Selection set(const std::string& name) {
  return {{SelectSet{{name}}}, "roles[0].select"};
}

TEST(Sets, SelectElementsAndTheirNodes) {
  const test::TempDir dir;
  const Mesh<3> mesh = build_shape<3>(scene_of(dir.write("a.veg", kMesh))).mesh;
  EXPECT_EQ(select_elements(mesh, set("ends")), (std::vector{0, 2}));
  EXPECT_EQ(select_nodes(mesh, set("left")), (std::vector{0, 1, 2, 3}));
  const Selection middle{{SelectAllOf{{set("ends"), Selection{{SelectNot{{set("left")}}}, ""}}}},
                         ""};
  EXPECT_EQ(select_nodes(mesh, middle), (std::vector{4, 5}));
}

TEST(Sets, OfNodesSelectTheElementsThatLieInThem) {
  const test::TempDir dir;
  SceneSpec scene = scene_of(dir.write(
      "a.inp",
      "*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n4, 0, 0, 1\n5, 1, 1, 1\n*ELEMENT, TYPE=C3D4\n"
      "1, 1, 2, 3, 4\n2, 2, 3, 4, 5\n*NSET, NSET=far\n2, 3, 4, 5\n"));
  const Mesh<3> mesh = build_shape<3>(scene).mesh;
  EXPECT_EQ(select_nodes(mesh, set("far")), (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(select_elements(mesh, set("far")), (std::vector{1}));
}

TEST(Sets, ThatAreNotThereListThoseThatAre) {
  const test::TempDir dir;
  const Mesh<3> mesh = build_shape<3>(scene_of(dir.write("a.veg", kMesh))).mesh;
  try {
    select_nodes(mesh, set("rigth"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    EXPECT_STREQ(error.what(),
                 "roles[0].select: the mesh has no set \"rigth\"; it has \"left\", \"ends\"");
  }
}

TEST(Sets, OfSeveralBodiesKeepToTheirBody) {
  const test::TempDir dir;
  const std::string path = dir.write("a.veg", kMesh);
  SceneSpec scene;
  for (const char* name : {"one", "two"}) {
    BodySpec body;
    body.name = name;
    body.mesh.source = MeshFile{path};
    scene.bodies.push_back(body);
  }
  const Mesh<3> mesh = build_shape<3>(scene).mesh;
  EXPECT_EQ(select_elements(mesh, set("left")), (std::vector{0, 3}));
  const Selection second{{SelectAllOf{{set("left"), Selection{{SelectBody{{"two"}}}, ""}}}}, ""};
  EXPECT_EQ(select_elements(mesh, second), (std::vector{3}));
}

TEST(MaterialsOfFiles, AreUsedWhereTheSceneSaysSo) {
  const test::TempDir dir;
  SceneSpec scene = scene_of(dir.write("a.veg", kMesh + kMaterials));
  scene.mesh.use_materials = true;
  const Mesh<3> mesh = build_shape<3>(scene).mesh;
  const MaterialField<3> field = material_field(mesh, scene);
  EXPECT_EQ(field.density, (std::vector<double>{1100, 1000, 1100}));
  EXPECT_EQ(field.material, (std::vector{1, 0, 1}));
  ASSERT_EQ(field.terms.size(), 2u);
  EXPECT_NEAR(field.terms[0].parameters[0].mu, 2e4 / (2 * 1.45), 1e-9);
  EXPECT_NEAR(field.terms[1].parameters[0].mu, 5e5 / (2 * 1.4), 1e-9);

  // A material of the scene outweighs them, and has the first number.
  scene.materials.push_back(test::soft(7e4));
  scene.materials[0].select = set("left");
  const MaterialField<3> changed = material_field(mesh, scene);
  EXPECT_EQ(changed.material, (std::vector{0, 1, 2}));
  EXPECT_EQ(changed.density, (std::vector<double>{1000, 1000, 1100}));
}

TEST(MaterialsOfFiles, AreNotUsedUnasked) {
  const test::TempDir dir;
  SceneSpec scene = scene_of(dir.write("a.veg", kMesh + kMaterials));
  scene.materials.push_back(test::soft(7e4));
  const MaterialField<3> field = material_field(build_shape<3>(scene).mesh, scene);
  EXPECT_EQ(field.terms.size(), 1u);
}

TEST(MaterialsOfFiles, ThatCannotBeUsedSayWhy) {
  const test::TempDir dir;
  const auto said = [&](const std::string& more) -> std::string {
    SceneSpec scene = scene_of(dir.write("a.veg", kMesh + more));
    scene.mesh.use_materials = true;
    try {
      material_field(build_shape<3>(scene).mesh, scene);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::bad_input);
      return error.what();
    }
    return "";
  };
  EXPECT_NE(said("").find("a.veg: mesh.use_materials: the file holds no materials"),
            std::string::npos);
  EXPECT_NE(said("*MATERIAL m\nMOONEYRIVLIN, 1000, 3, 4, 5\n*REGION\nallElements, m\n")
                .find("\"m (MOONEYRIVLIN)\" of the mesh file has no density"),
            std::string::npos);
}

}  // namespace
}  // namespace conjac
