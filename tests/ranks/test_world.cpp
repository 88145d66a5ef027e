#include <gtest/gtest.h>

#include <algorithm>

#include "core/ranks.h"
#include "dist/mpi_ranks.h"
#include "scene/check_ranks.h"
#include "scene/world.h"
#include "scenefile/parse.h"
#include "support/expect_error.h"
#include "support/paths.h"

// Started by mpirun: every rank takes a scene's steps alone, then all share them. What comes out is
// the same.

namespace conjac {
namespace {

constexpr double kSame = 1e-8;

SceneSpec scene(const std::string& name, std::vector<std::string> overrides) {
  overrides.insert(overrides.begin(), "method.solver=mumps");
  return read_scene(test::source_dir() + "/scenes/" + name + ".json", overrides);
}

struct Course {
  std::vector<VectorXd> x;  // after each step
  std::vector<double> kinetic, elastic, metric;
  std::vector<int> awake;
  int factorizations = 0;
};

template <int Dim>
Course course(const SceneSpec& spec, int steps) {
  World<Dim> world(spec);
  Course result;
  for (int k = 0; k < steps; ++k) {
    const StepReport report = world.advance();
    EXPECT_EQ(report.status, StepStatus::ok) << report.message;
    result.x.push_back(world.state().x);
    result.kinetic.push_back(report.energy.kinetic);
    result.elastic.push_back(report.energy.elastic);
    result.awake.push_back(report.active_nodes);
    for (int r = 0; r < static_cast<int>(world.representatives().size()); ++r)
      result.metric.push_back(world.liveliness(r));
  }
  result.factorizations = world.factorizations();
  return result;
}

template <int Dim>
Course alone(const SceneSpec& spec, int steps) {
  Ranks one;
  const RanksOfThread mine(one);
  return course<Dim>(spec, steps);
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double scale,
                 double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance * scale) << i;
}

template <int Dim>
void compare(const SceneSpec& spec, int steps, double tolerance = kSame) {
  const Course one = alone<Dim>(spec, steps), all = course<Dim>(spec, steps);
  const double size = one.x[0].maxCoeff() - one.x[0].minCoeff();
  for (int k = 0; k < steps; ++k) {
    EXPECT_LE((one.x[k] - all.x[k]).cwiseAbs().maxCoeff(), tolerance * size) << "step " << k;
    // And the same on all ranks, to the bit.
    VectorXd owners = all.x[k];
    ranks().gather(owners, Dim);
    EXPECT_EQ(owners, all.x[k]);
  }
  EXPECT_GT((all.x.back() - all.x.front()).norm(), 1e-6 * size);
  const double energy = std::max(*std::max_element(one.kinetic.begin(), one.kinetic.end()),
                                 *std::max_element(one.elastic.begin(), one.elastic.end()));
  expect_near(one.kinetic, all.kinetic, energy, 10 * tolerance);
  expect_near(one.elastic, all.elastic, energy, 10 * tolerance);
  EXPECT_EQ(one.awake, all.awake);
  if (!one.metric.empty())
    expect_near(one.metric, all.metric,
                1e-12 + *std::max_element(one.metric.begin(), one.metric.end()), 100 * tolerance);
  EXPECT_EQ(one.factorizations, all.factorizations);
}

TEST(SharedWorld, TimelineLoadsGravityAndAnObstacle) {
  compare<3>(scene("shaken", {"obstacles[0].box.center=[0.1,0.034,0]"}), 12);
}

TEST(SharedWorld, EveryIntegrator) {
  for (const char* name : {"modal", "linear-implicit", "trapezoidal"})
    compare<3>(scene("release", {std::string("method.integrator=") + name}), 6);
  compare<3>(scene("release", {"method.integrator=symplectic", "time.step=0.0002"}), 6);
}

TEST(SharedWorld, EveryStabilisationAndDamping) {
  for (const char* way : {"none", "pre", "post"})
    compare<3>(scene("shaken", {std::string("method.stabilisation=") + way, "method.damping=3",
                                "method.integrator=trapezoidal"}),
               6);
}

TEST(SharedWorld, MaterialsOfSeveralBodies) {
  compare<3>(scene("tissues", {}), 6);
}

TEST(SharedWorld, Fibres) {
  compare<3>(scene("aniso", {}), 3);
}

TEST(SharedWorld, Pressure) {
  compare<3>(scene("inflate", {}), 3);
}

TEST(SharedWorld, APlaneBody) {
  compare<2>(scene("beam2d", {}), 8);
}

TEST(SharedWorld, Adaptivity) {
  compare<3>(scene("shaken",
                   {"roles[1].role=representative", "method.adaptive=true", "method.threshold=0.3",
                    "method.integrator=linear-implicit", "obstacles=[]"}),
             25);
}

TEST(SharedWorld, TheGuard) {
  // Far too long a step for such a blow: tries are undone, on all ranks alike.
  compare<3>(scene("shaken", {"time.step=0.02", "timeline[1].load.force=[0,0,40]",
                              "timeline[1].load.start=0", "method.integrator=trapezoidal"}),
             6, 1e-6);
}

TEST(SharedWorld, MultigridAtATightTolerance) {
  SceneSpec spec = scene("release", {"method.shape_tolerance=1e-12", "method.load_tolerance=1e-12",
                                     "method.integrator=trapezoidal"});
  spec.method.solver = Solver::multigrid;
  compare<3>(spec, 4, 1e-7);
}

TEST(SharedWorld, WhatRanksDoNotKnowIsRefusedByName) {
  if (ranks().alone()) GTEST_SKIP() << "one rank knows all: start it by mpirun";
  const auto refused = [](const SceneSpec& spec, const char* words) {
    testing::expect_error(ErrorKind::bad_input, words, [&] { check_ranks(spec); });
  };
  refused(scene("barcut", {}), "cuts");
  refused(scene("arm", {}), "bones");
  refused(scene("tower", {}), "contact.between");
  refused(scene("shaken", {"contact.self=true"}), "contact.self");
  refused(scene("shaken", {"start_at_rest=true"}), "start_at_rest");
  refused(scene("shaken", {"method.name=vanilla"}), "full finite elements");
  refused(scene("shaken", {"method.background_factor=true"}), "background_factor");
  refused(scene("shaken", {"method.solver=fronts"}), "`fronts`");
  refused(scene("shaken", {"method.solver=cholmod"}), "`cholmod`");
  check_ranks(scene("shaken", {"method.solver=auto"}));
}

}  // namespace
}  // namespace conjac

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (!testing::GTEST_FLAG(list_tests)) conjac::start_mpi_ranks();
  return RUN_ALL_TESTS();
}
