// Every back end against dense algebra and against the factorization on one machine. Run as they are
// and by mpirun on two ranks (tests/dist/CMakeLists.txt).
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <string>

#include "core/ranks.h"
#include "dist/petsc.h"
#include "reduce/condense.h"
#include "reduce/modes.h"
#include "support/dense.h"
#include "support/elastic_box.h"
#include "support/springs.h"

namespace conjac {
namespace {

constexpr int kStride = 3;

/// As many ranks as mpirun has started, each with a slice of the nodes.
void share(int nodes) {
  start_mpi();
  const Launched launched = launched_as();
  if (launched.size == 1) return;
  set_ranks(std::make_unique<Ranks>(launched.rank, launched.size));
  std::vector<int> owner(nodes);
  for (int i = 0; i < nodes; ++i) owner[i] = i * launched.size / nodes;
  ranks().share_nodes(owner);
}

/// What a rank has of a matrix: entries without a node of its own are wrong.
SparseMatrix part_of(const SparseMatrix& K) {
  SparseMatrix part = K;
  for (int j = 0; j < part.cols(); ++j)
    for (SparseMatrix::InnerIterator entry(part, j); entry; ++entry)
      if (!ranks().owns(j / kStride) && !ranks().owns(static_cast<int>(entry.row()) / kStride))
        entry.valueRef() = 1e30;
  return part;
}

struct Body {
  SparseMatrix K;
  std::vector<char> pinned, held;
  std::vector<int> representatives;
  VectorXd x;
  int nodes() const { return static_cast<int>(pinned.size()); }
};

Body springs() {
  Body body;
  body.K = test::spring_stiffness(48, kStride, 6, 7);
  body.pinned.assign(48, 0);
  body.held = body.pinned;
  for (int i : {0, 1, 2, 3, 5}) body.pinned[i] = 1;
  for (int i : {42, 43}) body.held[i] = 1;
  body.representatives = {30, 4, 47, 19};
  return body;
}

Body box(double poisson = 0.4, double twist = 0.3) {
  test::ElasticBox made;
  made.nx = 10, made.ny = made.nz = 4;
  made.poisson = poisson;
  made.assemble(twist);
  Body body;
  body.K = made.K;
  body.x = made.x;
  body.pinned.assign(made.nodes(), 0);
  body.held = body.pinned;
  for (int i = 0; i < made.end_nodes(); ++i) body.pinned[i] = 1;
  body.held[made.node(10, 2, 2)] = 1;
  body.representatives = {made.node(5, 0, 0), made.node(8, 4, 4), made.node(10, 0, 4)};
  return body;
}

DriverMap drive(const Body& body, std::vector<char> active) {
  DriverMap map;
  for (std::size_t k = 0; k < body.representatives.size(); ++k)
    for (int c = 0; c < kStride && active[k % active.size()]; ++c)
      map.driven.push_back(static_cast<int>(k) * kStride + c);
  map.unknowns = static_cast<int>(map.driven.size());
  return map;
}

void prepare(Condensation& of, const Body& body, std::unique_ptr<Elimination> by) {
  const bool shared = !by->needs_regular();
  of.analyze(body.K, kStride, body.pinned, body.representatives, 0, std::move(by));
  ASSERT_EQ(of.factorize(shared ? part_of(body.K) : body.K, body.held, {}, 0,
                         SparseFactor::Renew::all, body.x.size() > 0 ? &body.x : nullptr),
            FactorStatus::ok);
}

double distance(const MatrixXd& a, const MatrixXd& b) {
  return (a - b).norm() / b.norm();
}

struct Expected {
  PetscSolver kind;
  double shape, load;  // tolerances asked for
  double J, response;  // errors allowed
};

class Eliminations : public ::testing::TestWithParam<Expected> {
 protected:
  std::unique_ptr<Elimination> make() {
    return make_petsc_elimination(GetParam().kind, {GetParam().shape, GetParam().load});
  }
};

TEST_P(Eliminations, AgreeWithTheFactorizationWhoeverIsDriven) {
  for (const Body& body : {springs(), box()}) {
    share(body.nodes());
    Condensation here, there;
    prepare(here, body, make());
    prepare(there, body, make_direct_elimination());
    VectorXd load = VectorXd::NullaryExpr(body.K.cols(), [](auto i) { return std::sin(i * 0.7); });
    const VectorXd other = load.reverse();
    const VectorXd* loads[] = {&load, &other};
    for (const std::vector<char>& active :
         {std::vector<char>{1, 0}, std::vector<char>{1}, std::vector<char>{0, 1, 1}}) {
      for (Condensation* one : {&here, &there}) {
        ASSERT_TRUE(one->drive(drive(body, active)));
        one->solve(loads, 1);
      }
      EXPECT_LT(distance(here.J().dense(), there.J().dense()), GetParam().J);
      EXPECT_LT(distance(here.condensed_stiffness(), there.condensed_stiffness()),
                std::max(1e-11, 30 * GetParam().J * GetParam().J));
      EXPECT_LT(distance(here.response(0), there.response(0)), GetParam().response);
      for (int k : {0, 1}) {
        EXPECT_LT(distance(here.reduced_load(k), there.reduced_load(k)), GetParam().response);
        EXPECT_NEAR(here.compliance(k) / there.compliance(k), 1, GetParam().response);
      }
    }
  }
}

TEST_P(Eliminations, AgreeWithDenseAlgebra) {
  const Body body = springs();
  share(body.nodes());
  Condensation here;
  prepare(here, body, make());
  ASSERT_TRUE(here.drive(drive(body, {1, 0})));
  here.solve({});
  std::vector<int> driven, others;
  for (int i = 0; i < body.K.cols(); ++i) {
    const int node = i / kStride;
    if (node == body.representatives[0] || node == body.representatives[2])
      driven.push_back(i);
    else if (!body.pinned[node] && !body.held[node])
      others.push_back(i);
  }
  std::stable_sort(driven.begin(), driven.end(), [&](int a, int b) {
    return (a / kStride == body.representatives[2]) < (b / kStride == body.representatives[2]);
  });
  const MatrixXd K = test::dense_symmetric(body.K);
  const MatrixXd J = -MatrixXd(K(others, others)).partialPivLu().solve(MatrixXd(K(others, driven)));
  const MatrixXd mine = here.J().dense();
  EXPECT_LT(distance(mine(others, Eigen::all), J), GetParam().J);
}

TEST_P(Eliminations, SolveWithNobodyDrivenAndFindModes) {
  const Body body = box();
  share(body.nodes());
  Condensation here, there;
  prepare(here, body, make());
  prepare(there, body, make_direct_elimination());
  const VectorXd mass = VectorXd::Constant(body.K.cols(), 1e-3);
  Modes modes[2];
  double lowest[2] = {};
  VectorXd answer[2];
  int k = 0;
  for (Condensation* one : {&here, &there}) {
    ASSERT_TRUE(one->drive(drive(body, {1})));
    one->solve({});
    modes[k].analyze(*one);
    modes[k].find(*one, mass, body.x, {});
    lowest[k] = modes[k].squares()[0];
    const VectorXd load =
        VectorXd::NullaryExpr(body.K.cols(), [](auto i) { return std::cos(i * 0.3); });
    answer[k] = modes[k].respond(*one, load);
    ++k;
  }
  EXPECT_NEAR(lowest[0] / lowest[1], 1, std::max(1e-9, GetParam().J));
  EXPECT_LT(distance(answer[0], answer[1]), GetParam().J);
}

TEST_P(Eliminations, FollowAMatrixThatChanges) {
  Body body = box(0.45, 0);
  share(body.nodes());
  Condensation here;
  prepare(here, body, make());
  for (double twist : {0.02, 0.04, 0.06}) {
    const Body next = box(0.45, twist);
    ASSERT_EQ(here.factorize(part_of(next.K), body.held, {}, 0, SparseFactor::Renew::all, &next.x),
              FactorStatus::ok);
    ASSERT_TRUE(here.drive(drive(body, {1})));
    here.solve({});
    Condensation there;
    prepare(there, next, make_direct_elimination());
    ASSERT_TRUE(there.drive(drive(body, {1})));
    there.solve({});
    EXPECT_LT(distance(here.J().dense(), there.J().dense()), GetParam().J);
  }
  const Elimination::Effort effort = here.elimination()->effort();
  if (GetParam().kind == PetscSolver::multigrid) {
    EXPECT_EQ(effort.hierarchies, 1);
    EXPECT_EQ(effort.shape_blocks, 4);
    EXPECT_EQ(effort.unfinished, 0);
  }
  body.held[60] ^= 1;  // another is held: other rows
  ASSERT_EQ(here.factorize(part_of(body.K), body.held, {}, 0, SparseFactor::Renew::all, &body.x),
            FactorStatus::ok);
}

TEST_P(Eliminations, SayWhenAMatrixIsNotPositive) {
  Body body = springs();
  share(body.nodes());
  for (int k = 0; k < body.K.nonZeros(); ++k) body.K.valuePtr()[k] *= -1;
  Condensation here;
  here.analyze(body.K, kStride, body.pinned, body.representatives, 0, make());
  EXPECT_NE(here.factorize(part_of(body.K), body.held), FactorStatus::ok);
  body.K.valuePtr()[7 * 3] = std::nan("");
  EXPECT_NE(here.factorize(body.K, body.held), FactorStatus::ok);
}

INSTANTIATE_TEST_SUITE_P(
    All, Eliminations,
    ::testing::Values(Expected{PetscSolver::mumps, 1e-4, 1e-8, 1e-8, 1e-8},
                      Expected{PetscSolver::multigrid, 1e-11, 1e-11, 1e-8, 1e-8},
                      Expected{PetscSolver::multigrid, 1e-4, 1e-8, 1e-3, 1e-3}),
    [](const auto& chosen) {
      return std::string(chosen.param.kind == PetscSolver::mumps ? "Mumps" : "Multigrid") +
             (chosen.param.shape < 1e-8 ? "Tight" : "");
    });

TEST(Petsc, IsHereAndSaysWhatItHas) {
  EXPECT_TRUE(has_petsc());
  const PetscFacts facts = petsc_facts();
  EXPECT_NE(facts.packages.find("mumps"), std::string::npos);
  EXPECT_EQ(facts.ranks, launched_as().size);
}

}  // namespace
}  // namespace conjac
