// Frequencies of whole bodies against dense algebra.
#include "conjac/modes.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <filesystem>

#include "api/body_matrices.h"
#include "conjac/error.h"
#include "support/expect_error.h"
#include "support/scratch_folder.h"
#include "support/small_scenes.h"

namespace conjac {
namespace {

std::vector<double> dense_frequencies(Simulation& simulation) {
  const BodyMatrices body(simulation);
  const MatrixXd lower(body.stiffness()), A = lower.selfadjointView<Eigen::Lower>();
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> pairs(
      A, MatrixXd(body.mass().asDiagonal()), Eigen::EigenvaluesOnly);
  std::vector<double> frequencies;
  for (double value : pairs.eigenvalues())
    frequencies.push_back(std::sqrt(std::max(0.0, value)) / (2 * M_PI));
  return frequencies;
}

TEST(Modes, OfAHeldBarAreThoseOfDenseAlgebra) {
  const SceneSpec scene = test::hanging_bar();
  for (double at : {0.0, 0.05}) {
    const ModesTable table = body_modes(scene, {8, at, ""});
    Simulation simulation(scene);
    while (simulation.time() < at - 1e-9) simulation.step();
    const std::vector<double> expected = dense_frequencies(simulation);
    ASSERT_EQ(table.full.size(), 8u);
    for (std::size_t k = 0; k < 8; ++k) EXPECT_NEAR(table.full[k], expected[k], 1e-6 * expected[k]);
    EXPECT_EQ(table.rigid, 0);
    // One node, three unknowns; condensed statically it swings too fast.
    ASSERT_EQ(table.reduced.size(), 3u);
    EXPECT_EQ(table.unknowns, 3);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_GT(table.reduced[k], 0.9999 * table.full[k]);
    EXPECT_LT(table.reduced[0], 1.3 * table.full[0]);
    // The same node and modes found from it: the three lowest, hardly too fast (once the bar is
    // stretched the step's tangent, which is projected, is a little stiffer).
    ASSERT_GE(table.modal.size(), 5u);
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(table.modal[k], table.full[k], (at == 0 ? 0.01 : 0.03) * table.full[k]);
  }
}

TEST(Modes, OfAFreeBodyBeginWithSixRigidOnes) {
  SceneSpec scene = test::free_block();
  scene.placement.dynamic = 8;
  const ModesTable table = body_modes(scene, {10, 0, ""});
  EXPECT_EQ(table.rigid, 6);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_EQ(table.full[k], 0);
    EXPECT_EQ(table.reduced[k], 0);
    EXPECT_EQ(table.modal[k], 0);
  }
  EXPECT_NEAR(table.modal[6], table.full[6], 0.02 * table.full[6]);
  Simulation simulation(scene);
  EXPECT_NEAR(table.full[6], dense_frequencies(simulation)[6], 1e-5 * table.full[6]);
}

TEST(Modes, FullFEHasNoReducedOnesAndBonesAreRefused) {
  SceneSpec scene = test::hanging_bar();
  scene.method.method = Method::vanilla;
  EXPECT_TRUE(body_modes(scene, {3, 0, ""}).reduced.empty());
  scene.bones.emplace_back();
  testing::expect_error(ErrorKind::bad_input, "bones", [&] { body_modes(scene, {}); });
}

TEST(Modes, ShapesAreFrames) {
  const testing::ScratchFolder folder;
  const std::string at = (folder.path() / "shapes").string();
  body_modes(test::hanging_bar(), {3, 0, at});
  EXPECT_TRUE(std::filesystem::exists(at + "/frames.pvd"));
  EXPECT_TRUE(std::filesystem::exists(at + "/frames/frame_00002.vtu"));
  EXPECT_FALSE(std::filesystem::exists(at + "/frames/frame_00003.vtu"));
}

}  // namespace
}  // namespace conjac
