#include "system/describe.h"
#include "contact/contact_step.h"

// What the next step depends on (core/archive.h).

namespace conjac {

void describe(Archive& archive, Pose& pose) {
  archive(pose.turn, pose.shift);
}

void describe(Archive& archive, ObstacleNow& now) {
  archive(now.pose, now.before, now.h, now.moment, now.still);
}

template <int Dim>
void describe(Archive& archive, ContactPoint<Dim>& point) {
  archive(point.count, point.nodes, point.weights, point.gap, point.gradient, point.normal,
          point.surface_velocity, point.stiffness, point.friction, point.obstacle, point.slot,
          point.bones, point.at);
  for (auto& [bone, weight] : point.bone) archive(bone, weight);
}

template <int Dim>
void BoneContacts<Dim>::describe(Archive& archive) {
  archive.section("BoneContacts");
  for (BoneSolid& solid : setup_.solids) archive(solid.stiffness);
  archive.leave(setup_.motion, boundary_, near_, probes_);  // once per body
  archive.leave(now_);                                      // where the bones are
}

/// Pairs of bodies find the same contacts wherever they have looked before.
template <int Dim>
void Contacts<Dim>::describe(Archive& archive) {
  archive.section("Contacts");
  const Eigen::Index nodes = stiffness_.size();
  archive(now_, earlier_, stiffness_, bones_, points_, expected_, bone_blocks, damping_blocks,
          in_matrix, along);
  auto count = static_cast<std::int64_t>(remembered_.size());
  archive(count);
  Archive::fits(count >= 0 && count <= static_cast<std::int64_t>(expected_.size()) &&
                    now_.size() == obstacles_.size() && stiffness_.size() == nodes,
                "contact is that of another body");
  remembered_.resize(static_cast<std::size_t>(count));
  for (Remembered& one : remembered_) archive(one.slot, one.gradient, one.along);
  if (archive.loading()) {
    shape_surfaces();
    pairs_.set_stiffness(stiffness_);
    pairs_ahead_.set_stiffness(stiffness_);
  }
  archive.leave(obstacles_, alpha_, damping_, element_, boundary_);  // once per body
  archive.leave(met_, ahead_, memory_);
}

template <int Dim>
void ContactStep<Dim>::describe(Archive& archive) {
  archive.section("ContactStep");
  if (contacts_) archive(*contacts_);
  archive.leave(memory_, bones_, tolerance_);  // the owner's, and once per body
  archive.leave(start_, active_, pushing_, terms_, rows_, friction_, rubbed_, work_, limits_,
                velocity_, impulse_, guess_, free_, on_joints_, known_, known_push_, seen_,
                clusters_, dofs_);
}

template void BoneContacts<2>::describe(Archive&);
template void BoneContacts<3>::describe(Archive&);
template void Contacts<2>::describe(Archive&);
template void Contacts<3>::describe(Archive&);
template void ContactStep<2>::describe(Archive&);
template void ContactStep<3>::describe(Archive&);

}  // namespace conjac
