#include <gtest/gtest.h>

#include "conjac/error.h"
#include "dist/petsc.h"
#include "scene/choose_solver.h"

namespace conjac {
namespace {

SolverNeeds large(double poisson, bool many_ranks = false) {
  return {.nodes = 200000, .poisson = poisson, .petsc = true, .many_ranks = many_ranks};
}

TEST(ChooseSolver, WithoutPetscNothingIsChosenAndNothingSaid) {
  SolverNeeds needs = large(0.45);
  needs.petsc = false;
  EXPECT_EQ(choose_solver(needs).solver, Solver::automatic);
  EXPECT_EQ(choose_solver(needs).notice, "");
}

TEST(ChooseSolver, SizeAndPoissonDecide) {
  EXPECT_EQ(choose_solver(large(0.45)).solver, Solver::multigrid);
  EXPECT_NE(choose_solver(large(0.45)).notice.find("200000"), std::string::npos);
  EXPECT_EQ(choose_solver(large(0.49)).solver, Solver::automatic);
  EXPECT_NE(choose_solver(large(0.49)).notice.find("0.49"), std::string::npos);
  SolverNeeds small = large(0.45);
  small.nodes = 1000;
  EXPECT_EQ(choose_solver(small).solver, Solver::automatic);
  EXPECT_EQ(choose_solver(small).notice, "");
}

TEST(ChooseSolver, RanksNeedOneThatIsShared) {
  EXPECT_EQ(choose_solver(large(0.45, true)).solver, Solver::multigrid);
  EXPECT_EQ(choose_solver(large(0.49, true)).solver, Solver::mumps);
}

TEST(ChooseSolver, WhatWasAskedForIsTakenAndWarnedOf) {
  SolverNeeds needs = large(0.49);
  needs.asked = Solver::multigrid;
  EXPECT_EQ(choose_solver(needs).solver, Solver::multigrid);
  EXPECT_NE(choose_solver(needs).notice, "");
  needs.asked = Solver::cholmod;
  EXPECT_EQ(choose_solver(needs).solver, Solver::cholmod);
}

TEST(ChooseSolver, RefusesWhatCannotBe) {
  SolverNeeds needs = large(0.45);
  needs.asked = Solver::mumps;
  needs.full = true;
  EXPECT_THROW(choose_solver(needs), Error);
  needs.full = false;
  needs.petsc = false;
  if (has_petsc()) return;  // such a build has it
  try {
    choose_solver(needs);
    FAIL() << "nobody said that there is none";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    EXPECT_NE(std::string(error.what()).find("CONJAC_PETSC"), std::string::npos);
  }
}

}  // namespace
}  // namespace conjac
