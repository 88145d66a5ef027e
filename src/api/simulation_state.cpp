// The state of a simulation as bytes: what checkpoints, Python and pages keep.
#include "api/simulation_impl.h"
#include "conjac/machine.h"
#include "core/archive.h"
#include "core/check.h"
#include "scenefile/parse.h"

#ifndef CONJAC_VERSION
#define CONJAC_VERSION "unknown"
#endif

namespace conjac {
namespace {

constexpr const char* kName = "CJ state";
// Raised with every change of what a describe() lists.
constexpr int kFormat = 5;

/// What the last digits depend on.
const std::string& digits_of() {
  static const std::string text = [] {
    const Machine machine = this_machine();
    return machine.simd_compiled + "; " + machine.factorization + "; " + machine.blas_config +
           "; " + machine.compiler;
  }();
  return text;
}

/// What stands before the world.
struct StateHead {
  int format = kFormat;
  std::string version = CONJAC_VERSION;
  std::string digits = digits_of();
  std::string scene, file;
  int dimension = 3;
};

void describe(Archive& archive, StateHead& head) {
  archive(head.format);
  Archive::fits(head.format == kFormat, "its format is another one");
  archive(head.version);
  require(head.version == CONJAC_VERSION, "this state was saved by version " + head.version +
                                              " of ConJac, and this is version " + CONJAC_VERSION +
                                              "; go on with the version it was saved by.");
  archive(head.digits, head.scene, head.file, head.dimension);
}

StateHead head_of(Archive& archive) {
  StateHead head;
  archive(head);
  return head;
}

std::string_view opened(std::string_view state) {
  return unsealed(kName, state, "the state");
}

}  // namespace

std::string Simulation::state() {
  Archive archive;
  StateHead head;
  head.scene = scene_to_json(scene());
  head.file = scene().file;
  head.dimension = dimension();
  archive(head);
  impl_->visit([&](auto& world) { world.describe(archive); });
  return sealed(kName, archive.take());
}

Simulation Simulation::from_state(std::string_view state) {
  Archive archive(opened(state));
  const StateHead head = head_of(archive);
  const SceneSpec scene = parse_scene(head.scene, head.file, "");
  SceneSpec start = scene;
  start.start_at_rest = false;  // it is somewhere else by now
  Simulation simulation(start);
  Archive::fits(simulation.dimension() == head.dimension, "it has another dimension");
  simulation.impl_->visit([&](auto& world) { world.restore(archive, scene); });
  simulation.impl_->flatten();
  return simulation;
}

void Simulation::set_state(std::string_view state) {
  *this = from_state(state);
}

std::string saved_elsewhere(std::string_view state) {
  Archive archive(opened(state));
  const StateHead head = head_of(archive);
  if (head.digits == digits_of()) return "";
  return "this state was saved by another build or on another machine (" + head.digits + "; here " +
         digits_of() +
         "): the run goes on, but its last digits may differ from those of a run that never "
         "stopped";
}

}  // namespace conjac
