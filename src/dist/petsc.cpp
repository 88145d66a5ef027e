#include "dist/petsc.h"

#include <mutex>

#include "core/check.h"
#include "dist/multigrid.h"
#include "dist/mumps.h"
#include "dist/petsc_calls.h"

namespace conjac {
namespace {

/// MPI and PETSc, from the first use to the end of the process. Who has started MPI before us ends
/// it, too.
struct Session {
  bool ours = false;

  Session() {
    int begun = 0;
    MPI_Initialized(&begun);
    ours = !begun;
    int given = 0;
    if (ours) MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
    PetscOptionsSetValue(nullptr, "-no_signal_handler", nullptr);  // ours are the program's
    PetscInitializeNoArguments();
    PetscPushErrorHandler(PetscReturnErrorHandler, nullptr);
  }
  ~Session() {
    int ended = 0;
    MPI_Finalized(&ended);
    if (ended) return;
    PetscFinalize();
    if (ours) MPI_Finalize();
  }
};

}  // namespace

void start_mpi() {
  static Session session;
}

void petsc(PetscErrorCode code) {
  if (code == 0) return;
  const char* text = nullptr;
  PetscErrorMessage(code, &text, nullptr);
  throw Error(ErrorKind::diverged,
              std::string("PETSc: ") + (text ? text : "an error") + " (" + std::to_string(code) +
                  "); try method.solver `fronts`, or give the run more memory");
}

bool has_petsc() {
  return true;
}

std::unique_ptr<Elimination> make_petsc_elimination(PetscSolver kind,
                                                    const EliminationTolerance& tolerance) {
  start_mpi();
  if (kind == PetscSolver::mumps) return std::make_unique<MumpsElimination>();
  return std::make_unique<MultigridElimination>(tolerance);
}

PetscFacts petsc_facts() {
  start_mpi();
  PetscFacts facts;
  facts.version = std::to_string(PETSC_VERSION_MAJOR) + "." + std::to_string(PETSC_VERSION_MINOR) +
                  "." + std::to_string(PETSC_VERSION_SUBMINOR);
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  facts.mpi = std::string(text, static_cast<std::size_t>(length));
  facts.mpi = facts.mpi.substr(0, facts.mpi.find(','));
  MPI_Comm_size(MPI_COMM_WORLD, &facts.ranks);
  for (const char* name : {"mumps", "hypre", "superlu_dist", "ptscotch", "ml"}) {
    PetscBool has = PETSC_FALSE;
    PetscHasExternalPackage(name, &has);
    std::string& list = has ? facts.packages : facts.missing;
    list += (list.empty() ? "" : ", ") + std::string(name);
  }
  return facts;
}

void make_petsc_matrix(const BlockRows<double>& A, std::span<const int> number, const Team& team,
                       PetscMatrix& made) {
  const int b = A.height, rows = A.rows();
  std::vector<PetscInt> here(rows), elsewhere(rows);
  for (int i = 0; i < A.block_rows; ++i)
    for (auto k = A.start[i]; k < A.start[i + 1]; ++k)
      for (int c = 0; c < b; ++c) (A.column[k] < A.own_columns ? here : elsewhere)[i * b + c] += b;
  petsc(MatCreateAIJ(team.comm, rows, rows, PETSC_DETERMINE, PETSC_DETERMINE, 0, here.data(), 0,
                     elsewhere.data(), made.put()));
  petsc(MatSetBlockSize(made, b));
  petsc(MatSetOption(made, MAT_NO_OFF_PROC_ENTRIES, PETSC_TRUE));
  std::vector<PetscInt> columns;
  std::vector<double> values;
  for (int i = 0; i < A.block_rows; ++i) {
    const auto count = static_cast<std::size_t>(A.start[i + 1] - A.start[i]);
    columns.resize(count);
    values.resize(count * b * b);
    for (std::size_t k = 0; k < count; ++k) {
      const auto entry = A.start[i] + static_cast<std::int64_t>(k);
      columns[k] = number[A.column[entry]];
      for (int r = 0; r < b; ++r)
        for (int c = 0; c < b; ++c)
          values[r * count * b + k * b + c] = A.values[(entry * b + r) * b + c];
    }
    const PetscInt row = number[i];
    petsc(MatSetValuesBlocked(made, 1, &row, static_cast<PetscInt>(count), columns.data(),
                              values.data(), INSERT_VALUES));
  }
  petsc(MatAssemblyBegin(made, MAT_FINAL_ASSEMBLY));
  petsc(MatAssemblyEnd(made, MAT_FINAL_ASSEMBLY));
  petsc(MatSetOption(made, MAT_SYMMETRIC, PETSC_TRUE));
  petsc(MatSetOption(made, MAT_SPD, PETSC_TRUE));
}

}  // namespace conjac
