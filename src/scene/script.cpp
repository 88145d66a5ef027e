#include "scene/script.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>

#include "scene/select.h"

namespace conjac {
namespace {

/// Where a move takes a point that stood at p, a fraction s of its way.
template <int Dim>
Vec<Dim> moved(const MoveEvent& event, double s, const Vec<Dim>& p) {
  Eigen::Vector3d q = Eigen::Vector3d::Zero();
  for (int c = 0; c < Dim; ++c) q[c] = p[c];
  const Eigen::Vector3d center(event.rotate.center[0], event.rotate.center[1],
                               event.rotate.center[2]);
  const Eigen::Vector3d axis =
      Eigen::Vector3d(event.rotate.axis[0], event.rotate.axis[1], event.rotate.axis[2])
          .normalized();
  const double degrees = event.rotate.degrees + event.twist * (q - center).dot(axis);
  if (degrees != 0) q = center + Eigen::AngleAxisd(s * degrees * M_PI / 180, axis) * (q - center);
  for (int c = 0; c < Dim; ++c) q[c] += s * event.translate[c];
  Vec<Dim> result;
  for (int c = 0; c < Dim; ++c) result[c] = q[c];
  return result;
}

}  // namespace

template <int Dim>
Script<Dim>::Script(const Mesh<Dim>& mesh, const SceneSpec& spec) : first_gravity_(spec.gravity) {
  set_time_step(spec.time.step);
  const int n = mesh.nodes();
  struct Change {
    double time;
    bool hold;
  };
  std::vector<std::vector<Change>> changes(n);
  for (const RoleSpec& role : spec.roles)
    if (role.role == NodeRole::fixed)
      for (int node : select_nodes(mesh, role.select)) changes[node].push_back({-kForever, true});
  for (const Event& event : spec.timeline)
    if (const auto* release = std::get_if<ReleaseEvent>(&event))
      for (int node : select_nodes(mesh, release->select))
        changes[node].push_back({release->time, false});
  take_events(mesh, spec);

  scripted_.assign(n, 0);
  moves_of_.resize(n);
  for (std::size_t m = 0; m < moves_.size(); ++m)
    for (int node : moves_[m].nodes) {
      changes[node].push_back({moves_[m].event.start, true});
      moves_of_[node].push_back(static_cast<int>(m));
      scripted_[node] = 1;
    }

  holds_.resize(n);
  pinned_.assign(n, 0);
  for (int node = 0; node < n; ++node) {
    auto& list = changes[node];
    // At the same instant a release comes first, so that a node can be let go and grabbed again.
    std::stable_sort(list.begin(), list.end(), [](const Change& a, const Change& b) {
      return a.time != b.time ? a.time < b.time : a.hold < b.hold;
    });
    bool holding = false;
    for (const Change& change : list) {
      if (change.hold && !holding) holds_[node].push_back({change.time, kForever});
      if (!change.hold && holding) holds_[node].back().end = change.time;
      holding = change.hold;
    }
    if (!holds_[node].empty())
      pinned_[node] = holds_[node][0].begin <= instant_ && holds_[node][0].end == kForever;
  }
  held_.assign(n, 0);
  base_ = mesh.rest;
  hold_begin_.assign(n, 0);
  placed_.assign(n, -kForever);
}

template <int Dim>
void Script<Dim>::take_events(const Mesh<Dim>& mesh, const SceneSpec& spec) {
  for (std::size_t k = 0; k < spec.timeline.size(); ++k) {
    const Event& event = spec.timeline[k];
    const std::string where = "timeline[" + std::to_string(k) + "]";
    if (const auto* move = std::get_if<MoveEvent>(&event)) {
      moves_.push_back(
          {*move, select_nodes(mesh, move->select), {move->curve, where + ".move.curve"}});
    } else if (const auto* load = std::get_if<LoadEvent>(&event)) {
      loads_.push_back(
          {*load, select_nodes(mesh, load->select), {}, {load->curve, where + ".load.curve"}});
      const std::size_t count = loads_.back().nodes.size();
      loads_.back().weights.assign(count, 1.0 / static_cast<double>(count));
    } else if (const auto* activate = std::get_if<ActivateEvent>(&event)) {
      activates_.push_back({*activate,
                            select_elements(mesh, activate->select),
                            {activate->curve, where + ".activate.curve"}});
    } else if (const auto* pressure = std::get_if<PressureEvent>(&event)) {
      take_pressure(mesh, *pressure, where + ".pressure");
    } else if (const auto* gravity = std::get_if<GravityEvent>(&event)) {
      gravities_.push_back({*gravity, {gravity->curve, where + ".gravity.curve"}});
    }
  }
  for (const ProbeSpec& probe : spec.probes)
    probes_.push_back({probe.name, select_nodes(mesh, probe.select)});
  const auto by_start = [](const auto& a, const auto& b) { return a.event.start < b.event.start; };
  std::stable_sort(moves_.begin(), moves_.end(), by_start);
  std::stable_sort(activates_.begin(), activates_.end(), by_start);
  std::stable_sort(gravities_.begin(), gravities_.end(), by_start);
}

template <int Dim>
bool Script<Dim>::update_holds(double time, const VectorXd& x) {
  bool changed = false;
  for (std::size_t node = 0; node < holds_.size(); ++node) {
    const Hold* now = nullptr;
    for (const Hold& hold : holds_[node])
      if (hold.begin <= time + instant_ && time + instant_ < hold.end) now = &hold;
    const bool hold = now != nullptr;
    if (hold && (!held_[node] || hold_begin_[node] != now->begin)) {
      hold_begin_[node] = now->begin;
      base_[node] = x.segment<Dim>(static_cast<Eigen::Index>(node) * Dim);
      changed = true;
    }
    changed |= hold != static_cast<bool>(held_[node]);
    held_[node] = hold;
  }
  if (changed) list_held_nodes();
  return changed;
}

template <int Dim>
void Script<Dim>::list_held_nodes() {
  held_nodes_.clear();
  for (std::size_t node = 0; node < held_.size(); ++node)
    if (held_[node]) held_nodes_.push_back(static_cast<int>(node));
}

template <int Dim>
double Script<Dim>::Move::share(double time) const {
  if (curve.given()) return curve.at(std::min(time, event.end));
  return eased(event.ease, event.start, event.end, time);
}

template <int Dim>
Triple Script<Dim>::gravity(double time) const {
  Triple now = first_gravity_;
  for (const Gravity& one : gravities_) {
    const GravityEvent& event = one.event;
    if (time < event.start) continue;
    const double s = one.curve.given() ? one.curve.at(std::min(time, event.end))
                                       : eased(event.ease, event.start, event.end, time);
    for (int c = 0; c < 3; ++c) now[c] += s * (event.to[c] - now[c]);
  }
  return now;
}

template <int Dim>
bool Script<Dim>::targets(double time, const VectorXd& x, VectorXd& target) const {
  bool differs = false;
  for (int node : held_nodes_) {
    Vec<Dim> p = base_[node];
    for (int m : moves_of_[node]) {
      const MoveEvent& event = moves_[m].event;
      if (event.start + instant_ < hold_begin_[node] || event.start > time) continue;
      if (event.start < placed_[node]) continue;
      p = moved<Dim>(event, moves_[m].share(time), p);
    }
    target.segment<Dim>(static_cast<Eigen::Index>(node) * Dim) = p;
    differs |= (p.array() != x.segment<Dim>(static_cast<Eigen::Index>(node) * Dim).array()).any();
  }
  return differs;
}

/// Which part of a load or pressure acts at `time`: none outside of its own, then its ramp and curve.
template <int Dim>
double Script<Dim>::share_of_load(double start, double end, double ramp, const TimeFunction& curve,
                                  double time) const {
  if (time <= start + instant_ || time > end + instant_) return 0;
  const double grown = ramp > 0 ? std::min(1.0, (time - start) / ramp) : 1.0;
  return curve.given() ? grown * curve.at(time) : grown;
}

template <int Dim>
bool Script<Dim>::loads(double time, VectorXd& load) const {
  load.setZero();
  bool any = false;
  for (const Load& one : loads_) {
    const LoadEvent& event = one.event;
    const double share = share_of_load(event.start, event.end, event.ramp, one.curve, time);
    if (share == 0) continue;
    for (std::size_t k = 0; k < one.nodes.size(); ++k)
      for (int c = 0; c < Dim; ++c)
        load[one.nodes[k] * Dim + c] += share * one.weights[k] * event.force[c];
    any = true;
  }
  return any;
}

template <int Dim>
auto Script<Dim>::activations(double time) -> const std::vector<Activation>& {
  activation_.clear();
  std::map<int, double> value;  // ordered, so that the result does not depend on hashing
  for (const Activate& one : activates_) {
    if (time < one.event.start) continue;
    const bool by_curve = one.curve.given();
    const double s = by_curve ? one.curve.at(std::min(time, one.event.end))
                              : eased(one.event.ease, one.event.start, one.event.end, time);
    for (int element : one.elements) {
      double& now = value[element];
      if (by_curve)
        now = std::clamp(s * one.event.value, 0.0, 1.0);
      else
        now += s * (one.event.value - now);
    }
  }
  for (const auto& [element, activation] : value) activation_.push_back({element, activation});
  return activation_;
}

template class Script<2>;
template class Script<3>;

}  // namespace conjac
