#pragma once

#include <optional>
#include <span>
#include <vector>

#include "contact/bone_rows.h"
#include "contact/contacts.h"
#include "contact/friction.h"
#include "contact/rubbed_forces.h"
#include "system/contact_terms.h"
#include "system/pieces.h"

namespace conjac {

class Archive;

/// Contact within a step: the verbs of a try, in order. Where nothing can ever touch all of them do
/// nothing. What outlives a try is in the ContactMemory given; bones have no nodes, so contact acts
/// on their joints and their joints move the place of contact.
template <int Dim>
class ContactStep final : public ContactTerms {
 public:
  explicit ContactStep(ContactMemory& memory) : memory_(memory) {}
  /// For a new body; `bones` may be null. Friction begins anew.
  void prepare(typename Contacts<Dim>::Setup setup, BoneMotion* bones);

  Contacts<Dim>* contacts() { return contacts_ ? &*contacts_ : nullptr; }
  const Contacts<Dim>* contacts() const { return contacts_ ? &*contacts_ : nullptr; }

  // ---- a try -----------------------------------------------------------------------------------
  /// Contacts now and to come, once the forces are linearised; contact presses on the joints.
  /// `imposed` (dofs) is what the timeline does to nodes, `joint_speeds` what it does to joints.
  void begin(double h, const VectorXd& imposed, const VectorXd& joint_speeds, int free_joints);
  std::span<const ContactTerm> terms() const override { return terms_; }
  bool any_coming() const override { return active_.size() != start_.size() || known_push_; }
  void add_coming_force(VectorXd& force) const override;

  /// Coulomb's law between velocities and positions (contact/friction.h).
  void rub(Responder& bodies, double h, const Motion& v);

  /// The forces of the correction after the move: where a body rests, friction acts on followers
  /// too. In an impact it would move them by more than the step has energy for. `moving` is the
  /// kinetic energy now or before, `stored` that of bend and contact, x where the correction
  /// begins, `memory` that of StepOptions.
  ForceModel& hold_followers(ForceModel& body, double h, double memory, double moving,
                             double stored, const VectorXd& x);
  /// Energy and force are again those of the body. What the springs gave stays as friction, as far
  /// as Coulomb allows; the next filter begins with it. Returns what is no longer in the energy.
  double let_go_of_followers(const VectorXd& x, VectorXd& force);

  /// A step is not to blame for a contact that was not there and is deep at once, by no motion of
  /// the nodes: smaller steps would meet it all the same.
  void look_for_surprises(const VectorXd& x0, const VectorXd& x);
  /// Contact where the try has ended presses on the joints.
  void press_at_end();
  /// Did or does anything touch in this try?
  bool touching(const VectorXd& x);

  /// What the try did with energy, J.
  struct Work {
    double friction = 0;    // done by friction of moving obstacles
    double held = 0;        // done by friction in the correction after the move, not < 0
    double rubbed_off = 0;  // taken by the friction filter
    double appeared = 0;    // of contacts that were deep at once
  };
  const Work& work() const { return work_; }

  // ---- impact ----------------------------------------------------------------------------------
  /// push <- normal forces of all contacts, where the try began and where it has ended.
  void push_of_all(const Motion& like, Motion& push);
  /// The same of pieces on the move, seen from what they touch: faster, root mean square, than
  /// gravity (m/s^2) makes them in a few steps; what is slower settles. False: there are none.
  bool push_of_brisk(double h, double memory, double gravity, const PieceView& pieces,
                     const VectorXd& mass, const Motion& v0, Motion& push);
  /// The part of `direction` from which energy may be taken: motion of pieces that touch, and of
  /// bones that touch and are held; those that fly keep their momentum. Returns the clusters of
  /// pieces that hang together through their contacts, floating where nothing holds them.
  PieceView clusters(const PieceView& pieces, Motion& direction);

  void forget_friction();

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  using List = std::span<const ContactPoint<Dim>>;
  void gather_bone_rows(const VectorXd& joint_speeds, int free_joints);
  void press_ahead(double h, const VectorXd& imposed);
  void joint_forces_of(List points, VectorXd& forces) const;
  void make_terms();
  Vec<Dim> relative(std::size_t contact, const Motion& v);
  bool begin_friction(Responder& bodies, double h, const Motion& v);
  void end_friction(Responder& bodies, double h);
  void clear_slots();
  void push_of(List points, const Motion& like, Motion& push);
  void mark_pressed(List points);
  void find_clusters(const PieceView& pieces);

  ContactMemory& memory_;
  std::optional<Contacts<Dim>> contacts_;  // none: nothing can touch
  BoneMotion* bones_ = nullptr;
  std::vector<ContactPoint<Dim>> start_;    // contacts where the try began
  std::vector<ContactPoint<Dim>> active_;   // those and the ones to come
  std::vector<ContactPoint<Dim>> pushing_;  // those whose forces are asked about
  std::vector<ContactTerm> terms_;          // of active_
  BoneRows<Dim> rows_;                      // of active_
  Friction<Dim> friction_;
  double tolerance_ = 0;  // of friction, m/s
  RubbedForces<Dim> rubbed_;
  Work work_;
  std::vector<double> limits_;           // (active) largest friction impulse, Ns
  VectorXd velocity_, impulse_, guess_;  // (active x Dim) relative velocities, friction impulse
  VectorXd free_;                        // (free joints) velocities
  VectorXd on_joints_;                   // (joint unknowns) forces
  VectorXd known_;                       // (dofs) forces of bones that the timeline moves
  bool known_push_ = false;              // are there any?
  struct Seen;
  std::vector<Seen> seen_;  // (pieces)
  struct Clusters {
    std::vector<int> of_piece;    // lowest piece it touches, through others too
    std::vector<int> of_node;     // (nodes) the same
    std::vector<char> touches;    // (clusters) anything
    std::vector<char> anchored;   // (clusters) touches something that is held
    std::vector<char> with_bone;  // (clusters) touches a bone that nothing holds
    std::vector<char> pressed;    // (bones) roots of trees that touch anything: 2 when held
  } clusters_;
  Eigen::Index dofs_ = 0;
};

/// A piece from what it touches.
template <int Dim>
struct ContactStep<Dim>::Seen {
  int contacts = 0;
  Vec<Dim> velocity = Vec<Dim>::Zero();  // of that, summed
  double mass = 0, energy = 0;           // of the piece; twice its kinetic energy
  void from(const Vec<Dim>& surface) {
    velocity += surface;
    ++contacts;
  }
  void add(double m, const Vec<Dim>& v) {
    mass += m;
    energy += m * (v - velocity / std::max(1, contacts)).squaredNorm();
  }
};

}  // namespace conjac
