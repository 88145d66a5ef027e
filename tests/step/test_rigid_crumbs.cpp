// Which pieces of a cut keep their shape, and that they do.
#include "step/rigid_crumbs.h"

#include <gtest/gtest.h>

#include <vector>

#include "step/keep_shape.h"

namespace conjac {
namespace {

constexpr int kStride = 2;
using Marks = std::vector<char>;

/// Two pieces before, 0 and 1. The cut leaves 0 in four: large, light, few and light but held; 1 is
/// small and was not cut.
struct Cut {
  std::vector<int> before{0, 0, 0, 0, 0, 0, 0, 0, 1, 1}, now{0, 0, 1, 1, 2, 2, 3, 3, 4, 4},
      origin{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, elements{100, 8, 7, 9, 2};
  Marks floating_before{0, 1}, floating{1, 1, 1, 0, 1};
  VectorXd mass{2 * 10};
  RigidCrumbs crumbs;

  Cut() {
    const double each[] = {50, 0.49, 0.1, 0.01, 0.001};  // 101 kg: light is less than 1.01 kg
    for (int i = 0; i < mass.size(); ++i) mass[i] = each[now[i / kStride]];
    crumbs.find({2, before, floating_before}, pieces(), origin, elements, mass, kStride);
  }
  PieceView pieces() const { return {5, now, floating}; }
  Marks marks() const { return {crumbs.marks().begin(), crumbs.marks().end()}; }
};

TEST(RigidCrumbs, NobodyIsOneBeforeACut) {
  RigidCrumbs crumbs;
  const std::vector<int> piece{0, 0};
  const Marks floating{1};
  EXPECT_FALSE(crumbs.any_light(floating));
  EXPECT_EQ(crumbs.always_rigid(floating), 0);
  EXPECT_FALSE(crumbs.choose(true, {1, piece, floating}));
  EXPECT_FALSE(crumbs.keeps_shape(0));
}

TEST(RigidCrumbs, FewElementsAreRigidAtOnceAndLightPiecesOnDemand) {
  Cut cut;
  EXPECT_TRUE(cut.crumbs.any_light(cut.floating));
  EXPECT_EQ(cut.crumbs.always_rigid(cut.floating), 1);
  EXPECT_TRUE(cut.crumbs.choose(false, cut.pieces()));
  EXPECT_EQ(cut.marks(), (Marks{0, 0, 0, 0, 1, 1, 0, 0, 0, 0}));
  EXPECT_TRUE(cut.crumbs.keeps_shape(4));
  EXPECT_FALSE(cut.crumbs.keeps_shape(2));
  EXPECT_EQ(cut.crumbs.rigid(), (std::vector<std::vector<int>>{{4, 5}}));
  EXPECT_TRUE(cut.crumbs.choose(true, cut.pieces()));
  EXPECT_EQ(cut.marks(), (Marks{0, 0, 1, 1, 1, 1, 0, 0, 0, 0}));
  EXPECT_EQ(cut.crumbs.rigid(), (std::vector<std::vector<int>>{{2, 3}, {4, 5}}));
  EXPECT_TRUE(cut.crumbs.choose(true, cut.pieces()));  // as before, and somebody is
}

// Held pieces are not theirs to move; once let go they are crumbs like the others.
TEST(RigidCrumbs, OnlyFloatingPiecesAreRigid) {
  Cut cut;
  cut.floating = {0, 0, 0, 1, 0};
  EXPECT_TRUE(cut.crumbs.any_light(cut.floating));
  EXPECT_EQ(cut.crumbs.always_rigid(cut.floating), 0);
  EXPECT_FALSE(cut.crumbs.choose(false, cut.pieces()));
  EXPECT_TRUE(cut.crumbs.choose(true, cut.pieces()));
  EXPECT_EQ(cut.marks(), (Marks{0, 0, 0, 0, 0, 0, 1, 1, 0, 0}));
  cut.floating[3] = 0;
  EXPECT_FALSE(cut.crumbs.any_light(cut.floating));
  EXPECT_TRUE(cut.crumbs.choose(true, cut.pieces()));   // nobody any more: that is a change
  EXPECT_FALSE(cut.crumbs.choose(true, cut.pieces()));  // and now it is none
  EXPECT_EQ(cut.marks(), Marks(10, 0));
}

TEST(RigidCrumbs, FullFiniteElementsHaveNone) {
  Cut cut;
  cut.crumbs.choose(true, cut.pieces());
  cut.crumbs.none();
  EXPECT_EQ(cut.marks(), Marks(10, 0));
  EXPECT_TRUE(cut.crumbs.rigid().empty());
  EXPECT_TRUE(cut.crumbs.choose(false, cut.pieces()));  // and back
  EXPECT_TRUE(cut.crumbs.keeps_shape(4));
}

// The next cut goes elsewhere: what was a crumb is one still, what was whole is not.
TEST(RigidCrumbs, StayCrumbsThroughLaterCuts) {
  Cut cut;
  const std::vector<int> first = cut.now;
  const Marks floating = cut.floating;
  cut.now = {0, 5, 1, 1, 2, 2, 3, 3, 4, 4};  // the large piece in two
  cut.elements = {50, 8, 7, 9, 2, 50};
  cut.floating = {1, 1, 1, 1, 1, 1};
  const PieceView now{6, cut.now, cut.floating};
  cut.crumbs.find({5, first, floating}, now, cut.origin, cut.elements, cut.mass, kStride);
  EXPECT_FALSE(cut.crumbs.keeps_shape(4));  // nothing is chosen yet
  EXPECT_EQ(cut.crumbs.always_rigid(cut.floating), 1);
  EXPECT_TRUE(cut.crumbs.choose(true, now));
  EXPECT_EQ(cut.marks(), (Marks{0, 0, 1, 1, 1, 1, 1, 1, 0, 0}));
}

TEST(RigidCrumbs, TurnAndSpinOnAsWholes) {
  Cut cut;
  cut.crumbs.choose(true, cut.pieces());
  srand(31);
  const VectorXd x = VectorXd::Random(20);
  VectorXd dx = VectorXd::Random(20), v = VectorXd::Random(20), expected = dx, spun = v;
  for (const std::vector<int>& nodes : {std::vector<int>{2, 3}, {4, 5}})
    turn_whole(nodes, x, cut.mass, kStride, expected);
  cut.crumbs.turn(x, cut.mass, kStride, dx);
  EXPECT_EQ(dx, expected);
  const VectorXd there = x + dx;
  for (const std::vector<int>& nodes : {std::vector<int>{2, 3}, {4, 5}}) {
    EXPECT_NEAR((there.segment<2>(2 * nodes[0]) - there.segment<2>(2 * nodes[1])).norm(),
                (x.segment<2>(2 * nodes[0]) - x.segment<2>(2 * nodes[1])).norm(), 1e-14);
    spin_on(nodes, x, there, cut.mass, kStride, spun);
  }
  cut.crumbs.spin(x, there, cut.mass, kStride, v);
  EXPECT_EQ(v, spun);
}

}  // namespace
}  // namespace conjac
