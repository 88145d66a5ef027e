#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>
#include <set>

#include "scene/world.h"
#include "support/cut_checks.h"
#include "support/paths.h"
#include "support/small_scenes.h"

namespace conjac {
namespace {

int from_environment(const char* name, int usual) {
  const char* text = std::getenv(name);
  return text ? std::atoi(text) : usual;
}

/// CONJAC_CUTS=500 makes that many cuts in all in each of the tests instead of the few that are
/// enough for every day; CONJAC_CUT_SEED=1 makes other ones.
int cuts_wanted(int usual) {
  return from_environment("CONJAC_CUTS", usual);
}
unsigned seed(unsigned usual) {
  return usual + 1000000u * static_cast<unsigned>(from_environment("CONJAC_CUT_SEED", 0));
}

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * (random_() * 0x1p-32);  // the same with every standard library
  }
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  Triple direction() {
    while (true) {
      const Triple t{between(-1, 1), between(-1, 1), between(-1, 1)};
      const double length = std::hypot(t[0], t[1], t[2]);
      if (length > 0.1 && length < 1) return t;
    }
  }

 private:
  std::mt19937 random_;
};

struct Extent {
  Eigen::Vector3d low, high;
  double size() const { return (high - low).norm(); }
};

template <int Dim>
Extent extent(const World<Dim>& world) {
  Extent box{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  for (int i = 0; i < world.mesh().nodes(); ++i)
    for (int c = 0; c < Dim; ++c) {
      const double x = world.state().x[i * Dim + c];
      box.low[c] = i == 0 ? x : std::min(box.low[c], x);
      box.high[c] = i == 0 ? x : std::max(box.high[c], x);
    }
  return box;
}

/// A node or a place near the body; sometimes far from it.
template <int Dim>
Triple somewhere(const World<Dim>& world, Dice& dice) {
  Triple p{};
  if (dice.below(3) == 0) {  // exactly through a node
    const int node = dice.below(world.mesh().nodes());
    for (int c = 0; c < Dim; ++c) p[c] = world.state().x[node * Dim + c];
    return p;
  }
  const Extent box = extent(world);
  const double margin = dice.below(10) == 0 ? 1.0 : 0.0;
  for (int c = 0; c < Dim; ++c)
    p[c] = dice.between(box.low[c] - margin * box.size(), box.high[c] + margin * box.size());
  return p;
}

/// A sheet of bumps across the body.
CutTriangles bumps(const Triple& at, const Triple& normal, double size, Dice& dice) {
  const Eigen::Vector3d n = Eigen::Vector3d(normal.data()).normalized();
  const Eigen::Vector3d u = n.unitOrthogonal(), v = n.cross(u);
  const int cells = 4 + dice.below(9);
  const double height = dice.between(0.0, 0.12) * size, reach = dice.between(0.3, 1.5) * size;
  CutTriangles surface;
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j) {
      const Eigen::Vector3d p = Eigen::Vector3d(at.data()) + (2.0 * i / cells - 1) * reach * u +
                                (2.0 * j / cells - 1) * reach * v +
                                dice.between(-height, height) * n;
      surface.points.push_back({p[0], p[1], p[2]});
    }
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j) {
      const int a = i * (cells + 1) + j, b = a + cells + 1;
      surface.triangles.push_back({a, b, b + 1});
      surface.triangles.push_back({a, b + 1, a + 1});
    }
  return surface;
}

template <int Dim>
CutSpec any_cut(const World<Dim>& world, Dice& dice) {
  CutSpec cut;
  const double size = extent(world).size();
  const Triple at = somewhere(world, dice);
  const Triple axes[] = {{1, 0, 0}, {0, 1, 0}};
  const Triple normal = dice.below(3) == 0 ? axes[dice.below(2)] : dice.direction();
  switch (dice.below(Dim == 3 ? 4 : 3)) {
    case 0:
      cut.shape = CutPlane{at, normal, 0};
      break;
    case 1:
      cut.shape = CutPlane{at, normal, dice.between(0.05, 0.5) * size};
      break;
    case 2: {
      CutSweep sweep;
      sweep.direction = dice.direction();
      const int points = 2 + dice.below(12);
      for (int k = 0; k < points; ++k) sweep.points.push_back(somewhere(world, dice));
      if (dice.below(2)) sweep.points.push_back(sweep.points.back());  // the pen stands still
      sweep.closed = dice.below(3) == 0;
      if (dice.below(3) == 0) sweep.depth = dice.between(0, 1) * size;
      cut.shape = sweep;
      break;
    }
    default:
      cut.shape = bumps(at, normal, size, dice);
  }
  cut.snap = dice.below(3) > 0;
  cut.crumbs = static_cast<Crumbs>(std::array{0, 0, 0, 1, 2, 3}[dice.below(6)]);
  return cut;
}

