#include "mesh/surface_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "mesh/surface_measure.h"
#include "support/expect_error.h"

namespace conjac {
namespace {

TEST(SurfaceFile, CornersOfObjNameNormalsAndTexture) {
  const SurfaceFile file = surface_from_obj(
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0.25 0.5\nvn 0 0 2\nf 1/1/1 2//-1 3/-1\nf 1 2 3\n", "a.obj");
  ASSERT_EQ(file.triangles.size(), 2u);
  const auto& [a, b, c] = file.triangles[0];
  EXPECT_EQ((std::array{a.point, a.normal, a.texture}), (std::array{0, 0, 0}));
  EXPECT_EQ((std::array{b.point, b.normal, b.texture}), (std::array{1, 0, -1}));
  EXPECT_EQ((std::array{c.point, c.normal, c.texture}), (std::array{2, -1, 0}));
  EXPECT_EQ(file.triangles[1][2].normal, -1);
  EXPECT_EQ(file.texture[0], (Vec<2>{0.25, 0.5}));
  for (const char* spoilt : {"v 0 0 0\nf 1/1 1 1\n", "v 0 0 0\nf 1//1 1 1\n", "vn 0 0\n", "vt 1\n",
                             "v 0 0 0\nf 1x 1 1\n"})
    testing::expect_error(ErrorKind::bad_input,
                          "a.obj:", [&] { surface_from_obj(spoilt, "a.obj"); });
}

/// Four vertices with normals and texture, a triangle and a quad, as a PLY file.
std::string small_ply(const std::string& format) {
  const bool text = format == "ascii", big = format == "binary_big_endian";
  std::string file = "ply\nformat " + format +
                     " 1.0\ncomment small\nelement vertex 4\nproperty float x\nproperty float y\n"
                     "property double z\nproperty float nx\nproperty float ny\nproperty float nz\n"
                     "property uchar red\nproperty float s\nproperty float t\nelement face 2\n"
                     "property list uchar int vertex_indices\nelement extra 1\n"
                     "property list uint8 int16 more\nend_header\n";
  const auto put = [&]<class T>(T value) {
    if (text) {
      file += std::to_string(value) + " ";
      return;
    }
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    if (big) std::reverse(bytes, bytes + sizeof(T));
    file.append(bytes, sizeof(T));
  };
  for (int i = 0; i < 4; ++i) {
    put(static_cast<float>(i % 2)), put(static_cast<float>(i / 2)), put(0.5);
    put(0.0f), put(0.0f), put(1.0f);
    put(static_cast<std::uint8_t>(200)), put(0.25f * static_cast<float>(i)), put(1.0f);
  }
  for (const std::vector<int>& face : {std::vector{0, 1, 2}, std::vector{0, 1, 3, 2}}) {
    put(static_cast<std::uint8_t>(face.size()));
    for (int corner : face) put(corner);
  }
  put(std::uint8_t{1}), put(std::int16_t{7});
  return file;
}

TEST(SurfaceFile, PlyIsReadInEveryFormat) {
  for (const char* format : {"ascii", "binary_little_endian", "binary_big_endian"}) {
    SCOPED_TRACE(format);
    const SurfaceFile file = surface_from_ply(small_ply(format), "a.ply");
    ASSERT_EQ(file.points.size(), 4u);
    EXPECT_EQ(file.points[3], (Vec<3>{1, 1, 0.5}));
    EXPECT_EQ(file.normals.at(1), (Vec<3>{0, 0, 1}));
    EXPECT_EQ(file.texture.at(3), (Vec<2>{0.75, 1}));
    EXPECT_EQ(triangles_of(file).triangles,
              (std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 1, 3}, {0, 3, 2}}));
    EXPECT_EQ(file.triangles[1][1].texture, 1);
  }
}

TEST(SurfaceFile, MistakesInPlyAreNamed) {
  const std::string whole = small_ply("binary_little_endian");
  const auto refused = [](const std::string& content, const std::string& part) {
    testing::expect_error(ErrorKind::bad_input, part, [&] { surface_from_ply(content, "a.ply"); });
  };
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string spoilt = small_ply("ascii");
    return spoilt.replace(spoilt.find(from), from.size(), to);
  };
  refused("plyy\n", "begin with `ply`");
  refused(whole.substr(0, whole.size() - 1), "a.ply");
  refused(with("property float y", "property float w"), "x, y and z");
  refused(with("float x", "real x"), "'real' is no type");
  refused(with("format ascii", "format text"), "the format is 'text'");
  refused(with("0 1 3 2", "0 1 4 2"), "face 1 names a vertex that is not there");
  refused(with("3 0 1 2", "-1 0 1 2"), "length");
  refused(with("vertex 4", "vertex 999999999"), "999999999");
  refused(with("0.500000", "nan"), "not a finite number");
}

TEST(SurfaceFile, MeasuresTellClosedFromOpen) {
  TriangleSurface cube;
  for (int i = 0; i < 8; ++i)
    cube.points.push_back({2.0 * (i & 1), 1.0 * (i >> 1 & 1), 1.0 * (i >> 2)});
  cube.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  SurfaceMeasure measured = measure_surface(cube);
  EXPECT_TRUE(measured.closed());
  EXPECT_DOUBLE_EQ(measured.volume, 2);
  EXPECT_DOUBLE_EQ(measured.area, 10);
  EXPECT_DOUBLE_EQ(measured.longest_edge, std::sqrt(5.0));
  EXPECT_NEAR(measured.smallest_angle, std::atan(0.5) * 180 / M_PI, 1e-12);
  EXPECT_EQ(measured.pieces, 1);
  std::swap(cube.triangles[0][0], cube.triangles[0][1]);
  EXPECT_EQ(measure_surface(cube).turned_edges, 3);
  cube.triangles.push_back({0, 1, 2});
  EXPECT_EQ(measure_surface(cube).crowded_edges, 3);
  cube.triangles.pop_back();
  cube.triangles.erase(cube.triangles.begin());
  measured = measure_surface(cube);
  EXPECT_EQ(measured.open_edges, 3);
  EXPECT_EQ(measured.an_open_edge, (std::array{0, 1}));
  cube.points.insert(cube.points.end(), {{9, 0, 0}, {9, 1, 0}, {9, 0, 1}});
  cube.triangles.push_back({8, 9, 10});
  EXPECT_EQ(measure_surface(cube).pieces, 2);
}

}  // namespace
}  // namespace conjac
