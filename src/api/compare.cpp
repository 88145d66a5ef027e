#include "conjac/compare.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "draw/compare_pictures.h"
#include "record/number_text.h"
#include "record/run_distance.h"

namespace conjac {
namespace {

using Json = nlohmann::ordered_json;
using record::RunFolder;

std::string name_of(const std::string& given, const std::string& folder) {
  if (!given.empty()) return given;
  auto path = std::filesystem::path(folder).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  return path.filename().string();
}

ComparedRun compared(const RunFolder& run, const std::string& name) {
  const record::RunFacts& f = run.facts();
  ComparedRun result;
  result.name = name, result.folder = run.folder().string();
  result.scene = f.scene, result.method = f.method, result.integrator = f.integrator;
  result.status = f.status.empty() ? "killed" : f.status;
  result.vertices = f.vertices, result.elements = f.elements;
  result.dynamic_nodes = f.dynamic_nodes;
  result.steps = f.steps, result.factorizations = f.factorizations;
  result.time_step = f.time_step, result.simulated_time = f.simulated_time;
  result.wall_time = f.wall_time, result.mean_stages = f.mean_stages, result.energy = f.energy;
  return result;
}

void add_notices(Comparison& result, const RunFolder& a, const RunFolder& b,
                 const record::RunDistances& distances) {
  const auto note = [&](const std::string& text) { result.notices.push_back(text); };
  for (const ComparedRun* run : {&result.a, &result.b}) {
    if (run->status == "killed")
      note(run->name + " has no summary.json: it was killed; its counts and times are unknown");
    else if (run->status != "ok")
      note(run->name + " ended with status " + run->status);
  }
  if (result.a.scene != result.b.scene && !result.a.scene.empty() && !result.b.scene.empty())
    note("the runs are of different scenes: " + result.a.scene + " and " + result.b.scene);
  if (a.last_time() != b.last_time())
    note("only the time both cover is compared: up to " + record::shortest(result.end) + " s");
  if (distances.interpolated > 0)
    note(std::to_string(distances.interpolated) + " of " + std::to_string(result.distance.size()) +
         " moments have no frame in " + result.b.name + "; it was interpolated there");
  if (distances.node_count_changed) note("nodes added on the way (by a cut) are left out");
}

/// Value of a column at a time, linear between rows; empty outside.
std::string value_at(const record::HistoryTable& history, const char* column, double time) {
  const auto times = history.column("time");
  const auto values = history.column(column);
  const auto next = std::lower_bound(times.begin(), times.end(), time - 1e-9);
  if (next == times.end()) return "";
  const auto i = static_cast<std::size_t>(next - times.begin());
  if (times[i] <= time + 1e-9) return record::shortest(values[i]);
  if (i == 0) return "";
  const double s = (time - times[i - 1]) / (times[i] - times[i - 1]);
  return record::shortest(values[i - 1] + s * (values[i] - values[i - 1]));
}

std::string energies_csv(const RunFolder& a, const RunFolder& b) {
  static constexpr const char* kKinds[] = {"kinetic", "elastic", "gravity", "contact",
                                           "total_energy"};
  std::string text = "time";
  for (const char* run : {"_a", "_b"})
    for (const char* kind : kKinds) text += std::string(",") + kind + run;
  text += "\n";
  for (const double time : a.history().column("time")) {
    text += record::shortest(time);
    for (const RunFolder* run : {&a, &b})
      for (const char* kind : kKinds) text += "," + value_at(run->history(), kind, time);
    text += "\n";
  }
  return text;
}

std::string distance_csv(const Comparison& comparison) {
  std::string text = "time,largest,mean,node\n";
  for (const DistanceRow& row : comparison.distance)
    text += record::shortest(row.time) + "," + record::shortest(row.largest) + "," +
            record::shortest(row.mean) + "," + std::to_string(row.node) + "\n";
  return text;
}

void write_all(const Comparison& comparison, const RunFolder& a, const RunFolder& b,
               const record::RunDistances& distances, const record::Path& folder) {
  const draw::RunNames names{comparison.a.name, comparison.b.name};
  record::create_folder(folder);
  record::write_atomically(folder / "distance.csv", distance_csv(comparison));
  record::write_atomically(folder / "energies.csv", energies_csv(a, b));
  draw::write_png(folder / "distance.png", draw::distance_plot(distances.rows, names));
  draw::write_png(folder / "energies.png", draw::energies_plot(a.history(), b.history(), names));
  draw::write_png(folder / "stages.png", draw::stages_chart(a.facts(), b.facts(), names));
  draw::write_png(folder / "side_by_side.png", draw::side_by_side(a, b, names));
  record::write_atomically(folder / "comparison.json", comparison_as_json(comparison));
}

Json run_json(const ComparedRun& run) {
  const StageTimes& t = run.mean_stages;
  return {{"name", run.name},
          {"folder", run.folder},
          {"scene", run.scene},
          {"method", run.method},
          {"integrator", run.integrator},
          {"status", run.status},
          {"vertices", run.vertices},
          {"elements", run.elements},
          {"dynamic_nodes", run.dynamic_nodes},
          {"time_step", run.time_step},
          {"steps", run.steps},
          {"simulated_time", run.simulated_time},
          {"wall_time", run.wall_time},
          {"factorizations", run.factorizations},
          {"ms_per_step",
           {{"fill", 1e3 * t.fill},
            {"factor", 1e3 * t.factor},
            {"solve", 1e3 * t.solve},
            {"other", 1e3 * t.other},
            {"total", 1e3 * t.total()}}},
          {"energy",
           {{"kinetic", run.energy.kinetic},
            {"elastic", run.energy.elastic},
            {"gravity", run.energy.gravity},
            {"contact", run.energy.contact},
            {"total", run.energy.total()}}}};
}

}  // namespace

Comparison compare_runs(const CompareOptions& options) {
  const RunFolder a(options.a), b(options.b);
  const record::RunDistances distances = run_distances(a, b);
  Comparison result;
  result.a = compared(a, name_of(options.name_a, options.a));
  result.b = compared(b, name_of(options.name_b, options.b));
  if (result.a.name == result.b.name) result.a.name += " (A)", result.b.name += " (B)";
  result.size = distances.size;
  result.begin = distances.rows.empty() ? 0 : distances.rows.front().time;
  result.end = distances.rows.empty() ? 0 : distances.rows.back().time;
  for (const record::RunDistance& row : distances.rows) {
    result.distance.push_back({row.time, row.largest, row.mean, row.node});
    if (row.largest > result.largest) result.largest = row.largest, result.largest_time = row.time;
    result.mean += row.mean / static_cast<double>(distances.rows.size());
  }
  if (!result.distance.empty()) result.last = result.distance.back();
  result.nodes = distances.same_mesh ? "node by node" : "as material points of different meshes";
  add_notices(result, a, b, distances);
  if (!options.folder.empty()) write_all(result, a, b, distances, options.folder);
  return result;
}

std::string comparison_as_json(const Comparison& c) {
  const auto row = [](const DistanceRow& r) -> Json {
    return {{"time", r.time}, {"largest", r.largest}, {"mean", r.mean}, {"node", r.node}};
  };
  const Json json{{"a", run_json(c.a)},
                  {"b", run_json(c.b)},
                  {"size", c.size},
                  {"begin", c.begin},
                  {"end", c.end},
                  {"moments", c.distance.size()},
                  {"nodes", c.nodes},
                  {"largest_distance", c.largest},
                  {"largest_distance_time", c.largest_time},
                  {"largest_distance_relative", c.size > 0 ? c.largest / c.size : 0},
                  {"mean_distance", c.mean},
                  {"at_the_end", row(c.last)},
                  {"notices", c.notices}};
  return json.dump(2) + "\n";
}

}  // namespace conjac
