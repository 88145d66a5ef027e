#include "api/simulation_impl.h"
#include "core/check.h"

namespace conjac {

std::vector<std::string> Simulation::probe_names() const {
  return impl_->visit([&](auto& world) {
    std::vector<std::string> names;
    const std::string axes = "xyz";
    for (const auto& probe : world.script().probes())
      for (const char* kind : {"_", "_v"})
        for (int c = 0; c < dimension(); ++c)
          names.push_back(probe.name + kind + axes[static_cast<std::size_t>(c)]);
    return names;
  });
}

void Simulation::probe_values(std::span<double> values) const {
  impl_->visit([&](auto& world) {
    const int dim = dimension();
    const auto& probes = world.script().probes();
    require(values.size() == probes.size() * 2 * static_cast<std::size_t>(dim),
            "probe values: there is one for each name of probe_names()", ErrorKind::usage);
    std::size_t column = 0;
    for (const auto& probe : probes)
      for (const VectorXd* of : {&world.state().x, &world.state().v.nodes})
        for (int c = 0; c < dim; ++c) {
          double sum = 0;
          for (int node : probe.nodes) sum += (*of)[node * dim + c];
          values[column++] =
              probe.nodes.empty() ? 0 : sum / static_cast<double>(probe.nodes.size());
        }
  });
}

}  // namespace conjac
