#pragma once

#include <algorithm>
#include <vector>

#include "contact/contacts.h"
#include "contact/friction.h"
#include "scene/rubbed_forces.h"
#include "step/reproject.h"

namespace conjac {

/// Motion fades from memory this fast, s: a body that rocks does not rest where it turns round.
constexpr double kMotionFades = 0.05;

/// What the free joints do at contacts that concern bones: v_rel = sum w_k v_k + rows u + known.
template <int Dim>
struct BoneRows {
  int joints = 0;
  VectorXd buffer;  // behind a row-major block (contacts x Dim, joints); only grows
  VectorXd known;   // (contacts x Dim) of joints that the timeline moves, m/s; only grows

  void begin(int contacts, int free_joints) {
    joints = free_joints;
    const Eigen::Index rows = static_cast<Eigen::Index>(contacts) * Dim;
    if (known.size() < rows) known.resize(2 * rows), buffer.resize(2 * rows * joints);
    if (buffer.size() < rows * joints) buffer.resize(rows * joints);
    known.head(rows).setZero();
    buffer.head(rows * joints).setZero();
  }
  using Rows = Eigen::Matrix<double, Dim, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<Rows> of(std::size_t contact) {
    return {buffer.data() + static_cast<Eigen::Index>(contact) * Dim * joints, Dim, joints};
  }
  Vec<Dim> velocity(std::size_t contact, const VectorXd& u) { return of(contact).lazyProduct(u); }
  /// forces (free joints) += what a force at the contact does there.
  void add_force(std::size_t contact, const Vec<Dim>& force, VectorXd& forces) {
    const auto rows = of(contact);
    for (int c = 0; c < Dim; ++c) forces += force[c] * rows.row(c).transpose();
  }
  Vec<Dim> known_of(std::size_t contact) const {
    return known.template segment<Dim>(static_cast<Eigen::Index>(contact) * Dim);
  }
};

/// Contact within one step: what a try of World<Dim> needs beyond the contacts themselves.
template <int Dim>
struct ContactStep {
  std::vector<ContactPoint<Dim>> start;    // contacts where the try began
  std::vector<ContactPoint<Dim>> active;   // those and the ones to come
  std::vector<ContactPoint<Dim>> pushing;  // those whose forces respond_to_contacts() asks about
  BoneRows<Dim> bones;                     // of `active`
  Friction<Dim> friction;
  Reprojection reprojection;
  RubbedForces<Dim> rubbed;     // of the correction after the move
  std::vector<double> limits;   // (contacts) largest friction impulse, Ns
  VectorXd velocity, impulse;   // (contacts x Dim) relative velocity, friction impulse
  VectorXd guessed;             // (contacts x Dim) change of velocity by the friction of last step
  VectorXd du, reduced;         // reduced velocity the filter added; workspace
  VectorXd on_nodes, response;  // (dofs) impulses on nodes, velocities they give
  VectorXd on_joints;           // (joint unknowns) contact forces in joints
  struct Motion {               // of nodes and free joints, or what acts on them
    VectorXd nodes, joints;
    double dot(const Motion& other) const {
      return nodes.dot(other.nodes) + joints.dot(other.joints);
    }
    void add(double scale, const Motion& other) {
      nodes += scale * other.nodes;
      joints += scale * other.joints;
    }
  };
  Motion r, z, p, Ap, push, answer;  // conjugate gradients and responses (Vanilla)
  VectorXd load;                     // (dofs) friction on whoever feels it, N; empty: there is none
  VectorXd coming;                   // (dofs) impulses of contacts to come
  VectorXd known;                    // (dofs) forces of bones that the timeline moves
  MatrixXd coupling, corner;         // Vanilla: stiffness of bones' contacts, h^2 k g g'
  bool known_push = false;           // are there any?
  MatrixXd stiffness;                // (unknowns x unknowns) of contacts, capacity
  bool stiff = false;                // is there any?
  std::vector<int> rubbing;          // slots with a friction force
  double rubbed_off = 0;             // energy the friction filter took, J
  double work = 0;                   // done by friction of moving obstacles, J
  double held_work = 0;       // done by friction in the correction after the move, J, not < 0
  double moving = 0;          // largest kinetic energy of late, J
  std::vector<double> speed;  // (pieces) largest of late, root mean square, m/s
  std::vector<char> brisk;    // (pieces) on the move, not settling
  struct Seen {               // a piece from what it touches
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
  std::vector<Seen> seen;       // (pieces)
  std::vector<int> cluster;     // (pieces) lowest piece it touches, through others too
  std::vector<int> cluster_of;  // (nodes)
  std::vector<char> anchored;   // (clusters) touches an obstacle or is held
  std::vector<char> free;       // (clusters) touches, but nothing that is held
  std::vector<char> with_bone;  // (pieces) touches a bone that nothing holds
  std::vector<char> pressed;    // (bones) roots of trees that touch anything: 2 when held
  int iterations = 0;           // of the friction filter in this step
};

}  // namespace conjac
