#pragma once

#include <string>
#include <vector>

#include "conjac/step_report.h"

namespace conjac {

struct CompareOptions {
  std::string a, b;            // results folders of two runs of the same body
  std::string name_a, name_b;  // in tables and pictures; empty: the folders' names
  std::string folder;          // where to write numbers and pictures; empty writes nothing
};

/// How far apart the two bodies are at one moment.
struct DistanceRow {
  double time = 0;               // s
  double largest = 0, mean = 0;  // m, over the nodes of A
  int node = 0;                  // of A, where it is largest
};

/// One of the two runs, as its summary tells.
struct ComparedRun {
  std::string name, folder, scene, method, integrator, status;
  long long vertices = 0, elements = 0, dynamic_nodes = 0;
  long long steps = 0, factorizations = 0;
  double time_step = 0, simulated_time = 0, wall_time = 0;  // s
  StageTimes mean_stages;                                   // s per step
  Energies energy;                                          // at the end of the run, J
};

struct Comparison {
  ComparedRun a, b;
  double size = 0;                       // diagonal of A's body at its start, m
  double begin = 0, end = 0;             // time both cover, s
  std::vector<DistanceRow> distance;     // at the frames of A in that time
  double largest = 0, largest_time = 0;  // over all of them
  double mean = 0;                       // of `mean` over all of them
  DistanceRow last;
  std::string nodes;                 // how nodes were paired
  std::vector<std::string> notices;  // what a reader of the numbers should know
};

/// Compares two recorded runs.
///
/// Equal meshes are compared node by node. Different ones are compared as material points: a node
/// of A at its start lies in an element of B at its start, and its partner is the point with the
/// same barycentric coordinates from then on. Where B has no frame at a time of A's, its positions
/// are interpolated from the frames around it and their velocities (cubic). Nodes that a cut adds
/// on the way are left out.
///
/// Throws Error(bad_input) when a folder holds no recorded frames or the bodies are not the same.
/// Writes comparison.json, distance.csv, energies.csv, distance.png, energies.png, stages.png and
/// side_by_side.png.
Comparison compare_runs(const CompareOptions& options);

std::string comparison_as_json(const Comparison& comparison);

}  // namespace conjac
