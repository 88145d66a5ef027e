#include "step/describe.h"
#include "fem/mass.h"
#include "scene/world.h"

// What the next step depends on (core/archive.h), of all that a world owns but the step.

namespace conjac {

template <int Dim>
void describe(Archive& archive, Mesh<Dim>& mesh) {
  archive.section("Mesh");
  archive(mesh.rest, mesh.elements, mesh.region, mesh.body, mesh.body_names);
  archive.leave(mesh.sets, mesh.materials);  // for the scene, which has taken what it wants
  const int nodes = mesh.nodes();
  const std::size_t count = mesh.elements.size();
  bool inside =
      count > 0 && mesh.region.size() == count && (mesh.body.empty() || mesh.body.size() == count);
  for (const auto& element : mesh.elements)
    for (int node : element) inside &= node >= 0 && node < nodes;
  Archive::fits(inside, "its mesh has nodes that are not there");
}

template <int Dim>
void describe(Archive& archive, LawParameters<Dim>& one) {
  archive(one.mu, one.lambda, one.fiber, one.activation, one.shortest, one.second, one.share,
          one.exponent);
}

template <int Dim>
void describe(Archive& archive, LawTerm<Dim>& term) {
  archive(term.law, term.elements, term.parameters);
}

template <int Dim>
void describe(Archive& archive, MaterialField<Dim>& field) {
  archive.section("MaterialField");
  archive(field.density, field.viscosity, field.terms, field.material);
}

template <int Dim>
void Flesh<Dim>::describe(Archive& archive) {
  archive.section("Flesh");
  archive(mesh, materials, ties, activation, size);
  archive.leave(pieces, made_of, system, forces);  // rebuild(); their numbers are the world's
  const std::size_t count = mesh.elements.size();
  bool whole = materials.density.size() == count && activation.size() == count &&
               (materials.material.empty() || materials.material.size() == count) &&
               (materials.viscosity.empty() || materials.viscosity.size() == count);
  for (const LawTerm<Dim>& term : materials.terms) {
    whole &= term.elements.size() == term.parameters.size();
    for (int element : term.elements) whole &= element >= 0 && element < mesh.element_count();
  }
  Archive::fits(whole, "its materials are those of another mesh");
  bool tied = true;
  for (const Tie<Dim>& tie : ties.all())
    tied &=
        tie.a >= 0 && tie.a < mesh.nodes() && tie.b >= -1 && tie.b < mesh.nodes() && tie.a != tie.b;
  Archive::fits(tied, "its springs are those of another mesh");
}

template <int Dim>
void describe(Archive& archive, NodeSprings<Dim>& springs) {
  archive(springs.nodes, springs.stiffness, springs.offset, springs.target);
}

template <int Dim>
void describe(Archive& archive, PressedSide<Dim>& side) {
  archive(side.nodes, side.value);
}

template <int Dim>
void Pressure<Dim>::describe(Archive& archive) {
  archive.section("Pressure");
  archive(sides, anchor);
  bool inside = true;
  for (const PressedSide<Dim>& side : sides)
    for (int node : side.nodes)
      inside &= node >= 0 && static_cast<Eigen::Index>(node) * Dim < anchor.size();
  Archive::fits(inside, "pressures act on nodes that are not there");
}

template <int Dim>
void describe(Archive& archive, Tie<Dim>& tie) {
  archive(tie.a, tie.b, tie.point, tie.stiffness, tie.length);
}

template <int Dim>
void Ties<Dim>::describe(Archive& archive) {
  archive.section("Ties");
  archive(ties_, remembered_);
}

template <int Dim>
void BodyForces<Dim>::describe(Archive& archive) {
  archive.section("BodyForces");
  archive(elastic_, springs_, pressure_, ties_, load_, project, bones.elastic, bones.gravity);
  archive(elastic_energy_, gravity_energy_, contact_energy_, spring_energy_);
  archive.leave(viscosity_, weight_, contacts);                 // of the body
  archive.leave(ahead_, ahead_h_, seconds_, contact_seconds_);  // of a try
}

template <int Dim>
void Script<Dim>::describe(Archive& archive) {
  archive.section("Script");
  // What they do is the scene's; whom they concern changes with a cut.
  for (Move& one : moves_) archive(one.nodes), archive.leave(one.event, one.curve);
  for (Load& one : loads_) archive(one.nodes, one.weights), archive.leave(one.event, one.curve);
  for (Activate& one : activates_) archive(one.elements), archive.leave(one.event, one.curve);
  for (Press& one : presses_) archive(one.sides), archive.leave(one.event, one.curve);
  for (Probe& one : probes_) archive(one.nodes), archive.leave(one.name);
  archive.leave(gravities_, first_gravity_);
  archive(moves_of_, pinned_, held_, scripted_, held_nodes_, base_, hold_begin_, placed_, instant_);
  auto nodes = static_cast<std::int64_t>(holds_.size());
  archive(nodes);
  Archive::fits(nodes == static_cast<std::int64_t>(held_.size()), "it holds other nodes");
  holds_.resize(held_.size());
  for (std::vector<Hold>& holds : holds_) {
    auto count = static_cast<std::int32_t>(holds.size());
    archive(count);
    Archive::fits(count >= 0 && count <= 1 << 20, "a node is held too often");
    holds.resize(static_cast<std::size_t>(count));
    for (Hold& hold : holds) archive(hold.begin, hold.end);
  }
  archive.leave(activation_);
}

template <int Dim>
void Hand<Dim>::describe(Archive& archive) {
  archive.section("Hand");
  archive(wake, gripped_, cursor_, stiffness_, work_, activation_, asked_, forces);
}

template <int Dim>
void Cutting<Dim>::describe(Archive& archive) {
  archive.section("Cutting");
  archive(next_, step_);
  Archive::fits(next_ <= cuts_.size(), "more cuts were made than there are");
  archive.leave(cuts_);  // of the scene
}

void describe(Archive& archive, Representative& one) {
  archive(one.node, one.adaptive, one.id, one.standby);
}

void describe(Archive& archive, CondensedDynamics::DynamicNode& one) {
  archive(one.representative, one.node);
}

template <int Dim>
void DrivingNodes<Dim>::describe(Archive& archive) {
  archive.section("DrivingNodes");
  archive(pinned_, representatives_, adaptivity_, roles_, region_, nearest_, floating_, adrift_,
          dynamic_, next_id_, metric_);
  if (archive.loading()) rate_.setZero(static_cast<Eigen::Index>(roles_.size()) * Dim);
  archive.leave(pins_, sleepers_, rate_, scratch_);
}

void Skeleton::describe(Archive& archive) {
  archive.section("Skeleton");
  archive(tree_, attachment_, riders_, rides_, held_, base_, hold_begin_, free_, prescribed_,
          torque_, control_, instant_);
  archive(now_.mass, now_.spring_stiffness, now_.B, now_.force, now_.gravity_energy,
          now_.spring_energy, ahead_);
  archive.leave(joint_forces_, names_, shapes_, stride_, weight_, arm_, start_velocity_, damping_,
                turns_, torques_, fleshed_);  // of the scene
  archive.leave(start_.terms, start_.mass, start_.B, start_.free_rows, start_.force, full_, still_,
                ahead_factor_, ahead_change_);  // of a try
}

template void Flesh<2>::describe(Archive&);
template void Flesh<3>::describe(Archive&);
template void Pressure<2>::describe(Archive&);
template void Pressure<3>::describe(Archive&);
template void Ties<2>::describe(Archive&);
template void Ties<3>::describe(Archive&);
template void BodyForces<2>::describe(Archive&);
template void BodyForces<3>::describe(Archive&);
template void Script<2>::describe(Archive&);
template void Script<3>::describe(Archive&);
template void Hand<2>::describe(Archive&);
template void Hand<3>::describe(Archive&);
template void Cutting<2>::describe(Archive&);
template void Cutting<3>::describe(Archive&);
template void DrivingNodes<2>::describe(Archive&);
template void DrivingNodes<3>::describe(Archive&);

}  // namespace conjac
