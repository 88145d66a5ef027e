// The part of the simulation that a hand reaches while it runs.
#include "api/simulation_impl.h"

namespace conjac {
namespace {

template <int Dim>
Vec<Dim> leading(const World<Dim>&, const Triple& t) {
  Vec<Dim> v;
  for (int c = 0; c < Dim; ++c) v[c] = t[c];
  return v;
}
template <class Vector>
Triple padded(const Vector& v) {
  Triple t{};
  for (int c = 0; c < static_cast<int>(v.size()); ++c) t[c] = v[c];
  return t;
}

}  // namespace

void Simulation::set_time_step(double h) {
  impl_->visit([&](auto& w) { w.set_time_step(h); });
}
void Simulation::grab(int node, const Triple& target) {
  impl_->visit([&](auto& w) { w.grab(node, leading(w, target)); });
}
void Simulation::drag(const Triple& target) {
  impl_->visit([&](auto& w) { w.drag(leading(w, target)); });
}
void Simulation::let_go() {
  impl_->visit([](auto& w) { w.let_go(); });
}
Grip Simulation::grip() const {
  return impl_->visit([&](auto& w) {
    Grip grip;
    const auto& hand = w.hand();
    if (!hand.grips()) return grip;
    const int stride = dimension();
    const auto x = w.state().x.segment(hand.gripped() * stride, stride);
    VectorXd force = VectorXd::Zero(w.state().x.size());
    w.springs().add_force(w.state().x, force);
    grip.node = hand.gripped();
    grip.point = padded(x);
    grip.target = padded(hand.cursor());
    grip.stiffness = hand.grip_stiffness();
    for (Eigen::Index i = 0; i < force.size(); ++i) grip.force[i % stride] += force[i];
    return grip;
  });
}

void Simulation::set_wake(int k, Wake wake) {
  impl_->visit([&](auto& w) { w.set_wake(k, wake); });
}
Wake Simulation::wake(int k) const {
  return impl_->visit([&](auto& w) { return w.hand().wake.at(k); });
}
void Simulation::set_activation(std::span<const int> elements, double value) {
  impl_->visit([&](auto& w) { w.set_activation({elements.begin(), elements.end()}, value); });
}
std::span<const double> Simulation::activations() const {
  return impl_->visit([&](auto& w) {
    impl_->activations.resize(impl_->von_mises.size());
    for (int e = 0; e < elements(); ++e) impl_->activations[e] = w.activation(e);
    return std::span<const double>(impl_->activations);
  });
}
std::vector<std::string> Simulation::body_names() const {
  return impl_->visit([](auto& w) {
    return w.mesh().body_names.empty() ? std::vector<std::string>{w.spec().name}
                                       : w.mesh().body_names;
  });
}
std::vector<int> Simulation::element_bodies() const {
  return impl_->visit([&](auto& w) {
    std::vector<int> bodies(static_cast<std::size_t>(elements()));
    for (int e = 0; e < elements(); ++e) bodies[static_cast<std::size_t>(e)] = w.mesh().body_of(e);
    return bodies;
  });
}
std::vector<FiberView> Simulation::fibers() const {
  return impl_->visit([](auto& w) {
    std::vector<FiberView> fibers;
    for (const auto& fiber : w.made_of().fibers)
      fibers.push_back({fiber.element, padded(fiber.direction)});
    return fibers;
  });
}

}  // namespace conjac
