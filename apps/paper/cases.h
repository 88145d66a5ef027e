#pragma once

#include <string>
#include <vector>

namespace conjac::paper {

/// What is done with a case.
enum class Measure {
  run,   // run and record it
  tune,  // find its smallest stable beta
  cost,  // what a step costs, Vanilla and ConJac in turns
};

/// One line of the table of cases.
struct Case {
  std::string name, scene;
  Measure measure = Measure::run;
  std::vector<std::string> overrides;  // path=value
  std::string beta_of;                 // a tune case whose beta this one takes; empty: none
  double seconds = 10;                 // about what it takes, for the progress bar
  bool quick = false;
};

/// Reads scenes/paper/cases.json. Throws Error(bad_input) naming the case and what is wrong with
/// it.
std::vector<Case> read_cases(const std::string& path);

}  // namespace conjac::paper
