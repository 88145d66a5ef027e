#include <Eigen/Cholesky>
#include <algorithm>

#include "core/tuned.h"
#include "dist/hierarchy.h"
#include "dist/petsc_calls.h"

// The levels, from PETSc's GAMG.

namespace conjac {
namespace {

// Unknowns of the coarsest level, about; it is inverted whole.
CONJAC_TUNED(int, kCoarsest, 300);

/// Rigid motions of the nodes where they are; translations alone where that is not known.
void give_rigid_motions(::Mat A, const BlockRows<double>& rows, std::span<const double> x) {
  if (x.empty() || rows.height < 2 || rows.height > 3) {
    PetscVector like;
    petsc(MatCreateVecs(A, like.put(), nullptr));
    std::vector<::Vec> all(rows.height);
    for (int c = 0; c < rows.height; ++c) {
      petsc(VecDuplicate(like, &all[c]));
      petsc(VecSet(all[c], 0));
      double* values = nullptr;
      petsc(VecGetArray(all[c], &values));
      for (int i = 0; i < rows.block_rows; ++i) values[i * rows.height + c] = 1;
      petsc(VecRestoreArray(all[c], &values));
      petsc(VecNormalize(all[c], nullptr));
    }
    MatNullSpace space = nullptr;
    petsc(MatNullSpaceCreate(PetscObjectComm(reinterpret_cast<PetscObject>(A)), PETSC_FALSE,
                             rows.height, all.data(), &space));
    petsc(MatSetNearNullSpace(A, space));
    petsc(MatNullSpaceDestroy(&space));
    for (::Vec& one : all) petsc(VecDestroy(&one));
    return;
  }
  PetscVector places;
  petsc(VecCreateMPI(PetscObjectComm(reinterpret_cast<PetscObject>(A)), rows.rows(),
                     PETSC_DETERMINE, places.put()));
  petsc(VecSetBlockSize(places, rows.height));
  double* values = nullptr;
  petsc(VecGetArray(places, &values));
  std::copy(x.begin(), x.end(), values);
  petsc(VecRestoreArray(places, &values));
  MatNullSpace space = nullptr;
  petsc(MatNullSpaceCreateRigidBody(places, &space));
  petsc(MatSetNearNullSpace(A, space));
  petsc(MatNullSpaceDestroy(&space));
}

/// Rows of one of PETSc's matrices, in blocks.
BlockRows<float> copy_rows(::Mat from, int height, int width, const Team& team) {
  BlockRows<float> to;
  to.height = height;
  to.width = width;
  PetscInt begin = 0, end = 0, left = 0, right = 0;
  petsc(MatGetOwnershipRange(from, &begin, &end));
  petsc(MatGetOwnershipRangeColumn(from, &left, &right));
  to.block_rows = (end - begin) / height;
  to.own_columns = (right - left) / width;
  const int first = left / width, last = right / width;
  to.start.assign(1, 0);
  std::vector<int> blocks, ghosts;
  for (PetscInt row = begin; row < end; row += height) {
    blocks.clear();
    std::vector<float> values;
    for (int pass = 0; pass < 2; ++pass) {
      for (int i = 0; i < height; ++i) {
        PetscInt count = 0;
        const PetscInt* columns = nullptr;
        const PetscScalar* numbers = nullptr;
        petsc(MatGetRow(from, row + i, &count, &columns, &numbers));
        for (PetscInt k = 0; k < count; ++k) {
          const int block = columns[k] / width;
          if (pass == 0) {
            if (blocks.empty() || blocks.back() != block) blocks.push_back(block);
            continue;
          }
          const auto slot = std::lower_bound(blocks.begin(), blocks.end(), block) - blocks.begin();
          values[(slot * height + i) * width + columns[k] % width] = static_cast<float>(numbers[k]);
        }
        petsc(MatRestoreRow(from, row + i, &count, &columns, &numbers));
      }
      if (pass > 0) break;
      std::sort(blocks.begin(), blocks.end());
      blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
      values.assign(blocks.size() * height * width, 0.0f);
    }
    to.column.insert(to.column.end(), blocks.begin(), blocks.end());
    to.values.insert(to.values.end(), values.begin(), values.end());
    to.start.push_back(static_cast<std::int64_t>(to.column.size()));
    for (int block : blocks)
      if (block < first || block >= last) ghosts.push_back(block);
  }
  std::sort(ghosts.begin(), ghosts.end());
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
  for (int& block : to.column)
    block = block >= first && block < last
                ? block - first
                : to.own_columns +
                      static_cast<int>(std::lower_bound(ghosts.begin(), ghosts.end(), block) -
                                       ghosts.begin());
  std::vector<int> firsts(team.size + 1, last);
  MPI_Allgather(&first, 1, MPI_INT, firsts.data(), 1, MPI_INT, team.comm);
  int total = last;
  MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_INT, MPI_MAX, team.comm);
  firsts[team.size] = total;
  to.halo.connect(team, ghosts, firsts);
  return to;
}

void say(const char* name, const char* value) {
  petsc(PetscOptionsSetValue(nullptr, name, value));
}

}  // namespace

