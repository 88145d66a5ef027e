// A try that was thrown away leaves nothing behind: neither in what can be looked at, nor in what
// comes after it.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>
#include <string>
#include <utility>

#include "api/scenes.h"
#include "support/contact_scenes.h"

namespace conjac {
namespace {

using testing::shipped;

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// Numbers under a name, for comparison to the bit.
using Seen = std::vector<std::pair<const char*, std::vector<double>>>;

std::vector<double> numbers(std::span<const double> values) {
  return {values.begin(), values.end()};
}

/// Where everything is and how it moves.
Seen motion(const Simulation& s) {
  return {{"positions", numbers(s.positions())},
          {"velocities", numbers(s.velocities())},
          {"joint positions", numbers(s.joint_positions())},
          {"joint velocities", numbers(s.joint_velocities())}};
}

/// That, and all else that is there to be seen of a state. The liveliness of a state is found at
/// the beginning of the next step, whatever becomes of it: it is not among it.
Seen state(Simulation& s) {
  Seen seen = motion(s);
  seen.push_back({"time", {s.time()}});
  seen.push_back({"forces", numbers(s.forces())});
  seen.push_back({"contact forces", numbers(s.contact_forces())});
  std::vector<double> normal, friction, solids;
  for (const ContactView& contact : s.contacts()) {
    normal.insert(normal.end(), {double(contact.node), contact.depth});
    normal.insert(normal.end(), contact.force.begin(), contact.force.end());
    friction.insert(friction.end(), contact.friction.begin(), contact.friction.end());
  }
  for (const SolidView& solid : s.solids())
    solids.insert(solids.end(), solid.position.begin(), solid.position.end());
  seen.push_back({"contacts", normal});
  seen.push_back({"friction of the contacts", friction});
  seen.push_back({"places of obstacles", solids});
  const Energies e = s.energy();
  seen.push_back({"energies", {e.kinetic, e.elastic, e.gravity, e.contact}});
  return seen;
}

/// That after a step, with what its report said but for clocks and what tries have cost.
Seen step_of(Simulation& s, const StepReport& r) {
  Seen seen = state(s);
  seen.push_back({"report",
                  {r.time, r.energy.total(), r.scripted_work, r.residual, double(r.substeps),
                   double(r.active_nodes), double(r.contact.count), r.contact.penetration,
                   r.contact.normal_force, r.contact.friction_force}});
  std::vector<double> lively;
  for (int k = 0; k < s.representatives(); ++k)
    lively.insert(lively.end(), {double(s.awake(k)), s.liveliness(k)});
  seen.push_back({"liveliness", lively});
  return seen;
}

/// What differs, in words; empty when nothing does.
std::string difference(const Seen& a, const Seen& b) {
  std::string text;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const auto& [name, x] = a[k];
    const std::vector<double>& y = b[k].second;
    if (x.size() != y.size()) {
      text += std::string(name) + " (how many); ";
    } else if (!x.empty() && std::memcmp(x.data(), y.data(), x.size() * sizeof(double)) != 0) {
      double largest = 0;
      for (std::size_t i = 0; i < x.size(); ++i) largest = std::max(largest, std::abs(x[i] - y[i]));
      std::ostringstream size;
      size << name << " (by " << largest << "); ";
      text += size.str();
    }
  }
  return text;
}

/// One step that no try survives. Options are as before afterwards.
void fail_a_step(Simulation& simulation, bool guard) {
  const StepOptions usual = simulation.options();
  simulation.options().damping = kNoNumber;
  simulation.options().beta = kNoNumber;
  simulation.options().guard = guard;
  simulation.options().guard_levels = 1;
  const StepReport report = simulation.step();
  EXPECT_EQ(report.status, StepStatus::diverged);
  EXPECT_FALSE(report.message.empty());
  EXPECT_GE(report.undone, guard ? 2 : 1);
  simulation.options() = usual;
}

struct Case {
  const char* name;
  SceneSpec scene;
  int steps;
};

void PrintTo(const Case& one, std::ostream* out) {
  *out << one.name;
}

SceneSpec with(SceneSpec scene, Method method, std::optional<Integrator> integrator = {}) {
  scene.method.method = method;
  scene.method.integrator = integrator;
  // A factor that a failed try made anew would be younger than the one the run goes on with.
  scene.method.reuse_tolerance = 0;
  return scene;
}

std::vector<Case> cases() {
  const SceneSpec sliding = test::block_on_slope(25, 0.3), sticking = test::block_on_slope(10, 0.3);
  const SceneSpec dropped = test::dropped_block(0.005);
  SceneSpec moved = test::block_on_slope(0, 0.3);
  ObstacleMove move;
  move.start = 0.02;
  move.end = 0.1;
  move.translate = {0.02, 0, 0};
  moved.obstacles[0].motion.push_back(move);
  return {{"Swinging", with(shipped("hang"), Method::conjac), 12},
          {"Sliding", with(sliding, Method::conjac), 25},
          {"SlidingLinearImplicit", with(sliding, Method::conjac, Integrator::linear_implicit), 25},
          {"SlidingVanilla", with(sliding, Method::vanilla), 25},
          {"Sticking", with(sticking, Method::conjac), 25},
          {"MovingFloor", with(moved, Method::conjac), 25},
          {"Dropped", with(dropped, Method::conjac), 40},
          {"DroppedVanilla", with(dropped, Method::vanilla), 40},
          {"Tower", with(shipped("tower"), Method::conjac), 10},
          {"Muscle", with(shipped("muscle"), Method::conjac), 20},
          {"MuscleVanilla", with(shipped("muscle"), Method::vanilla), 20}};
}

class FailedSteps : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Scenes, FailedSteps, ::testing::ValuesIn(cases()),
                         [](const auto& one) { return std::string(one.param.name); });

