#include "scene/contact_setup.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/check.h"
#include "core/tuned.h"
#include "material/model.h"
#include "material/models.h"
#include "scene/obstacle_surfaces.h"
#include "scene/solids.h"

namespace conjac {
namespace {

// Default stiffness over that of one layer of elements.
CONJAC_TUNED(double, kLayers, 5);
// ... but a piece on such a spring swings by no more radians than this within a step.
CONJAC_TUNED(double, kSwing, 10);

/// A shape of the list places itself; surfaces come from files.
template <class Spec>
PlacedShape placed_obstacle(const Spec& spec, int dimension) {
  if constexpr (requires { read_obstacle(spec, dimension); }) {
    return read_obstacle(spec, dimension);
  } else {
    const auto at = ShapeOf<Spec>::place(spec, dimension);
    return {at.shape, at.pose};
  }
}

template <class Spec>
void draw_obstacle(const Spec& spec, const Obstacle& solid, SolidView& view) {
  if constexpr (std::is_same_v<Spec, SequenceObstacle>)
    draw_obstacle_file(*solid.surface(), view);
  else if constexpr (std::is_same_v<Spec, SurfaceObstacle>)
    draw_obstacle_file(spec, view);
  else
    ShapeOf<Spec>::draw(spec, view);
}

Obstacle obstacle_of(const ObstacleSpec& spec, double friction, int dimension) {
  Obstacle obstacle;
  obstacle.name = spec.name;
  obstacle.friction = spec.friction.value_or(friction);
  PlacedShape at =
      std::visit([&](const auto& shape) { return placed_obstacle(shape, dimension); }, spec.shape);
  obstacle.shape = std::move(at.shape);
  obstacle.rest = at.pose;
  for (const ObstacleMove& move : spec.motion)
    obstacle.moves.push_back({move.start, move.end, as_vector(move.translate),
                              as_vector(move.rotate.axis), as_vector(move.rotate.center),
                              move.rotate.degrees * M_PI / 180, move.ease == Ease::smooth,
                              TimeFunction(move.curve, "obstacles: motion.curve")});
  std::stable_sort(obstacle.moves.begin(), obstacle.moves.end(),
                   [](const RigidMove& a, const RigidMove& b) { return a.start < b.start; });
  return obstacle;
}

/// (elements) Young's modulus, fibres added.
template <int Dim>
std::vector<double> moduli(const Mesh<Dim>& mesh, const MaterialField<Dim>& materials) {
  std::vector<double> result(mesh.element_count(), 0.0);
  for (const LawTerm<Dim>& term : materials.terms)
    for (std::size_t k = 0; k < term.elements.size(); ++k) {
      const LawParameters<Dim>& p = term.parameters[k];
      result[term.elements[k]] +=
          law_is_fiber(term.law) ? p.mu : p.mu * (3 * p.lambda + 2 * p.mu) / (p.lambda + p.mu);
    }
  return result;
}

template <int Dim>
double measure(const Mesh<Dim>& mesh, const Facet<Dim>& facet) {
  const auto& n = facet.nodes;
  if constexpr (Dim == 2) {
    return (mesh.rest[n[1]] - mesh.rest[n[0]]).norm();
  } else {
    return 0.5 *
           (mesh.rest[n[1]] - mesh.rest[n[0]]).cross(mesh.rest[n[2]] - mesh.rest[n[0]]).norm();
  }
}

/// What the boundary says about itself.
template <int Dim>
struct Boundary {
  std::vector<std::array<int, Dim>> facets;
  VectorXd stiffness;  // (nodes) N/m, zero inside
  double element = 0;  // mean edge, m
};

template <int Dim>
Boundary<Dim> boundary_of(const SceneSpec& spec, const Mesh<Dim>& mesh, const Pieces& pieces,
                          const MaterialField<Dim>& materials) {
  Boundary<Dim> result;
  const int n = mesh.nodes();
  const std::vector<double> young = moduli(mesh, materials);
  std::vector<double> sum(n, 0.0), area(n, 0.0), edge(n, 0.0);
  std::vector<int> elements(n, 0);
  for (int e = 0; e < mesh.element_count(); ++e)
    for (int node : mesh.elements[e]) sum[node] += young[e], ++elements[node];
  const Adjacency adjacency = node_adjacency(mesh);
  double edges = 0;
  int boundary = 0;
  for (const Facet<Dim>& facet : boundary_facets(mesh)) {
    result.facets.push_back(facet.nodes);
    for (int node : facet.nodes) area[node] += measure(mesh, facet) / Dim;
  }
  std::vector<double> mass(pieces.count, 0.0);
  for (int e = 0; e < mesh.element_count(); ++e)
    mass[pieces.of_node[mesh.elements[e][0]]] += materials.density[e] * signed_volume(mesh, e);
  const double fastest = kSwing / spec.time.step;
  result.stiffness.setZero(n);
  for (int i = 0; i < n; ++i) {
    if (area[i] == 0) continue;
    for (int other : adjacency.of(i)) edge[i] += (mesh.rest[i] - mesh.rest[other]).norm();
    edge[i] /= static_cast<double>(adjacency.of(i).size());
    edges += edge[i];
    ++boundary;
    const double usual = kLayers * sum[i] / elements[i] * area[i] / edge[i];
    const double most = fastest * fastest * mass[pieces.of_node[i]];
    result.stiffness[i] = spec.contact.stiffness.value_or(std::min(usual, most));
  }
  result.element = edges / boundary;
  return result;
}

}  // namespace

template <int Dim>
typename Contacts<Dim>::Setup contact_setup(const SceneSpec& spec, const Mesh<Dim>& mesh,
                                            const Pieces& pieces,
                                            const MaterialField<Dim>& materials,
                                            const Skeleton& skeleton) {
  typename Contacts<Dim>::Setup setup;
  for (const ObstacleSpec& one : spec.obstacles)
    setup.obstacles.push_back(obstacle_of(one, spec.contact.friction, Dim));
  setup.alpha = spec.contact.alpha;
  setup.damping = spec.contact.damping;
  setup.friction_tolerance = spec.contact.friction_tolerance;
  PairSetup<Dim>& pairs = setup.pairs;
  pairs.piece = pieces.of_node;
  pairs.pieces = pieces.count;
  pairs.between = spec.contact.between;
  pairs.self = spec.contact.self;
  pairs.friction = spec.contact.friction;
  const int n = mesh.nodes();
  pairs.rest.resize(n * Dim);
  for (int i = 0; i < n; ++i) pairs.rest.template segment<Dim>(i * Dim) = mesh.rest[i];
  Boundary<Dim> boundary = boundary_of(spec, mesh, pieces, materials);
  pairs.facets = std::move(boundary.facets);
  pairs.stiffness = std::move(boundary.stiffness);
  pairs.element = boundary.element;
  setup.bones = bone_contact_setup(spec, mesh, pieces, skeleton, pairs.element);
  return setup;
}

template <int Dim>
ContactStiffness contact_stiffness(const SceneSpec& spec, const Mesh<Dim>& mesh,
                                   const Pieces& pieces, const MaterialField<Dim>& materials,
                                   const Skeleton& skeleton) {
  return {boundary_of(spec, mesh, pieces, materials).stiffness,
          bone_stiffness(spec, Dim, skeleton)};
}

ContactFriction contact_friction(const SceneSpec& spec, const Skeleton& skeleton) {
  ContactFriction result;
  result.pairs = spec.contact.friction;
  for (const ObstacleSpec& one : spec.obstacles)
    result.obstacles.push_back(one.friction.value_or(result.pairs));
  for (int i = 0; i < skeleton.tree().links(); ++i) {
    const BoneContact& contact = spec.bones[i].contact;
    if (contact.with != BoneTouch::none)
      result.bones.insert(result.bones.end(), skeleton.shapes(i).size(),
                          contact.friction.value_or(result.pairs));
  }
  return result;
}

std::vector<SolidView> obstacle_views(const SceneSpec& spec, const std::vector<Obstacle>& solids) {
  std::vector<SolidView> views;
  for (std::size_t k = 0; k < solids.size(); ++k) {
    SolidView view;
    std::visit([&](const auto& shape) { draw_obstacle(shape, solids[k], view); },
               spec.obstacles[k].shape);
    view.name = solids[k].name;
    view.moving = solids[k].moves_ever();
    place(view, solids[k].pose_at(0));
    views.push_back(std::move(view));
  }
  return views;
}

template Contacts<2>::Setup contact_setup<2>(const SceneSpec&, const Mesh<2>&, const Pieces&,
                                             const MaterialField<2>&, const Skeleton&);
template Contacts<3>::Setup contact_setup<3>(const SceneSpec&, const Mesh<3>&, const Pieces&,
                                             const MaterialField<3>&, const Skeleton&);
template ContactStiffness contact_stiffness<2>(const SceneSpec&, const Mesh<2>&, const Pieces&,
                                               const MaterialField<2>&, const Skeleton&);
template ContactStiffness contact_stiffness<3>(const SceneSpec&, const Mesh<3>&, const Pieces&,
                                               const MaterialField<3>&, const Skeleton&);

}  // namespace conjac
