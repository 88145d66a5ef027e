#pragma once

#include <string>
#include <vector>

#include "conjac/bench.h"
#include "conjac/machine.h"
#include "conjac/scene_spec.h"

namespace conjac {

/// How far methods are from the motion that full FE has in steps so fine that finer ones change
/// nothing. A method that is lively and wrong scores worse than one that damps; energy alone cannot
/// tell.
struct TruthOptions {
  /// NAME[:INTEGRATOR][+OPTION=VALUE...], NAME one of scene (its own options), conjac, full.
  std::vector<std::string> methods{"scene", "full", "full:trapezoidal", "full:bdf2",
                                   "full:midpoint"};
  std::vector<double> time_steps;              // s; empty: the scene's and 1/60
  std::vector<double> windows{0.1, 0.3, 0.8};  // s after `from`, ascending
  double from = -1;                            // s; below 0: the last release, or the start
  std::string reference = "auto";              // verlet, midpoint, auto: the cheaper one
  double reference_step = 0;                   // s; 0: chosen
  std::string cache;                           // folder of finished references; empty: none
  /// Methods after the first take ever shorter steps, half of the last ones each, until they are as
  /// near to the truth as the first is at the first time step.
  bool equal_distance = false;
  bool fresh = false;  // compute the reference even if it is there
  int threads = 1;     // written into the table
};

/// The motion of one node, along the line it moves along most in the reference.
struct TruthProbe {
  std::vector<double> time, value;  // s, m
};

struct TruthReference {
  std::string integrator;          // verlet or midpoint
  double time_step = 0;            // s
  double stable_step = 0;          // s, of verlet at the start
  std::vector<double> difference;  // distance to the same in twice the step, per window
  double energy_kept = 0, wall = 0;
  bool cached = false;        // read from the cache
  std::vector<double> peaks;  // Hz
  TruthProbe probe;
};

struct TruthRow {
  std::string method;
  double time_step = 0;          // s
  std::string status, message;   // ok, diverged, refused
  std::vector<double> distance;  // per window, over the scale; not finite: not reached
  std::vector<double> peaks;     // Hz, the first ones of the probe's spectrum
  double energy_kept = 0;        // kinetic + elastic at the end over that at `from`
  double wall = 0;               // s, of all steps
  double processor = 0;          // s, of all threads together
  long long steps = 0, parts = 0, undone = 0, factorizations = 0;
  TruthProbe probe;
};

struct TruthTable {
  std::string scene;
  int vertices = 0, elements = 0;
  double from = 0, until = 0;  // s
  double scale = 0;            // m, largest displacement at `from`; from the start on: at any time
  int probe_node = 0;          // that moves most there
  TruthOptions options;
  Machine machine;
  TruthReference reference;
  std::vector<TruthRow> rows;
  bool complete = true;  // false: stopped early
};

/// Runs the reference, or takes it from the cache, then every method at every time step. The
/// distance is the root mean square over all nodes and over the steps in a window, over the scale.
/// Throws Error(usage) for methods it does not know and Error(bad_input) for scenes without a
/// reference: those with bones or cuts.
TruthTable bench_truth(const SceneSpec& scene, const TruthOptions& options,
                       const BenchProgress& progress = {});

std::string truth_as_json(const TruthTable& table);
/// The probe's way in the reference and with every method at the scene's step. Throws Error(io).
void draw_truth(const TruthTable& table, const std::string& png_file);

/// Where references are kept unless somebody says otherwise: conjac/truth in the user's folder for
/// caches (XDG_CACHE_HOME, or .cache at home); empty where there is none.
std::string truth_cache_folder();

}  // namespace conjac
