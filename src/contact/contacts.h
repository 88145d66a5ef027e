#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "conjac/scene_spec.h"
#include "contact/bones.h"
#include "contact/contact_point.h"
#include "contact/obstacle.h"
#include "contact/pairs.h"
#include "system/contact_terms.h"
#include "system/system.h"

namespace conjac {

class Archive;

/// How hard contacts push back.
struct ContactStiffness {
  VectorXd nodes;             // (nodes) of boundary nodes, N/m; zero elsewhere
  std::vector<double> bones;  // (bone solids) N/m
};

/// Coefficients of friction.
struct ContactFriction {
  std::vector<double> obstacles, bones;  // (obstacles), (bone solids)
  double pairs = 0;                      // of bodies with each other and with themselves
};

/// Penalty contact of a body's boundary nodes (McAdams et al. 2011, as in the paper's BUNNY). A
/// node that has passed a surface by -gap is pulled to the nearest point x_s of it,
///
///     f = k ((1 - alpha) n n' + alpha I)(x_s - x),     energy k/2 gap^2.
///
/// Since x_s is the nearest point, x_s - x is along n and the force is the same for every alpha.
/// What alpha changes is the stiffness, where x_s is taken to stay:
///
///     df/dx = -k (n n' + alpha (I - n n')).
///
/// The tangential part says that the node does not slide. It is the hold of friction, seen by the
/// condensation and by the corrections after the move; so (ours) it is there while friction holds
/// the node and gone while the node slides, else the linearised step would brake sliding like a
/// viscous fluid. The curvature of the surface is left out, which keeps the stiffness definite.
///
/// With an obstacle the stiffness is a block on the diagonal of K, so the pattern stays and the
/// condensation feels the contact. Between bodies force and energy are complete, but nothing enters
/// K: a block on the diagonal would tie the node to the world, and bodies that fly together would
/// lose momentum. There the stiffness enters the reduced equations of motion, where it is of rank
/// one per contact and exact (system/contact_terms.h).
template <int Dim>
class Contacts {
 public:
  struct Setup {
    std::vector<Obstacle> obstacles;
    PairSetup<Dim> pairs;
    typename BoneContacts<Dim>::Setup bones;
    double alpha = ContactSpec{}.alpha;
    double damping = 0;                                            // s
    double friction_tolerance = ContactSpec{}.friction_tolerance;  // m/s
  };
  /// Friction keeps its state in `memory`, under the slot of each contact.
  Contacts(Setup setup, ContactMemory& memory);

  /// Could anything ever touch?
  bool possible() const { return !obstacles_.empty() || !pairs_.empty() || !bones_.empty(); }

  /// Other stiffnesses from now on, for the time step has changed. Contacts found before have their
  /// old ones: energy and force must be asked for anew.
  void set_stiffness(const ContactStiffness& stiffness);

  /// Other coefficients from now on; contacts found before have their old ones.
  void set_friction(const ContactFriction& friction);

  /// Obstacles to where they are at `time`, having moved for h. True when any moved.
  bool move_obstacles(double time, double h);
  /// Back to where they were before that: the step they moved for has failed.
  void put_obstacles_back();

  /// Finds the contacts at x and returns their energy. The functions below speak of them.
  double find(const VectorXd& x);
  void add_force(VectorXd& force) const;
  std::span<const ContactPoint<Dim>> points() const { return points_; }

