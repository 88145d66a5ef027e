#pragma once

#include <utility>
#include <vector>

#include "conjac/step_options.h"
#include "scene/flesh.h"
#include "scene/node_springs.h"
#include "step/trial.h"

namespace conjac {

class Archive;

/// What a person does while a scene runs: pull at the flesh, wake nodes, activate muscles. What is
/// asked for acts from the next step on. The springs of a grip are the body's (scene/body_forces.h)
/// and are written here.
template <int Dim>
class Hand {
 public:
  // ---- a grip ----------------------------------------------------------------------------------
  /// Springs from the flesh around a node to a point; K as it is now, without a grip. Nodes that
  /// are `held` cannot be gripped.
  void grab(const HandSpec& spec, int node, const Vec<Dim>& target, const std::vector<char>& held,
            const SparseMatrix& K, const VectorXd& x, Flesh<Dim>& flesh);
  /// Throws for a node that is not there or held, or a target that is not finite.
  static void check(int node, const Vec<Dim>& target, const std::vector<char>& held);
  void drag(const Vec<Dim>& target);
  void let_go(NodeSprings<Dim>& springs, Trial& trial);
  /// The springs' target follows the cursor with a short lag, s, so that a cursor that leaps between
  /// two steps does not strike the body.
  void pull(double h, double lag, double size, NodeSprings<Dim>& springs, Trial& trial);
  bool grips() const { return gripped_ >= 0; }
  int gripped() const { return gripped_; }              // node, -1: none
  const Vec<Dim>& cursor() const { return cursor_; }    // where the hand is
  double grip_stiffness() const { return stiffness_; }  // of all springs together, N/m

  // ---- wishes ----------------------------------------------------------------------------------
  std::vector<Wake> wake;  // (representatives)
  /// Activation of these elements, of `count`, instead of the timeline's.
  void set_activation(const std::vector<int>& elements, double value, int count);
  bool activation_asked() { return std::exchange(asked_, false); }  // since this was last called
  double activation(int element) const {                            // -1: the timeline's
    return activation_.empty() ? -1.0 : activation_[element];
  }

  /// (dofs) forces beside those of the timeline, until changed, N; empty: none.
  VectorXd forces;

  void receive(double work) { work_ += work; }
  double take_work() { return std::exchange(work_, 0.0); }  // put in since this was last called, J

  /// After a cut: old numbers of the elements, new numbers of the old nodes (-1: gone), and the
  /// springs there were.
  void carry_over(const std::vector<int>& element_origin, const std::vector<int>& number,
                  const NodeSprings<Dim>& before, NodeSprings<Dim>& springs);
  /// And the forces: `origin` is the old node of each new one, `share` its part of that node's mass.
  void share_forces(const std::vector<int>& origin, const std::vector<double>& share);

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  template <class Change>
  void change(NodeSprings<Dim>& springs, Trial& trial, const Change& change);

  int gripped_ = -1;
  Vec<Dim> cursor_ = Vec<Dim>::Zero();
  double stiffness_ = 0, work_ = 0;
  std::vector<double> activation_;  // (elements) empty: nobody has asked
  bool asked_ = false;
};

}  // namespace conjac
