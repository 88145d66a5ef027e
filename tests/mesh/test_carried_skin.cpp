#include "mesh/carried_skin.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <random>

#include "mesh/embed.h"
#include "mesh/generate.h"
#include "mesh/topology.h"

namespace conjac {
namespace {

std::vector<char> all_of(const Mesh<3>& mesh) {
  return std::vector<char>(static_cast<std::size_t>(mesh.element_count()), 1);
}

Vec<3> carried(const CarriedSkin& skin, std::size_t v, const std::vector<Vec<3>>& x) {
  Vec<3> sum = Vec<3>::Zero();
  for (std::size_t k = 0; k < 4; ++k) sum += skin.weights[v][k] * x[skin.nodes[v][k]];
  return sum;
}

/// A sheet of small triangles at the height z, a little larger than the bar below it.
SkinSurface sheet(double z, int cells) {
  SkinSurface skin;
  for (int j = 0; j <= cells; ++j)
    for (int i = 0; i <= cells; ++i) {
      skin.points.push_back({-0.05 + 1.1 * i / cells, -0.05 + 0.4 * j / cells, z});
      skin.normals.push_back(Vec<3>::UnitZ());
    }
  for (int j = 0; j < cells; ++j)
    for (int i = 0; i < cells; ++i) {
      const int a = j * (cells + 1) + i, b = a + cells + 1;
      skin.triangles.push_back({a, a + 1, b + 1});
      skin.triangles.push_back({a, b + 1, b});
    }
  return skin;
}

TEST(Embed, AgreesWithALookAtEveryElement) {
  const Mesh<3> mesh = box({4, 3, 3}, {1, 0.3, 0.3}, {0, 0, 0});
  const std::vector<char> all = all_of(mesh);
  const Embedder embedder(mesh, all);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> part(-0.3, 1.3);
  int outside = 0;
  for (int n = 0; n < 300; ++n) {
    const Vec<3> p{part(random), 0.3 * part(random), 0.3 * part(random)};
    const Embedded found = embedder.find(p);
    Vec<3> sum = Vec<3>::Zero();
    for (int k = 0; k < 4; ++k)
      sum += found.weights[k] * mesh.rest[mesh.elements[found.element][k]];
    EXPECT_LT((sum - p).norm(), 1e-14);
    const auto depth = [&](int e) {
      const auto w = embedder.weights_in(e, p);
      return *std::min_element(w.begin(), w.end());
    };
    double deepest = -HUGE_VAL;
    for (int e = 0; e < mesh.element_count(); ++e) deepest = std::max(deepest, depth(e));
    if (deepest >= 0) {
      EXPECT_GE(depth(found.element), -1e-12);
      continue;
    }
    // Outside: by brute force over points of the boundary, no element is clearly nearer.
    ++outside;
    const Vec<3> nearest = p.cwiseMax(Vec<3>::Zero()).cwiseMin(Vec<3>(1, 0.3, 0.3));
    const auto w = embedder.weights_in(found.element, nearest);
    EXPECT_GE(*std::min_element(w.begin(), w.end()), -1e-12) << p.transpose();
  }
  EXPECT_GT(outside, 50);
}

TEST(Embed, OnlyElementsThatMayCarryDo) {
  const Mesh<3> mesh = box({4, 1, 1}, {1, 0.25, 0.25}, {0, 0, 0});
  std::vector<char> left(static_cast<std::size_t>(mesh.element_count()), 0);
  for (int e = 0; e < mesh.element_count(); ++e)
    left[e] = mesh.rest[mesh.elements[e][0]][0] + mesh.rest[mesh.elements[e][3]][0] < 0.6;
  const Embedder embedder(mesh, left);
  for (double x : {0.1, 0.6, 0.9, 5.0}) EXPECT_TRUE(left[embedder.find({x, 0.1, 0.1}).element]);
}

TEST(CarriedSkin, AnAffineMotionCarriesItExactly) {
  const Mesh<3> mesh = box({5, 2, 2}, {1, 0.3, 0.3}, {0, 0, 0});
  const SkinSurface at_rest = sheet(0.31, 20);
  const CarriedSkin skin = carry_skin(mesh, all_of(mesh), at_rest);
  ASSERT_EQ(skin.nodes.size(), at_rest.points.size());
  EXPECT_EQ(skin.triangles, at_rest.triangles);
  EXPECT_EQ(skin.outside, static_cast<int>(at_rest.points.size()));
  // The corners are beside the bar by 5 cm in both directions, and 1 cm above it.
  EXPECT_NEAR(skin.farthest, std::sqrt(0.05 * 0.05 * 2 + 0.01 * 0.01), 1e-12);
  Eigen::Matrix3d A;
  A << 1.3, 0.2, -0.1, 0.4, 0.7, 0.3, -0.2, 0.5, 1.1;
  const Vec<3> b(0.3, -2, 1);
  std::vector<Vec<3>> x;
  for (const Vec<3>& p : mesh.rest) x.push_back(A * p + b);
  for (std::size_t v = 0; v < skin.nodes.size(); ++v)
    EXPECT_LT((carried(skin, v, x) - (A * at_rest.points[v] + b)).norm(), 1e-13);
}

TEST(CarriedSkin, TrianglesFollowTheirPieceAndNoneSpansACut) {
  const Mesh<3> mesh = box({8, 2, 2}, {1, 0.3, 0.3}, {0, 0, 0});
  std::vector<int> side;
  for (int e = 0; e < mesh.element_count(); ++e) {
    double middle = 0;
    for (int node : mesh.elements[e]) middle += mesh.rest[node][0] / 4;
    side.push_back(middle > 0.5);
  }
  // Parted by hand: nodes of the right half that the left one has too get copies.
  Mesh<3> parted = mesh;
  std::vector<int> copy(static_cast<std::size_t>(mesh.nodes()), -1);
  std::vector<char> in_left(static_cast<std::size_t>(mesh.nodes()), 0);
  for (int e = 0; e < mesh.element_count(); ++e)
    for (int node : mesh.elements[e]) in_left[node] |= side[e] == 0;
  for (int e = 0; e < mesh.element_count(); ++e)
    for (int& node : parted.elements[e]) {
      if (side[e] == 0 || !in_left[node]) continue;
      if (copy[node] < 0) {
        copy[node] = parted.nodes();
        parted.rest.push_back(parted.rest[node]);
      }
      node = copy[node];
    }
  ASSERT_EQ(connected_pieces(parted).count, 2);
  const SkinSurface at_rest = sheet(0.3, 23);  // no line of it lies on the cut
  const CarriedSkin whole = carry_skin(mesh, all_of(mesh), at_rest);
  const CarriedSkin skin = carry_skin(parted, all_of(parted), at_rest);
  EXPECT_EQ(whole.nodes.size(), at_rest.points.size());
  EXPECT_GT(skin.nodes.size(), at_rest.points.size());  // corners at the cut are there twice
  ASSERT_EQ(skin.triangles.size(), at_rest.triangles.size());
  // The right half goes away; every triangle keeps its shape.
  std::vector<Vec<3>> x = parted.rest;
  const Pieces pieces = connected_pieces(parted);
  const int right = pieces.of_node[parted.nodes() - 1];
  for (int i = 0; i < parted.nodes(); ++i)
    if (pieces.of_node[i] == right) x[i] += Vec<3>(2, 0, 0);
  int gone = 0;
  for (std::size_t t = 0; t < skin.triangles.size(); ++t) {
    std::array<double, 3> shift{};
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec<3>& rest = at_rest.points[at_rest.triangles[t][k]];
      shift[k] = (carried(skin, skin.triangles[t][k], x) - rest).norm();
    }
    const Vec<3> middle =
        (at_rest.points[at_rest.triangles[t][0]] + at_rest.points[at_rest.triangles[t][1]] +
         at_rest.points[at_rest.triangles[t][2]]) /
        3;
    for (double s : shift) EXPECT_NEAR(s, middle[0] > 0.5 ? 2 : 0, 1e-12);
    gone += shift[0] > 1;
  }
  EXPECT_GT(gone, 300);
  // And the two sides of the cut are bare.
  std::vector<std::array<int, 3>> facets;
  for (const Facet<3>& facet : boundary_facets(parted)) facets.push_back(facet.nodes);
  const std::vector<char> cut = cut_facets(parted.rest, facets);
  int bare = 0;
  for (std::size_t i = 0; i < facets.size(); ++i) {
    bool on_plane = true;
    for (int node : facets[i]) on_plane &= std::abs(parted.rest[node][0] - 0.5) < 1e-12;
    EXPECT_EQ(cut[i] != 0, on_plane);
    bare += cut[i];
  }
  EXPECT_EQ(bare, 2 * 2 * 2 * 2);
}

TEST(CarriedSkin, VerticesAreSplitWhereNormalsOrTextureAre) {
  const SkinSurface skin =
      skin_surface(surface_from_obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nvt 0 0\nvt 1 1\nvn 0 0 4\n"
                                    "f 1/1/1 2/1/1 3/1/1\nf 2/2 4/2 3/1/1\n",
                                    "a.obj"));
  EXPECT_EQ(skin.points.size(), 5u);  // the second corner has two places in the texture
  EXPECT_EQ(skin.triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}, {3, 4, 2}}));
  for (const Vec<3>& normal : skin.normals) EXPECT_LT((normal - Vec<3>::UnitZ()).norm(), 1e-15);
  EXPECT_EQ(skin.texture[3], (Vec<2>{1, 1}));
}

}  // namespace
}  // namespace conjac
