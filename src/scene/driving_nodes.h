#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mesh/topology.h"
#include "reduce/adapt.h"
#include "reduce/roles.h"
#include "scene/body.h"
#include "scene/hand.h"
#include "scene/script.h"
#include "scene/skeleton.h"
#include "step/condensed_dynamics.h"

namespace conjac {

class Archive;

/// Who drives the body: the representative nodes, which of them are awake, the role of every node,
/// and which pieces nothing holds.
template <int Dim>
class DrivingNodes {
 public:
  /// What it looks at.
  struct Around {
    const Mesh<Dim>& mesh;
    const Pieces& pieces;
    const Script<Dim>& script;
    const Skeleton& skeleton;
    const SceneSpec& spec;
  };
  void start(const Around& around, std::vector<std::string>& notices);
  /// Riders are drivers for good: no event may hold or move them, no role make them dynamic.
  void hang_riders(const Script<Dim>& script, const Skeleton& skeleton);

  /// Liveliness since `before`, h ago, decides who is awake.
  void adapt(const Around& around, const RestShape<Dim>& shape, const VectorXd& before,
             const VectorXd& x, double h);
  /// Representative nodes near these contacts wake, so that impact and friction are not felt in the
  /// least squares sense alone.
  void wake_near(std::span<const ContactPoint<Dim>> points);
  /// Flesh around this node is let go: who sleeps there wakes before it moves. Asleep it would give off
  /// all its energy within a step. Only where modes move, which swing.
  void rouse(const SceneSpec& spec, int node);
  /// Nodes that somebody wants awake or asleep, whatever their liveliness says.
  void follow_wishes(std::span<const Wake> wishes);
  void set_wake(int representative, Wake wish, const StepOptions& options);

  /// Wakes what a floating piece needs to be pinned by, and brings all roles up to date. Returns
  /// whether anybody became or ceased to be a driver.
  bool settle(const Around& around, std::span<const Wake> wishes, const VectorXd& x);
  void keep_pinned(const Around& around, std::span<const Wake> wishes, const VectorXd& x);

  /// After a cut. Representatives stay with their node, new ones are added where a piece could
  /// float without; `number` is the new node of each old one (-1: gone). Returns how many of these
  /// are needed right now.
  int carry_over(const Around& around, const std::vector<int>& number, std::vector<Wake>& wishes,
                 const VectorXd& x, std::vector<std::string>& notices);

  const std::vector<Representative>& representatives() const { return representatives_; }
  std::vector<int> nodes() const;  // of the representatives
  const std::vector<Role>& roles() const { return roles_; }
  const std::vector<int>& regions() const { return region_; }  // (elements) representative
  std::span<const CondensedDynamics::DynamicNode> dynamic() const { return dynamic_; }
  const Adaptivity& adaptivity() const { return adaptivity_; }
  PieceView pieces(const Pieces& pieces) const { return {pieces.count, pieces.of_node, floating_}; }
  /// direction (dofs) <- 0 on pieces that ride on bones that nothing holds.
  void leave_adrift(const Pieces& pieces, VectorXd& direction) const;

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  void find_regions(const Mesh<Dim>& mesh);
  void pin(int piece, const Around& around, std::span<const Wake> wishes, const VectorXd& x);

  std::vector<char> pinned_;  // (nodes) held for good, or riding
  std::vector<Representative> representatives_;
  Adaptivity adaptivity_;
  std::vector<Role> roles_;     // (nodes)
  std::vector<int> region_;     // (elements)
  std::vector<int> nearest_;    // (nodes) in whose region a node is, -1 without any
  std::vector<char> floating_;  // (pieces) nothing holds it now
  std::vector<char> adrift_;    // (pieces) rides on bones that nothing holds
  std::vector<CondensedDynamics::DynamicNode> dynamic_;
  int next_id_ = 0;
  std::vector<int> pins_, sleepers_;  // workspace
  VectorXd rate_;
  std::vector<double> metric_, scratch_;
};

}  // namespace conjac
