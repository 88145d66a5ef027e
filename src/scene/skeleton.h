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
#include "scene/ease.h"
#include "step/joint_model.h"
#include "step/joint_terms.h"
#include "system/state.h"

namespace conjac {

class Archive;

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
  bool flies(int link) const override {
    return floats(tree_.link(tree_.root(link)).joint, tree_.planar());
  }

  void set_gravity(const Triple& gravity);  // the pose is to be taken anew

  /// After a cut: node i was node origin[i] before. Both copies of a rider ride on.
  void carry_over(const std::vector<int>& origin);

  // ---- timeline --------------------------------------------------------------------------------
  void set_time_step(double h) { instant_ = kInstant * h; }
  /// Brings holds and torques up to date for a step from `time` to `end`; joints newly held start
  /// from q. Returns whether any joint was held or let go.
  bool follow(double time, double end, const VectorXd& q);
  std::span<const int> free_joints() const override { return free_; }
  /// speeds (all joint unknowns) <- what held joints must do to be where the timeline wants them at
  /// `end`, zero elsewhere. Returns whether any moves.
  bool speeds(double end, double h, const VectorXd& q, VectorXd& speeds) const;
  /// Torques from outside the timeline (a controller), one per unknown; stay until changed.
  VectorXd& control() { return control_; }
  const VectorXd& torque() const { return torque_; }  // (unknowns) now, control included

  // ---- one step --------------------------------------------------------------------------------
  /// Takes the pose q at velocities u: energies, mass, forces, rows.
  void take(const VectorXd& q, const VectorXd& u);
  /// A try of length h from there: speeds (joint unknowns) <- those of held joints, riders of w <-
  /// theirs, terms <- the free joints' equations. Returns whether any joint is moved by the
  /// timeline: its riders are then scripted nodes.
  bool begin_try(const State& state, double h, VectorXd& speeds, VectorXd& w, JointTerms& terms);
  void move(const VectorXd& way, const VectorXd& u, VectorXd& q) override;
  void end(const VectorXd& pull, JointTerms& terms) override;
  void place(VectorXd& x) const override { attachment_.place(tree_, x); }
  int rider_rows() const override { return attachment_.rows(); }
  void rows(Eigen::Ref<MatrixXd> B) const override { B = start_.free_rows.leftCols(unknowns()); }
  void velocities(const VectorXd& u, VectorXd& v) const override;
  /// Zero where bones fly: these keep their momentum, and with it their energy.
  void leave_flying(VectorXd& direction) const;
  double gravity_energy() const { return now_.gravity_energy; }
  double spring_energy() const { return now_.spring_energy; }
  const MatrixXd& mass() const override { return now_.mass; }
  /// Work of torques and of held joints since begin_try(), and what damping took.
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
  void add_point_rows(int bone, const Point& x, double weight, const VectorXd& speeds,
                      Eigen::Ref<RowMatrix> rows, Eigen::Ref<VectorXd> known) const override;
  void add_point_force(int bone, const Point& x, const Point& f, VectorXd& forces) const override;
  void press(const VectorXd& forces, bool at_start) override;
  VectorXd& free_forces() override { return start_.terms->force; }
  void gather(const VectorXd& all, VectorXd& free) const override { gather_free(*this, all, free); }
  int bones() const override { return tree_.links(); }
  int joint_unknowns() const override { return tree_.unknowns(); }
  int root(int bone) const override { return tree_.root(bone); }
  void keep_pressed(std::span<const char> pressed, VectorXd& joints) const override;
  const std::vector<std::pair<int, int>>& rides() const override { return rides_; }

  // ---- JointModel ------------------------------------------------------------------------------
  int unknowns() const override { return static_cast<int>(free_.size()); }
  std::span<const char> riders() const override { return riders_; }
  void turn(const VectorXd& q, const VectorXd& du, VectorXd& out) const override;
  double take_pose(const VectorXd& q, VectorXd& x, VectorXd& force) override;
  void columns(MatrixXd& T) const override;
  void stiffness(const VectorXd& pull, MatrixXd& A) const override;

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

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
  void begin(const VectorXd& u, const VectorXd& speeds, double h, JointTerms& terms);

  Articulation tree_;
  JointForces joint_forces_;
  Attachment attachment_;
  std::vector<std::string> names_;
  std::vector<std::vector<SolidShape>> shapes_;
  std::vector<char> riders_;                // (nodes)
  std::vector<std::pair<int, int>> rides_;  // (riders) node, link
  void hang(std::vector<Attachment::Rider> riders);
  int stride_ = 3;
  double weight_ = 0, arm_ = 0;
  VectorXd start_velocity_, damping_;

  std::vector<Turn> turns_;
  std::vector<Torque> torques_;
  std::vector<char> held_;  // (unknowns)
  std::vector<double> base_, hold_begin_;
  std::vector<int> free_, prescribed_;
  VectorXd torque_, control_;
  double instant_ = 0;  // s, times nearer to each other are the same

  struct {  // at the pose taken
    MatrixXd mass, spring_stiffness, B;
    VectorXd force;  // (unknowns) springs and limits - bias + torque
    double gravity_energy = 0, spring_energy = 0;
  } now_;
  struct {  // at the pose of begin_try()
    JointTerms* terms = nullptr;
    MatrixXd mass, B, free_rows;
    VectorXd force;
  } start_;
  mutable VectorXd full_, still_;
  // Where bones are going in the step begun: (links), by their own forces unless flesh rides on
  // them.
  void look_ahead(const VectorXd& speeds, double h, const JointTerms& terms);
  std::vector<Twist> ahead_;
  std::vector<char> fleshed_;  // (links) at the root of a tree: nodes ride on it
  DenseCholesky ahead_factor_;
  VectorXd ahead_change_;
};

}  // namespace conjac
