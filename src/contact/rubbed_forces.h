#pragma once

#include <vector>

#include "contact/contact_point.h"
#include "system/force_model.h"

namespace conjac {

/// The forces of a body with those of friction, for the correction after the move. Each contact
/// pulls with the force lambda that the velocity filter found. The filter does not see where the
/// correction takes the followers; so where friction holds, a spring along the surface resists
/// that:
///
///     f = lambda - s T (x - x0),     T = I - n n',
///
/// x0 where the correction begins, s the stiffness alpha k that J knows too. What the spring gives
/// is friction like the rest of it. At rest nothing moves, and followers balance lambda.
template <int Dim>
class RubbedForces final : public ForceModel {
 public:
  struct Hold {
    ContactPoint<Dim> point;
    Vec<Dim> force;    // lambda, on the first node, N
    double stiffness;  // s, N/m
    Vec<Dim> start;    // x0, the contact's nodes weighted
    double limit;      // of Coulomb, N
  };

  void clear() { holds_.clear(); }
  void begin(ForceModel& body) {
    body_ = &body;
    holds_.clear();
  }
  void hold(const ContactPoint<Dim>& point, const Vec<Dim>& force, double stiffness, double limit,
            const VectorXd& x) {
    holds_.push_back({point, force, stiffness, point.weighted(x), limit});
  }
  const std::vector<Hold>& holds() const { return holds_; }

  /// Friction on the first node of a contact with the nodes at x.
  Vec<Dim> friction(const Hold& hold, const VectorXd& x) const {
    return hold.force - hold.stiffness * slid(hold, x);
  }
  /// Adds friction `sign` times to `force`; returns its energy.
  double add_friction(const VectorXd& x, double sign, VectorXd& force) const {
    double energy = 0;
    for (const Hold& hold : holds_) {
      const Vec<Dim> d = slid(hold, x);
      energy += 0.5 * hold.stiffness * d.squaredNorm() - hold.force.dot(d);
      hold.point.spread(sign * (hold.force - hold.stiffness * d), force);
    }
    return energy;
  }

  double energy_and_force(const VectorXd& x, VectorXd& force) override {
    const double energy = body_->energy_and_force(x, force);
    return energy + add_friction(x, 1.0, force);
  }
  double linearise(const VectorXd& x, VectorXd& force, SparseMatrix& stiffness) override {
    return body_->linearise(x, force, stiffness);
  }
  double moved_since_linearised(const VectorXd& x) override {
    return body_->moved_since_linearised(x);
  }

 private:
  Vec<Dim> slid(const Hold& hold, const VectorXd& x) const {
    const Vec<Dim> d = hold.point.weighted(x) - hold.start;
    return d - hold.point.normal.dot(d) * hold.point.normal;
  }

  ForceModel* body_ = nullptr;
  std::vector<Hold> holds_;
};

}  // namespace conjac
