#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "api/scenes.h"

namespace conjac {
namespace {

struct Piece {
  int dynamic = 0, held = 0;
  double left = HUGE_VAL;                   // m, where it begins at rest
  double mass = 0, height = 0, rising = 0;  // kg; of its centre, m and m/s
};

/// Pieces from left to right at rest, by a flood over the elements' nodes.
std::vector<Piece> pieces_of(const Simulation& simulation) {
  std::vector<int> label(static_cast<std::size_t>(simulation.nodes()));
  std::iota(label.begin(), label.end(), 0);
  const auto elements = simulation.element_nodes();
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t e = 0; e < elements.size(); e += 4) {
      int least = label[elements[e]];
      for (std::size_t k = 1; k < 4; ++k) least = std::min(least, label[elements[e + k]]);
      for (std::size_t k = 0; k < 4; ++k) {
        changed |= label[elements[e + k]] != least;
        label[elements[e + k]] = least;
      }
    }
  }
  std::map<int, Piece> found;
  for (std::size_t i = 0; i < label.size(); ++i) {
    Piece& piece = found[label[i]];
    piece.dynamic += simulation.roles()[i] == 1;
    piece.held += simulation.roles()[i] >= 3;
    piece.left = std::min(piece.left, simulation.rest_positions()[3 * i]);
    piece.mass += simulation.masses()[i];
    piece.height += simulation.masses()[i] * simulation.positions()[3 * i + 1];
    piece.rising += simulation.masses()[i] * simulation.velocities()[3 * i + 1];
  }
  std::vector<Piece> pieces;
  for (auto& [first, piece] : found) {
    piece.height /= piece.mass;
    piece.rising /= piece.mass;
    pieces.push_back(piece);
  }
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece& a, const Piece& b) { return a.left < b.left; });
  return pieces;
}

/// The paper's scene on a coarser grid: left and middle end up dynamic, right quasistatic, and the
/// middle one falls.
TEST(BarCut, LeftSwingsMiddleFallsRightIsQuasistatic) {
  Simulation simulation(testing::shipped("barcut", {"mesh.box.cells=[24,5,5]"}));
  std::vector<std::string> texts;
  Piece falling;
  double loose = 0;  // s, when it was last looked at
  while (simulation.time() < 1.6 - 1e-9) {
    const StepReport report = simulation.step();
    ASSERT_EQ(report.status, StepStatus::ok) << report.message;
    for (const CutReport& cut : report.cuts) texts.push_back(cut.text);
    if (simulation.time() < 1.4 || loose > 0) continue;  // out of touch with its neighbours
    falling = pieces_of(simulation).at(1);
    loose = simulation.time();
  }
  ASSERT_EQ(texts.size(), 3u);
  EXPECT_NE(texts[0].find("slit but holds together"), std::string::npos) << texts[0];
  EXPECT_NE(texts[1].find("2 pieces now, 1 before"), std::string::npos) << texts[1];
  EXPECT_NE(texts[2].find("3 pieces now, 2 before"), std::string::npos) << texts[2];

  const std::vector<Piece> pieces = pieces_of(simulation);
  ASSERT_EQ(pieces.size(), 3u);
  EXPECT_GT(pieces[0].held, 0);
  EXPECT_EQ(pieces[0].dynamic, 1);
  EXPECT_EQ(pieces[1].held, 0);
  EXPECT_EQ(pieces[1].dynamic, 3);
  EXPECT_GT(pieces[2].held, 0);
  EXPECT_EQ(pieces[2].dynamic, 0);
  // From there on a body in free fall; half a step's fall is 5 mm here.
  const double t = simulation.time() - loose;
  EXPECT_GT(t, 0.19);
  EXPECT_NEAR(pieces[1].height, falling.height + falling.rising * t - 9.81 * t * t / 2, 0.01);
  EXPECT_LT(pieces[1].height, -0.3);
  EXPECT_GT(pieces[0].height, -0.08);
  EXPECT_GT(pieces[2].height, -0.05);
}

}  // namespace
}  // namespace conjac
