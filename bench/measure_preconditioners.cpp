// Preconditioners of PETSc for the stiffness of a box, one column by conjugate gradients: what
// docs/scale.md compares multigrid with.
//   measure_preconditioners NX NY NZ NU
// For each: processor time of the set-up, iterations to 1e-8 and processor time of each; `stale`: a
// factor of the matrix before the last turn of 0.02.
#include <petscksp.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "dist/petsc.h"
#include "support/elastic_box.h"

namespace {

double seconds_of_processor() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/// -K without the nodes of the near end, whole.
Mat matrix_of(const conjac::test::ElasticBox& box) {
  const int first = 3 * box.end_nodes(), n = 3 * box.nodes() - first;
  std::vector<PetscInt> counts(n, 0);
  const auto each = [&](auto visit) {
    for (int j = first; j < first + n; ++j)
      for (conjac::SparseMatrix::InnerIterator entry(box.K, j); entry; ++entry) {
        const int i = static_cast<int>(entry.row());
        visit(i - first, j - first, -entry.value());
        if (i != j) visit(j - first, i - first, -entry.value());
      }
  };
  each([&](int i, int, double) { ++counts[i]; });
  Mat made = nullptr;
  MatCreateSeqAIJ(PETSC_COMM_SELF, n, n, 0, counts.data(), &made);
  MatSetBlockSize(made, 3);
  each([&](int i, int j, double value) { MatSetValue(made, i, j, value, INSERT_VALUES); });
  MatAssemblyBegin(made, MAT_FINAL_ASSEMBLY);
  MatAssemblyEnd(made, MAT_FINAL_ASSEMBLY);
  MatSetOption(made, MAT_SPD, PETSC_TRUE);
  Vec places = nullptr;
  VecCreateSeq(PETSC_COMM_SELF, n, &places);
  VecSetBlockSize(places, 3);
  double* values = nullptr;
  VecGetArray(places, &values);
  for (int i = 0; i < n; ++i) values[i] = box.x[first + i];
  VecRestoreArray(places, &values);
  MatNullSpace rigid = nullptr;
  MatNullSpaceCreateRigidBody(places, &rigid);
  MatSetNearNullSpace(made, rigid);
  MatNullSpaceDestroy(&rigid);
  VecDestroy(&places);
  return made;
}

void measure(const char* name, Mat made_of, Mat solved, PCType type,
             std::vector<std::pair<const char*, const char*>> options) {
  PetscOptionsClear(nullptr);
  for (const auto& [key, value] : options) PetscOptionsSetValue(nullptr, key, value);
  KSP solver = nullptr;
  KSPCreate(PETSC_COMM_SELF, &solver);
  KSPSetType(solver, KSPCG);
  KSPSetOperators(solver, made_of, made_of);
  KSPSetTolerances(solver, 1e-8, 0, PETSC_DEFAULT, 2000);
  PC pc = nullptr;
  KSPGetPC(solver, &pc);
  PCSetType(pc, type);
  KSPSetFromOptions(solver);
  double clock = seconds_of_processor();
  KSPSetUp(solver);
  const double setup = seconds_of_processor() - clock;
  KSPSetReusePreconditioner(solver, PETSC_TRUE);
  KSPSetOperators(solver, solved, made_of);
  Vec b = nullptr, x = nullptr;
  MatCreateVecs(solved, &x, &b);
  VecSet(b, 1.0);
  clock = seconds_of_processor();
  KSPSolve(solver, b, x);
  PetscInt rounds = 0;
  KSPGetIterationNumber(solver, &rounds);
  std::printf("%-16s set-up %6.2f s, %4d iterations, %.1f ms each\n", name, setup,
              static_cast<int>(rounds), 1e3 * (seconds_of_processor() - clock) / (rounds + 1));
  std::fflush(stdout);
  VecDestroy(&b);
  VecDestroy(&x);
  KSPDestroy(&solver);
}

}  // namespace

int main(int count, char** words) {
  if (count < 5) return std::fprintf(stderr, "measure_preconditioners NX NY NZ NU\n"), 2;
  conjac::start_mpi();
  conjac::test::ElasticBox box;
  box.nx = std::atoi(words[1]), box.ny = std::atoi(words[2]), box.nz = std::atoi(words[3]);
  box.poisson = std::atof(words[4]);
  box.assemble(0);
  Mat before = matrix_of(box);
  box.assemble(0.02);
  Mat now = matrix_of(box);
  std::printf("%d vertices, nu %.3g\n", box.nodes(), box.poisson);
  measure("gamg", now, now, PCGAMG, {});
  measure("gamg, stale", before, now, PCGAMG, {});
  measure("hypre, nodal", now, now, PCHYPRE,
          {{"-pc_hypre_boomeramg_strong_threshold", "0.5"},
           {"-pc_hypre_boomeramg_nodal_coarsen", "4"},
           {"-pc_hypre_boomeramg_no_CF", "1"}});
  measure("mumps, stale", before, now, PCCHOLESKY, {{"-pc_factor_mat_solver_type", "mumps"}});
  MatDestroy(&before);
  MatDestroy(&now);
}