/// Before every step one that fails: what is seen stays as it was, and the run goes on as if
/// nothing had been.
TEST_P(FailedSteps, LeaveNoTrace) {
  for (bool guard : {false, true}) {
    Simulation plain(GetParam().scene), troubled(GetParam().scene);
    for (int step = 0; step < GetParam().steps; ++step) {
      const Seen before = state(troubled);
      fail_a_step(troubled, guard);
      EXPECT_EQ(difference(before, state(troubled)), "")
          << "after a failed step, " << step << " steps into the run, guard " << guard;
      const StepReport a = plain.step(), b = troubled.step();
      ASSERT_EQ(a.status, StepStatus::ok) << a.message;
      ASSERT_EQ(b.status, StepStatus::ok) << b.message;
      ASSERT_EQ(difference(step_of(plain, a), step_of(troubled, b)), "")
          << "after step " << step + 1 << ", guard " << guard;
    }
  }
}

/// The step after a cut is one of its kind (energy is not kept in it): a failed one does not use
/// that up.
TEST(FailedStep, AfterACutLeavesNoTrace) {
  SceneSpec scene = with(shipped("release"), Method::conjac);
  Simulation plain(scene), troubled(scene);
  for (Simulation* s : {&plain, &troubled}) {
    for (int step = 0; step < 70; ++step) ASSERT_EQ(s->step().status, StepStatus::ok);
    CutSpec cut;
    cut.shape = CutPlane{{0.07, 0, 0}, {1, 0, 0}};
    ASSERT_TRUE(s->cut(cut).separated);
  }
  fail_a_step(troubled, false);
  for (int step = 0; step < 10; ++step) {
    const StepReport a = plain.step(), b = troubled.step();
    ASSERT_EQ(a.status, StepStatus::ok) << a.message;
    ASSERT_EQ(b.status, StepStatus::ok) << b.message;
    ASSERT_EQ(difference(step_of(plain, a), step_of(troubled, b)), "") << "step " << step + 1;
  }
}

/// A step whose first try failed and that was then taken in two halves is the same as two steps of
/// half the length: in flight, and where bodies touch with friction.
TEST(FailedTry, HalvesAreThoseOfARunInHalfSteps) {
  for (const auto& [scene, steps] :
       {std::pair{shipped("tower"), 6}, std::pair{shipped("release", {"time.step=0.03"}), 18}}) {
    Simulation whole(with(scene, Method::conjac, Integrator::trapezoidal));
    int compared = 0;
    for (int step = 0; step < steps; ++step) {
      const StepReport report = whole.step();
      ASSERT_EQ(report.status, StepStatus::ok) << report.message;
      if (report.undone == 0) continue;
      ASSERT_EQ(report.undone, 1);
      ASSERT_EQ(report.substeps, 2);
      // The same steps again up to here, the last one in halves.
      Simulation halves(with(scene, Method::conjac, Integrator::trapezoidal));
      for (int k = 0; k < step; ++k) halves.step();
      halves.set_time_step(scene.time.step / 2);
      for (int k = 0; k < 2; ++k) {
        const StepReport half = halves.step();
        ASSERT_EQ(half.status, StepStatus::ok) << half.message;
        ASSERT_EQ(half.undone, 0);
      }
      EXPECT_EQ(difference(motion(whole), motion(halves)), "")
          << scene.name << ", step " << step + 1;
      ++compared;
    }
    EXPECT_GE(compared, 1) << scene.name;
  }
}

/// "Empty when ok": the message of a try that failed is not that of the step.
TEST(FailedTry, ItsMessageIsNotThatOfAStepThatWentWell) {
  // Squeezed and with its tangents as they are, the matrix of a long step is indefinite; in shorter
  // ones the mass makes up for it.
  SceneSpec scene = shipped("hang", {"method.name=vanilla", "method.project=false",
                                     "time.step=0.02", "gravity=[0, 0, 0]"});
  Simulation simulation(scene);
  std::vector<double> x(simulation.positions().begin(), simulation.positions().end());
  double top = -HUGE_VAL;
  for (std::size_t i = 1; i < x.size(); i += 3) top = std::max(top, x[i]);
  for (std::size_t i = 1; i < x.size(); i += 3) x[i] = top + 0.6 * (x[i] - top);
  simulation.set_positions(x);
  int failed = 0;
  for (int step = 0; step < 10; ++step) {
    const StepReport report = simulation.step();
    if (report.status != StepStatus::ok) break;
    failed += report.undone;
    EXPECT_EQ(report.message, "") << "step " << step + 1 << ", " << report.undone << " undone";
  }
  EXPECT_GT(failed, 0);
}

}  // namespace
}  // namespace conjac
