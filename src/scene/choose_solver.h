#pragma once

#include <memory>
#include <string>

#include "conjac/step_options.h"
#include "material/field.h"
#include "reduce/elimination.h"

namespace conjac {

/// What decides by what a body is solved.
struct SolverNeeds {
  Solver asked = Solver::automatic;
  bool full = false;   // full FE
  int nodes = 0;       // that are not held for good
  double poisson = 0;  // the largest
  bool petsc = false;  // is it in this build?
  bool many_ranks = false;
};
struct SolverChoice {
  Solver solver = Solver::automatic;
  std::string notice;  // what people should know of it; nothing where it goes without saying
};
/// Throws Error(bad_input) for what this build or this method cannot do.
SolverChoice choose_solver(const SolverNeeds& needs);

/// The largest Poisson's ratio of small strains among the isotropic laws.
template <int Dim>
double largest_poisson(const MaterialField<Dim>& field);

/// Null: a factorization, as the options say.
std::unique_ptr<Elimination> make_elimination(Solver chosen, const StepOptions& options);

}  // namespace conjac
