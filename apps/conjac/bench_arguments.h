#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "conjac/truth.h"

namespace conjac::app {

struct BenchArguments {
  std::string scene, folder, json_file, against;
  std::vector<std::string> overrides;
  std::vector<int> dynamic{0, 2, 4, 6, 8, 10};
  bool liveliness = false, cut = false, against_truth = false, quiet = false;
  TruthOptions truth;
  int rounds = 0, steps = 3, threads = 0;
  double beta = 0;
};

/// `conjac bench`: cost of a step, as in the paper's figure.
int bench_cost_command(const BenchArguments& arguments);
/// `conjac bench --liveliness`: energy left after a release, and what it costs.
int bench_liveliness_command(const BenchArguments& arguments);
/// `conjac bench --cut`: how long a cut stops the simulation.
int bench_cut_command(const BenchArguments& arguments);

/// `conjac bench --truth`: how far methods are from full FE in fine steps.
int bench_truth_command(const BenchArguments& arguments);

/// Writes a text file. Throws Error(io) naming it.
void save_text(const std::string& path, const std::string& text);
/// Where pictures go; it is there afterwards. Throws Error(io).
std::filesystem::path bench_folder(const BenchArguments& arguments);

}  // namespace conjac::app
