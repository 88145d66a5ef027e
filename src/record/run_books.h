#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "conjac/step_report.h"

namespace conjac {
class Archive;
}

namespace conjac::record {

/// The energy books of a run (conjac/step_report.h), added up: what the integrator made or lost, over
/// the energy at play. That is the largest kinetic energy and how far that of bend and contact ranged;
/// gravity is not in it, since a fall shows as motion.
struct RunBooks {
  double dissipated = 0, imbalance = 0;  // so far, J
  double largest = 0;                    // imbalance so far, either way, J
  double kinetic = 0;                    // largest, J
  double lowest = 0, highest = 0;        // elastic + contact, J
  double unbalanced = 0;                 // sum over the steps
  long long steps = 0;

  void add(const StepReport& report) {
    const double stored = report.energy.elastic + report.energy.contact;
    if (steps++ == 0) lowest = highest = stored;
    lowest = std::min(lowest, stored);
    highest = std::max(highest, stored);
    kinetic = std::max(kinetic, report.energy.kinetic);
    dissipated += report.books.dissipated;
    imbalance += report.books.imbalance;
    largest = std::max(largest, std::abs(imbalance));
    unbalanced += report.unbalanced;
  }
  double at_play() const { return kinetic + highest - lowest; }
  double largest_share() const { return at_play() > 0 ? largest / at_play() : 0.0; }
  double mean_unbalanced() const {
    return steps > 0 ? unbalanced / static_cast<double>(steps) : 0.0;
  }
};

void describe(Archive& archive, RunBooks& books);

/// What to say of a run whose followers were far from their balance all the time, and what to do;
/// empty when they were not.
std::string left_unbalanced(const RunBooks& books);

}  // namespace conjac::record