  /// Looks ahead from the contacts at x: adds those that the nodes would meet within h at
  /// velocities v, with the gap they have now, a positive one. A step is linearised about them all:
  /// the force -k (gap + n . dx) of a contact to come is right at the end of the step, where it is
  /// met; without it a fast node would be inside, unslowed, before it feels anything. With h = 0
  /// there are none.
  void expect(const VectorXd& x, const VectorXd& v, double h);
  std::span<const ContactPoint<Dim>> expected() const { return expected_; }
  /// Of the contacts found, how deep the deepest is that was not expected, in elements: that node
  /// was flung into the surface within the step and has not felt it.
  double unforeseen_depth() const;
  /// Energy of the contacts between pieces, found at x, that are deeper than they can have got from
  /// those of `before`, found at x0. Where a piece overlaps itself, or a node was too deep to be
  /// seen, a contact may come or deepen at once.
  double energy_out_of_nothing(std::span<const ContactPoint<Dim>> before, const VectorXd& x0,
                               const VectorXd& x) const;
  /// Adds the forces of those to come (they pull, as yet).
  void add_coming_force(VectorXd& force) const;
  /// Adds the blocks of the expected contacts with obstacles.
  void add_stiffness(SparseMatrix& K) const;

  /// marks (nodes) <- 1 where pieces are closer to each other than `elements` times an element.
  void mark_close(const VectorXd& x, double elements, std::span<char> marks) {
    pairs_.mark_close(x, boundary_, elements * element_, marks);
  }

  /// Remembers which blocks add_stiffness has added; how far they have changed since: infinite
  /// when a contact came or went, or began to slide, else the largest change of a normal.
  void remember();
  double change() const;
  /// Stiffness along the surface that was added for the n-th expected contact with an obstacle,
  /// N/m.
  double remembered_along(int n) const { return remembered_[n].along; }
  /// The same as it would be added now.
  double stiffness_along(const ContactPoint<Dim>& point) const;
  /// The blocks of nodes that touch bones are added this many times; 0: not at all. What couples
  /// node and joint is added elsewhere (statics, Vanilla).
  double bone_blocks = 0;
  /// Are contacts with obstacles part of K? Else those who step follow them by themselves, and the
  /// matrix does not change when they come and go.
  bool in_matrix = true;
  /// Of the force k (depth + damping d depth/dt), s.
  double damping() const { return damping_; }
  /// How much more of a normal's block stands in K for the damping's sake (full FE).
  double damping_blocks = 0;
  /// Is alpha counted? The full system has no use for it.
  bool along = true;

  auto friction_force(int slot) {  // on the first node, N
    return memory_.friction.template segment<Dim>(static_cast<Eigen::Index>(slot) * Dim);
  }
  auto friction_force(int slot) const {
    return std::as_const(memory_.friction)
        .template segment<Dim>(static_cast<Eigen::Index>(slot) * Dim);
  }
  void hold(int slot, bool yes) { memory_.held[slot] = yes; }

  const std::vector<Obstacle>& obstacles() const { return obstacles_; }
  const Pose& pose(int obstacle) const { return now_[obstacle].pose; }
  double stiffness(int node) const { return stiffness_[node]; }
  double element() const { return element_; }  // typical edge of the boundary, m

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  void shape_surfaces();  // as now_ says
  void collect(const VectorXd& x, BodyPairs<Dim>& pairs, std::vector<ContactPoint<Dim>>& points);
  typename BoneContacts<Dim>::Scene bone_scene() const {
    const int before = static_cast<int>(boundary_.size() * (obstacles_.size() + 2));
    return {obstacles_, now_, boundary_, stiffness_, before};
  }

  std::vector<Obstacle> obstacles_;
  std::vector<ObstacleNow> now_, earlier_;
  double alpha_, damping_;
  double element_;                      // mean edge of the boundary, m
  VectorXd stiffness_;                  // (nodes)
  std::vector<int> boundary_;           // nodes
  BodyPairs<Dim> pairs_, pairs_ahead_;  // each keeps what it found near where it last looked
  BoneContacts<Dim> bones_;
  std::vector<ContactPoint<Dim>> points_, met_, expected_;  // ascending by slot
  VectorXd ahead_;
  ContactMemory& memory_;
  struct Remembered {
    int slot;
    Vec<Dim> gradient;
    double along;
  };
  std::vector<Remembered> remembered_;  // contacts with obstacles, in the order of expected_
};

}  // namespace conjac
