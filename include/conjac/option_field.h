#pragma once

#include <limits>
#include <string>
#include <vector>

namespace conjac {

/// One row of the table of method options (StepOptions): all that a program needs to offer, explain
/// and check an option it has never heard of.
struct OptionField {
  enum class Kind { choice, toggle, whole, number };
  struct Choice {
    std::string name, label;  // in scene files; for people
  };
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  std::string name;  // in scene files
  Kind kind = Kind::number;
  std::string label, help, unit;
  std::string standard;         // its default as JSON; `null` where it is unset
  std::vector<Choice> choices;  // of Kind::choice
  double min = -kInfinity, max = kInfinity;
  bool open_min = false, open_max = false;  // the bound itself is excluded

  /// Where a slider begins and ends; nothing for one where both are equal.
  double slider_min = 0, slider_max = 0;
  bool by_factors = false;  // the slider goes by factors
  bool often = false;       // people look for it; the others may be folded away
  bool restarts = false;    // a change starts the run anew

  bool allows(double value) const {
    return (open_min ? value > min : value >= min) && (open_max ? value < max : value <= max);
  }
};

}  // namespace conjac
