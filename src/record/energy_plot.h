#pragma once

#include <string>
#include <vector>

#include "record/files.h"

namespace conjac::record {

struct HistoryTable;

/// What the energy plot needs of a run, one entry per step.
struct EnergyHistory {
  std::vector<double> time;                                // s
  std::vector<double> kinetic, elastic, gravity, contact;  // J
  std::vector<double> scripted_work;                       // J, done in the step
};

/// energy.png: every kind of energy, their total and the work done on the body so far, against
/// time. Gravity is shown from the first row on, since its zero is arbitrary; what is zero
/// throughout (contact, work) is left out. Throws Error(io).
void write_energy_plot(const Path& path, const EnergyHistory& history, const std::string& title);
/// The same from a history.csv read back.
void write_energy_plot(const Path& path, const HistoryTable& history, const std::string& title);

}  // namespace conjac::record
