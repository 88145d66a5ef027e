#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "conjac/scene_spec.h"
#include "core/time_function.h"
#include "mesh/mesh.h"
#include "scene/ease.h"
#include "scene/pressure.h"

namespace conjac {

class Archive;

/// The timeline at run time: who is held, where held nodes should be, which loads act, how active
/// the muscles are. A node is held from the start when it is fixed, else from the start of a move
/// until its release; while held it follows the moves that began since, in the order of their
/// start.
template <int Dim>
class Script {
 public:
  Script(const Mesh<Dim>& mesh, const SceneSpec& spec);

  void set_time_step(double h) { instant_ = kInstant * h; }

  /// Nodes held for the whole run: they never enter a matrix.
  const std::vector<char>& pinned() const { return pinned_; }

  /// Brings the holds up to date for a step that begins at `time`; newly held nodes start from
  /// where they are in `x`. Returns whether anything was held or released.
  bool update_holds(double time, const VectorXd& x);
  const std::vector<char>& held() const { return held_; }             // (nodes) now
  const std::vector<int>& held_nodes() const { return held_nodes_; }  // the same as a list
  bool ever_held(int node) const { return !holds_[node].empty(); }
  bool moves(int node) const { return scripted_[node]; }  // has a move somewhere on the timeline

  /// target <- positions of the held nodes at `time` (other entries untouched). Returns whether
  /// any of them differs from x.
  bool targets(double time, const VectorXd& x, VectorXd& target) const;

  /// Held nodes are from `time` on where `target` (dofs) has them. Those that this moves leave the
  /// moves that have begun by then; later ones carry on from there.
  void place_held(double time, const VectorXd& target);

  /// load <- dead loads at `time`. Returns whether any load acts.
  bool loads(double time, VectorXd& load) const;

  /// pressure.sides <- those of the timeline's pressures with their values at `time`, of a body that
  /// is `mesh` now. Returns whether any of them changed.
  bool presses() const { return !presses_.empty(); }
  bool press(double time, const Mesh<Dim>& mesh, Pressure<Dim>& pressure) const;

  /// Activation of the elements with a running or past `activate` event at `time`.
  struct Activation {
    int element;
    double value;
  };
  const std::vector<Activation>& activations(double time);

  /// Nodes that somebody wants to follow; a cut leaves the copies of each.
  struct Probe {
    std::string name;
    std::vector<int> nodes;
  };
  const std::vector<Probe>& probes() const { return probes_; }

  /// Gravity at `time`, where the timeline changes it.
  bool changes_gravity() const { return !gravities_.empty(); }
  Triple gravity(double time) const;

  /// The body was cut: `origin` is the old node of each new one, `share` its part of that node's
  /// mass, `element_origin` the old element of each new one. Every copy of a node is selected where
  /// the node was, and copies divide its load.
  void carry_over(std::span<const int> origin, std::span<const double> share,
                  std::span<const int> element_origin);
  /// Holds nodes for good, where they are in `x`.
  void hold_from_now_on(std::span<const int> nodes, double time, const VectorXd& x);

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  static constexpr double kForever = std::numeric_limits<double>::infinity();
  void list_held_nodes();
  void take_events(const Mesh<Dim>& mesh, const SceneSpec& spec);
  void take_pressure(const Mesh<Dim>& mesh, const PressureEvent& event, const std::string& where);
  double share_of_load(double start, double end, double ramp, const TimeFunction& curve,
                       double time) const;

  struct Hold {
    double begin, end;
  };
  struct Move {
    MoveEvent event;
    std::vector<int> nodes;
    TimeFunction curve = {};
    double share(double time) const;  // of its way that is done
  };
  struct Load {
    LoadEvent event;
    std::vector<int> nodes;
    std::vector<double> weights;  // (nodes) sum 1
    TimeFunction curve = {};
  };
  struct Activate {
    ActivateEvent event;
    std::vector<int> elements;
    TimeFunction curve = {};
  };
  struct Press {
    PressureEvent event;
    std::vector<std::array<int, 2>> sides;  // element, and which of its sides
    TimeFunction curve = {};
  };
  struct Gravity {
    GravityEvent event;
    TimeFunction curve = {};
  };

  std::vector<Move> moves_;  // by start
  std::vector<Load> loads_;
  std::vector<Press> presses_;
  std::vector<Activate> activates_;  // by start
  std::vector<Gravity> gravities_;   // by start
  Triple first_gravity_;             // before all of them
  std::vector<Probe> probes_;
  std::vector<std::vector<Hold>> holds_;    // (nodes)
  std::vector<std::vector<int>> moves_of_;  // (nodes) indices into moves_
  std::vector<char> pinned_, held_, scripted_;
  std::vector<int> held_nodes_;
  std::vector<Vec<Dim>> base_;      // (nodes) where the current hold began
  std::vector<double> hold_begin_;  // (nodes)
  std::vector<double> placed_;      // (nodes) when somebody last placed them
  std::vector<Activation> activation_;
  double instant_;  // s, times nearer to each other are the same
};

}  // namespace conjac
