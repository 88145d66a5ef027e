#include <gtest/gtest.h>

#include <Eigen/LU>

#include <cmath>
#include <numeric>

#include "conjac/error.h"
#include "fem/harmonic.h"
#include "mesh/generate.h"

namespace conjac {
namespace {

template <int Dim>
std::vector<int> all_elements(const Mesh<Dim>& mesh) {
  std::vector<int> elements(mesh.elements.size());
  std::iota(elements.begin(), elements.end(), 0);
  return elements;
}

template <int Dim>
std::vector<int> nodes_where(const Mesh<Dim>& mesh, auto&& holds) {
  std::vector<int> nodes;
  for (int i = 0; i < mesh.nodes(); ++i)
    if (holds(mesh.rest[i])) nodes.push_back(i);
  return nodes;
}

TEST(Harmonic, IsLinearAlongABar) {
  const Mesh<3> bar = box({6, 2, 2}, Vec<3>(0.3, 0.1, 0.1));
  const auto field = harmonic_field<3>(
      bar, all_elements(bar), nodes_where(bar, [](const Vec<3>& p) { return p.x() < 1e-9; }),
      nodes_where(bar, [](const Vec<3>& p) { return p.x() > 0.3 - 1e-9; }));
  for (int e = 0; e < bar.element_count(); ++e) {
    Vec<3> centroid = Vec<3>::Zero();
    for (int node : bar.elements[e]) centroid += bar.rest[node] / 4;
    EXPECT_NEAR(field.value[e], centroid.x() / 0.3, 1e-12);
    EXPECT_LT((field.gradient[e] - Vec<3>(1 / 0.3, 0, 0)).norm(), 1e-10);
  }
}

/// Between two circles the field is the logarithm of the radius: a quarter of a ring.
TEST(Harmonic, IsLogarithmicBetweenCircles) {
  Mesh<2> ring = rectangle({40, 40}, Vec<2>(1, 1));
  const auto radius = [](double s) { return 1 + s; };
  for (Vec<2>& p : ring.rest)
    p = radius(p.x()) * Vec<2>(std::cos(p.y() * M_PI / 2), std::sin(p.y() * M_PI / 2));
  const auto field =
      harmonic_field<2>(ring, all_elements(ring),
                        nodes_where(ring, [](const Vec<2>& p) { return p.norm() < 1 + 1e-9; }),
                        nodes_where(ring, [](const Vec<2>& p) { return p.norm() > 2 - 1e-9; }));
  for (int e = 0; e < ring.element_count(); ++e) {
    Vec<2> centroid = Vec<2>::Zero();
    for (int node : ring.elements[e]) centroid += ring.rest[node] / 3;
    EXPECT_NEAR(field.value[e], std::log(centroid.norm()) / std::log(2.0), 2e-3);
    EXPECT_GT(field.gradient[e].normalized().dot(centroid.normalized()), 0.999);
  }
}

TEST(Harmonic, SaysWhatIsMissing) {
  const Mesh<2> sheet = rectangle({2, 2}, Vec<2>(1, 1));
  const std::vector<int> left{0, 3, 6};
  EXPECT_THROW(harmonic_field<2>(sheet, all_elements(sheet), left, {}), Error);
  EXPECT_THROW(harmonic_field<2>(sheet, all_elements(sheet), left, left), Error);
}

TEST(Harmonic, RunsFromEndToEndOfASpindle) {
  const Mesh<3> muscle = spindle<3>({12, 4}, Vec<3>(0, 0, 0), Vec<3>(0, 0.2, 0.1), 0.03, 0.01);
  double volume = 0;
  for (const auto& e : muscle.elements) {
    Mat<3> edges;
    for (int a = 0; a < 3; ++a) edges.col(a) = muscle.rest[e[a + 1]] - muscle.rest[e[0]];
    const double v = edges.determinant() / 6;
    EXPECT_GT(v, 0);
    volume += v;
  }
  // Of a round spindle of this profile, by Simpson's rule.
  double round = 0;
  const int n = 200;
  for (int i = 0; i <= n; ++i) {
    const double wave = std::sin(M_PI * i / n), r = 0.01 + 0.02 * wave * wave;
    round += (i % n == 0 ? 1 : i % 2 ? 4 : 2) * M_PI * r * r / (3 * n) * std::hypot(0.2, 0.1);
  }
  EXPECT_NEAR(volume, round, 0.1 * round);
  const Vec<3> along = Vec<3>(0, 0.2, 0.1).normalized();
  const auto at = [&](const Vec<3>& p) { return p.dot(along); };
  const double length = std::hypot(0.2, 0.1);
  const auto field = harmonic_field<3>(
      muscle, all_elements(muscle),
      nodes_where(muscle, [&](const Vec<3>& p) { return at(p) < 1e-9; }),
      nodes_where(muscle, [&](const Vec<3>& p) { return at(p) > length - 1e-9; }));
  for (const Vec<3>& g : field.gradient) EXPECT_GT(g.normalized().dot(along), 0.6);
}

}  // namespace
}  // namespace conjac
