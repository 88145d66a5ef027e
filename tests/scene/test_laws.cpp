#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "material/models.h"
#include "material/presets.h"
#include "scene/materials.h"
#include "scene/presets.h"
#include "scene/world.h"
#include "scenefile/parse.h"
#include "support/expect_error.h"
#include "support/paths.h"

namespace conjac {
namespace {

const std::string kRoot = test::source_dir();

SceneSpec laws_scene(double young) {
  SceneSpec spec = read_scene(kRoot + "/scenes/laws.json");
  for (MaterialSpec& material : spec.materials) material.laws[0].young = young;
  return spec;
}

/// How far the lowest node of each body of the scene hangs below its place at rest.
std::vector<double> sags(const World<3>& world, const VectorXd& x) {
  const Mesh<3>& mesh = world.mesh();
  std::vector<double> sag(mesh.body_names.size(), 0.0);
  for (int e = 0; e < mesh.element_count(); ++e)
    for (int node : mesh.elements[e])
      sag[mesh.body[e]] = std::max(sag[mesh.body[e]], mesh.rest[node][1] - x[3 * node + 1]);
  return sag;
}

TEST(LawScene, BarsOfAllLawsHangAndKeepStepping) {
  World<3> world(laws_scene(2500));
  for (int step = 0; step < 60; ++step) ASSERT_EQ(world.advance().status, StepStatus::ok) << step;
  for (const double sag : sags(world, world.state().x)) {
    EXPECT_GT(sag, 0.002);
    EXPECT_LT(sag, 0.12);
  }
}

/// Stiff enough, the six laws hang alike: Young's modulus means the same for all of them.
TEST(LawScene, StiffBarsOfAllLawsSagAlike) {
  SceneSpec spec = laws_scene(5e6);
  spec.start_at_rest = true;
  World<3> world(spec);
  const std::vector<double> all = sags(world, world.state().x);
  ASSERT_EQ(all.size(), 6u);
  EXPECT_GT(all[0], 1e-6);
  for (const double sag : all) EXPECT_NEAR(sag, all[0], 2e-3 * all[0]);
}

TEST(Presets, TableOfTheDocsIsTheOneInUse) {
  std::ifstream file(kRoot + "/docs/materials.md");
  std::stringstream text;
  text << file.rdbuf();
  for (const MaterialPreset& preset : kMaterialPresets) {
    std::ostringstream row;
    row.precision(10);
    row << "| `" << preset.name << "` | " << preset.law << " | " << preset.density << " | "
        << preset.young << " | " << preset.poisson << " | ";
    EXPECT_NE(text.str().find(row.str()), std::string::npos) << row.str();
    MaterialSpec material;
    material.preset = preset.name;
    const MaterialSpec made = with_preset(material);
    EXPECT_EQ(made.laws.size(), 1u);
    EXPECT_GE(law_number(made.laws[0].law), 0);
    EXPECT_EQ(std::get<double>(made.density), preset.density);
  }
}

TEST(Presets, SceneOfPresetsRuns) {
  World<3> world(read_scene(kRoot + "/scenes/tissues.json"));
  for (int step = 0; step < 20; ++step) ASSERT_EQ(world.advance().status, StepStatus::ok);
  const std::vector<double> sag = sags(world, world.state().x);
  EXPECT_GT(sag[0], sag[2]);  // fat sags more than muscle, silicone least
  EXPECT_GT(sag[2], 4 * sag[3]);
}

TEST(Presets, MooneyRivlinThatWouldCollapseIsRefused) {
  SceneSpec spec = laws_scene(2500);
  spec.materials[4].laws[0].poisson = 0.1;
  testing::expect_error(ErrorKind::bad_input, "Poisson's ratio is too small",
                        [&] { World<3> world(spec); });
}

}  // namespace
}  // namespace conjac
