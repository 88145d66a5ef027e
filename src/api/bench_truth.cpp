#include <algorithm>
#include <cmath>

#include "api/moments.h"
#include "api/truth_reference.h"
#include "conjac/error.h"
#include "conjac/truth.h"
#include "core/spectrum.h"
#include "core/symmetric_eigen.h"

namespace conjac {
namespace {

constexpr double kLive = 1.0 / 60;      // s, a step of those who watch
constexpr int kPeaks = 3;               // of a spectrum
constexpr double kReferenceWeight = 5;  // of the progress, a row is 1
constexpr double kNoEnergy = 1e-3;      // of the most there ever was
constexpr int kMostFiner = 6;           // halvings of a step, for equal distance

/// See TruthOptions::methods.
SceneSpec with_method(SceneSpec scene, const std::string& text) {
  const std::size_t more = text.find('+'), colon = text.substr(0, more).find(':');
  const std::string name = text.substr(0, std::min(more, colon));
  if (name != "scene" && name != "conjac" && name != "full" && name != "vanilla")
    throw Error(ErrorKind::usage, "bench --truth: unknown method \"" + text +
                                      "\"; write scene, conjac or full, then :INTEGRATOR and "
                                      "+option=value as wanted, such as full:bdf2+guard=true");
  StepOptions& options = scene.method;
  if (name != "scene") {
    options.method = name == "conjac" ? Method::conjac : Method::vanilla;
    options.integrator.reset();
    options.beta.reset();
  }
  if (colon != std::string::npos)
    set_option(options, "integrator", text.substr(colon + 1, more - colon - 1));
  for (std::size_t at = more; at != std::string::npos;) {
    const std::size_t next = text.find('+', at + 1);
    const std::string one = text.substr(at + 1, next - at - 1);
    const std::size_t equals = one.find('=');
    if (equals == std::string::npos)
      throw Error(ErrorKind::usage, "bench --truth: \"" + text + "\": write +option=value");
    set_option(options, one.substr(0, equals), one.substr(equals + 1));
    at = next;
  }
  return scene;
}

class TruthBench {
 public:
  TruthBench(const SceneSpec& scene, const TruthOptions& options, const BenchProgress& progress)
      : scene_(scene), options_(options), progress_(progress) {
    const Simulation simulation(scene);
    dimension_ = simulation.dimension();
    if (options_.time_steps.empty()) {
      options_.time_steps = {scene.time.step};
      if (std::abs(scene.time.step - kLive) > kSameTime) options_.time_steps.push_back(kLive);
    }
    if (options_.equal_distance) options_.time_steps.resize(1);
    table.scene = scene.name;
    table.vertices = simulation.nodes();
    table.elements = simulation.elements();
    table.machine = this_machine();
    table.from = options.from < 0 ? std::max(0.0, last_release(scene)) : options.from;
    table.until = table.from + options.windows.back();
    table.options = options_;
    for (const std::string& method : options_.methods)
      for (double step : options_.time_steps) {
        planned_.push_back(with_method(scene, method));
        planned_.back().time.step = step;
        TruthRow& row = table.rows.emplace_back();
        row.method = method;
        row.time_step = step;
      }
  }

  void run() {
    find_truth();
    for (std::size_t k = 0; k < planned_.size() && table.complete; ++k) {
      run_row(planned_[k], table.rows[k]);
      done_ += 1;
      if (!table.complete) table.rows.resize(k);
      if (options_.equal_distance && table.complete) plan_finer(k);
    }
    if (truth_.way.times.empty()) table.rows.clear();
  }

  TruthTable table;

 private:
  bool go_on(double done, const std::string& what) {
    const double total = kReferenceWeight + static_cast<double>(planned_.size());
    if (progress_ && !progress_(std::min(done, total), total, what)) table.complete = false;
    return table.complete;
  }

  /// The same method in half the steps, where it is farther from the truth than the first is.
  void plan_finer(std::size_t k) {
    const TruthRow& row = table.rows[k];
    const double step = options_.time_steps.front();
    const bool near = row.distance.back() <= table.rows.front().distance.back();
    if (k == 0 || near || row.status == "refused" || step / row.time_step > 0.7 * (1 << kMostFiner))
      return;
    TruthRow finer;
    finer.method = row.method;
    finer.time_step = row.time_step / 2;
    const auto after = static_cast<std::ptrdiff_t>(k) + 1;
    planned_.insert(planned_.begin() + after, planned_[k])->time.step = finer.time_step;
    table.rows.insert(table.rows.begin() + after, finer);
  }

  /// All ends of steps of all rows, and where the windows begin.
  std::vector<double> moments() const {
    std::vector<double> times{table.from};
    for (double step : options_.time_steps)
      for (double k = std::floor(table.from / step); k * step < table.until + kSameTime; ++k)
        if (k * step > table.from + kSameTime) times.push_back(k * step);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end(),
                            [](double a, double b) { return b - a < kSameTime; }),
                times.end());
    return times;
  }