struct Momenta {
  double mass = 0, volume = 0, speed = 0, lever = 0;
  Eigen::Vector3d linear = Eigen::Vector3d::Zero(), angular = Eigen::Vector3d::Zero();
};

template <int Dim>
Momenta momenta(const World<Dim>& world) {
  Momenta sum;
  for (int e = 0; e < world.mesh().element_count(); ++e)
    sum.volume += test::volume_of(world.mesh(), e);
  for (int i = 0; i < world.mesh().nodes(); ++i) {
    Eigen::Vector3d x = Eigen::Vector3d::Zero(), v = x;
    x.head<Dim>() = world.state().x.template segment<Dim>(i * Dim);
    v.head<Dim>() = world.state().v.nodes.template segment<Dim>(i * Dim);
    const double m = world.mass()[i * Dim];
    sum.mass += m;
    sum.linear += m * v;
    sum.angular += m * x.cross(v);
    sum.speed += m * v.norm();
    sum.lever += m * x.norm() * v.norm();
  }
  return sum;
}

/// The elements of `mesh`, each as the places of its corners; `rest` says where a node is.
template <int Dim>
auto elements_by_place(const Mesh<Dim>& mesh, const std::vector<Vec<Dim>>& rest) {
  std::multiset<std::array<std::array<double, Dim>, Dim + 1>> result;
  for (const auto& element : mesh.elements) {
    std::array<std::array<double, Dim>, Dim + 1> corners;
    for (int k = 0; k <= Dim; ++k)
      for (int c = 0; c < Dim; ++c) corners[k][c] = rest[element[k]][c];
    std::sort(corners.begin(), corners.end());
    result.insert(corners);
  }
  return result;
}

/// One cut with everything that must hold after it.
template <int Dim>
void cut_and_check(World<Dim>& world, Dice& dice, std::string& last) {
  const CutSpec cut = any_cut(world, dice);
  const Momenta before = momenta(world);
  const Mesh<Dim> old = world.mesh();
  const int elements = old.element_count(), nodes = old.nodes();
  const CutReport report = world.cut(cut);
  SCOPED_TRACE(report.text);
  last =
      report.text + (cut.snap ? ", snapped" : "") + ", shape " + std::to_string(cut.shape.index());
  ASSERT_EQ(world.mesh().element_count(), elements - report.elements_removed);
  test::expect_sound(world.mesh());
  EXPECT_EQ(test::pieces_of(world.mesh()), report.pieces_after);
  if (!report.separated) {
    EXPECT_EQ(world.mesh().nodes(), nodes);
  }
  const Momenta after = momenta(world);
  EXPECT_NEAR(after.mass, before.mass - report.mass_removed, 1e-12 * before.mass);
  for (int e = 0; e < world.mesh().element_count(); ++e)
    ASSERT_GT(test::volume_of(world.mesh(), e), 0);
  if (report.elements_removed > 0) return;
  // Old nodes keep their numbers, copies lie where their node does: so the old elements, with their
  // nodes where these are now, are the new ones, each once.
  ASSERT_GE(world.mesh().nodes(), nodes);
  EXPECT_EQ(elements_by_place(old, world.mesh().rest),
            elements_by_place(world.mesh(), world.mesh().rest));
  EXPECT_NEAR(after.volume, before.volume, 1e-12 * before.volume);
  EXPECT_LE((after.linear - before.linear).norm(), 1e-12 * before.speed + 1e-300);
  EXPECT_LE((after.angular - before.angular).norm(), 1e-12 * before.lever + 1e-300);
}

int failures_so_far() {
  return ::testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count();
}

