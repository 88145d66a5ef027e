#include "scene/choose_solver.h"

#include <algorithm>
#include <cstdio>

#include "core/check.h"
#include "core/tuned.h"
#include "dist/petsc.h"

namespace conjac {
namespace {

// From so many free nodes on `auto` iterates: where a new matrix costs a third of a factorization.
CONJAC_TUNED(int, kManyNodes, 60000);
// Nearly incompressible bodies take too many iterations beyond this Poisson's ratio.
CONJAC_TUNED(double, kHighPoisson, 0.47);

std::string with(const char* format, double value) {
  char text[160];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

PetscSolver petsc_solver(Solver solver) {
  return solver == Solver::mumps ? PetscSolver::mumps : PetscSolver::multigrid;
}

SolverChoice choose_for_ranks_or_size(const SolverNeeds& needs) {
  const bool many = needs.nodes >= kManyNodes, compressible = needs.poisson <= kHighPoisson;
  const std::string nodes = std::to_string(needs.nodes) + " free nodes";
  if (many && compressible)
    return {Solver::multigrid, "solver: multigrid, for " + nodes +
                                   with(" with Poisson's ratio up to %.3g", needs.poisson)};
  const std::string why =
      many ? nodes +
                 with(", but Poisson's ratio %.3g is too near to 0.5 for multigrid", needs.poisson)
           : nodes;
  if (needs.many_ranks) return {Solver::mumps, "solver: mumps, for " + why};
  return {Solver::automatic, many ? "solver: a factorization, for " + why : ""};
}

}  // namespace

SolverChoice choose_solver(const SolverNeeds& needs) {
  const bool by_petsc = needs.asked == Solver::mumps || needs.asked == Solver::multigrid;
  require(!by_petsc || !needs.full,
          "method.solver: full finite elements are solved by `fronts` or `cholmod`; leave the key "
          "out, or set method.name to \"conjac\"");
  if (by_petsc && !needs.petsc)  // says why not
    make_petsc_elimination(petsc_solver(needs.asked), {});
  if (needs.asked == Solver::multigrid && needs.poisson > kHighPoisson)
    return {needs.asked,
            with("solver: multigrid takes many iterations with Poisson's ratio %.3g; above 0.47 a "
                 "factorization (mumps, fronts) is quicker",
                 needs.poisson)};
  if (needs.asked != Solver::automatic || needs.full || !needs.petsc) return {needs.asked, ""};
  return choose_for_ranks_or_size(needs);
}

template <int Dim>
double largest_poisson(const MaterialField<Dim>& field) {
  double largest = 0;
  for (const auto& term : field.terms) {
    if (law_is_fiber(term.law)) continue;
    for (const auto& p : term.parameters)
      largest = std::max(largest, p.lambda / (2 * (p.lambda + p.mu)));
  }
  return largest;
}
template double largest_poisson(const MaterialField<2>&);
template double largest_poisson(const MaterialField<3>&);

std::unique_ptr<Elimination> make_elimination(Solver chosen, const StepOptions& options) {
  if (chosen != Solver::mumps && chosen != Solver::multigrid) return nullptr;
  return make_petsc_elimination(petsc_solver(chosen),
                                {options.shape_tolerance, options.load_tolerance});
}

}  // namespace conjac
