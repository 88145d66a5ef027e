#include <cctype>

#include "api/simulation_impl.h"
#include "scene/solids.h"

namespace conjac {
namespace {

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
        const Pose rest = placed(shape, 3).pose;
        SolidView view = solid_view(shape);
        place(view, Pose{Eigen::Quaterniond(skeleton.tree().pose(i).rotation) * rest.turn,
                         skeleton.tree().position(i, rest.shift)});
        view.role = SolidRole::bone;
        view.name = skeleton.name(i);
        view.moving = true;
        views.push_back(std::move(view));
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
    return std::span<const double>(w.state().v.joints.data(),
                                   static_cast<std::size_t>(w.state().v.joints.size()));
  });
}
void Simulation::set_joints(std::span<const double> q, std::span<const double> u) {
  impl_->visit([&](auto& w) { w.set_joints(vector(q), vector(u)); });
}
void Simulation::set_joint_torques(std::span<const double> torques) {
  impl_->visit([&](auto& w) { w.set_joint_torques(vector(torques)); });
}

}  // namespace conjac