/// A body with some cuts and some steps between them.
template <int Dim>
void cut_one_body(const SceneSpec& scene, int cuts, Dice& dice) {
  World<Dim> world(scene);
  std::string last;
  const int failures = failures_so_far();
  for (int k = 0; k < cuts; ++k) {
    SCOPED_TRACE("before cut " + std::to_string(k + 1) + " of " + std::to_string(cuts) + ": " +
                 last);
    for (int step = dice.below(4); step > 0; --step) {
      const StepReport report = world.advance();
      ASSERT_EQ(report.status, StepStatus::ok) << report.message;
      ASSERT_TRUE(world.state().x.allFinite() && world.state().v.nodes.allFinite());
    }
    cut_and_check(world, dice, last);
    if (failures_so_far() > failures) return;
  }
  SCOPED_TRACE("at the end: " + last);
  for (int step = 2 + dice.below(9); step > 0; --step) {
    const StepReport report = world.advance();
    ASSERT_EQ(report.status, StepStatus::ok) << report.message;
    ASSERT_TRUE(world.state().x.allFinite() && world.state().v.nodes.allFinite());
  }
}

/// Bodies one after the other, each with up to ten cuts. Each has dice of its own, so that one that
/// fails can be looked at alone: CONJAC_CUT_BODY=17 begins with that one.
template <int Dim>
void cut_again_and_again(const SceneSpec& scene, int cuts, unsigned seed) {
  int body = from_environment("CONJAC_CUT_BODY", 0);
  for (int made = 0; made < cuts; ++body) {
    Dice dice(seed + 100u * static_cast<unsigned>(body));
    SCOPED_TRACE("body " + std::to_string(body) + ", after " + std::to_string(made) + " cuts");
    SceneSpec one = scene;
    one.method.adaptive = dice.below(2);
    if (dice.below(2)) {  // pieces fall on a floor close below, and on each other
      ObstacleSpec floor;
      floor.shape = HalfSpaceObstacle{{0, extent(World<Dim>(scene)).low[1] - 0.003, 0}, {0, 1, 0}};
      one.obstacles.push_back(floor);
    }
    const int in_a_row = std::min(cuts - made, 1 + dice.below(10));
    const int failures = failures_so_far();
    cut_one_body<Dim>(one, in_a_row, dice);
    const bool sound = failures_so_far() == failures;
    made += in_a_row;
    if (std::getenv("CONJAC_CUTS"))  // long runs say how far they are, and go on to the end
      std::cout << "body " << body << (sound ? ", " : " FAILED, ") << made << " cuts" << std::endl;
    else if (!sound)
      return;
  }
}

SceneSpec bar() {
  SceneSpec scene;
  scene.mesh.source = BoxMesh{{9, 3, 3}, {0.09, 0.03, 0.03}, {0, 0, 0}};
  scene.materials.push_back(test::soft());
  scene.materials[0].density = Layers{0, {0.045}, {800, 1500}};
  scene.roles.push_back({NodeRole::fixed, test::slice(0, 0)});
  scene.placement.dynamic = 2;
  scene.placement.representative = 1;
  return scene;
}

SceneSpec shape(const char* name, const SelectShape& held) {
  SceneSpec scene;
  scene.mesh.source = MeshFile{test::source_dir() + "/scenes/shapes/" + name};
  scene.materials.push_back(test::soft(6e4, 0.45));
  scene.roles.push_back({NodeRole::fixed, {{held}, "held"}});
  scene.placement.representative = 4;
  return scene;
}

TEST(RandomCuts, Bars) {
  cut_again_and_again<3>(bar(), cuts_wanted(60), seed(11));
}

TEST(RandomCuts, Sheets) {
  SceneSpec scene = bar();
  scene.mesh.source = RectangleMesh{{18, 8}, {0.09, 0.04}, {0, 0}};
  cut_again_and_again<2>(scene, cuts_wanted(100), seed(12));
}

SceneSpec armadillo() {
  return shape("armadillo.vtu", SelectSphere{{0, 0.087, -0.010}, 0.012});
}
SceneSpec dragon() {
  return shape("dragon.vtu", SelectBox{{-0.08, -0.001, -0.04}, {0.08, 0.006, 0.04}});
}

// A few for the sanitizers, which leave slow tests out.
TEST(RandomCuts, Armadillo) {
  cut_again_and_again<3>(armadillo(), 3, 15);
}
TEST(RandomCuts, Dragon) {
  cut_again_and_again<3>(dragon(), 2, 16);
}

TEST(RandomCuts, SlowArmadillo) {
  cut_again_and_again<3>(armadillo(), cuts_wanted(20), seed(13));
}
TEST(RandomCuts, SlowDragon) {
  cut_again_and_again<3>(dragon(), cuts_wanted(10), seed(14));
}

}  // namespace
}  // namespace conjac
