#pragma once

#include <string>
#include <vector>

#include "step/joint_terms.h"
#include "step/ledger.h"
#include "step/tactic.h"
#include "system/contact_terms.h"
#include "system/state.h"

namespace conjac {

/// Everything that one try of a step may change and that outlives it. Undoing a try is assigning
/// the value that was kept; what is not in here cannot be spoilt by a failed try. Factors and
/// other caches are not: they say themselves what they belong to.
struct Trial {
  State state;
  VectorXd force;                // (dofs) net force at that state, N
  Ledger ledger;                 // and its energies
  ContactMemory contact;         // friction and what has moved of late
  std::vector<double> activity;  // (dynamic nodes, joints) largest kinetic energy of late, J
  std::string message;           // what went wrong; empty when nothing did

  /// Where the step before began, for integrators that look two steps back; nothing where there was
  /// none, or where somebody has moved the body since.
  struct Past {
    VectorXd x, v;  // (dofs)
    double h = 0;   // s, of that step
    bool known() const { return h > 0; }
  } past;
};

/// One try as the world poses it, and its workspace: nothing of it outlives the try.
struct Try {
  double h = 0;  // s
  Tactic tactic;
  // What the timeline prescribes.
  bool scripted = false;  // anything moves
  VectorXd w;             // (dofs) velocities of prescribed nodes and riders, zero elsewhere
  VectorXd target;        // (dofs) where held nodes go; other entries mean nothing
  VectorXd joint_speeds;  // (joint unknowns) of held joints, zero elsewhere
  JointTerms joints;      // equations of the free ones
  // Where it began.
  VectorXd x0, force0;
  double potential0 = 0, relief0 = 0;
  // What it came to.
  Motion v;                // new velocities
  VectorXd dx;             // way of the nodes, m
  double relief = 0;       // energy of the bend that the followers' inertia holds, J
  bool conserves = false;  // energy that the integrator lost is put back
  bool swings = false;     // exact where the body is linear: what changes the energy is an error
  bool bounces = false;    // the same in touch
  bool sheds = false;      // gains are taken out of the motion, nothing is put back
  double damped_by_contact = 0;  // J
  double damped = 0;             // J, by damping of all motion; known where the body swings
  double viscous = 0;            // J, by the viscosity of the material
  double viscous_work = 0;       // J, done by held nodes against it
  double settled = 0;            // J, of motion that the body as it is reduced cannot have
};

}  // namespace conjac
