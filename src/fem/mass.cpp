#include "fem/mass.h"

#include "core/check.h"
#include "mesh/topology.h"

namespace conjac {

template <int Dim>
VectorXd lumped_mass(const Mesh<Dim>& mesh, std::span<const double> density) {
  require(static_cast<int>(density.size()) == mesh.element_count(),
          "mass: one density per element is needed");
  VectorXd mass = VectorXd::Zero(mesh.nodes() * Dim);
  for (int e = 0; e < mesh.element_count(); ++e) {
    if (!(density[e] > 0)) {
      throw Error(ErrorKind::bad_input,
                  "element " + std::to_string(e) + ": density must be positive");
    }
    const double share = density[e] * signed_volume(mesh, e) / Simplex<Dim>::nodes;
    for (const int node : mesh.elements[e]) mass.segment<Dim>(node * Dim).array() += share;
  }
  return mass;
}

template VectorXd lumped_mass(const Mesh<2>&, std::span<const double>);
template VectorXd lumped_mass(const Mesh<3>&, std::span<const double>);

}  // namespace conjac
