// Derivatives of static states, and fields of elements.
#include "api/simulation_impl.h"
#include "core/check.h"
#include "fem/element_fields.h"
#include "fem/von_mises.h"
#include "scene/static_gradient.h"

namespace conjac {
namespace {

/// Calls with(gradient, world) where there can be one.
template <int Dim, class Do>
RestGradient differentiated(World<Dim>& w, const Do& with) {
  require(w.skeleton().empty(), "gradient: scenes with bones have none yet", ErrorKind::usage);
  require(w.contacts().empty(),
          "gradient: where something touches, the static state has a kink and no gradient here",
          ErrorKind::usage);
  require(
      w.pressure().is_gradient(w.state().x, w.script().held()),
      "gradient: a pressure acts on a part of the surface whose rim is free; its stiffness is "
      "not symmetric, and there is no gradient here. Press on a closed surface, or hold the rim",
      ErrorKind::usage);
  Vec<Dim> gravity;
  for (int c = 0; c < Dim; ++c) gravity[c] = w.spec().gravity[c];
  const VectorXd force = w.force();
  std::vector<double> activation;
  for (int e = 0; e < w.mesh().element_count(); ++e) activation.push_back(w.activation(e));
  StaticGradient<Dim> gradient({w.mesh(), w.materials(), activation, w.state().x, force,
                                w.stiffness(false), w.script().held(), gravity, w.size()});
  const auto result = with(gradient);
  return {{result.forces.begin(), result.forces.end()}, result.materials};
}

}  // namespace

RestGradient Simulation::rest_gradient(std::span<const double> by_positions) {
  const VectorXd by = Eigen::Map<const VectorXd>(by_positions.data(),
                                                 static_cast<Eigen::Index>(by_positions.size()));
  return impl_->visit([&](auto& w) {
    return differentiated(w, [&](auto& gradient) { return gradient.of_positions(by); });
  });
}

RestGradient Simulation::jacobian_gradient(std::span<const double> by_jacobian) {
  return impl_->visit([&](auto& w) {
    const RowMatrix J = w.jacobian();
    require(
        by_jacobian.size() == static_cast<std::size_t>(J.size()),
        "gradient: by_jacobian: need " + std::to_string(J.size()) + " numbers, one for each of J",
        ErrorKind::usage);
    const RowMatrix by = Eigen::Map<const RowMatrix>(by_jacobian.data(), J.rows(), J.cols());
    std::vector<int> dynamic;
    for (const Representative& one : w.representatives())
      if (w.roles()[one.node] == Role::dynamic) dynamic.push_back(one.node);
    require(static_cast<Eigen::Index>(dynamic.size()) * dimension() == J.cols(),
            "gradient: this Jacobian has columns that belong to no node", ErrorKind::usage);
    return differentiated(w, [&](auto& gradient) { return gradient.of_jacobian(J, dynamic, by); });
  });
}

std::vector<double> Simulation::deformation_gradients() const {
  return impl_->visit([&](auto& w) {
    const auto size = static_cast<std::size_t>(dimension() * dimension());
    std::vector<double> F(static_cast<std::size_t>(elements()) * size);
    conjac::deformation_gradients(w.elastic(), w.state().x, F);
    return F;
  });
}
std::vector<double> Simulation::stresses() const {
  return impl_->visit([&](auto& w) {
    std::vector<double> stress(static_cast<std::size_t>(elements()) * 9);
    conjac::cauchy_stresses(w.elastic(), w.state().x, stress);
    return stress;
  });
}
std::vector<int> Simulation::surface_faces() const {
  return impl_->visit([](auto& w) {
    std::vector<int> faces;
    for (const auto& face : boundary_facets(w.mesh()))
      faces.insert(faces.end(), face.nodes.begin(), face.nodes.end());
    return faces;
  });
}

}  // namespace conjac
