#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "conjac/step_report.h"
#include "record/files.h"

namespace conjac::record {

/// What summary.json says about a run, as plain data.
struct RunSummary {
  std::string status = "ok";  // "ok", "interrupted" or "diverged"
  std::string message;        // why it stopped, empty when ok
  std::string version;        // of the program

  std::string scene;       // name
  std::string scene_file;  // where it was read from
  std::string method;      // "conjac" or "vanilla"
  std::string integrator;
  std::vector<std::pair<std::string, std::string>> options;  // every step option, by name

  int dimension = 3;
  long long vertices = 0, elements = 0;
  long long dynamic_nodes = 0, representatives = 0, fixed_nodes = 0;

  // The recorder fills these from the steps it was given (Recorder::finish).
  long long steps = 0;
  double simulated_time = 0;  // s
  StageTimes mean_stages;     // s per step
  StageTimes median_stages;   // s per step, each stage for itself
  double median_total = 0;    // s per step; medians do not add up
  long long factorizations = 0, undone_steps = 0, substeps = 0;
  Energies energy;           // at the end, J
  double scripted_work = 0;  // sum over the run, J
  double dissipated = 0;     // sum over the run, J
  double imbalance = 0;      // largest of the energy books, over the energy at play
  double residual = 0;       // at the end, N
  double unbalanced = 0;     // net force left on followers over the load, mean over the steps

  long long analyses = 0;  // symbolic factorizations
  double wall_time = 0;    // s, of the whole run
  int threads = 1;

  /// Whatever else the caller knows, shown under its own key at the end.
  using Value = std::variant<double, long long, std::string>;
  std::vector<std::pair<std::string, Value>> extra;
  std::vector<std::string> notices;
};

/// Pretty-printed JSON; a number that is not finite becomes null.
std::string summary_text(const RunSummary& summary);

/// Replaces the file whole or not at all. Throws Error(io).
void write_summary(const Path& path, const RunSummary& summary);

}  // namespace conjac::record
