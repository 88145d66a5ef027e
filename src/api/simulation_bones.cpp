#include <Eigen/Geometry>
#include <cctype>

#include "api/simulation_impl.h"

namespace conjac {
namespace {

Point point(const Triple& t) {
  return {t[0], t[1], t[2]};
}

/// A shape of a bone about its own origin, at rest; capsules lie along their local z.
struct RestSolid {
  SolidView view;
  Point middle = Point::Zero();
  Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();

  explicit RestSolid(const SolidBox& box) {
    view.kind = SolidKind::box;
    middle = point(box.center);
    for (int c = 0; c < 3; ++c) view.half[c] = box.size[c] / 2;
    if (box.rotate.degrees != 0)
      turn =
          Eigen::AngleAxisd(box.rotate.degrees * M_PI / 180, point(box.rotate.axis).normalized());
  }
  explicit RestSolid(const SolidSphere& sphere) {
    view.kind = SolidKind::sphere;
    middle = point(sphere.center);
    view.radius = sphere.radius;
  }
  explicit RestSolid(const SolidCapsule& capsule) {
    view.kind = SolidKind::capsule;
    const Point along = point(capsule.to) - point(capsule.from);
    middle = (point(capsule.to) + point(capsule.from)) / 2;
    view.radius = capsule.radius;
    view.half_length = along.norm() / 2;
    turn = Eigen::Quaterniond::FromTwoVectors(Point::UnitZ(), along);
  }
};

/// "upper arm" -> "joint_upper_arm".
std::string column(const std::string& bone) {
  std::string name = "joint_";
  for (unsigned char c : bone) name += std::isalnum(c) ? static_cast<char>(c) : '_';
  return name;
}

Eigen::Map<const VectorXd> vector(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

}  // namespace

std::vector<SolidView> Simulation::bones() const {
  return impl_->visit([](auto& w) {
    std::vector<SolidView> views;
    const Skeleton& skeleton = w.skeleton();
    for (int i = 0; i < skeleton.tree().links(); ++i)
      for (const SolidShape& shape : skeleton.shapes(i)) {
        RestSolid rest = std::visit([](const auto& one) { return RestSolid(one); }, shape);
        const Point at = skeleton.tree().position(i, rest.middle);
        const Eigen::Quaterniond turn =
            Eigen::Quaterniond(skeleton.tree().pose(i).rotation) * rest.turn;
        rest.view.role = SolidRole::bone;
        rest.view.name = skeleton.name(i);
        rest.view.moving = true;
        rest.view.position = {at.x(), at.y(), at.z()};
        rest.view.rotation = {turn.x(), turn.y(), turn.z(), turn.w()};
        views.push_back(std::move(rest.view));
      }
    return views;
  });
}

std::vector<std::string> Simulation::joint_names() const {
  return impl_->visit([](auto& w) {
    std::vector<std::string> names;
    const Articulation& tree = w.skeleton().tree();
    for (int i = 0; i < tree.links(); ++i) {
      const int end = i + 1 < tree.links() ? tree.first_coordinate(i + 1) : tree.coordinates();
      const int count = end - tree.first_coordinate(i);
      for (int c = 0; c < count; ++c)
        names.push_back(column(w.skeleton().name(i)) + (count > 1 ? "_" + std::to_string(c) : ""));
    }
    return names;
  });
}

std::span<const double> Simulation::joint_positions() const {
  return impl_->visit([](auto& w) {
    return std::span<const double>(w.state().q.data(),
                                   static_cast<std::size_t>(w.state().q.size()));
  });
}
std::span<const double> Simulation::joint_velocities() const {
  return impl_->visit([](auto& w) {
    return std::span<const double>(w.state().u.data(),
                                   static_cast<std::size_t>(w.state().u.size()));
  });
}
void Simulation::set_joints(std::span<const double> q, std::span<const double> u) {
  impl_->visit([&](auto& w) { w.set_joints(vector(q), vector(u)); });
}
void Simulation::set_joint_torques(std::span<const double> torques) {
  impl_->visit([&](auto& w) { w.set_joint_torques(vector(torques)); });
}

}  // namespace conjac
