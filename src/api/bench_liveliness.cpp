#include <cmath>

#include "api/medians.h"
#include "api/moments.h"
#include "api/trial.h"
#include "conjac/bench.h"
#include "conjac/error.h"
#include "conjac/simulation.h"
#include "conjac/tune.h"

namespace conjac {
namespace {

constexpr int kRefinements = 2;  // halvings (of the logarithm) between too large and small enough

double release_to_watch(const SceneSpec& scene) {
  const double time = last_release(scene);
  if (time < 0 || time >= scene.time.duration)
    throw Error(ErrorKind::usage,
                "bench --liveliness: the scene \"" + scene.name +
                    "\" lets nothing go before it ends; give it a `release` event in its timeline, "
                    "or take the scene `release`");
  return time;
}

struct Planned {
  LivelinessRow row;
  SceneSpec scene;
  std::vector<double> walls;
};

Planned conjac_row(SceneSpec scene, Integrator integrator, const std::string& name) {
  scene.method.method = Method::conjac;
  scene.method.integrator = integrator;
  LivelinessRow row;
  row.method = "ConJac " + name;
  row.time_step = scene.time.step;
  return {row, std::move(scene), {}};
}

/// The method as published: Eqs. 11-13, every step for itself.
Planned paper_row(SceneSpec scene) {
  scene.method.beta = 0.5;
  scene.method.stabilisation = Stabilisation::pre;
  scene.method.gamma = 1.0 / 3.0;
  scene.method.inertia_relief = false;
  scene.method.reuse_tolerance = 0;
  scene.method.guard = false;
  Planned planned =
      conjac_row(std::move(scene), Integrator::linear_implicit, "linear-implicit (the paper's)");
  planned.row.beta = 0.5;
  return planned;
}

class LivelinessBench {
 public:
  LivelinessBench(const SceneSpec& scene, const LivelinessOptions& options,
                  const BenchProgress& progress)
      : scene_(scene), options_(options), progress_(progress) {
    table.scene = scene.name;
    table.options = options;
    table.machine = this_machine();
    table.release_time = release_to_watch(scene);
    table.end_time = scene.time.duration;
    const Simulation simulation(scene);
    table.vertices = simulation.nodes();
    table.elements = simulation.elements();
  }

  void compare() {
    const double h = scene_.time.step;
    std::vector<Planned> plan;
    for (double parts : {1.0, 2.5, 5.0}) {
      plan.push_back(vanilla_row(h / parts, options_.vanilla_beta));
      if (!table.complete) return;
      done_ += 1;
    }
    table.reference = static_cast<int>(plan.size());
    plan.push_back(conjac_row(scene_, Integrator::trapezoidal, "trapezoidal"));
    plan.push_back(paper_row(scene_));
    plan.push_back(conjac_row(scene_, Integrator::symplectic, "symplectic"));
    for (int round = 0; round < options_.rounds; ++round)
      for (Planned& planned : plan) {
        run(planned);
        if (!table.complete) return;
        done_ += 0.5;
      }
    for (const Planned& planned : plan) table.rows.push_back(planned.row);
  }

  /// Vanilla at ever smaller steps until it keeps as much energy as ConJac.
  void find_equal() {
    const LivelinessRow& reference = table.rows[table.reference];
    if (reference.status != "ok" || !table.complete) return;
    const auto keeps_as_much = [&](const LivelinessRow& row) {
      return row.status == "ok" && row.energy_left >= reference.energy_left;
    };
    const double h = scene_.time.step;
    double too_few = 5, enough = 0, wall = 0;
    for (int k = 0; k < 3 && enough == 0; ++k)
      if (keeps_as_much(table.rows[k])) {
        table.search.push_back(table.rows[k]);
        table.equal = 0;
        enough = -1;  // nothing to search
      }
    if (table.rows[2].status == "ok") wall = table.rows[2].wall;
    for (double parts = 10; enough == 0 && parts <= options_.search; parts *= 2) {
      if (wall * parts / too_few > options_.patience) break;
      const LivelinessRow row = search_row(h / parts);
      if (!table.complete) return;
      wall = row.wall;
      (keeps_as_much(row) ? enough : too_few) = parts;
    }
    for (int k = 0; k < kRefinements && enough > 0; ++k) {
      const double parts = std::sqrt(too_few * enough);
      const LivelinessRow row = search_row(h / parts);
      if (!table.complete) return;
      (keeps_as_much(row) ? enough : too_few) = parts;
    }
    for (std::size_t k = 0; k < table.search.size(); ++k)
      if (keeps_as_much(table.search[k]) &&
          (table.equal < 0 || table.search[k].time_step > table.search[table.equal].time_step))
        table.equal = static_cast<int>(k);
    if (!table.search.empty()) time_equal();
  }