bool Hierarchy::build(const BlockRows<double>& A, std::span<const int> number, const Team& team,
                      std::span<const double> x) {
  team_ = team;
  levels_.clear();
  PetscMatrix matrix;
  make_petsc_matrix(A, number, team, matrix);
  give_rigid_motions(matrix, A, x);
  PetscSolve solver;
  petsc(KSPCreate(team.comm, solver.put()));
  petsc(KSPSetOptionsPrefix(solver, "conjac_"));
  petsc(KSPSetOperators(solver, matrix, matrix));
  PC pc = nullptr;
  petsc(KSPGetPC(solver, &pc));
  petsc(PCSetType(pc, PCGAMG));
  petsc(PCGAMGSetType(pc, PCGAMGAGG));
  petsc(PCGAMGSetNSmooths(pc, 1));
  petsc(PCGAMGSetCoarseEqLim(pc, kCoarsest));
  // The cycles are ours: PETSc's smoothers are never used, and should cost nothing.
  say("-conjac_mg_levels_ksp_type", "richardson");
  say("-conjac_mg_levels_pc_type", "none");
  say("-conjac_mg_coarse_ksp_type", "preonly");
  say("-conjac_mg_coarse_pc_type", "none");
  say("-conjac_pc_gamg_esteig_ksp_max_it", "10");
  say("-conjac_pc_gamg_esteig_ksp_type", "cg");
  petsc(PCSetFromOptions(pc));
  petsc(PCSetUp(pc));
  levels_.resize(1);
  Level& finest = levels_[0];
  finest.A.block_rows = A.block_rows;
  finest.A.height = finest.A.width = A.height;
  finest.A.own_columns = A.own_columns;
  finest.A.start = A.start;
  finest.A.column = A.column;
  finest.A.values.assign(A.values.begin(), A.values.end());
  finest.A.halo = A.halo;
  finest.blocks = A.height == 2 || A.height == 3;
  extract(pc);
  for (std::size_t k = 0; k + 1 < levels_.size(); ++k)
    if (!measure(levels_[k])) return levels_.clear(), false;
  invert_coarsest();
  return true;
}

/// The coarser levels: PETSc counts from the coarsest.
void Hierarchy::extract(void* preconditioner) {
  PC pc = static_cast<PC>(preconditioner);
  PetscInt count = 1;
  petsc(PCMGGetLevels(pc, &count));
  double entries = static_cast<double>(levels_[0].A.values.size()), all = entries;
  levels_.resize(static_cast<std::size_t>(count));
  for (PetscInt level = count - 1; level > 0; --level) {
    ::Mat P = nullptr;
    petsc(PCMGGetInterpolation(pc, level, &P));
    PetscInt width = 1, height = 1;
    petsc(MatGetBlockSizes(P, &height, &width));
    Level& fine = levels_[static_cast<std::size_t>(count - 1 - level)];
    Level& coarse = levels_[static_cast<std::size_t>(count - level)];
    height = fine.A.height;
    fine.P = copy_rows(P, height, width, team_);
    PetscMatrix R;
    petsc(MatTranspose(P, MAT_INITIAL_MATRIX, R.put()));
    fine.R = copy_rows(R, width, height, team_);
    KSP smoother = nullptr;
    petsc(PCMGGetSmoother(pc, level - 1, &smoother));
    ::Mat coarser = nullptr;
    petsc(KSPGetOperators(smoother, &coarser, nullptr));
    coarse.A = copy_rows(coarser, width, width, team_);
    all += static_cast<double>(coarse.A.values.size());
  }
  complexity_ = team_.sum(all) / team_.sum(entries);
}

void Hierarchy::invert_coarsest() {
  const BlockRows<float>& A = levels_.back().A;
  coarse_first_.assign(team_.size + 1, 0);
  int mine = A.rows();
  std::vector<int> counts(team_.size);
  MPI_Allgather(&mine, 1, MPI_INT, counts.data(), 1, MPI_INT, team_.comm);
  for (int r = 0; r < team_.size; ++r) coarse_first_[r + 1] = coarse_first_[r] + counts[r];
  const int n = coarse_first_.back(), first = coarse_first_[team_.rank];
  // Others' numbers of the columns: the product with the identity tells them.
  MatrixXd dense = MatrixXd::Zero(n, n);
  std::vector<float> names(A.room(1));
  for (int i = 0; i < mine; ++i) names[i] = static_cast<float>(first + i);
  A.halo.fetch(names.data(), A.own_columns, A.width);
  for (int i = 0; i < A.block_rows; ++i)
    for (auto k = A.start[i]; k < A.start[i + 1]; ++k)
      for (int r = 0; r < A.height; ++r)
        for (int c = 0; c < A.width; ++c)
          dense(first + i * A.height + r, static_cast<int>(names[A.column[k] * A.width + c])) =
              A.values[(k * A.height + r) * A.width + c];
  team_.sum({dense.data(), static_cast<std::size_t>(dense.size())});
  // Aggregates of few nodes leave columns without anything in them.
  const double largest = dense.diagonal().size() > 0 ? dense.diagonal().maxCoeff() : 0.0;
  for (int i = 0; i < n; ++i)
    if (dense(i, i) <= 1e-12 * largest) dense(i, i) += largest;
  dense.diagonal().array() += 1e-9 * largest;
  coarsest_ = dense.ldlt().solve(MatrixXd::Identity(n, n)).cast<float>();
}

}  // namespace conjac
