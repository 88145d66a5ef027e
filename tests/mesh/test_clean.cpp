#include <gtest/gtest.h>

#include "conjac/error.h"
#include "mesh/clean.h"
#include "mesh/topology.h"

namespace conjac {
namespace {

/// Two tetrahedra on a common face, their vertices called 10, 11, ...
RawMesh two_tetrahedra() {
  RawMesh raw;
  raw.files = {"two.mesh"};
  raw.first_label = 10;
  for (const std::array<double, 3>& x :
       {std::array{0.0, 0.0, 0.0}, std::array{1.0, 0.0, 0.0}, std::array{0.0, 1.0, 0.0},
        std::array{0.0, 0.0, 1.0}, std::array{1.0, 1.0, 1.0}})
    raw.points.push_back({x, line_place(4 + raw.points.size())});
  raw.tetrahedra.push_back({{10, 11, 12, 13}, 3, 1, line_place(20)});
  raw.tetrahedra.push_back({{11, 12, 13, 14}, -4, 2, line_place(21)});
  return raw;
}

template <int Dim>
std::string refusal(const RawMesh& raw) {
  try {
    clean<Dim>(raw);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    return error.what();
  }
  return "was accepted";
}

void expect_notice(const std::vector<std::string>& notices, const std::string& text) {
  for (const std::string& notice : notices)
    if (notice.find(text) != std::string::npos) return;
  ADD_FAILURE() << "no notice says '" << text << "'";
}

TEST(Clean, NegativeElementsAreRewoundAndCounted) {
  RawMesh raw = two_tetrahedra();
  std::swap(raw.tetrahedra[0].nodes[0], raw.tetrahedra[0].nodes[3]);
  const ReadResult<3> result = clean<3>(raw);
  for (int e = 0; e < 2; ++e) EXPECT_GT(signed_volume(result.mesh, e), 0);
  EXPECT_EQ(result.mesh.region, (std::vector{3, -4}));
  ASSERT_EQ(result.notices.size(), 1u);
  expect_notice(result.notices, "two.mesh: 1 element with negative rest volume re-wound");
}

TEST(Clean, UnusedVerticesAreDroppedAndOthersKeepTheirOrder) {
  RawMesh raw = two_tetrahedra();
  const std::vector<RawPoint> used = raw.points;
  raw.points = {used[0]};
  for (int k = 0; k < 3; ++k) raw.points.push_back({{9, 9, 9}, line_place(1)});
  for (int k = 1; k < 5; ++k) raw.points.push_back(used[k]);
  raw.labels = {10, 97, 98, 99, 11, 12, 13, 14};
  const ReadResult<3> result = clean<3>(raw);
  EXPECT_EQ(result.mesh.elements[0], (std::array{0, 1, 2, 3}));
  EXPECT_EQ(result.mesh.rest[1], (Vec<3>(1, 0, 0)));
  EXPECT_EQ(result.mesh.nodes(), 5);
  ASSERT_EQ(result.notices.size(), 1u);
  expect_notice(result.notices, "3 vertices that no element uses dropped");
}

TEST(Clean, ElementsWrittenTwiceCountOnce) {
  RawMesh raw = two_tetrahedra();
  raw.tetrahedra.push_back({{13, 12, 11, 10}, 8, 3, line_place(22)});
  const ReadResult<3> result = clean<3>(raw);
  EXPECT_EQ(result.mesh.region, (std::vector{3, -4}));
  expect_notice(result.notices, "1 element");
}

TEST(Clean, QuadraticElementsLoseTheirMiddleNodes) {
  RawMesh raw = two_tetrahedra();
  for (RawCell& cell : raw.tetrahedra) cell.quadratic = true;
  raw.points.push_back({{0.5, 0, 0}, line_place(9)});
  const ReadResult<3> result = clean<3>(raw);
  EXPECT_EQ(result.mesh.nodes(), 5);
  expect_notice(result.notices, "2 quadratic elements");
  expect_notice(result.notices, "1 vertex that no element uses dropped");
}

TEST(Clean, LabelsMayLieAnywhere) {
  RawMesh raw = two_tetrahedra();
  const std::int64_t far = std::numeric_limits<std::int64_t>::max();
  raw.labels = {far, -far, 0, far - 1, -5};
  raw.tetrahedra[0].nodes = {far, -far, 0, far - 1};
  raw.tetrahedra[1].nodes = {-far, 0, far - 1, -5};
  EXPECT_EQ(clean<3>(raw).mesh.elements[1][0], 1);
  raw.tetrahedra[1].nodes[2] = far - 2;
  EXPECT_NE(refusal<3>(raw).find("two.mesh, line 21, element 2: names vertex"), std::string::npos);
}

TEST(Clean, FlatnessIsJudgedBySize) {
  for (double size : {1e-6, 1.0, 1e6}) {
    RawMesh raw = two_tetrahedra();
    for (RawPoint& point : raw.points)
      for (double& x : point.x) x *= size;
    EXPECT_EQ(clean<3>(raw).mesh.element_count(), 2);
    raw.points[3].x = {0.3 * size, 0.3 * size, 1e-8 * size};  // thin, but a volume
    raw.tetrahedra.resize(1);
    EXPECT_EQ(clean<3>(raw).mesh.element_count(), 1);
    raw.points[3].x[2] = 1e-12 * size;  // what rounding leaves of a flat one
    EXPECT_NE(refusal<3>(raw).find("line 20, element 1: is flat"), std::string::npos);
  }
}

RawMesh one_triangle(double z, double last_z) {
  RawMesh raw;
  raw.files = {"sheet.vtk"};
  raw.points = {
      {{0, 0, z}, line_place(6)}, {{0, 1, z}, line_place(7)}, {{1, 0, last_z}, line_place(8)}};
  raw.triangles.push_back({{0, 1, 2, 0}, 5, 0, line_place(10)});
  return raw;
}

TEST(Clean, PlaneMeshesLoseTheirConstantHeight) {
  const ReadResult<2> result = clean<2>(one_triangle(2.5, 2.5));
  EXPECT_EQ(result.mesh.rest[1], (Vec<2>(0, 1)));
  EXPECT_EQ(result.mesh.elements[0], (std::array{0, 2, 1}));
  EXPECT_EQ(result.mesh.region[0], 5);
  expect_notice(result.notices, "re-wound");
}

TEST(Clean, CurvedSurfacesAreNotPlaneMeshes) {
  const std::string text = refusal<2>(one_triangle(0, 0.25));
  EXPECT_NE(text.find("sheet.vtk, line 8: vertex 2 has z = 0.25"), std::string::npos) << text;
}

TEST(Clean, DimensionsAreNotMixedUp) {
  EXPECT_NE(refusal<2>(two_tetrahedra()).find("3D scene"), std::string::npos);
  EXPECT_NE(refusal<3>(one_triangle(0, 0)).find("only a surface of 1 triangles"),
            std::string::npos);
  RawMesh quads = one_triangle(0, 0);
  quads.other_faces.add(7, line_place(11));
  EXPECT_NE(refusal<2>(quads).find("line 11, element 7"), std::string::npos);
}

}  // namespace
}  // namespace conjac
