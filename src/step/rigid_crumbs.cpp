#include "step/rigid_crumbs.h"

#include <algorithm>

#include "core/tuned.h"
#include "step/keep_shape.h"

namespace conjac {
namespace {

// A piece of fewer elements is rigid from the cut on (docs/decisions/0011-crumbs.md).
CONJAC_TUNED(int, kFew, 8);
// One with less of all mass is rigid where a step would fail.
CONJAC_TUNED(double, kLight, 0.01);

}  // namespace

void RigidCrumbs::find(const PieceView& before, const PieceView& now, std::span<const int> origin,
                       std::span<const int> elements, const VectorXd& mass, int stride) {
  std::vector<int> from(now.count, 0), parts(before.count, 0);
  std::vector<double> masses(now.count, 0.0);
  for (std::size_t i = 0; i < origin.size(); ++i) {
    const int piece = now.of_node[i];
    from[piece] = before.of_node[origin[i]];
    masses[piece] += mass[static_cast<Eigen::Index>(i) * stride];
  }
  for (int piece : from) ++parts[piece];
  std::vector<Kind> kind(now.count, Kind::whole);
  const double light = kLight * mass.sum() / stride;
  for (int k = 0; k < now.count; ++k) {
    const bool cut_off = parts[from[k]] > 1 || (!kind_.empty() && kind_[from[k]] != Kind::whole);
    if (cut_off)
      kind[k] = elements[k] < kFew ? Kind::few : masses[k] < light ? Kind::light : Kind::large;
  }
  kind_ = std::move(kind);
  marks_.assign(origin.size(), 0);
  number_.assign(now.count, -1);
  rigid_.clear();
}

bool RigidCrumbs::any_light(std::span<const char> floating) const {
  for (std::size_t k = 0; k < kind_.size(); ++k)
    if (kind_[k] == Kind::light && floating[k]) return true;
  return false;
}

int RigidCrumbs::always_rigid(std::span<const char> floating) const {
  int count = 0;
  for (std::size_t k = 0; k < kind_.size(); ++k) count += kind_[k] == Kind::few && floating[k];
  return count;
}

bool RigidCrumbs::choose(bool light, const PieceView& pieces) {
  if (kind_.empty()) return false;
  const auto rigid = [&](int piece) {
    return pieces.floating[piece] &&
           (kind_[piece] == Kind::few || (light && kind_[piece] == Kind::light));
  };
  bool as_before = true;
  for (int k = 0; k < pieces.count; ++k) as_before &= rigid(k) == (number_[k] >= 0);
  if (as_before) return !rigid_.empty();
  int count = 0;
  for (int k = 0; k < pieces.count; ++k) number_[k] = rigid(k) ? count++ : -1;
  rigid_.assign(count, {});
  for (std::size_t i = 0; i < pieces.of_node.size(); ++i) {
    const int k = number_[pieces.of_node[i]];
    marks_[i] = k >= 0;
    if (k >= 0) rigid_[k].push_back(static_cast<int>(i));
  }
  return true;
}

void RigidCrumbs::none() {
  if (rigid_.empty()) return;
  rigid_.clear();
  std::fill(marks_.begin(), marks_.end(), 0);
  std::fill(number_.begin(), number_.end(), -1);
}

void RigidCrumbs::turn(const VectorXd& x, const VectorXd& mass, int stride, VectorXd& dx) const {
  for (const auto& nodes : rigid_) turn_whole(nodes, x, mass, stride, dx);
}

void RigidCrumbs::spin(const VectorXd& x0, const VectorXd& x, const VectorXd& mass, int stride,
                       VectorXd& v) const {
  for (const auto& nodes : rigid_) spin_on(nodes, x0, x, mass, stride, v);
}

}  // namespace conjac
