#include "solid/shapes.h"

namespace conjac {
namespace {

/// Calls `what` with the description and the shape it is of.
template <class Function>
auto with_shape(const SolidShape& solid, Function what) {
  return std::visit(
      [&]<class Spec>(const Spec& spec) { return what(spec, std::type_identity<ShapeOf<Spec>>()); },
      solid);
}

}  // namespace

Distance distance(const Shape& shape, const Eigen::Vector3d& p) {
  return std::visit([&](const auto& one) { return one.distance(p); }, shape);
}

std::vector<Feature> features(const Shape& shape, bool planar) {
  return std::visit([&](const auto& one) { return one.features(planar); }, shape);
}

PlacedShape placed(const SolidShape& solid, int dimension) {
  return with_shape(solid, [&]<class S>(const auto& spec, std::type_identity<S>) {
    const auto at = S::place(spec, dimension);
    return PlacedShape{at.shape, at.pose};
  });
}

double thickness(const SolidShape& solid, int dimension) {
  return with_shape(solid, [&]<class S>(const auto& spec, std::type_identity<S>) {
    return S::thickness(spec, dimension);
  });
}

MassProperties unit_density(const SolidShape& solid, bool planar) {
  return with_shape(solid, [&]<class S>(const auto& spec, std::type_identity<S>) {
    return S::mass(spec, planar);
  });
}

SolidView solid_view(const SolidShape& solid) {
  SolidView view;
  with_shape(solid, [&]<class S>(const auto& spec, std::type_identity<S>) { S::draw(spec, view); });
  return view;
}

}  // namespace conjac
