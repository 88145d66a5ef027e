#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conjac/scene_spec.h"

namespace conjac {

struct ModesOptions {
  int count = 10;      // lowest modes
  double at = 0;       // s; the scene is run until then
  std::string folder;  // mode shapes go there as frames; empty: nowhere
};

/// The lowest frequencies of a body as it is, full and reduced.
struct ModesTable {
  std::string scene;
  int vertices = 0, elements = 0;
  double time = 0;              // s
  int rigid = 0;                // modes of (nearly) no frequency
  int unknowns = 0;             // of the reduced body; 0: the scene is full FE
  std::vector<double> full;     // Hz, ascending; below 0: the body gives way there (not stable)
  std::vector<double> reduced;  // Hz, ascending, as many of them as there are
  std::vector<double> modal;    // Hz, the same of the means that the integrator `modal` moves by
  int iterations = 0;           // of block inverse iteration
  bool complete = true;         // false: stopped before `at`
};

/// Frequencies of A x = w^2 M x over the free nodes, A = -K not projected, by block inverse
/// iteration, beside those of J'A J u = w^2 J'M J u over the dynamic nodes of the scene's method:
/// static condensation's, which are never lower, and those of the integrator `modal`. With a folder every shape is written as a frame,
/// the largest way of a node a tenth of the body's size. `progress` is told of the run until `at`
/// and ends it by false. Throws Error(bad_input) for scenes with bones.
ModesTable body_modes(const SceneSpec& scene, const ModesOptions& options,
                      const std::function<bool(double share)>& progress = {});

std::string modes_as_json(const ModesTable& table);

}  // namespace conjac
