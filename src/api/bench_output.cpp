#include <cstdio>
#include <nlohmann/json.hpp>

#include "api/machine_json.h"
#include "conjac/bench.h"
#include "draw/bar_chart.h"

namespace conjac {
namespace {

using Json = nlohmann::ordered_json;

Json row_json(const LivelinessRow& row) {
  return {{"method", row.method},
          {"time_step", row.time_step},
          {"beta", row.beta > 0 ? Json(row.beta) : Json(nullptr)},
          {"status", row.status},
          {"steps", row.steps},
          {"wall_time", row.wall},
          {"factorizations", row.factorizations},
          {"undone", row.undone},
          {"energy_left", row.energy_left},
          {"largest_ratio", row.largest_ratio}};
}

}  // namespace

std::string cost_as_json(const CostTable& table) {
  Json rows = Json::array();
  for (const CostRow& row : table.rows) {
    Json line{{"name", row.name},
              {"method", row.asked < 0 ? "vanilla" : "conjac"},
              {"solver", row.cholmod ? "cholmod" : "auto"},
              {"dynamic_nodes", row.dynamic_nodes},
              {"ok", row.ok}};
    if (!row.ok) line["message"] = row.message;
    line["fill_ms"] = 1e3 * row.median.fill;
    line["factor_ms"] = 1e3 * row.median.factor;
    line["solve_ms"] = 1e3 * row.median.solve;
    line["other_ms"] = 1e3 * row.median.other;
    line["total_ms"] = 1e3 * row.total;
    line["total_ms_quartiles"] = {1e3 * row.low, 1e3 * row.high};
    line["fastest_ms"] = 1e3 * row.fastest;
    line["factor_entries"] = row.entries;
    line["factor_gflops"] = row.gflops;
    line["ratio"] = row.ratio > 0 ? Json(row.ratio) : Json(nullptr);
    rows.push_back(line);
  }
  const Json json{{"scene", table.scene},
                  {"vertices", table.vertices},
                  {"elements", table.elements},
                  {"rounds", table.options.rounds},
                  {"steps_per_round", table.options.steps},
                  {"threads", table.options.threads},
                  {"complete", table.complete},
                  {"machine", machine_json(table.machine)},
                  {"peak_gflops", table.peaks.gflops},
                  {"peak_gbytes_per_s", table.peaks.gbytes},
                  {"rows", rows}};
  return json.dump(2) + "\n";
}

void draw_cost(const CostTable& table, const std::string& png_file) {
  draw::BarChart chart;
  chart.title = "Cost of a step that refactors: " + table.scene + ", " +
                std::to_string(table.vertices) + " vertices, " + std::to_string(table.elements) +
                " elements";
  chart.y_label = "ms per step (medians)";
  chart.parts = {"Fill", "Factor", "Solve", "Other"};
  for (const CostRow& row : table.rows) {
    if (!row.ok) continue;
    char note[64];
    std::snprintf(note, sizeof note, row.ratio > 0 ? "%.2fx" : "", row.ratio);
    const std::string name =
        (row.asked < 0 ? "Vanilla" : "ConJac\n" + std::to_string(row.dynamic_nodes) + " dynamic") +
        std::string(row.cholmod ? "\nCHOLMOD" : "");
    chart.bars.push_back({name,
                          {1e3 * row.median.fill, 1e3 * row.median.factor, 1e3 * row.median.solve,
                           1e3 * row.median.other},
                          note});
  }
  draw::write_png(png_file, draw::draw_bars(chart));
}

std::string liveliness_as_json(const LivelinessTable& table) {
  Json rows = Json::array(), search = Json::array();
  for (const LivelinessRow& row : table.rows) rows.push_back(row_json(row));
  for (const LivelinessRow& row : table.search) search.push_back(row_json(row));
  const Json json{{"scene", table.scene},
                  {"vertices", table.vertices},
                  {"elements", table.elements},
                  {"release_time", table.release_time},
                  {"end_time", table.end_time},
                  {"threads", table.options.threads},
                  {"rounds", table.options.rounds},
                  {"complete", table.complete},
                  {"machine", machine_json(table.machine)},
                  {"rows", rows},
                  {"vanilla_search", search},
                  {"equal_liveliness", table.equal >= 0 ? search[table.equal] : Json(nullptr)},
                  {"speed_up", table.speed_up}};
  return json.dump(2) + "\n";
}

std::string cut_as_json(const CutTable& table) {
  const Json json{{"scene", table.scene},
                  {"vertices", table.vertices},
                  {"elements", table.elements},
                  {"rounds", table.rounds},
                  {"steps_per_round", table.options.steps},
                  {"threads", table.options.threads},
                  {"complete", table.complete},
                  {"machine", machine_json(table.machine)},
                  {"step_ms", 1e3 * table.step},
                  {"cut_ms", 1e3 * table.cut},
                  {"first_step_ms", 1e3 * table.first_step},
                  {"step_after_ms", 1e3 * table.step_after},
                  {"cut_ratio", table.cut_ratio},
                  {"pause_ratio", table.pause_ratio},
                  {"after_ratio", table.after_ratio}};
  return json.dump(2) + "\n";
}

}  // namespace conjac
