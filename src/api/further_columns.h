#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "conjac/simulation.h"
#include "core/archive.h"
#include "core/ranks.h"
#include "record/recorder.h"

namespace conjac {

/// The columns of history.csv that depend on the scene: what touches, where anything can (pieces of
/// a cut can); metric_k and active_k of the representative nodes there are when the run begins (a
/// cut may add others, or take some away); joint_<bone> of every joint coordinate; the probes.
class FurtherColumns {
 public:
  explicit FurtherColumns(const Simulation& simulation) {
    touch_ = simulation.can_touch();
    for (const Event& event : simulation.scene().timeline)
      touch_ |= std::holds_alternative<CutEvent>(event);
    if (touch_) names_ = {"contacts", "penetration", "normal_force", "friction_force"};
    first_ = names_.size();
    for (int k = 0; k < simulation.representatives(); ++k) {
      names_.push_back("metric_" + std::to_string(k));
      names_.push_back("active_" + std::to_string(k));
    }
    joints_ = names_.size();
    for (const std::string& name : simulation.joint_names()) names_.push_back(name);
    probes_ = names_.size();
    for (const std::string& name : simulation.probe_names()) names_.push_back(name);
    values_.resize(names_.size());
  }
  /// They stay those of the beginning when a run goes on (core/archive.h).
  void describe(Archive& archive) {
    archive.section("FurtherColumns");
    archive(touch_, first_, joints_, probes_, names_);
    values_.resize(names_.size());
    Archive::fits(first_ <= joints_ && joints_ <= probes_ && probes_ <= names_.size(),
                  "it has other columns");
  }
  const std::vector<std::string>& names() const { return names_; }
  record::RecorderOptions recording(const SceneSpec& scene) const {
    return {scene.output.frames, names_, ranks().size()};
  }

  const std::vector<double>& values(const Simulation& simulation, const ContactTotals& contact) {
    std::fill(values_.begin(), values_.end(), 0.0);
    if (touch_) {
      values_[0] = contact.count;
      values_[1] = contact.penetration;
      values_[2] = contact.normal_force;
      values_[3] = contact.friction_force;
    }
    for (int k = 0; k < simulation.representatives(); ++k) {
      const std::size_t column =
          first_ + 2 * static_cast<std::size_t>(simulation.representative_id(k));
      if (column + 2 > joints_) continue;
      values_[column] = simulation.liveliness(k);
      values_[column + 1] = simulation.awake(k);
    }
    const auto joints = simulation.joint_positions();
    std::copy(joints.begin(), joints.end(), values_.begin() + static_cast<std::ptrdiff_t>(joints_));
    simulation.probe_values(std::span(values_).subspan(probes_));
    return values_;
  }

 private:
  bool touch_ = false;
  std::size_t first_ = 0, joints_ = 0, probes_ = 0;  // where each kind begins
  std::vector<std::string> names_;
  std::vector<double> values_;
};

}  // namespace conjac
