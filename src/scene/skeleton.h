#pragma once

#include <string>
#include <vector>

#include "conjac/scene_spec.h"
#include "contact/bones.h"
#include "linalg/dense_cholesky.h"
#include "linalg/factor.h"
#include "mesh/mesh.h"
#include "rigid/attachment.h"
#include "rigid/joint_forces.h"
#include "step/joint_model.h"
#include "step/joints.h"

namespace conjac {

/// The bones of a scene: the tree of rigid bodies, what acts in its joints, the nodes that ride on
/// it, and what the timeline does with the joints. The state (q, u) is the world's; everything here
/// speaks of the pose last taken. Empty in scenes without bones.
class Skeleton final : public JointModel, public BoneMotion {
 public:
  Skeleton() = default;
  template <int Dim>
  Skeleton(const Mesh<Dim>& mesh, const SceneSpec& spec);

  bool empty() const { return tree_.links() == 0; }
  const Articulation& tree() const { return tree_; }
  const Attachment& attachment() const { return attachment_; }
  const std::string& name(int link) const { return names_[link]; }
  const std::vector<SolidShape>& shapes(int link) const { return shapes_[link]; }
  const VectorXd& start_velocity() const { return start_velocity_; }
  double weight() const { return weight_; }  // of all bones, N
  double arm() const { return arm_; }        // length of the skeleton, m
  bool rides(int node) const { return !riders_.empty() && riders_[node]; }

  /// Does nothing tie the bones it hangs together with to the world?
  bool flies(int link) const { return floats(tree_.link(tree_.root(link)).joint, tree_.planar()); }

  /// After a cut: node i was node origin[i] before. Both copies of a rider ride on.
  void carry_over(const std::vector<int>& origin);

  // ---- timeline --------------------------------------------------------------------------------
  /// Brings holds and torques up to date for a step from `time` to `end`; joints newly held start
  /// from q. Returns whether any joint was held or let go.
  bool follow(double time, double end, const VectorXd& q);
  const std::vector<int>& free_joints() const { return free_; }        // unknowns, ascending
  const std::vector<int>& held_joints() const { return prescribed_; }  // the others
  /// speeds (all joint unknowns) <- what held joints must do to be where the timeline wants them at
  /// `end`, zero elsewhere. Returns whether any moves.
  bool speeds(double end, double h, const VectorXd& q, VectorXd& speeds) const;
  /// Torques from outside the timeline (a controller), one per unknown; stay until changed.
  VectorXd& control() { return control_; }
  const VectorXd& torque() const { return torque_; }  // (unknowns) now, control included

  // ---- one step --------------------------------------------------------------------------------
  /// Takes the pose q at velocities u: energies, mass, forces, rows.
  void take(const VectorXd& q, const VectorXd& u);
  void place(VectorXd& x) const { attachment_.place(tree_, x); }
  /// terms <- the free joints at the pose taken, where held ones go on with `speeds`.
  void begin(const VectorXd& u, const VectorXd& speeds, double h, JointTerms& terms);
  /// The same at the end of the step, where the flesh pulls with `pull`.
  void end(const VectorXd& pull, JointTerms& terms);
  /// B of the riders over the free joints, at the pose begin() saw.
  auto rows() const { return free_rows_.leftCols(static_cast<Eigen::Index>(free_.size())); }
  /// Riders of v <- B u at the pose taken.
  void velocities(const VectorXd& u, VectorXd& v) const;
  double kinetic_energy(const VectorXd& u) const { return 0.5 * u.dot(mass_.lazyProduct(u)); }
  double gravity_energy() const { return gravity_energy_; }
  double spring_energy() const { return spring_energy_; }
  const MatrixXd& mass() const { return mass_; }
  /// Work of torques and of held joints between begin() and end(), and what damping took.
  struct Work {
    double done = 0, dissipated = 0;
  };
  Work work(const VectorXd& u0, const VectorXd& u1, double h) const;

  // ---- contact ---------------------------------------------------------------------------------
  Pose bone_pose(int bone) const override;
  Point bone_velocity(int bone, const Point& x) const override {
    return velocity_at(tree_.velocity(bone), x);
  }
  Point bone_velocity_ahead(int bone, const Point& x) const override {
    return velocity_at(ahead_[bone], x);
  }
  /// Adds `weight` times the velocity of a bone at x: to `rows` (stride x free joints) what the
  /// free joints give, to `known` (stride) what held ones do at `speeds`.
  void add_point_rows(int bone, const Point& x, double weight, const VectorXd& speeds,
                      Eigen::Ref<RowMatrix> rows, Eigen::Ref<VectorXd> known) const;
  /// forces (unknowns) += what the force f at x on a bone does in the joints.
  void add_point_force(int bone, const Point& x, const Point& f, VectorXd& forces) const;
  /// Contact presses with `forces` (unknowns) at the pose taken; `terms`, if any, are of its
  /// begin().
  void press(const VectorXd& forces, JointTerms* terms);

  // ---- JointModel ------------------------------------------------------------------------------
  int unknowns() const override { return static_cast<int>(free_.size()); }
  std::span<const char> riders() const override { return riders_; }
  void turn(const VectorXd& q, const VectorXd& du, VectorXd& out) const override;
  double take_pose(const VectorXd& q, VectorXd& x, VectorXd& force) override;
  void columns(MatrixXd& T) const override;
  void stiffness(const VectorXd& pull, MatrixXd& A) const override;

 private:
  struct Turn {
    TurnEvent event;
    int unknown = 0;
    double by = 0;  // rad, m
  };
  struct Torque {
    TorqueEvent event;
    int unknown = 0;
  };
  int link_named(const std::string& name, const std::string& where) const;
  int unknown_of(const std::string& bone, int axis, bool moved, const std::string& where) const;
  template <int Dim>
  void attach(const Mesh<Dim>& mesh, const SceneSpec& spec);
  void read_timeline(const SceneSpec& spec);
  int coordinate(int unknown) const;

  Articulation tree_;
  JointForces joint_forces_;
  Attachment attachment_;
  std::vector<std::string> names_;
  std::vector<std::vector<SolidShape>> shapes_;
  std::vector<char> riders_;  // (nodes)
  int stride_ = 3;
  double weight_ = 0, arm_ = 0;
  VectorXd start_velocity_, damping_;

  std::vector<Turn> turns_;
  std::vector<Torque> torques_;
  std::vector<char> held_;  // (unknowns)
  std::vector<double> base_, hold_begin_;
  std::vector<int> free_, prescribed_;
  VectorXd torque_, control_;

  // At the pose taken.
  MatrixXd mass_, spring_stiffness_, B_;
  VectorXd force_;  // (unknowns) springs and limits - bias + torque
  double gravity_energy_ = 0, spring_energy_ = 0;
  // At the pose of begin().
  MatrixXd start_mass_, start_B_, free_rows_;
  VectorXd start_force_;
  mutable VectorXd full_, still_;
  // Where bones are going in the step begun: (links), by their own forces unless flesh rides on
  // them.
  void look_ahead(const VectorXd& speeds, double h, const JointTerms& terms);
  std::vector<Motion> ahead_;
  std::vector<char> fleshed_;  // (links) at the root of a tree: nodes ride on it
  DenseCholesky ahead_factor_;
  VectorXd ahead_change_;
};

}  // namespace conjac
