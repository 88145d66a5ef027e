#include <algorithm>
#include <cmath>

#include "scene/world.h"

namespace conjac {
namespace {

// A piece bounces while it is faster, root mean square, than gravity makes it in so many steps;
// what is slower settles.
constexpr double kSettles = 3;
// A push out begins when the way in has slowed to this share: where an undamped spring would have
// turned round within the step, the implicit one is left with 0.07 (a soft one) to 0.29 (a stiff
// one) of its speed.
constexpr double kTurns = 0.2;

}  // namespace

/// Which pieces are on the move, seen from what they touch, in touch_.brisk.
template <int Dim>
void World<Dim>::find_brisk_pieces(double h) {
  const auto count = static_cast<std::size_t>(pieces_.count);
  if (touch_.speed.size() != count) touch_.speed.assign(count, 0.0);
  touch_.brisk.assign(count, 0);
  touch_.seen.assign(count, {});
  for (const ContactPoint<Dim>& p : touch_.active) {
    if (p.bones > 0) continue;
    const Vec<Dim> node = state_.v.template segment<Dim>(p.nodes[0] * Dim);
    const Vec<Dim> surface = node - p.weighted(state_.v) + p.surface_velocity;
    touch_.seen[pieces_.of_node[p.nodes[0]]].from(surface);
    if (p.count > 1) touch_.seen[pieces_.of_node[p.nodes[1]]].from(node);
  }
  for (std::size_t i = 0; i < pieces_.of_node.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i) * Dim;
    touch_.seen[pieces_.of_node[i]].add(system_.mass[at], state_.v.template segment<Dim>(at));
  }
  double gravity = 0;
  for (int c = 0; c < Dim; ++c) gravity = std::hypot(gravity, spec_.gravity[c]);
  for (std::size_t k = 0; k < count; ++k) {
    const double now = std::sqrt(touch_.seen[k].energy / touch_.seen[k].mass);
    touch_.speed[k] = std::max(now, touch_.speed[k] * std::exp(-h / kMotionFades));
    touch_.brisk[k] = touch_.speed[k] > kSettles * gravity * h;
  }
}

/// Gives energy back that the implicit step took out of a bounce. Steps in touch lose half of
/// M (v - v0)^2, most where a body turns round; a soft ball with three steps for its bounce would
/// be left with a tenth of its energy. It comes back along what the contact forces do: towards the
/// surface while the body still goes in, away from it from then on; no more than the motion that
/// way had or has. What friction took is not among it, and no step ends with more energy than it
/// began with. Contacts of pieces that settle take no part, so that bodies come to rest. Returns
/// the change of the kinetic energy.
template <int Dim>
double World<Dim>::rebound(double missing, double h) {
  if (!(missing > 0)) return 0;
  find_brisk_pieces(h);
  touch_.pushing.clear();
  const auto collect = [&](ContactList points) {
    for (const ContactPoint<Dim>& p : points) {
      if (p.bones > 0) continue;
      bool brisk = false;
      for (int k = 0; k < p.count; ++k) brisk |= touch_.brisk[pieces_.of_node[p.nodes[k]]] != 0;
      if (brisk) touch_.pushing.push_back(p);
    }
  };
  collect(contacts_->points());
  collect(touch_.start);
  if (touch_.pushing.empty()) return 0;
  const double a = respond_to_contacts();
  if (!(a > 0)) return 0;
  const double before = momentum_along(state_.v, state_.u), b = momentum_along(v_, joint_u_);
  const double given = std::min(missing, std::max(before * before, b * b) / (4 * a));
  const double root = std::sqrt(b * b + 4 * a * given);
  const bool out = before >= 0 || b > kTurns * before;
  if (!(root > 0)) return 0;
  push_along(2 * given / (out ? b + root : b - root));
  return given;
}

template class World<2>;
template class World<3>;

}  // namespace conjac
