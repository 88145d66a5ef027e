#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "api/scenes.h"
#include "support/scratch_folder.h"

namespace conjac {
namespace {

using testing::shipped;

/// What a newcomer writes first.
TEST(Hello, LoadStepLook) {
  Simulation simulation(shipped("hang"));
  for (int step = 0; step < 10; ++step) ASSERT_EQ(simulation.step().status, StepStatus::ok);
  EXPECT_DOUBLE_EQ(simulation.time(), 0.05);
  double lowest = 0;
  for (int i = 0; i < simulation.nodes(); ++i)
    lowest = std::min(lowest, simulation.positions()[3 * i + 1]);
  // It hangs 9 cm down and falls for 0.05 s: at most h (h + 2h + ... ) as much as free fall.
  EXPECT_LT(lowest, -0.09);
  EXPECT_GT(lowest, -0.09 - 0.5 * 9.81 * 0.055 * 0.055);
}

TEST(Simulation, ArraysHaveTheShapesTheHeaderSays) {
  for (const char* name : {"hang", "beam2d"}) {
    Simulation simulation(shipped(name));
    const int d = simulation.dimension(), n = simulation.nodes(), e = simulation.elements();
    EXPECT_EQ(d, std::string(name) == "hang" ? 3 : 2);
    for (const auto& view : {simulation.positions(), simulation.velocities(),
                             simulation.rest_positions(), simulation.forces()})
      EXPECT_EQ(view.size(), static_cast<std::size_t>(n * d));
    EXPECT_EQ(simulation.masses().size(), static_cast<std::size_t>(n));
    EXPECT_EQ(simulation.roles().size(), static_cast<std::size_t>(n));
    EXPECT_EQ(simulation.element_nodes().size(), static_cast<std::size_t>(e * (d + 1)));
    EXPECT_EQ(simulation.element_regions().size(), static_cast<std::size_t>(e));
    EXPECT_EQ(simulation.von_mises().size(), static_cast<std::size_t>(e));
    int unknowns = 0;
    const auto J = simulation.jacobian(unknowns);
    EXPECT_EQ(unknowns, d * std::ranges::count(simulation.roles(), 1));
    EXPECT_EQ(J.size(), static_cast<std::size_t>(n * d * unknowns));
  }
}

TEST(Simulation, MassIsDensityTimesVolume) {
  Simulation simulation(shipped("hang"));
  const auto m = simulation.masses();
  EXPECT_NEAR(std::accumulate(m.begin(), m.end(), 0.0), 1000 * 0.03 * 0.09 * 0.03, 1e-12);
}

TEST(Simulation, EnergiesAreThoseOfTheState) {
  Simulation simulation(shipped("hang"));
  for (int step = 0; step < 7; ++step) simulation.step();
  const Energies energy = simulation.energy();
  double kinetic = 0, gravity = 0;
  for (int i = 0; i < simulation.nodes(); ++i) {
    for (int c = 0; c < 3; ++c)
      kinetic += 0.5 * simulation.masses()[i] * std::pow(simulation.velocities()[3 * i + c], 2);
    gravity += simulation.masses()[i] * 9.81 * simulation.positions()[3 * i + 1];
  }
  EXPECT_NEAR(energy.kinetic, kinetic, 1e-12 * kinetic);
  EXPECT_NEAR(energy.gravity, gravity, 1e-12 * std::abs(gravity));
  EXPECT_GT(energy.elastic, 0);
}

/// Force from the energy and stiffness from the force, by central differences through the doors.
TEST(Simulation, ForceAndStiffnessAreDerivatives) {
  Simulation simulation(shipped("hang", {"mesh.box.cells=[1,2,1]"}));
  const std::size_t dofs = simulation.positions().size();
  std::vector<double> x(simulation.positions().begin(), simulation.positions().end());
  for (std::size_t i = 0; i < dofs; ++i) x[i] *= 1 + 0.1 * std::sin(static_cast<double>(i));
  const double step = 1e-6 * simulation.size();
  simulation.set_positions(x);
  const auto f = simulation.forces();
  const std::vector<double> force(f.begin(), f.end());
  std::vector<double> K(dofs * dofs, 0.0);
  const SparseView sparse = simulation.stiffness(false);
  ASSERT_EQ(static_cast<std::size_t>(sparse.size), dofs);
  for (std::size_t j = 0; j < dofs; ++j)
    for (int k = sparse.column_start[j]; k < sparse.column_start[j + 1]; ++k) {
      const auto i = static_cast<std::size_t>(sparse.rows[k]);
      K[i * dofs + j] = K[j * dofs + i] = sparse.values[k];
    }
  double largest_force = 0, largest_entry = 0;
  for (double value : force) largest_force = std::max(largest_force, std::abs(value));
  for (double value : K) largest_entry = std::max(largest_entry, std::abs(value));
  for (std::size_t j = 0; j < dofs; ++j) {
    double energy[2];
    std::vector<double> side[2];
    for (int s : {0, 1}) {
      std::vector<double> moved = x;
      moved[j] += s ? step : -step;
      simulation.set_positions(moved);
      energy[s] = simulation.energy().elastic + simulation.energy().gravity;
      side[s].assign(simulation.forces().begin(), simulation.forces().end());
    }
    // Truncation is of order step^2, round-off of order 1e-16 / step: both near 1e-9.
    EXPECT_NEAR(-(energy[1] - energy[0]) / (2 * step), force[j], 1e-6 * largest_force);
    for (std::size_t i = 0; i < dofs; ++i)
      EXPECT_NEAR((side[1][i] - side[0][i]) / (2 * step), K[i * dofs + j], 1e-6 * largest_entry);
  }
}

/// J moves the dynamic node by itself and keeps the net force on followers, K J = 0 there.
TEST(Simulation, JacobianKeepsFollowersInBalance) {
  Simulation simulation(shipped("hang"));
  for (int step = 0; step < 3; ++step) simulation.step();
  int unknowns = 0;
  const auto J = simulation.jacobian(unknowns);
  ASSERT_EQ(unknowns, 3);
  const SparseView K = simulation.stiffness();
  std::vector<double> KJ(J.size(), 0.0);
  double scale = 0;
  for (int j = 0; j < K.size; ++j)
    for (int k = K.column_start[j]; k < K.column_start[j + 1]; ++k) {
      const int i = K.rows[k];
      scale = std::max(scale, std::abs(K.values[k]));
      for (int u = 0; u < 3; ++u) {
        KJ[3 * i + u] += K.values[k] * J[3 * j + u];
        if (i != j) KJ[3 * j + u] += K.values[k] * J[3 * i + u];
      }
    }
  for (int node = 0; node < simulation.nodes(); ++node)
    for (int c = 0; c < 3; ++c)
      for (int u = 0; u < 3; ++u) {
        const int row = 3 * (3 * node + c) + u;
        switch (simulation.roles()[node]) {
          case 0:
            EXPECT_NEAR(KJ[row], 0, 1e-10 * scale);
            break;
          case 1:
            EXPECT_NEAR(J[row], c == u, 1e-12);
            break;
          default:
            EXPECT_EQ(J[row], 0);
        }
      }
}

TEST(Simulation, PositionsAndVelocitiesCanBeSet) {
  Simulation simulation(shipped("hang", {"gravity=[0,0,0]"}));
  std::vector<double> x(simulation.positions().begin(), simulation.positions().end());
  std::vector<double> v(x.size(), 0.0);
  simulation.set_positions(x);
  simulation.set_velocities(v);
  simulation.step();
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(simulation.positions()[i], x[i], 1e-15);
  x.pop_back();
  EXPECT_THROW(simulation.set_positions(x), Error);
  v[0] = std::nan("");
  EXPECT_THROW(simulation.set_velocities(v), Error);
}

TEST(Simulation, EquilibrateFindsWhereTheNetForceVanishes) {
  Simulation simulation(shipped("hang"));
  const RestReport report = simulation.equilibrate();
  EXPECT_TRUE(report.converged);
  EXPECT_GT(report.distance, 1e-4);
  double largest = 0;
  const auto f = simulation.forces();
  for (int i = 0; i < simulation.nodes(); ++i)
    if (simulation.roles()[i] != 3)
      for (int c = 0; c < 3; ++c) largest = std::max(largest, std::abs(f[3 * i + c]));
  EXPECT_LT(largest, 1e-10 * 9.81 * 0.081);
  EXPECT_LT(simulation.distance_to_rest().relative, 1e-9);
}

TEST(Simulation, ErrorsNameTheirKind) {
  try {
    shipped("hetro");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    EXPECT_NE(std::string(error.what()).find("hetero"), std::string::npos);
  }
  Simulation simulation(shipped("hang", {"method.name=vanilla"}));
  int unknowns = 0;
  EXPECT_THROW(simulation.jacobian(unknowns), Error);
}

TEST(Simulation, SceneWrittenAndReadAgainIsTheSameScene) {
  const testing::ScratchFolder folder;
  for (const char* name : {"twist", "release", "hetero", "aniso", "beam2d"}) {
    const std::string text = scene_as_json(shipped(name));
    folder.put("again.json", text);
    EXPECT_EQ(scene_as_json(load_scene((folder / "again.json").string())), text);
  }
}

}  // namespace
}  // namespace conjac
