#include "core/archive.h"
#include "rigid/attachment.h"

// What the next step depends on (core/archive.h).

namespace conjac {

void describe(Archive& archive, LinkPose& pose) {
  archive(pose.rotation, pose.origin);
}

void Articulation::describe(Archive& archive) {
  archive.section("Articulation");
  archive(poses_, axes_, velocity_, acceleration_);
  archive.leave(links_, gravity_, planar_, coordinates_, unknowns_, first_q_, first_u_, count_u_,
                link_of_, freedom_of_);  // of the scene
  archive.leave(composite_, wrench_, dead_);
}

void describe(Archive& archive, Attachment::Rider& rider) {
  archive(rider.node, rider.link, rider.rest);
}

void Attachment::describe(Archive& archive) {
  archive.section("Attachment");
  archive(riders_);
  archive.leave(stride_);  // of the scene
}

}  // namespace conjac
