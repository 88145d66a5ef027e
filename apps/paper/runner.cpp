#include "paper/runner.h"

#include <sys/resource.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "conjac/bench.h"
#include "conjac/error.h"
#include "conjac/recording.h"
#include "conjac/simulation.h"
#include "conjac/tune.h"
#include "paper/results.h"

namespace conjac::paper {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Processor time of all threads so far, s: unlike wall-clock it does not depend on what else the
/// machine does.
double processor_time() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// FNV-1a, 64 bits: to notice a change, not to withstand an attack.
class Hash {
 public:
  void add(const std::string& text) {
    for (const unsigned char c : text) value_ = (value_ ^ c) * 0x100000001b3ULL;
    value_ = (value_ ^ 0x1ffU) * 0x100000001b3ULL;
  }
  std::string text() const {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(value_));
    return digits;
  }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

Json tune_json(const TuneResult& tuned) {
  Json trials = Json::array();
  for (const BetaTrial& trial : tuned.trials)
    trials.push_back({{"beta", trial.beta},
                      {"stable", trial.stable},
                      {"outcome", trial.outcome},
                      {"energy_over_bound", trial.largest_gain / 2}});
  return {{"beta", tuned.found ? Json(tuned.beta) : Json(nullptr)}, {"trials", trials}};
}

}  // namespace

Runner::Runner(const ReproduceOptions& options)
    : options_(options), cases_(read_cases(options.cases_file)) {}

record::Path Runner::folder(const Case& one) const {
  return record::Path(options_.folder) / one.name;
}

std::optional<SceneSpec> Runner::scene(const Case& one) const {
  std::vector<std::string> overrides = one.overrides;
  if (!one.beta_of.empty()) {
    const CaseResult tuned(record::Path(options_.folder) / one.beta_of);
    if (!tuned.complete() || !tuned.number("beta")) return {};
    overrides.push_back("method.beta=" + std::to_string(*tuned.number("beta")));
  }
  return load_scene(one.scene, overrides, options_.scene_folders);
}

std::string Runner::fingerprint(const Case& one, const SceneSpec& scene) const {
  Hash hash;
  SceneSpec spec = scene;
  spec.description.clear();
  // Where the checkout lies does not matter, what the mesh is does.
  if (auto* file = std::get_if<MeshFile>(&spec.mesh.source)) {
    hash.add(record::read_whole(file->path));
    file->path = fs::path(file->path).filename().string();
  }
  hash.add(scene_as_json(spec));
  hash.add(std::to_string(static_cast<int>(one.measure)));
  hash.add(CONJAC_VERSION);
  return hash.text();
}

bool Runner::fresh(const Case& one) const {
  const CaseResult result(folder(one));
  if (!result.complete()) return false;
  const auto spec = scene(one);
  return spec && result.text("fingerprint") == fingerprint(one, *spec);
}

bool Runner::record_run(const SceneSpec& scene, const record::Path& folder,
                        const std::function<bool(double)>& share) const {
  Simulation simulation(scene);
  RunOptions options;
  options.folder = folder.string();
  options.threads = options_.threads;
  bool go_on = true;
  options.progress = [&](long long step, long long steps, const StepReport&) {
    go_on = share(static_cast<double>(step) / static_cast<double>(steps));
  };
  options.interrupted = [&] { return !go_on; };
  return run(simulation, options).status != "interrupted";
}

bool Runner::perform(const Case& one, const std::function<bool(double)>& share) const {
  using Clock = std::chrono::steady_clock;
  const record::Path place = folder(one);
  const record::Path done = place / "case.json";
  std::error_code none;
  fs::remove(done, none);
  const auto spec = scene(one);
  if (!spec)
    throw Error(ErrorKind::diverged, "case " + one.name + ": no stable beta was found by " +
                                         one.beta_of + "; raise its bound");
  const double processor = processor_time();
  const auto begin = Clock::now();
  Json json{{"case", one.name}, {"scene", one.scene}, {"overrides", one.overrides}};
  if (one.measure == Measure::run) {
    if (!record_run(*spec, place, share)) return false;
  } else if (one.measure == Measure::tune) {
    record::create_folder(place);
    TuneOptions options;
    options.progress = [&](double, int tried, double part) {
      return share(1 - 6.0 / (6.0 + tried + part));  // how many trials there will be is not known
    };
    const TuneResult tuned = smallest_stable_beta(*spec, options);
    if (tuned.interrupted) return false;
    json.update(tune_json(tuned));
  } else {
    record::create_folder(place);
    CostOptions options;
    options.threads = options_.threads;
    options.rounds = 5;
    const CostTable table = bench_cost(
        *spec, options,
        [&](double part, double whole, const std::string&) { return share(part / whole); });
    if (!table.complete) return false;
    json["table"] = Json::parse(cost_as_json(table));
    draw_cost(table, (place / "cost.png").string());
  }
  json["wall_time"] = std::chrono::duration<double>(Clock::now() - begin).count();
  json["processor_time"] = processor_time() - processor;
  json["time_step"] = spec->time.step;
  json["fingerprint"] = fingerprint(one, *spec);
  record::write_atomically(done, json.dump(2) + "\n");
  return true;
}

}  // namespace conjac::paper
