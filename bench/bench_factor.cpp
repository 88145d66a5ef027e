#include <benchmark/benchmark.h>

#include <map>

#include "hetero.h"

// The verbs of linalg/factor.h on HETERO's stiffness without its held nodes (17238 unknowns).

namespace {

using namespace conjac;

struct Factored {
  explicit Factored(int trailing) : hetero(trailing) {
    std::vector<char> keep;
    for (char pinned : hetero.pinned) keep.push_back(!pinned);
    sub.analyze(hetero.K, 3, keep);
    sub.assign(hetero.K, -1, hetero.world.mass(), 0, {});
    for (int node : hetero.nodes) blocks.push_back(sub.kept_block(node));
    factor->analyze(sub.matrix(), 3, blocks);
    if (factor->factorize(sub.matrix()) != FactorStatus::ok) std::abort();
  }
  bench::Hetero hetero;
  PrincipalSubmatrix sub;
  std::vector<int> blocks;
  std::unique_ptr<SparseFactor> factor = make_factor();
};

Factored& factored(int trailing) {
  static std::map<int, std::unique_ptr<Factored>> made;
  auto& slot = made[trailing];
  if (!slot) slot = std::make_unique<Factored>(trailing);
  return *slot;
}

void analyze(benchmark::State& state) {
  Factored& f = factored(static_cast<int>(state.range(0)));
  const auto fresh = make_factor();
  for (auto _ : state) fresh->analyze(f.sub.matrix(), 3, f.blocks);
}
void factorize(benchmark::State& state) {
  Factored& f = factored(static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(f.factor->factorize(f.sub.matrix()));
  state.counters["entries"] = f.factor->nonzeros();
}
/// Bytes of the factor per second tell how far from memory speed a substitution is.
template <class Half>
void substitute(benchmark::State& state, const Half& half) {
  Factored& f = factored(0);
  RowMatrix block = RowMatrix::Random(f.factor->size(), state.range(0));
  const RowMatrix start = block;
  for (auto _ : state) {
    state.PauseTiming();
    block = start;
    state.ResumeTiming();
    half(*f.factor, RowBlock(block.data(), block.rows(), block.cols()));
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(8 * f.factor->nonzeros()));
}
void forward(benchmark::State& state) {
  substitute(state, [](const SparseFactor& f, RowBlock y) { f.forward(y); });
}
void backward(benchmark::State& state) {
  substitute(state, [](const SparseFactor& f, RowBlock x) { f.backward(x); });
}

BENCHMARK(analyze)->ArgName("trailing")->Arg(0)->Arg(10)->Unit(benchmark::kMillisecond);
BENCHMARK(factorize)->ArgName("trailing")->Arg(0)->Arg(10)->Unit(benchmark::kMillisecond);
BENCHMARK(forward)->ArgName("columns")->Arg(1)->Arg(2)->Arg(7)->Arg(31)->Unit(
    benchmark::kMillisecond);
BENCHMARK(backward)->ArgName("columns")->Arg(1)->Arg(2)->Arg(7)->Arg(31)->Unit(
    benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
