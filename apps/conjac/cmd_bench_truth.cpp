#include <spdlog/fmt/fmt.h>

#include <cmath>
#include <filesystem>

#include "bench_arguments.h"
#include "commands.h"
#include "conjac/conjac.h"
#include "interrupt.h"
#include "progress.h"

namespace conjac::app {
namespace {

std::string several(const std::vector<double>& values, const char* format) {
  std::string text;
  for (double value : values)
    text += (text.empty() ? "" : " ") +
            (std::isfinite(value) ? fmt::format(fmt::runtime(format), value) : std::string("-"));
  return text.empty() ? "-" : text;
}

void print_truth_head(const TruthTable& table) {
  const TruthReference& truth = table.reference;
  fmt::print("{}: {} vertices, {} elements; watched from {:.3f} s to {:.3f} s\n", table.scene,
             table.vertices, table.elements, table.from, table.until);
  fmt::print("{}, {} thread(s), {}\n", table.machine.cpu, table.options.threads,
             table.machine.factorization);
  fmt::print("truth: full FE, {}, h = {:.4g} ms ({}; {:.3g} s{})\n",
             truth.integrator == "verlet" ? "velocity Verlet" : "implicit midpoint",
             1e3 * truth.time_step,
             fmt::format("Verlet is stable below {:.4g} ms at the start", 1e3 * truth.stable_step),
             truth.wall, truth.cached ? " when it was made, now from the cache" : "");
  fmt::print("       twice its step changes it by {}; energy kept {} %, peaks {} Hz\n",
             several(truth.difference, "{:.4f}"), several({100 * truth.energy_kept}, "{:.2f}"),
             several(truth.peaks, "{:.2f}"));
  fmt::print("       node {} moves most; the largest displacement is {:.4g} mm\n\n",
             table.probe_node, 1e3 * table.scale);
  fmt::print("{:<28}{:>8}  {:<9}{:>18}  {:<18}{:>9}{:>9}{:>9}{:>9}{:>8}{:>8}\n", "", "h, ms",
             "status", "distance", "peaks, Hz", "left, %", "wall, s", "cpu, s", "ms/step", "parts",
             "factors");
}

void print_truth_row(const TruthRow& row) {
  fmt::print("{:<28}{:>8.4g}  {:<9}", row.method, 1e3 * row.time_step, row.status);
  if (row.status == "refused") {
    fmt::print("{}\n", row.message);
    return;
  }
  const bool ok = row.status == "ok";
  fmt::print(
      "{:>18}  {:<18}{:>9}{:>9.3f}{:>9.3f}{:>9.3f}{:>8}{:>8}\n", several(row.distance, "{:.3f}"),
      ok ? several(row.peaks, "{:.1f}") : "-",
      std::isfinite(row.energy_kept) && ok ? fmt::format("{:.1f}", 100 * row.energy_kept) : "-",
      row.wall, row.processor, 1e3 * row.wall / std::max(1.0, static_cast<double>(row.steps)),
      row.parts, row.factorizations);
}

/// What each method but the first takes to be as near to the truth.
void print_equal_distance(const TruthTable& table) {
  const TruthRow& first = table.rows.front();
  fmt::print("\nas near as {} at h = {:.4g} ms ({:.3f}, {:.3g} s of processor time):\n",
             first.method, 1e3 * first.time_step, first.distance.back(), first.processor);
  for (std::size_t k = 1; k < table.rows.size(); ++k) {
    const TruthRow& row = table.rows[k];
    if (k + 1 < table.rows.size() && table.rows[k + 1].method == row.method) continue;
    const bool near = row.distance.back() <= first.distance.back();
    fmt::print("  {:<28}{} {:.4g} ms ({:.3f}), {:.3g} s, {:.1f} times\n", row.method,
               near ? "at h =" : "not even at h =", 1e3 * row.time_step, row.distance.back(),
               row.processor, row.processor / first.processor);
  }
}

}  // namespace

int bench_truth_command(const BenchArguments& arguments) {
  const SceneSpec scene = load_scene(arguments.scene.empty() ? "release" : arguments.scene,
                                     arguments.overrides, scene_folders());
  const std::filesystem::path folder = bench_folder(arguments);
  const ThreadCount threads(arguments.threads);
  TruthOptions options = arguments.truth;
  if (options.cache.empty()) options.cache = truth_cache_folder();
  options.threads = threads.count();
  ProgressBar bar(!arguments.quiet);
  const InterruptWatch watch;
  const TruthTable table =
      bench_truth(scene, options, [&](double done, double total, const std::string& what) {
        bar.show(done / total, what);
        return !InterruptWatch::asked();
      });
  bar.clear();
  if (table.rows.empty()) {
    fmt::print("interrupted before the reference was there\n");
    return 0;
  }
  if (!arguments.json_file.empty()) save_text(arguments.json_file, truth_as_json(table));
  const std::string picture = (folder / "truth.png").string();
  draw_truth(table, picture);
  if (!table.complete) fmt::print("interrupted; what was measured until then:\n");
  print_truth_head(table);
  for (const TruthRow& row : table.rows) print_truth_row(row);
  if (table.options.equal_distance && table.complete) print_equal_distance(table);
  fmt::print(
      "\ndistance: root mean square over all nodes, in the first {} s, over the largest "
      "displacement;\nleft: kinetic + elastic energy at the end over that at the beginning\n",
      several(table.options.windows, "{:g}"));
  for (const TruthRow& row : table.rows)
    if (row.status == "diverged") fmt::print("{}: {}\n", row.method, row.message);
  fmt::print("picture in {}\n", picture);
  return 0;
}

}  // namespace conjac::app
