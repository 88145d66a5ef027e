#include <algorithm>
#include <cmath>

#include "core/check.h"
#include "scene/skeleton.h"

namespace conjac {

int Skeleton::link_named(const std::string& name, const std::string& where) const {
  std::string known;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (names_[i] == name) return static_cast<int>(i);
    known += (i ? ", \"" : "\"") + names_[i] + "\"";
  }
  throw Error(ErrorKind::bad_input,
              where + ": there is no bone \"" + name + "\" " +
                  (known.empty() ? "(there are no bones)" : "before it; known are " + known));
}

/// Coordinate behind an unknown that is a single angle or distance; -1 for those of a ball.
int Skeleton::coordinate(int unknown) const {
  const int link = tree_.link_of(unknown);
  int at = tree_.first_coordinate(link), k = tree_.first_unknown(link);
  for (const Freedom& freedom : tree_.freedoms(link)) {
    if (unknown < k + freedom.unknowns()) return freedom.kind == Freedom::Kind::ball ? -1 : at;
    at += freedom.coordinates();
    k += freedom.unknowns();
  }
  return -1;
}

int Skeleton::unknown_of(const std::string& bone, int axis, bool moved,
                         const std::string& where) const {
  const int link = link_named(bone, where);
  require(axis < tree_.unknowns_of(link), where + ": the joint of \"" + bone + "\" has " +
                                              std::to_string(tree_.unknowns_of(link)) +
                                              " axes, counted from 0");
  const int unknown = tree_.first_unknown(link) + axis;
  require(!moved || coordinate(unknown) >= 0,
          where +
              ": a ball turns about no fixed axis and cannot be moved as told; use revolute "
              "joints, or torques");
  return unknown;
}

void Skeleton::read_timeline(const SceneSpec& spec) {
  for (std::size_t e = 0; e < spec.timeline.size(); ++e) {
    const std::string where = "timeline[" + std::to_string(e) + "]";
    if (const auto* turn = std::get_if<TurnEvent>(&spec.timeline[e])) {
      const int unknown = unknown_of(turn->bone, turn->axis, true, where + ".turn");
      const double unit = tree_.freedom_of(unknown).turns() ? M_PI / 180 : 1.0;
      turns_.push_back({*turn, unknown, turn->by * unit});
    } else if (const auto* torque = std::get_if<TorqueEvent>(&spec.timeline[e])) {
      torques_.push_back(
          {*torque, unknown_of(torque->bone, torque->axis, false, where + ".torque")});
    }
  }
  std::stable_sort(turns_.begin(), turns_.end(),
                   [](const Turn& a, const Turn& b) { return a.event.start < b.event.start; });
}

bool Skeleton::follow(double time, double end, const VectorXd& q) {
  torque_ = control_;
  for (const Torque& one : torques_) {
    const TorqueEvent& event = one.event;
    if (end <= event.start + instant_ || end > event.end + instant_) continue;
    torque_[one.unknown] +=
        event.value * (event.ramp > 0 ? std::min(1.0, (end - event.start) / event.ramp) : 1.0);
  }
  if (turns_.empty()) return false;
  bool changed = false;
  for (int k = 0; k < tree_.unknowns(); ++k) {
    bool hold = false;
    double begin = time;
    for (const Turn& turn : turns_) {
      if (turn.unknown != k || turn.event.start > time + instant_ ||
          time + instant_ >= turn.event.until)
        continue;
      hold = true;
      begin = std::min(begin, turn.event.start);
    }
    if (hold && !held_[k]) base_[k] = q[coordinate(k)], hold_begin_[k] = begin;
    changed |= hold != static_cast<bool>(held_[k]);
    held_[k] = hold;
  }
  if (!changed) return false;
  free_.clear();
  prescribed_.clear();
  for (int k = 0; k < tree_.unknowns(); ++k) (held_[k] ? prescribed_ : free_).push_back(k);
  return true;
}

bool Skeleton::speeds(double end, double h, const VectorXd& q, VectorXd& speeds) const {
  speeds.setZero(tree_.unknowns());
  bool moving = false;
  for (int k : prescribed_) {
    double target = base_[k];
    for (const Turn& turn : turns_)
      if (turn.unknown == k && turn.event.start + instant_ >= hold_begin_[k])
        target += turn.by * eased(turn.event.ease, turn.event.start, turn.event.end, end);
    speeds[k] = (target - q[coordinate(k)]) / h;
    moving |= speeds[k] != 0;
  }
  return moving;
}

}  // namespace conjac
