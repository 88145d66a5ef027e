#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include <Eigen/Dense>
#include <chrono>
#include <cmath>
#include <random>

#include "fem/assemble.h"
#include "mesh/generate.h"

namespace {

using namespace conjac;

/// HETERO's bar: 12 x 34 x 12 cells, 5915 nodes, 29376 tetrahedra; two stiffnesses in layers.
struct Bar {
  Mesh<3> mesh = box({12, 34, 12}, Vec<3>(0.05, 0.14, 0.05));
  Elastic<3> elastic{mesh, material(mesh)};
  VectorXd x, v, f;
  SparseMatrix K;

  /// How it is deformed: not at all, bent smoothly, or every node thrown about by half a cell,
  /// which inverts many elements and makes the clamp work in nearly every batch.
  enum Shape { rest, bent, crushed };

  explicit Bar(Shape shape) {
    std::mt19937 rng(1);
    std::normal_distribution<double> normal;
    x.resize(3 * mesh.nodes());
    v.resize(3 * mesh.nodes());
    f = VectorXd::Zero(3 * mesh.nodes());
    for (int i = 0; i < mesh.nodes(); ++i) {
      Vec<3> p = mesh.rest[i];
      if (shape == bent) {
        const double angle = 6 * p.y();
        p = Vec<3>((0.2 + p.x()) * std::cos(angle), 1.1 * (0.2 + p.x()) * std::sin(angle), p.z());
      }
      if (shape == crushed) {
        for (double& c : p) c += 0.002 * normal(rng);
      }
      x.segment<3>(3 * i) = p;
      for (int k = 0; k < 3; ++k) v[3 * i + k] = normal(rng);
    }
  }

  static MaterialField<3> material(const Mesh<3>& mesh) {
    MaterialField<3> field;
    field.density.assign(mesh.element_count(), 1000.0);
    field.terms.push_back(everywhere<3>(law_number("SNH"), mesh.element_count(), {}));
    for (int e = 0; e < mesh.element_count(); ++e) {
      const auto [mu, lambda] = lame(e % 2 ? 1e5 : 1e4, 0.45);
      field.terms[0].parameters[e].mu = mu;
      field.terms[0].parameters[e].lambda = lambda;
    }
    return field;
  }
};

/// GFLOP/s of one core on a matrix product, measured beside each figure: times mean little without.
double dgemm_gflops() {
  static const double best = [] {
    const int n = 384;
    const MatrixXd a = MatrixXd::Random(n, n), b = MatrixXd::Random(n, n);
    MatrixXd c = MatrixXd::Zero(n, n);
    double top = 0;
    for (int k = 0; k < 20; ++k) {
      const auto start = std::chrono::steady_clock::now();
      c.noalias() += a * b;
      benchmark::DoNotOptimize(c.data());
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      top = std::max(top, 2e-9 * n * n * n / took.count());
    }
    return top;
  }();
  return best;
}

template <class Work>
void measure(benchmark::State& state, const Work& work) {
  tbb::global_control limit(tbb::global_control::max_allowed_parallelism, state.range(1));
  Bar bar(static_cast<Bar::Shape>(state.range(0)));
  work(bar);
  for (auto _ : state) work(bar);
  state.counters["dgemm_gflops"] = dgemm_gflops();
}

void forces(benchmark::State& state) {
  measure(state, [](Bar& bar) { bar.elastic.add_force(bar.x, bar.f); });
}
void energy(benchmark::State& state) {
  measure(state, [](Bar& bar) { benchmark::DoNotOptimize(bar.elastic.energy(bar.x)); });
}
void forces_and_stiffness(benchmark::State& state) {
  measure(state, [](Bar& bar) { bar.elastic.force_and_stiffness(bar.x, bar.f, bar.K, true); });
}
void moved(benchmark::State& state) {
  measure(state, [](Bar& bar) {
    if (std::isinf(bar.elastic.largest_change(bar.x)))
      bar.elastic.linearise(bar.v, bar.f, bar.K, true);
    benchmark::DoNotOptimize(bar.elastic.largest_change(bar.x));
  });
}

void shapes_and_threads(benchmark::internal::Benchmark* b) {
  b->ArgNames({"shape", "threads"})->ArgsProduct({{Bar::rest, Bar::bent, Bar::crushed}, {1, 2}});
  b->Unit(benchmark::kMillisecond)->UseRealTime();
}
BENCHMARK(forces)->Apply(shapes_and_threads);
BENCHMARK(energy)->Apply(shapes_and_threads);
BENCHMARK(forces_and_stiffness)->Apply(shapes_and_threads);
BENCHMARK(moved)->Apply(shapes_and_threads);

}  // namespace

BENCHMARK_MAIN();
