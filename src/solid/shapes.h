#pragma once

#include <variant>

#include "solid/ball.h"
#include "solid/brick.h"
#include "solid/capsule.h"
#include "solid/cylinder.h"
#include "solid/grid_solid.h"
#include "solid/half_space.h"
#include "solid/moving_surface.h"

namespace conjac {

/// The list of shapes. Each is one header with one struct, about its own origin:
///
///     Spec                        what a scene says of it (scene_spec.h)
///     distance(p)                 signed distance and gradient; where a gradient has no value (the
///                                 centre of a ball, the middle planes of a box) one of its limits
///     features(planar)            where other solids are tested against it
///     place(spec, dimension)      the shape and its pose at the start
///     draw(spec, view)            what a viewer draws: a kind it knows, or triangles
///     mass(spec, planar)          at density one; for shapes that bones may have (SolidShape)
///     thickness(spec, dimension)  how deep its middle lies; likewise
///
/// In 2D the cut with the plane z = 0 acts; a bone is a metre thick.
using Shape = std::variant<HalfSpace, Ball, Brick, Capsule, Cylinder, GridSolid, SequenceSolid>;
using PlacedShape = Placed<Shape>;

namespace detail {
template <class Spec, class... S>
struct FindShape;
template <class Spec, class First, class... Rest>
struct FindShape<Spec, First, Rest...>
    : std::conditional_t<std::is_same_v<typename First::Spec, Spec>, std::type_identity<First>,
                         FindShape<Spec, Rest...>> {};
template <class Spec, class List>
struct ShapeIn;
template <class Spec, class... S>
struct ShapeIn<Spec, std::variant<S...>> : FindShape<Spec, S...> {};
}  // namespace detail

/// The shape of the list that a part of a scene describes.
template <class Spec>
using ShapeOf = typename detail::ShapeIn<Spec, Shape>::type;

Distance distance(const Shape& shape, const Eigen::Vector3d& p);
std::vector<Feature> features(const Shape& shape, bool planar);

PlacedShape placed(const SolidShape& solid, int dimension);
double thickness(const SolidShape& solid, int dimension);
/// Volume (in the plane: area, thickness one metre), centre and inertia at density one. Planar
/// shapes are the rectangle, disc and stadium; their inertia is about z alone.
MassProperties unit_density(const SolidShape& solid, bool planar);
/// As a viewer draws it, about its own origin.
SolidView solid_view(const SolidShape& solid);

}  // namespace conjac
