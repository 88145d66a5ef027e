#pragma once

#include <span>
#include <utility>
#include <vector>

#include "conjac/scene_spec.h"
#include "contact/contact_point.h"
#include "contact/obstacle.h"

namespace conjac {

class Archive;

/// Rigid bodies that move by their own law, as contact sees them.
class BoneMotion {
 public:
  virtual ~BoneMotion() = default;
  /// From the coordinates at rest to where the bone is.
  virtual Pose bone_pose(int bone) const = 0;
  /// Velocity of the bone's material at x.
  virtual Eigen::Vector3d bone_velocity(int bone, const Eigen::Vector3d& x) const = 0;
  /// The same at the end of the step to come, as far as it can be foretold: a bone at rest that
  /// begins to fall should not be deep in the floor before it feels it.
  virtual Eigen::Vector3d bone_velocity_ahead(int bone, const Eigen::Vector3d& x) const = 0;

  /// Adds `weight` times the velocity of a bone at x: to `rows` (stride x free joints) what the
  /// free joints give, to `known` (stride) what held ones do at `speeds`.
  virtual void add_point_rows(int bone, const Eigen::Vector3d& x, double weight,
                              const VectorXd& speeds, Eigen::Ref<RowMatrix> rows,
                              Eigen::Ref<VectorXd> known) const = 0;
  /// forces (joint unknowns) += what the force f at x on a bone does in the joints.
  virtual void add_point_force(int bone, const Eigen::Vector3d& x, const Eigen::Vector3d& f,
                               VectorXd& forces) const = 0;
  /// Contact presses with `forces` (joint unknowns) where the try began, or where it has ended.
  virtual void press(const VectorXd& forces, bool at_start) = 0;
  /// (free joints) forces of the try under way, to be added to.
  virtual VectorXd& free_forces() = 0;
  /// free <- entries of the free joints.
  virtual void gather(const VectorXd& all, VectorXd& free) const = 0;

  virtual int bones() const = 0;
  virtual int joint_unknowns() const = 0;
  virtual int root(int bone) const = 0;    // first bone of the tree it belongs to
  virtual bool flies(int bone) const = 0;  // does nothing tie its tree to the world?
  /// joints (joint unknowns) <- 0 but at free joints of trees whose root is marked 2.
  virtual void keep_pressed(std::span<const char> pressed, VectorXd& joints) const = 0;
  /// (node, bone) of all nodes that ride.
  virtual const std::vector<std::pair<int, int>>& rides() const = 0;
};

/// One shape of a bone.
struct BoneSolid {
  int bone = 0;
  Shape shape;
  Pose rest;
  double friction = ContactSpec{}.friction;
  double stiffness = 0;         // of its corners and ends, N/m
  std::vector<int> nodes;       // boundary nodes that may touch it
  std::vector<int> shy;         // bones it never touches, itself among them
  bool meets_obstacles = true;  // and other bones
};

/// Contacts of bones with the nodes of bodies, with obstacles and with each other. Between two
/// solids features of one are tested against the other (exact where one is a ball, or an obstacle a
/// half-space; two edges that cross do not feel each other). All act at one point on both sides, so
/// that action equals reaction in torque too: for a node where it is, else on the feature's
/// surface.
template <int Dim>
class BoneContacts {
 public:
  struct Setup {
    const BoneMotion* motion = nullptr;
    std::vector<BoneSolid> solids;
  };
  BoneContacts(Setup setup, const std::vector<Obstacle>& obstacles, std::span<const int> boundary);

  bool empty() const { return setup_.solids.empty(); }
  void set_stiffness(std::span<const double> solids) {
    for (std::size_t s = 0; s < solids.size(); ++s) setup_.solids[s].stiffness = solids[s];
  }
  void set_friction(std::span<const double> solids) {
    for (std::size_t s = 0; s < solids.size(); ++s) setup_.solids[s].friction = solids[s];
  }
  int slots() const { return static_cast<int>(setup_.solids.size() * boundary_ + probes_.size()); }
  struct Scene {
    const std::vector<Obstacle>& obstacles;
    const std::vector<ObstacleNow>& now;
    std::span<const int> boundary;
    const VectorXd& stiffness;  // (nodes)
    int first_slot = 0;
  };
  /// Appends the contacts at x.
  void find(const Scene& scene, const VectorXd& x, std::vector<ContactPoint<Dim>>& points) {
    find(scene, x, nullptr, 0, points);
  }
  /// The same of where everything will be after h, nodes at velocities v; with the gap they have
  /// now.
  void expect(const Scene& scene, const VectorXd& x, const VectorXd& v, double h,
              std::vector<ContactPoint<Dim>>& points) {
    find(scene, x, &v, h, points);
  }

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  /// A feature of one solid against another solid. Below zero: an obstacle, -1 - number.
  struct Probe {
    int from, against;
    Feature feature;
  };
  void find(const Scene& scene, const VectorXd& x, const VectorXd* v, double h,
            std::vector<ContactPoint<Dim>>& points);
  void find_nodes(const Scene& scene, const VectorXd& x, const VectorXd* v, double h,
                  std::vector<ContactPoint<Dim>>& points) const;
  void find_probes(const Scene& scene, bool ahead, double h,
                   std::vector<ContactPoint<Dim>>& points) const;
  /// Bones, obstacle, stiffness and friction of a contact found by a probe.
  void describe_sides(const Scene& scene, const Probe& probe, ContactPoint<Dim>& point) const;
  void add_probes(int from, int against, const Shape& shape);

  Setup setup_;
  std::size_t boundary_ = 0;            // how many boundary nodes
  std::vector<std::vector<int>> near_;  // (solids) places in `boundary` of those that may touch
  std::vector<Probe> probes_;
  std::vector<Pose> now_;  // (solids)
};

}  // namespace conjac