  void find_truth() {
    const TruthCache cache(options_.cache);
    const std::vector<double> times = moments();
    const std::string key = TruthCache::key(scene_, times, options_);
    std::optional<Truth> kept;
    if (!options_.fresh) kept = cache.load(key);
    if (kept) {
      truth_ = std::move(*kept);
    } else {
      TruthMaker maker(scene_, times, options_, [&](double share, const std::string& what) {
        return go_on(kReferenceWeight * share, what);
      });
      if (!maker.make(truth_)) {
        truth_ = {};
        return;
      }
      cache.save(key, truth_);
    }
    done_ = kReferenceWeight;
    table.reference = truth_.facts;
    table.scale = truth_.way.largest_displacement(dimension_);
    most_energy_ = *std::max_element(truth_.way.energy.begin(), truth_.way.energy.end());
    table.reference.energy_kept = energy_kept(truth_.way.energy.front(), truth_.way.energy.back());
    choose_probe();
    for (std::size_t k = 0; k < truth_.way.times.size(); ++k) {
      const double steps = truth_.way.times[k] / options_.time_steps.front();
      if (std::abs(steps - std::round(steps)) < 1e-6)
        look(truth_.way.times[k], truth_.way.x.col(static_cast<Eigen::Index>(k)),
             table.reference.probe);
    }
    table.reference.peaks = peaks(table.reference.probe, options_.time_steps.front());
  }

  /// Where there was none to speak of at the beginning nothing can be kept.
  double energy_kept(double at_start, double at_end) const {
    return at_start > kNoEnergy * most_energy_ ? at_end / at_start : std::nan("");
  }

  /// The node that moves most about its mean, and the line it does that along.
  void choose_probe() {
    const MatrixXd& x = truth_.way.x;
    const VectorXd mean = x.rowwise().mean();
    const VectorXd spread = (x.colwise() - mean).rowwise().squaredNorm();
    double most = -1;
    for (Eigen::Index i = 0; i < spread.size(); i += dimension_)
      if (const double here = spread.segment(i, dimension_).sum(); here > most) {
        most = here;
        table.probe_node = static_cast<int>(i / dimension_);
      }
    const Eigen::Index at = table.probe_node * dimension_;
    const MatrixXd ways = x.middleRows(at, dimension_).colwise() - mean.segment(at, dimension_);
    direction_ = symmetric_eigen(ways * ways.transpose()).vectors.col(dimension_ - 1);
    Eigen::Index largest = 0;
    direction_.cwiseAbs().maxCoeff(&largest);
    if (direction_[largest] < 0) direction_ = -direction_;
  }

  template <class Positions>
  void look(double time, const Positions& x, TruthProbe& probe) const {
    const Eigen::Index at = table.probe_node * dimension_;
    probe.time.push_back(time);
    probe.value.push_back(
        direction_.dot(x.segment(at, dimension_) - truth_.way.start.segment(at, dimension_)));
  }

  static std::vector<double> peaks(const TruthProbe& probe, double interval) {
    std::vector<double> frequencies;
    for (const SpectralPeak& peak : spectral_peaks(probe.value, interval, kPeaks))
      frequencies.push_back(peak.frequency);
    return frequencies;
  }

  void run_row(const SceneSpec& scene, TruthRow& row) {
    DistanceMeter meter(truth_.way, table.from, options_.windows, dimension_);
    double at_start = 0, at_end = 0;
    char what[96];
    std::snprintf(what, sizeof what, "%s, h = %.4g ms", row.method.c_str(), 1e3 * row.time_step);
    try {
      const RunLog log = run_watched(scene, table.until, [&](Simulation& simulation) {
        const auto all = simulation.positions();
        const Eigen::Map<const VectorXd> x(all.data(), static_cast<Eigen::Index>(all.size()));
        const Energies energy = simulation.energy();
        at_end = energy.kinetic + energy.elastic;
        if (simulation.time() <= table.from + kSameTime) at_start = at_end;
        meter.add(simulation.time(), all);
        if (simulation.time() > table.from - kSameTime) look(simulation.time(), x, row.probe);
        return go_on(done_ + simulation.time() / table.until, what);
      });
      row.status = log.status;
      row.message = log.message;
      row.steps = log.steps, row.parts = log.parts, row.undone = log.undone;
      row.factorizations = log.factorizations;
      row.wall = log.wall, row.processor = log.processor;
      row.energy_kept = energy_kept(at_start, log.status == "ok" ? at_end : std::nan(""));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::bad_input) throw;
      row.status = "refused";
      row.message = error.what();
    }
    row.distance = meter.over(table.scale);
    row.peaks = peaks(row.probe, row.time_step);
  }

  const SceneSpec& scene_;
  TruthOptions options_;
  const BenchProgress& progress_;
  std::vector<SceneSpec> planned_;
  Truth truth_;
  VectorXd direction_;
  int dimension_ = 3;
  double done_ = 0, most_energy_ = 0;  // J
};

}  // namespace

TruthTable bench_truth(const SceneSpec& scene, const TruthOptions& options,
                       const BenchProgress& progress) {
  const auto good = [](double value) { return std::isfinite(value) && value > 0; };
  if (options.methods.empty() || options.windows.empty() ||
      !std::is_sorted(options.windows.begin(), options.windows.end()) ||
      !std::all_of(options.windows.begin(), options.windows.end(), good) ||
      !std::all_of(options.time_steps.begin(), options.time_steps.end(), good))
    throw Error(ErrorKind::usage,
                "bench --truth: needs a method, windows above 0 in ascending order and time steps "
                "above 0");
  TruthBench bench(scene, options, progress);
  bench.run();
  return std::move(bench.table);
}

}  // namespace conjac
