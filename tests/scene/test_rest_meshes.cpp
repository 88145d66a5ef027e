// The static solver on bodies that are slender, tiny, huge, stiff, far from the origin: it ends where
// the forces balance, by the load or by round-off, and within some tens of Newton steps.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "scene/world.h"
#include "support/expect_error.h"
#include "support/small_scenes.h"

namespace conjac {
namespace {

struct Bar {
  std::string name;
  std::array<int, 3> cells;
  Triple size;
  double young, poisson = 0.4;
  Triple origin{0, 0, 0}, gravity{0, -9.81, 0};
};

SceneSpec scene_of(const Bar& bar) {
  SceneSpec scene;
  scene.name = bar.name;
  scene.mesh.source = BoxMesh{bar.cells, bar.size, bar.origin};
  scene.materials.push_back(test::soft(bar.young, bar.poisson));
  scene.roles.push_back(
      {NodeRole::fixed, {{SelectSlice{0, bar.origin[0], 1e-6 * bar.size[0]}}, ""}});
  scene.gravity = bar.gravity;
  return scene;
}

// What failed before: bent far (the projected stiffness converged too slowly), and stiff (the line
// search took the round-off of the energy for a rise, and the residual could not fall any further).
TEST(RestMeshes, SlenderTinyHugeAndFarOnesConverge) {
  const std::vector<Bar> bars{
      {"40:1, bends by its length", {40, 1, 1}, {0.4, 0.01, 0.01}, 3e4},
      {"40:1, stiffer", {40, 1, 1}, {0.4, 0.01, 0.01}, 1e6},
      {"40:1, rubber", {40, 1, 1}, {0.4, 0.01, 0.01}, 1e9},
      {"40:1, steel", {40, 1, 1}, {0.4, 0.01, 0.01}, 2e11},
      {"80:1, soft", {80, 1, 1}, {0.8, 0.01, 0.01}, 3e4},
      {"80:1, stiffer", {80, 1, 1}, {0.8, 0.01, 0.01}, 1e6},
      {"80:1, rubber", {80, 1, 1}, {0.8, 0.01, 0.01}, 1e9},
      {"three micrometres", {6, 2, 2}, {3e-6, 1e-6, 1e-6}, 3e4},
      {"three micrometres, stiff", {6, 2, 2}, {3e-6, 1e-6, 1e-6}, 1e9, 0.49},
      {"three kilometres", {6, 2, 2}, {3e3, 1e3, 1e3}, 1e9, 0.49},
      {"a metre away", {6, 2, 2}, {0.09, 0.03, 0.03}, 1e9, 0.4, {1, 0, 0}},
      {"a thousand kilometres away", {6, 2, 2}, {0.09, 0.03, 0.03}, 1e9, 0.4, {1e6, 0, 0}},
      {"no load", {40, 1, 1}, {0.4, 0.01, 0.01}, 3e4, 0.4, {0, 0, 0}, {0, 0, 0}},
  };
  for (const Bar& bar : bars) {
    World<3> world(scene_of(bar));
    VectorXd rest;
    const EquilibriumResult result = world.rest_state(rest);
    EXPECT_TRUE(result.converged) << bar.name << ": " << explain(result);
    EXPECT_LE(result.iterations, 80) << bar.name;
    EXPECT_LE(result.residual, std::max(1e-10 * result.load_scale, result.round_off)) << bar.name;
    if (bar.gravity[1] == 0) {
      EXPECT_LT((rest - world.state().x).cwiseAbs().maxCoeff(), 1e-12 * world.size());
    }
  }
}

// A steel bar bends as the textbook's beam: by rho g A L^4 / (8 E I), less what one layer of linear
// tetrahedra locks. The same mesh a million times softer, under a millionth of the weight, bends by
// the same; so the tolerance is that of round-off alone.
TEST(RestMeshes, ABarBendsAlikeInEveryUnit) {
  const auto sag = [](double young, double weight) {
    Bar bar{"bar", {40, 1, 1}, {0.4, 0.01, 0.01}, young};
    bar.gravity = {0, -weight, 0};
    World<3> world(scene_of(bar));
    VectorXd rest;
    const EquilibriumResult result = world.rest_state(rest);
    EXPECT_TRUE(result.converged) << explain(result);
    return (rest - world.state().x).cwiseAbs().maxCoeff();
  };
  const double steel = sag(2e11, 9.81), soft = sag(2e5, 9.81e-6);
  EXPECT_GT(steel, 1e-7);
  EXPECT_NEAR(soft / steel, 1, 1e-6);
}

// Nothing holds it and nothing lies below: the weight has no answer, and the error says so.
TEST(RestMeshes, ABodyThatFallsHasNoRest) {
  SceneSpec scene = test::hanging_bar();
  scene.roles.erase(scene.roles.begin());
  scene.start_at_rest = true;
  testing::expect_error(ErrorKind::diverged, "start_at_rest: no static state was found: ", [&] {
    const World<3> world(scene);
  });
}

}  // namespace
}  // namespace conjac
