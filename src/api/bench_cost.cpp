#include <algorithm>
#include <memory>

#include "api/medians.h"
#include "conjac/bench.h"
#include "conjac/error.h"
#include "conjac/simulation.h"

namespace conjac {
namespace {

struct Variant {
  CostRow row;
  std::unique_ptr<Simulation> simulation;
  std::vector<double> fill, factor, solve, other, total;  // s, one per step
  std::vector<double> round_total;                        // s, median of each round
};

SceneSpec variant_scene(SceneSpec scene, int asked, bool cholmod) {
  std::erase_if(scene.roles, [](const RoleSpec& role) { return role.role != NodeRole::fixed; });
  scene.placement.dynamic = std::max(asked, 0);
  scene.placement.representative = 0;
  scene.method.method = asked < 0 ? Method::vanilla : Method::conjac;
  if (asked < 0 || !scene.method.integrator_fits()) scene.method.integrator.reset();
  if (cholmod) scene.method.solver = Solver::cholmod;
  scene.method.reuse_tolerance = 0;
  scene.method.guard = false;
  scene.method.adaptive = false;
  return scene;
}

/// One step; false once the variant has nothing more to say.
bool take_step(Variant& variant, StepReport& report) {
  if (!variant.row.ok) return false;
  report = variant.simulation->step();
  if (report.status != StepStatus::ok) {
    variant.row.ok = false;
    variant.row.message = "diverged at t = " + std::to_string(report.time) + " s";
  } else if (report.factorizations != 1) {
    variant.row.ok = false;
    variant.row.message = "did not factor at t = " + std::to_string(report.time) +
                          " s: the body does not move; choose a scene where it does";
  }
  return variant.row.ok;
}

void take_turn(Variant& variant, int steps) {
  std::vector<double> totals;
  StepReport report;
  for (int step = 0; step < steps && take_step(variant, report); ++step) {
    variant.fill.push_back(report.stages.fill);
    variant.factor.push_back(report.stages.factor);
    variant.solve.push_back(report.stages.solve);
    variant.other.push_back(report.stages.other);
    variant.total.push_back(report.stages.total());
    totals.push_back(report.stages.total());
  }
  if (static_cast<int>(totals.size()) == steps) variant.round_total.push_back(median(totals));
}

void evaluate(Variant& variant, const Variant& vanilla) {
  CostRow& row = variant.row;
  row.median = {median(variant.fill), median(variant.factor), median(variant.solve),
                median(variant.other)};
  row.total = median(variant.total);
  row.low = quantile(variant.total, 0.25);
  row.high = quantile(variant.total, 0.75);
  row.fastest = quantile(variant.total, 0);
  std::vector<double> ratios;
  for (std::size_t k = 0; k < std::min(variant.round_total.size(), vanilla.round_total.size()); ++k)
    ratios.push_back(variant.round_total[k] / vanilla.round_total[k]);
  row.ratio = vanilla.row.ok ? median(ratios) : 0;
  const Simulation::FactorSize size = variant.simulation->factor_size();
  row.entries = size.entries;
  if (row.median.factor > 0) row.gflops = 2e-9 * size.multiplications / row.median.factor;
}

/// The rows of the table, without numbers.
std::vector<CostRow> wanted_rows(const CostOptions& options) {
  std::vector<CostRow> rows;
  const auto add = [&](int asked, bool cholmod) {
    CostRow row;
    row.asked = asked;
    row.cholmod = cholmod;
    row.name = asked < 0 ? "Vanilla" : "ConJac " + std::to_string(asked);
    if (cholmod) row.name += ", CHOLMOD";
    rows.push_back(row);
  };
  add(-1, false);
  for (const int asked : options.dynamic) add(asked, false);
  if (options.against_cholmod) {
    add(-1, true);
    if (!options.dynamic.empty())
      add(*std::max_element(options.dynamic.begin(), options.dynamic.end()), true);
  }
  return rows;
}

}  // namespace

CostTable bench_cost(const SceneSpec& scene, const CostOptions& options,
                     const BenchProgress& progress) {
  if (options.rounds < 1 || options.steps < 1)
    throw Error(ErrorKind::usage, "bench: rounds and steps must be at least 1");
  CostTable table;
  table.scene = scene.name;
  table.options = options;
  table.machine = this_machine();

  table.peaks = measure_peaks(options.threads);
  const std::vector<CostRow> wanted = wanted_rows(options);
  const double total = static_cast<double>(wanted.size()) * (1 + options.rounds * options.steps);
  double done = 0;
  const auto go_on = [&](const std::string& what) {
    table.complete = !progress || progress(done, total, what);
    return table.complete;
  };

  std::vector<Variant> variants(wanted.size());
  for (std::size_t k = 0; k < wanted.size() && go_on("first step"); ++k, ++done) {
    Variant& variant = variants[k];
    variant.row = wanted[k];
    variant.simulation =
        std::make_unique<Simulation>(variant_scene(scene, variant.row.asked, variant.row.cholmod));
    const auto roles = variant.simulation->roles();
    const auto held =
        std::count_if(roles.begin(), roles.end(), [](int r) { return r == 3 || r == 4; });
    StepReport report;
    take_step(variant, report);  // analysis, memory, caches
    variant.row.dynamic_nodes = variant.row.asked < 0
                                    ? static_cast<int>(static_cast<long>(roles.size()) - held)
                                    : report.active_nodes;
    table.vertices = variant.simulation->nodes();
    table.elements = variant.simulation->elements();
  }
  for (int round = 0; round < options.rounds && table.complete; ++round)
    for (std::size_t turn = 0; turn < variants.size(); ++turn) {
      // Another one begins each round, so that none always follows the same neighbour's caches.
      Variant& variant = variants[(turn + static_cast<std::size_t>(round)) % variants.size()];
      if (!go_on(variant.row.name)) break;
      take_turn(variant, options.steps);
      done += options.steps;
    }
  for (Variant& variant : variants) {
    if (!variant.simulation) continue;
    evaluate(variant, variants[0]);
    table.rows.push_back(variant.row);
  }
  return table;
}

}  // namespace conjac
