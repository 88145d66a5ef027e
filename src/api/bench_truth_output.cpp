#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "api/machine_json.h"
#include "conjac/truth.h"
#include "draw/plot.h"

namespace conjac {
namespace {

using Json = nlohmann::ordered_json;

/// What is not a number is none.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (double value : values) list.push_back(number(value));
  return list;
}

Json probe_json(const TruthProbe& probe) {
  return {{"time", numbers(probe.time)}, {"displacement", numbers(probe.value)}};
}

Json row_json(const TruthRow& row) {
  Json json{{"method", row.method}, {"time_step", row.time_step}, {"status", row.status}};
  if (!row.message.empty()) json["message"] = row.message;
  json["distance"] = numbers(row.distance);
  json["peaks_hz"] = numbers(row.peaks);
  json["energy_kept"] = number(row.energy_kept);
  json["wall_time"] = row.wall;
  json["processor_time"] = row.processor;
  json["steps"] = row.steps;
  json["parts"] = row.parts;
  json["undone"] = row.undone;
  json["factorizations"] = row.factorizations;
  json["probe"] = probe_json(row.probe);
  return json;
}

}  // namespace

std::string truth_as_json(const TruthTable& table) {
  Json rows = Json::array();
  for (const TruthRow& row : table.rows) rows.push_back(row_json(row));
  const TruthReference& truth = table.reference;
  const Json json{{"scene", table.scene},
                  {"vertices", table.vertices},
                  {"elements", table.elements},
                  {"from", table.from},
                  {"until", table.until},
                  {"windows", numbers(table.options.windows)},
                  {"scale", number(table.scale)},
                  {"probe_node", table.probe_node},
                  {"threads", table.options.threads},
                  {"complete", table.complete},
                  {"machine", machine_json(table.machine)},
                  {"reference",
                   {{"integrator", truth.integrator},
                    {"time_step", truth.time_step},
                    {"stable_step", number(truth.stable_step)},
                    {"difference_when_halved", numbers(truth.difference)},
                    {"peaks_hz", numbers(truth.peaks)},
                    {"energy_kept", number(truth.energy_kept)},
                    {"wall_time", truth.wall},
                    {"cached", truth.cached},
                    {"probe", probe_json(truth.probe)}}},
                  {"rows", rows}};
  return json.dump(2) + "\n";
}

void draw_truth(const TruthTable& table, const std::string& png_file) {
  draw::LinePlot plot;
  plot.title = "Distance to the truth: " + table.scene + ", node " +
               std::to_string(table.probe_node) + " along the line it moves along";
  plot.x_label = "time [s]";
  plot.y_label = "displacement [mm]";
  const auto add = [&](const std::string& name, const TruthProbe& probe, draw::Color color,
                       double width) {
    draw::Series series{name, probe.time, probe.value, color, width, false, {}};
    // A run that blows up must not hide the others.
    for (double& value : series.y)
      value = std::abs(value) <= 2 * table.scale ? 1e3 * value : std::nan("");
    plot.series.push_back(std::move(series));
  };
  add("truth", table.reference.probe, {0.1f, 0.1f, 0.1f}, 3.5);
  int k = 0;
  for (const TruthRow& row : table.rows)
    if (row.status != "refused" && row.time_step == table.options.time_steps.front()) {
      char name[96];
      std::snprintf(name, sizeof name,
                    row.distance.empty() || !std::isfinite(row.distance.back()) ? "%s" : "%s: %.2f",
                    row.method.c_str(), row.distance.empty() ? 0.0 : row.distance.back());
      add(name, row.probe, draw::series_color(k++), 1.6);
    }
  draw::write_png(png_file, draw::draw_plot(plot));
}

}  // namespace conjac
