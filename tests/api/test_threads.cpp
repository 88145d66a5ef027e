#include <gtest/gtest.h>

#include <cstring>

#include "api/scenes.h"
#include "core/threads.h"

namespace conjac {
namespace {

using testing::shipped;

/// FNV-1a over the bits of all positions and velocities after every step.
std::uint64_t state_hash(const SceneSpec& scene, int steps) {
  Simulation simulation(scene);
  std::uint64_t hash = 14695981039346656037ull;
  for (int step = 0; step < steps; ++step) {
    EXPECT_EQ(simulation.step().status, StepStatus::ok);
    for (const auto& view : {simulation.positions(), simulation.velocities()})
      for (double value : view) {
        std::uint64_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        hash = (hash ^ bits) * 1099511628211ull;
      }
  }
  return hash;
}

void expect_same_bits(const SceneSpec& scene, int steps) {
  std::uint64_t first = 0;
  for (int threads : {1, 2, 8}) {
    std::uint64_t hash = 0;
    run_with_threads(threads, [&] { hash = state_hash(scene, steps); });
    if (threads == 1) first = hash;
    EXPECT_EQ(hash, first) << threads << " threads";
  }
}

TEST(StateHashThreads, ConJac) {
  // Scripted motion, release, factor reuse, energy projection.
  expect_same_bits(shipped("release", {"time.step=0.01"}), 40);
}
TEST(StateHashThreads, ConJacAdaptive) {
  expect_same_bits(
      shipped("release", {"time.step=0.01", "method.adaptive=true", "placement.representative=4"}),
      40);
}
TEST(StateHashThreads, Vanilla) {
  expect_same_bits(shipped("release", {"time.step=0.01", "method.name=vanilla"}), 40);
}
TEST(StateHashThreads, Plane) {
  expect_same_bits(shipped("beam2d"), 20);
}

TEST(StateHashThreads, Contact) {
  // Blocks on the floor and on each other; friction, search, new factors.
  expect_same_bits(shipped("tower"), 12);
}

TEST(StateHashThreads, Bones) {
  expect_same_bits(shipped("arm"), 12);
  expect_same_bits(shipped("muscle", {"method.name=vanilla"}), 12);
}

TEST(StateHashThreads, BonesInTouch) {
  // The hand lands on the pad.
  expect_same_bits(shipped("arm-pad", {"timeline=[]"}), 40);
}

TEST(StateHash, TellsStatesApart) {
  EXPECT_NE(state_hash(shipped("hang"), 3),
            state_hash(shipped("hang", {"gravity=[0,-9.810000001,0]"}), 3));
}

TEST(ThreadCount, LimitsAndIsLifted) {
  const int before = thread_count();
  {
    const ThreadCount one(1);
    EXPECT_EQ(one.count(), 1);
    EXPECT_EQ(thread_count(), 1);
  }
  EXPECT_EQ(thread_count(), before);
}

}  // namespace
}  // namespace conjac
