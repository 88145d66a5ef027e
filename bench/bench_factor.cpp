#include <benchmark/benchmark.h>

#include <initializer_list>
#include <map>

#include "hetero.h"

// The verbs of linalg/factor.h on HETERO's stiffness without its held nodes (17238 unknowns).

namespace {

using namespace conjac;

struct Factored {
  Factored(int trailing, bool cholmod)
      : hetero(trailing), factor(cholmod ? make_cholmod_factor() : make_factor()) {
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
  std::unique_ptr<SparseFactor> factor;
};

Factored& factored(std::int64_t trailing, std::int64_t cholmod) {
  static std::map<std::pair<std::int64_t, std::int64_t>, std::unique_ptr<Factored>> made;
  auto& slot = made[{trailing, cholmod}];
  if (!slot) slot = std::make_unique<Factored>(static_cast<int>(trailing), cholmod != 0);
  return *slot;
}

void analyze(benchmark::State& state) {
  Factored& f = factored(state.range(0), state.range(1));
  const auto fresh = state.range(1) ? make_cholmod_factor() : make_factor();
  for (auto _ : state) fresh->analyze(f.sub.matrix(), 3, f.blocks);
}
void factorize(benchmark::State& state) {
  Factored& f = factored(state.range(0), state.range(1));
  for (auto _ : state) benchmark::DoNotOptimize(f.factor->factorize(f.sub.matrix()));
  state.counters["entries"] = f.factor->nonzeros();
}
/// Bytes of the factor per second tell how far from memory speed a substitution is.
template <class Half>
void substitute(benchmark::State& state, const Half& half) {
  Factored& f = factored(0, state.range(1));
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

void both(benchmark::internal::Benchmark* bench, const char* name,
          std::initializer_list<std::int64_t> values) {
  bench->ArgNames({name, "cholmod"})->Unit(benchmark::kMillisecond)->UseRealTime();
  for (const std::int64_t value : values)
    for (const int cholmod : {0, 1}) bench->Args({value, cholmod});
}

BENCHMARK(analyze)->Apply([](auto* b) { both(b, "trailing", {0, 10}); });
BENCHMARK(factorize)->Apply([](auto* b) { both(b, "trailing", {0, 10}); });
BENCHMARK(forward)->Apply([](auto* b) { both(b, "columns", {1, 2, 7, 31}); });
BENCHMARK(backward)->Apply([](auto* b) { both(b, "columns", {1, 2, 7, 31}); });

}  // namespace

BENCHMARK_MAIN();
