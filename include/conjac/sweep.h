#pragma once

#include <optional>
#include <string>
#include <vector>

namespace conjac {

/// One key of a scene and the values it is to have.
struct SweepAxis {
  std::string key;                  // a path as --set takes it
  std::vector<std::string> values;  // JSON, or a word
};

/// KEY=A,B,C or KEY=FROM:TO:COUNT (evenly) or KEY=FROM:TO:COUNT:log (by equal factors). Commas
/// inside brackets, braces and quotes belong to a value. Throws Error(usage).
SweepAxis read_sweep_axis(const std::string& text);

struct SweepOptions {
  std::string scene;                   // a name or a file
  std::vector<std::string> folders;    // where names are found
  std::vector<std::string> overrides;  // of every run
  std::vector<SweepAxis> axes;         // the last one varies fastest
  /// Columns of the table: a number of summary.json (energy.elastic), or of a column of history.csv
  /// its last(NAME), max(NAME), min(NAME) or mean(NAME). Empty: a choice of them and all probes.
  std::vector<std::string> results;
  std::string plot;                // the result to draw; empty: the first that varies
  std::optional<long long> steps;  // instead of time.duration
  std::string folder;              // where the runs and the table go
};

/// One combination of values.
struct SweepRun {
  std::string name;                    // 0001, 0002, ...: its folder
  std::string folder;                  // below that of the sweep
  std::vector<std::string> values;     // one per axis
  std::vector<std::string> overrides;  // path=value, those of all runs included
  std::string content;                 // of its scene, its files and its steps: who it is
};

enum class SweepState { fresh, stopped, finished };

/// The product of all values, in order. Reads and checks every scene before the first one runs.
/// Throws Error(bad_input) for the first that is wrong, naming its values.
std::vector<SweepRun> plan_sweep(const SweepOptions& options);

/// What is there of a run already. One that was stopped has a checkpoint to go on from. Throws
/// Error(bad_input) where its folder holds another run: nothing is overwritten.
SweepState sweep_state(const SweepRun& run);

/// Notes beside the folder of a run whose it is.
void begin_sweep_run(const SweepRun& run);

/// One line of the table.
struct SweepRow {
  std::string status;              // of summary.json; empty: not finished
  std::vector<std::string> cells;  // one per result, empty where there is none
};
struct SweepTable {
  std::vector<std::string> results;  // names of the columns
  std::vector<SweepRow> rows;        // one per run
  int finished = 0;
  std::vector<std::string> notices;
};

/// Reads what the runs have left and writes sweep.csv and, where numbers vary, sweep.png. Throws
/// Error(bad_input) for a result that no run has, naming those there are.
SweepTable write_sweep_table(const SweepOptions& options, const std::vector<SweepRun>& runs);

}  // namespace conjac
