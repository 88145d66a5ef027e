#pragma once

#include <petscksp.h>

#include <memory>
#include <span>

#include "dist/block_rows.h"

namespace conjac {

/// A call of PETSc that fails throws.
void petsc(PetscErrorCode code);

/// What PETSc has made, destroyed with its owner.
template <class T, PetscErrorCode (*Destroy)(T*)>
class PetscOwned {
 public:
  PetscOwned() = default;
  PetscOwned(const PetscOwned&) = delete;
  PetscOwned& operator=(const PetscOwned&) = delete;
  ~PetscOwned() { reset(); }
  void reset() {
    if (made_) Destroy(&made_);
    made_ = nullptr;
  }
  T* put() {
    reset();
    return &made_;
  }
  operator T() const { return made_; }
  explicit operator bool() const { return made_ != nullptr; }

 private:
  T made_ = nullptr;
};
using PetscMatrix = PetscOwned<::Mat, MatDestroy>;
using PetscVector = PetscOwned<::Vec, VecDestroy>;
using PetscSolve = PetscOwned<KSP, KSPDestroy>;

/// The same matrix as PETSc's. `number` (blocks of A's columns): that in the whole.
void make_petsc_matrix(const BlockRows<double>& A, std::span<const int> number, const Team& team,
                       PetscMatrix& made);

}  // namespace conjac
