#pragma once

#include <vector>

#include "contact/contacts.h"
#include "contact/friction.h"
#include "scene/rubbed_forces.h"
#include "step/reproject.h"

namespace conjac {

/// Contact within one step: what a try of World<Dim> needs beyond the contacts themselves.
template <int Dim>
struct ContactStep {
  std::vector<ContactPoint<Dim>> start;   // contacts where the try began
  std::vector<ContactPoint<Dim>> active;  // those and the ones to come
  Friction<Dim> friction;
  Reprojection reprojection;
  RubbedForces<Dim> rubbed;     // of the correction after the move
  std::vector<double> limits;   // (contacts) largest friction impulse, Ns
  VectorXd velocity, impulse;   // (contacts x Dim) relative velocity, friction impulse
  VectorXd guessed;             // (contacts x Dim) change of velocity by the friction of last step
  VectorXd du, reduced;         // reduced velocity the filter added; workspace
  VectorXd on_nodes, response;  // (dofs) impulses on nodes, velocities they give
  VectorXd r, z, p, Ap;         // (dofs) conjugate gradients (Vanilla)
  VectorXd load;                // (dofs) friction on whoever feels it, N; empty: there is none
  VectorXd coming;              // (dofs) impulses of contacts to come
  MatrixXd stiffness;           // (unknowns x unknowns) of contacts, capacity
  bool stiff = false;           // is there any?
  std::vector<int> rubbing;     // slots with a friction force
  double work = 0;              // done by friction of moving obstacles, J
  double held_work = 0;         // done by friction in the correction after the move, J, not < 0
  double moving = 0;            // largest kinetic energy of late, J
  std::vector<int> cluster;     // (pieces) lowest piece it touches, through others too
  std::vector<int> cluster_of;  // (nodes)
  std::vector<char> anchored;   // (clusters) touches an obstacle or is held
  std::vector<char> free;       // (clusters) touches, but nothing that is held
  int iterations = 0;           // of the friction filter in this step
};

}  // namespace conjac
