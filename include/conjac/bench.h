#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conjac/machine.h"
#include "conjac/scene_spec.h"
#include "conjac/step_report.h"

namespace conjac {

/// What a long measurement tells while it works, and whether to go on: false ends it, and what was
/// measured so far is returned.
using BenchProgress = std::function<bool(double done, double total, const std::string& what)>;

// ---- cost of a step (the paper's cost figure) --------------------------------------------------

struct CostOptions {
  std::vector<int> dynamic{0, 2, 4, 6, 8, 10};  // dynamic nodes of each ConJac variant
  int rounds = 7;                               // every variant takes its turn in each round
  int steps = 3;                                // steps of a turn
  int threads = 1;                              // written into the table
  bool against_cholmod = false;  // Vanilla and the most dynamic nodes with it as well
};

struct CostRow {
  std::string name;  // "Vanilla" or "ConJac 4", with ", CHOLMOD" where that factors
  bool cholmod = false;
  int asked = -1;         // dynamic nodes asked for; -1 is Vanilla
  int dynamic_nodes = 0;  // that there really were; all free ones for Vanilla
  bool ok = true;         // false: the run diverged or did not refactor; `message` says which
  std::string message;
  StageTimes median;         // s, of each stage for itself
  double total = 0;          // s, median of whole steps (not the sum of the medians)
  double low = 0, high = 0;  // s, quartiles of whole steps
  double fastest = 0;        // s, the one step that was disturbed least
  double ratio = 0;    // to Vanilla: median over rounds of the ratio within the round; 0 unknown
  double entries = 0;  // numbers of the factor
  double gflops = 0;   // of the factorization, 1e9 operations a second
};

struct CostTable {
  std::string scene;
  int vertices = 0, elements = 0;
  CostOptions options;
  Machine machine;
  Peaks peaks;                // with as many threads
  std::vector<CostRow> rows;  // Vanilla first
  bool complete = true;       // false: stopped early
};

/// Cost of a step that refactors, Vanilla against ConJac with several numbers of dynamic nodes
/// (placed by the program; those the scene names are left out). Other options are the scene's, but
/// factors are not reused and the guard is off, so that every step does the same work. After a
/// warm-up step of each variant the variants take turns, so that whatever else the machine does
/// hits all alike.
CostTable bench_cost(const SceneSpec& scene, const CostOptions& options,
                     const BenchProgress& progress = {});

std::string cost_as_json(const CostTable& table);
/// Stacked bars, as in the paper's figure. Throws Error(io).
void draw_cost(const CostTable& table, const std::string& png_file);

// ---- liveliness against wall-clock -------------------------------------------------------------

struct LivelinessOptions {
  double vanilla_beta = 0;  // 0: the smallest stable one, found for each step size
  double max_beta = 10;     // where the search for it ends
  int rounds = 3;           // runs of each row, in turns; times are medians
  double search = 1000;     // Vanilla is tried at steps down to h / search ...
  double patience = 30;     // ... while a run is expected to take less than this, s
  int threads = 1;          // written into the table
};

struct LivelinessRow {
  std::string method;              // e.g. "ConJac trapezoidal"
  double time_step = 0, beta = 0;  // s; beta 0 where the integrator has none
  std::string status;              // ok, diverged, no stable beta
  long long steps = 0, factorizations = 0, undone = 0;
  double wall = 0;           // s, median over the rounds
  double energy_left = 0;    // kinetic + elastic at the end over that at the release
  double largest_ratio = 0;  // largest such ratio at any step after the release
};

struct LivelinessTable {
  std::string scene;
  int vertices = 0, elements = 0;
  double release_time = 0, end_time = 0;  // s
  LivelinessOptions options;
  Machine machine;
  std::vector<LivelinessRow> rows;    // Vanilla at h, h/2.5, h/5, then ConJac
  std::vector<LivelinessRow> search;  // Vanilla at ever smaller steps
  int reference = -1;                 // row ConJac with the scene's own options
  int equal = -1;        // of `search`: largest step that keeps as much as the reference, -1 none
  double speed_up = 0;   // wall-clock of `equal` (or, if none, of the last one tried) over ConJac's
  bool complete = true;  // false: stopped early
};

/// How lively a body stays after the last `release` of the scene, and what it costs: Vanilla at
/// smaller and smaller steps, each at its smallest stable beta, and ConJac with each integrator at
/// the scene's step. Throws Error(usage) when the scene releases nothing.
LivelinessTable bench_liveliness(const SceneSpec& scene, const LivelinessOptions& options,
                                 const BenchProgress& progress = {});

std::string liveliness_as_json(const LivelinessTable& table);

// ---- the pause of a cut ------------------------------------------------------------------------

struct CutBenchOptions {
  int rounds = 7;   // cuts, each of a fresh body
  int steps = 3;    // before and after each
  int threads = 1;  // written into the table
};

struct CutTable {
  std::string scene;
  int vertices = 0, elements = 0;  // before the cut
  int rounds = 0;                  // that were complete
  CutBenchOptions options;
  Machine machine;
  // Medians over the rounds, s.
  double step = 0;        // a step before the cut
  double cut = 0;         // the cut itself
  double first_step = 0;  // the step that follows, which still gets memory
  double step_after = 0;  // later ones
  // Medians of the ratios to `step` of the same round.
  double cut_ratio = 0, after_ratio = 0;
  double pause_ratio = 0;  // the cut and what the first step takes longer than one before the cut
  bool complete = true;    // false: stopped early
};

/// How long a cut straight through a body stops the simulation, against a step that refactors, both
/// in one run. Planes across the longest side, another one each round; the cuts of the scene are
/// left out, factors are not reused and the guard is off.
CutTable bench_cut(const SceneSpec& scene, const CutBenchOptions& options,
                   const BenchProgress& progress = {});

std::string cut_as_json(const CutTable& table);

}  // namespace conjac
