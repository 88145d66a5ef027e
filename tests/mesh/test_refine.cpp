#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "mesh/generate.h"
#include "mesh/quality.h"
#include "mesh/refine.h"
#include "mesh/topology.h"

namespace conjac {
namespace {

/// A grid whose inner nodes were pushed about, so that no diagonal is the shortest by symmetry.
template <class MeshType>
MeshType crooked(MeshType mesh) {
  for (int i = 0; i < mesh.nodes(); ++i)
    for (int c = 0; c < mesh.rest[i].size(); ++c)
      mesh.rest[i][c] += 0.04 * std::sin(7.1 * i + 2.3 * c * c);
  return mesh;
}

template <int Dim>
double volume(const Mesh<Dim>& mesh, int first, int last) {
  double sum = 0;
  for (int e = first; e < last; ++e) sum += signed_volume(mesh, e);
  return sum;
}

/// Counted with a set of pairs, not by the mesh's own lists.
template <int Dim>
std::set<std::pair<int, int>> edges(const Mesh<Dim>& mesh) {
  std::set<std::pair<int, int>> found;
  for (const auto& element : mesh.elements)
    for (const int a : element)
      for (const int b : element)
        if (a < b) found.insert({a, b});
  return found;
}

template <int Dim>
void check_refined(const Mesh<Dim>& coarse) {
  const Mesh<Dim> fine = refine(coarse);
  constexpr int kParts = 1 << Dim;
  const auto old_edges = edges(coarse);
  ASSERT_EQ(fine.nodes(), coarse.nodes() + static_cast<int>(old_edges.size()));
  ASSERT_EQ(fine.element_count(), kParts * coarse.element_count());
  for (int i = 0; i < coarse.nodes(); ++i) EXPECT_EQ(fine.rest[i], coarse.rest[i]);
  int next = coarse.nodes();
  for (const auto& [a, b] : old_edges)
    EXPECT_EQ(fine.rest[next++], (coarse.rest[a] + coarse.rest[b]) / 2);
  for (int e = 0; e < coarse.element_count(); ++e) {
    const double whole = signed_volume(coarse, e);
    EXPECT_NEAR(volume(fine, kParts * e, kParts * e + kParts), whole, 1e-14);
    for (int k = 0; k < kParts; ++k)
      EXPECT_NEAR(signed_volume(fine, kParts * e + k), whole / kParts, 1e-14);
  }
  // It closes up: the surface is that of the coarse one, each of its sides in 2^(Dim-1) parts.
  EXPECT_EQ(boundary_facets(fine).size(), boundary_facets(coarse).size() << (Dim - 1));
  EXPECT_EQ(side_connected_pieces(fine), side_connected_pieces(coarse));
}

TEST(Refine, PartsFillTheElementsAndMeetAtWholeSides) {
  check_refined(crooked(box({2, 3, 2}, {1, 1.3, 0.8})));
  check_refined(refine(crooked(box({2, 2, 1}, {1, 1, 0.4}))));
  check_refined(crooked(rectangle({3, 2}, {1, 0.7})));
}

TEST(Refine, ShapesDoNotGetFlatterForEver) {
  Mesh<3> mesh = crooked(box({1, 1, 1}, {1, 1, 1}));
  const auto worst = [](const Mesh<3>& of) {
    double ratio = 1;
    for (const ElementQuality& one : mesh_quality(of)) ratio = std::min(ratio, one.radius_ratio);
    return ratio;
  };
  mesh = refine(mesh);
  const double once = worst(mesh);
  for (int k = 0; k < 3; ++k) mesh = refine(mesh);
  EXPECT_GT(worst(mesh), 0.999 * once);
}

TEST(Refine, HandsDownWhatElementsAndNodesAreCalled) {
  Mesh<3> mesh = box({2, 1, 1}, {2, 1, 1});
  for (int e = 0; e < mesh.element_count(); ++e) mesh.region[e] = e % 3;
  mesh.sets = {{"half", true, {1, 4}}, {"end", false, {}}};
  for (int i = 0; i < mesh.nodes(); ++i)
    if (mesh.rest[i][0] == 2) mesh.sets[1].members.push_back(i);
  mesh.materials = {{"glue", 1000, 1e4, 0.3, {2}}};
  mesh.body.assign(mesh.elements.size(), 0);
  mesh.body_names = {"bar"};
  const Mesh<3> fine = refine(refine(mesh));
  for (int e = 0; e < fine.element_count(); ++e) EXPECT_EQ(fine.region[e], e / 64 % 3);
  ASSERT_EQ(fine.sets[0].members.size(), 128u);
  for (int k = 0; k < 64; ++k) EXPECT_EQ(fine.sets[0].members[k], 64 + k);
  std::vector<int> at_end;  // by where it is, not by how it came about
  for (int i = 0; i < fine.nodes(); ++i)
    if (fine.rest[i][0] == 2) at_end.push_back(i);
  EXPECT_EQ(fine.sets[1].members, at_end);
  EXPECT_EQ(fine.materials[0].elements.size(), 64u);
  EXPECT_EQ(fine.body.size(), fine.elements.size());
  EXPECT_EQ(fine.body_names, mesh.body_names);
}

TEST(Refine, SizesAreKnownBefore) {
  const Mesh<3> mesh = box({8, 8, 8}, {1, 1, 1});
  const RefinedSize size = refined_size(mesh, 2);
  const Mesh<3> fine = refine(refine(mesh));
  EXPECT_EQ(size.elements, fine.element_count());
  EXPECT_GE(size.nodes, fine.nodes());
  EXPECT_LT(size.nodes, 1.35 * fine.nodes());
}

}  // namespace
}  // namespace conjac
