#pragma once

#include <vector>

#include "conjac/scene_spec.h"
#include "conjac/solid_view.h"
#include "contact/contacts.h"
#include "material/field.h"
#include "mesh/mesh.h"
#include "mesh/topology.h"
#include "scene/skeleton.h"

namespace conjac {

/// From what a scene says to what contact needs. Without a stiffness in the scene that of a node is
///
///     k = 5 E A / l,
///
/// E the mean Young's modulus (fibres added) of the elements at the node, A its share of the
/// surface, l the mean length of its edges: five times what a layer of elements would resist being
/// squeezed with, so the penetration is some hundredths of the strain a body carries times its
/// elements' size, and the stiffness matrix stays as well conditioned as it was.
///
/// A crumb is too light for that: on a spring as stiff it would be shot away at tens of metres per
/// second by a penetration that means nothing to its neighbours. So k is at most 100 m / h^2, m the
/// mass of the node's piece and h the time step: it still sinks by only a hundredth of g h^2.
template <int Dim>
typename Contacts<Dim>::Setup contact_setup(const SceneSpec& spec, const Mesh<Dim>& mesh,
                                            const Pieces& pieces,
                                            const MaterialField<Dim>& materials,
                                            const Skeleton& skeleton);

/// The bones' part of it. A bone's own stiffness, without one in the scene, is what makes the whole
/// tree of bones it belongs to sink by a thousandth of its radius (half its smallest edge) on one
/// contact under the scene's gravity,
///
///     k = m max(g / (0.001 r), 1 / h^2).
///
/// The second says the least there is, with little gravity or none: a bone that flies against
/// something gets no deeper than it flies within a step.
template <int Dim>
typename BoneContacts<Dim>::Setup bone_contact_setup(const SceneSpec& spec, const Mesh<Dim>& mesh,
                                                     const Pieces& pieces, const Skeleton& skeleton,
                                                     double element);

/// The stiffnesses of a setup alone, for `spec.time.step` as it is now: somebody has changed it,
/// and they depend on it (Contacts::set_stiffness).
template <int Dim>
ContactStiffness contact_stiffness(const SceneSpec& spec, const Mesh<Dim>& mesh,
                                   const Pieces& pieces, const MaterialField<Dim>& materials,
                                   const Skeleton& skeleton);
/// (solids) The bones' part of that, in the order of BoneContacts::Setup.
/// The coefficients of friction of a setup alone.
ContactFriction contact_friction(const SceneSpec& spec, const Skeleton& skeleton);

std::vector<double> bone_stiffness(const SceneSpec& spec, int dimension, const Skeleton& skeleton);

/// The obstacles of a scene as a viewer draws them, where they are at time 0.
std::vector<SolidView> obstacle_views(const SceneSpec& spec, const std::vector<Obstacle>& solids);

}  // namespace conjac