  /// The two that are compared in the end take turns, so that the machine's moods hit both.
  void time_equal() {
    LivelinessRow& other = table.equal >= 0 ? table.search[table.equal] : table.search.back();
    Planned vanilla = vanilla_row(other.time_step, other.beta);
    Planned conjac = conjac_row(scene_, Integrator::trapezoidal, "trapezoidal");
    for (int round = 0; round < options_.rounds && table.complete; ++round) {
      run(conjac);
      if (table.complete) run(vanilla);
    }
    if (!table.complete) return;
    table.rows[table.reference].wall = conjac.row.wall;
    other.wall = vanilla.row.wall;
    table.speed_up = other.wall / conjac.row.wall;
  }

  LivelinessTable table;

 private:
  bool go_on(double share, const std::string& what) {
    // Three tunings, then half a unit per run; the search that follows has no known end.
    const double total = 3 + 6 * 0.5 * options_.rounds;
    if (progress_ && !progress_(std::min(done_ + share, total), total, what))
      table.complete = false;
    return table.complete;
  }

  /// With the smallest stable beta where none is given.
  Planned vanilla_row(double step, double given_beta) {
    Planned planned{{}, scene_, {}};
    planned.row.method = "Vanilla";
    planned.row.time_step = step;
    planned.scene.time.step = step;
    planned.scene.method.method = Method::vanilla;
    planned.scene.method.integrator.reset();
    planned.scene.method.guard = false;
    planned.row.beta = given_beta;
    if (planned.row.beta == 0) {
      TuneOptions tuning;
      tuning.max_beta = options_.max_beta;
      tuning.progress = [&](double beta, int tried, double) {
        return go_on(tried / (tried + 3.0),
                     "Vanilla, h = " + short_text(step) + ", trying beta " + short_text(beta));
      };
      const TuneResult tuned = smallest_stable_beta(planned.scene, tuning);
      if (!tuned.found) planned.row.status = "no stable beta";
      planned.row.beta = tuned.beta;
    }
    planned.scene.method.beta = planned.row.beta;
    return planned;
  }

  void run(Planned& planned) {
    LivelinessRow& row = planned.row;
    if (row.status == "no stable beta") return;
    TrialOptions watch;
    watch.release_time = table.release_time;
    watch.progress = [&](double share) {
      return go_on(0.5 * share, row.method + ", h = " + short_text(row.time_step));
    };
    const TrialResult result = trial(planned.scene, watch);
    planned.walls.push_back(result.wall);
    row.status = result.status;
    row.steps = result.steps;
    row.factorizations = result.factorizations;
    row.undone = result.undone;
    row.wall = median(planned.walls);
    row.energy_left = result.energy_left;
    row.largest_ratio = result.largest_ratio;
  }

  LivelinessRow search_row(double step) {
    Planned planned = vanilla_row(step, options_.vanilla_beta);
    if (table.complete) run(planned);
    if (table.complete) table.search.push_back(planned.row);
    return planned.row;
  }

  static std::string short_text(double value) {
    std::string text = std::to_string(value);
    while (text.size() > 3 && text.back() == '0') text.pop_back();
    return text;
  }

  const SceneSpec& scene_;
  const LivelinessOptions& options_;
  const BenchProgress& progress_;
  double done_ = 0;
};

}  // namespace

LivelinessTable bench_liveliness(const SceneSpec& scene, const LivelinessOptions& options,
                                 const BenchProgress& progress) {
  if (options.rounds < 1)
    throw Error(ErrorKind::usage, "bench --liveliness: rounds must be at least 1");
  LivelinessBench bench(scene, options, progress);
  bench.compare();
  if (bench.table.complete) bench.find_equal();
  return std::move(bench.table);
}

}  // namespace conjac
