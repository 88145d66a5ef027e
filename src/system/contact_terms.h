#pragma once

#include <span>
#include <vector>

#include "system/motion.h"

namespace conjac {

/// A contact as the equations of motion see it. Its relative velocity is
///
///     v_rel = sum_k w_k v_k + rows u,     u the velocities of the free joints,
///
/// and its force on the first member, -stiffness (gap + h gradient . v_rel) gradient, acts on the
/// others with the same weights.
struct ContactTerm {
  std::span<const int> nodes;
  std::span<const double> weights;  // w_k
  const double* gradient;           // (stride) of the gap
  const double* normal;             // (stride) the same, of unit length
  const double* rows;               // (stride x free joints) row-major; null: no bone takes part
  double gap;                       // where the try begins, m
  double stiffness;                 // N/m
  double damping;                   // s: it resists like the depth and so much of its rate
  double along;                     // stiffness along the surface that K has, N/m
  bool in_matrix;                   // a block on the diagonal of K; of all others K knows nothing
};

/// All contacts of a try: those where it began and those it will meet.
class ContactTerms {
 public:
  virtual ~ContactTerms() = default;
  virtual std::span<const ContactTerm> terms() const = 0;
  /// Are there forces beyond those at the start of the try: of contacts to come, or of bones that
  /// the timeline moves into something?
  virtual bool any_coming() const = 0;
  virtual void add_coming_force(VectorXd& force) const = 0;
};

/// How bodies answer impulses within the step under way. Friction and impact ask this, and never
/// which kind of dynamics gives the answer (step/dynamics.h).
class Responder {
 public:
  virtual ~Responder() = default;
  /// change <- the velocities that impulses on nodes and joints give.
  virtual void respond(const Motion& impulse, Motion& change) = 0;
  /// The same at the contacts of the try; both (contacts x stride).
  virtual void respond_at_contacts(const VectorXd& impulses, VectorXd& velocities) = 0;
  /// The velocities of the step, and the way it goes, change by these impulses.
  virtual void push_at_contacts(const VectorXd& impulses) = 0;
  /// What acts on nodes, as those feel it whose balance is asked for: f <- J'f at dynamic nodes and
  /// nothing elsewhere, where followers follow.
  virtual void reduce_load(VectorXd& force) = 0;
  /// (contacts of the try) normal impulses of the step, Ns; null: as the linearised forces say.
  virtual const std::vector<double>* normal_impulses() const { return nullptr; }
  /// How much of the step the linearised force of a contact sees.
  virtual double share_seen() const = 0;
  /// Can anything move at all? And how many answers a filter may ask for.
  virtual bool movable() const = 0;
  virtual int most_answers() const = 0;
};

/// What contact remembers from one step to the next (contact/contact_step.h): part of what a try
/// may change. A slot belongs to one pair of node and partner for good.
struct ContactMemory {
  VectorXd friction;          // (slots x Dim) on the first member, N
  std::vector<char> held;     // (slots) friction holds it
  std::vector<int> rubbing;   // slots with a friction force
  VectorXd load;              // (dofs) friction on whoever feels it, N; empty: there is none
  double curvature = 0;       // of the friction filter's problem, 1/kg
  double moving = 0;          // largest kinetic energy of late, J
  std::vector<double> speed;  // (pieces) largest of late, root mean square, m/s
};

}  // namespace conjac
