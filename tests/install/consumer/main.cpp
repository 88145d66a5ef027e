// Loads a scene, takes ten steps with a progress line each, reads the state, and meets an error.
#include <conjac/conjac.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

int main() {
  const conjac::Machine machine = conjac::this_machine();
  std::printf("%s, %s\n", machine.cpu.c_str(), machine.factorization.c_str());

  conjac::Simulation simulation(conjac::load_scene("hang", {"time.step=0.004"}, {SCENES_DIR}));
  double lowest_at_rest = 0, lowest = 0;
  for (int i = 1; i < simulation.nodes() * 3; i += 3) {
    lowest_at_rest = std::min(lowest_at_rest, simulation.rest_positions()[i]);
  }
  for (int step = 0; step < 10; ++step) {
    const conjac::StepReport report = simulation.step();
    std::printf("%.3f s, kinetic energy %g J\n", report.time, report.energy.kinetic);
    if (report.status != conjac::StepStatus::ok) return 1;
  }
  for (int i = 1; i < simulation.nodes() * 3; i += 3) {
    lowest = std::min(lowest, simulation.positions()[i]);
  }
  // A bar that hangs from its top for 0.04 s has sunk, by less than free fall would take it.
  if (std::abs(simulation.time() - 0.04) > 1e-12) return 2;
  const double sunk = lowest_at_rest - lowest;
  if (!(sunk > 0 && sunk <= 0.5 * 9.81 * 0.044 * 0.044)) return 3;

  // The one exception of the library crosses its border with its kind and text.
  try {
    conjac::load_scene("no such scene", {}, {SCENES_DIR});
    return 4;
  } catch (const conjac::Error& error) {
    std::printf("as expected: %s\n", error.what());
    return error.kind() == conjac::ErrorKind::bad_input || error.kind() == conjac::ErrorKind::io
               ? 0
               : 5;
  }
}
