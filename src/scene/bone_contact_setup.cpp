#include <algorithm>
#include <cmath>
#include <set>

#include "core/tuned.h"
#include "scene/contact_setup.h"
#include "scene/solids.h"

namespace conjac {
namespace {

// How deep a bone lies under its tree's weight, of its radius.
CONJAC_TUNED(double, kSinks, 1e-3);
// A node that begins this deep in a bone never touches it, elements: it was meant to be there.
CONJAC_TUNED(double, kInside, 0.05);
// Nor one of flesh that rides on the bone and begins as near, elements.
CONJAC_TUNED(double, kNear, 0.5);

template <int Dim>
Point in_space(const Vec<Dim>& v) {
  Point p = Point::Zero();
  p.template head<Dim>() = v;
  return p;
}

}  // namespace

std::vector<double> bone_stiffness(const SceneSpec& spec, int dimension, const Skeleton& skeleton) {
  const Articulation& tree = skeleton.tree();
  std::vector<double> mass(tree.links(), 0.0);  // of the whole tree, at its root
  for (int i = 0; i < tree.links(); ++i) mass[tree.root(i)] += tree.link(i).body.mass;
  double square = 0;
  for (int c = 0; c < dimension; ++c) square += spec.gravity[c] * spec.gravity[c];
  const double gravity = std::sqrt(square), h = spec.time.step;

  std::vector<double> result;
  for (int i = 0; i < tree.links(); ++i) {
    const BoneContact& contact = spec.bones[i].contact;
    if (contact.with == BoneTouch::none) continue;
    const double m = mass[tree.root(i)];
    for (const SolidShape& shape : skeleton.shapes(i)) {
      const double sunk = kSinks * thickness(shape, dimension);
      result.push_back(contact.stiffness.value_or(
          spec.contact.stiffness.value_or(std::max(m * gravity / sunk, m / (h * h)))));
    }
  }
  return result;
}

template <int Dim>
typename BoneContacts<Dim>::Setup bone_contact_setup(const SceneSpec& spec, const Mesh<Dim>& mesh,
                                                     const Pieces& pieces, const Skeleton& skeleton,
                                                     double element) {
  typename BoneContacts<Dim>::Setup setup;
  setup.motion = &skeleton;
  const Articulation& tree = skeleton.tree();
  const std::vector<double> stiffness = bone_stiffness(spec, Dim, skeleton);
  std::vector<std::set<int>> flesh(tree.links());  // pieces that ride on a bone
  for (const auto& rider : skeleton.attachment().riders())
    flesh[rider.link].insert(pieces.of_node[rider.node]);

  for (int i = 0; i < tree.links(); ++i) {
    const BoneContact& contact = spec.bones[i].contact;
    if (contact.with == BoneTouch::none) continue;
    for (const SolidShape& shape : skeleton.shapes(i)) {
      const PlacedShape at = placed(shape, Dim);
      BoneSolid solid;
      solid.bone = i;
      solid.shape = at.shape;
      solid.rest = at.pose;
      solid.friction = contact.friction.value_or(spec.contact.friction);
      solid.stiffness = stiffness[setup.solids.size()];
      for (int other = 0; other < tree.links(); ++other)
        if (other == i || tree.link(i).parent == other || tree.link(other).parent == i)
          solid.shy.push_back(other);
      for (int node = 0; node < mesh.nodes(); ++node) {
        const bool rides = flesh[i].contains(pieces.of_node[node]);
        if (rides && contact.with != BoneTouch::all) continue;
        const double gap = distance(at.shape, at.pose.to_local(in_space<Dim>(mesh.rest[node]))).gap;
        if (gap > (rides ? kNear : -kInside) * element) solid.nodes.push_back(node);
      }
      setup.solids.push_back(std::move(solid));
    }
  }
  return setup;
}

template BoneContacts<2>::Setup bone_contact_setup(const SceneSpec&, const Mesh<2>&, const Pieces&,
                                                   const Skeleton&, double);
template BoneContacts<3>::Setup bone_contact_setup(const SceneSpec&, const Mesh<3>&, const Pieces&,
                                                   const Skeleton&, double);

}  // namespace conjac
