// What programs change between two steps: loads, gravity, materials, held places.
#include <cmath>
#include <string>

#include "api/simulation_impl.h"
#include "core/check.h"
#include "scene/material_values.h"

namespace conjac {
namespace {

VectorXd vector_from(std::span<const double> values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

}  // namespace

std::span<const double> Simulation::external_forces() const {
  return impl_->visit([&](auto& w) {
    impl_->external.assign(static_cast<std::size_t>(w.state().x.size()), 0.0);
    const VectorXd& forces = w.external_forces();
    std::copy(forces.begin(), forces.end(), impl_->external.begin());
    return std::span<const double>(impl_->external);
  });
}
void Simulation::set_external_forces(std::span<const double> forces) {
  impl_->visit([&](auto& w) { w.set_external_forces(vector_from(forces)); });
}
void Simulation::apply_force(std::span<const int> on, const Triple& force) {
  require(!on.empty(), "apply_force: nodes: there are none", ErrorKind::usage);
  VectorXd all = vector_from(external_forces());
  const int stride = dimension();
  for (int node : on) {
    require(node >= 0 && node < nodes(),
            "apply_force: nodes: there is no node " + std::to_string(node) + "; the body has " +
                std::to_string(nodes()),
            ErrorKind::usage);
    for (int c = 0; c < stride; ++c)
      all[node * stride + c] += 1.0 / static_cast<double>(on.size()) * force[c];
  }
  impl_->visit([&](auto& w) { w.set_external_forces(all); });
}

void Simulation::set_gravity(const Triple& gravity) {
  impl_->visit([&](auto& w) { w.set_gravity(gravity); });
}
void Simulation::set_friction(double friction, int obstacle) {
  impl_->visit([&](auto& w) { w.set_friction(friction, obstacle); });
}
void Simulation::set_time(double time) {
  impl_->visit([&](auto& w) { w.set_time(time); });
}

std::span<const int> Simulation::held_nodes() const {
  return impl_->visit([](auto& w) { return std::span<const int>(w.script().held_nodes()); });
}
std::vector<double> Simulation::held_positions() const {
  return impl_->visit([&](auto& w) {
    VectorXd target = w.state().x;
    w.script().targets(w.state().time, w.state().x, target);
    std::vector<double> result;
    for (int node : w.script().held_nodes())
      for (int c = 0; c < dimension(); ++c) result.push_back(target[node * dimension() + c]);
    return result;
  });
}
void Simulation::set_held_positions(std::span<const double> x) {
  const std::span<const int> held = held_nodes();
  const int stride = dimension();
  require(x.size() == held.size() * static_cast<std::size_t>(stride),
          "held positions: need " + std::to_string(held.size() * stride) + " finite numbers",
          ErrorKind::usage);
  VectorXd target = vector_from(positions());
  for (std::size_t k = 0; k < held.size(); ++k)
    for (int c = 0; c < stride; ++c) target[held[k] * stride + c] = x[k * stride + c];
  impl_->visit([&](auto& w) { w.set_held_positions(target); });
}

std::vector<double> Simulation::material_values(const std::string& name, int law) const {
  return impl_->visit([&](auto& w) { return conjac::material_values(w.materials(), name, law); });
}
void Simulation::set_material_values(const std::string& name, std::span<const int> elements,
                                     std::span<const double> values, int law) {
  impl_->visit([&](auto& w) {
    auto changed = w.materials();
    conjac::set_material_values(changed, name, elements, values, law);
    w.set_materials(std::move(changed));
  });
  impl_->flatten();  // masses
}
void Simulation::set_material_value(const std::string& name, int material, double value, int law) {
  const std::span<const int> made_of = element_materials();
  std::vector<int> elements;
  for (std::size_t e = 0; e < made_of.size(); ++e)
    if (made_of[e] == material) elements.push_back(static_cast<int>(e));
  require(!elements.empty(),
          "material values: nothing is made of material " + std::to_string(material) +
              "; the scene has " + std::to_string(scene().materials.size()),
          ErrorKind::usage);
  set_material_values(name, elements, std::vector<double>(elements.size(), value), law);
}

}  // namespace conjac
