#include <benchmark/benchmark.h>

#include "hetero.h"

// J and the stabilisation term on HETERO, two ways: ours (reduce/condense.h), and the paper's,
// which factors K_qq and solves for the columns of K_qd and the force one whole solve each (Eqs. 6,
// 12).

namespace {

using namespace conjac;

void condense(benchmark::State& state) {
  bench::Hetero hetero(static_cast<int>(state.range(0)));
  Condensation condensation;
  condensation.analyze(hetero.K, 3, hetero.pinned, hetero.nodes);
  DriverMap drivers;
  drivers.unknowns = 3 * static_cast<int>(hetero.nodes.size());
  for (int k = 0; k < drivers.unknowns; ++k) drivers.driven.push_back(k);
  const VectorXd force = hetero.world.force();
  const VectorXd* loads[] = {&force};
  condensation.factorize(hetero.K, {});
  for (auto _ : state) {
    // Driving anew makes J stale, as a new factorization would.
    if (!condensation.drive(drivers)) std::abort();
    condensation.solve(loads);
  }
}

void as_the_paper(benchmark::State& state) {
  bench::Hetero hetero(static_cast<int>(state.range(0)));
  std::vector<char> keep;
  for (char pinned : hetero.pinned) keep.push_back(!pinned);
  for (int node : hetero.nodes) keep[node] = 0;
  PrincipalSubmatrix sub;
  sub.analyze(hetero.K, 3, keep);
  sub.assign(hetero.K, -1, hetero.world.mass(), 0, {});
  const auto factor = make_factor();
  factor->analyze(sub.matrix(), 3, {});
  if (factor->factorize(sub.matrix()) != FactorStatus::ok) std::abort();
  const SparseMatrix full = hetero.K.selfadjointView<Eigen::Lower>();
  const VectorXd force = hetero.world.force();
  RowMatrix block(factor->size(), 3 * static_cast<int>(hetero.nodes.size()) + 1);
  for (auto _ : state) {
    int column = 0;
    for (int node : hetero.nodes)
      for (int c = 0; c < 3; ++c, ++column) {
        const VectorXd K_d = full.col(3 * node + c);
        for (int k = 0; k < factor->size(); ++k)
          block(k, column) = K_d[sub.unknowns()[factor->order()[k]]];
      }
    for (int k = 0; k < factor->size(); ++k)
      block(k, column) = force[sub.unknowns()[factor->order()[k]]];
    factor->forward(RowBlock(block.data(), block.rows(), block.cols()));
    factor->backward(RowBlock(block.data(), block.rows(), block.cols()));
  }
}

void counts(benchmark::internal::Benchmark* b) {
  b->ArgName("dynamic")->Arg(2)->Arg(4)->Arg(10)->Unit(benchmark::kMillisecond)->UseRealTime();
}
BENCHMARK(condense)->Apply(counts);
BENCHMARK(as_the_paper)->Apply(counts);

}  // namespace

BENCHMARK_MAIN();
