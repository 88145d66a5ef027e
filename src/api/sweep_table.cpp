#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

#include "conjac/error.h"
#include "conjac/simulation.h"
#include "conjac/sweep.h"
#include "draw/plot.h"
#include "record/files.h"
#include "record/number_text.h"
#include "record/reader.h"

namespace conjac {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr int kMostCurves = 8;  // more cannot be told apart
// Beyond this ratio of the largest value to the smallest an axis is drawn by its logarithm.
constexpr double kWide = 30;

/// What a finished run has left.
struct Left {
  Json summary;
  record::HistoryTable history;
  bool finished() const { return !status().empty(); }
  std::string status() const {
    return summary.is_object() ? summary.value("status", std::string()) : std::string();
  }
};

Left left_by(const SweepRun& run) {
  Left left;
  const fs::path folder = run.folder;
  if (!fs::is_regular_file(folder / "summary.json")) return left;
  left.summary = Json::parse(record::read_whole(folder / "summary.json"), nullptr, false);
  if (left.summary.is_object() && left.status() == "interrupted") left.summary = {};
  if (left.finished() && fs::is_regular_file(folder / "history.csv"))
    left.history = record::read_history(folder / "history.csv");
  return left;
}

/// Numbers of a summary under their dotted names.
void names_in(const Json& json, const std::string& prefix, std::vector<std::string>& names) {
  for (const auto& [key, value] : json.items()) {
    if (value.is_object()) names_in(value, prefix + key + ".", names);
    if (value.is_number()) names.push_back(prefix + key);
  }
}

std::optional<double> in_summary(const Json& summary, const std::string& name) {
  const Json* at = &summary;
  std::size_t begin = 0;
  while (true) {
    const std::size_t dot = name.find('.', begin);
    const std::string key = name.substr(begin, dot - begin);
    if (!at->is_object() || !at->contains(key)) return {};
    at = &(*at)[key];
    if (dot == std::string::npos) break;
    begin = dot + 1;
  }
  if (!at->is_number()) return {};
  return at->get<double>();
}

/// last(NAME), max(NAME), min(NAME), mean(NAME) of a column of the history.
std::optional<double> in_history(const record::HistoryTable& history, const std::string& name) {
  const std::size_t open = name.find('(');
  if (open == std::string::npos || name.back() != ')') return {};
  const std::string what = name.substr(0, open);
  const std::string column = name.substr(open + 1, name.size() - open - 2);
  if (!history.has(column) || history.rows() == 0) return {};
  const auto values = history.column(column);
  if (what == "last") return values.back();
  if (what == "max") return *std::ranges::max_element(values);
  if (what == "min") return *std::ranges::min_element(values);
  if (what == "mean")
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  return {};
}

std::optional<double> result_of(const Left& left, const std::string& name) {
  if (!left.finished()) return {};
  if (const auto value = in_summary(left.summary, name)) return value;
  return in_history(left.history, name);
}

/// What is asked for, or a choice: times, energies, how well it went, and where every probe ended.
std::vector<std::string> columns_of(const SweepOptions& options, const std::vector<SweepRun>& runs,
                                    const std::vector<Left>& all) {
  if (!options.results.empty()) return options.results;
  std::vector<std::string> names{"simulated_time", "wall_time",          "energy.kinetic",
                                 "energy.elastic", "residual_over_load", "substeps"};
  const auto left = std::ranges::find_if(all, [](const Left& one) { return one.finished(); });
  if (left == all.end()) return names;
  const SceneSpec scene = load_scene(options.scene, runs.front().overrides, options.folders);
  for (const ProbeSpec& probe : scene.probes)
    for (const char* axis : {"_x", "_y", "_z"})
      if (left->history.has(probe.name + axis)) names.push_back("last(" + probe.name + axis + ")");
  return names;
}

void require_known(const std::vector<std::string>& names, const std::vector<Left>& all) {
  const auto left = std::ranges::find_if(all, [](const Left& one) { return one.finished(); });
  if (left == all.end()) return;
  for (const std::string& name : names) {
    if (std::ranges::any_of(all, [&](const Left& one) { return result_of(one, name).has_value(); }))
      continue;
    std::vector<std::string> known;
    names_in(left->summary, "", known);
    std::string words = "no run has a result " + name + ". Numbers of summary.json:";
    for (const std::string& one : known) words += " " + one;
    words += "; last(), max(), min() and mean() of the columns of history.csv:";
    for (const std::string& one : left->history.names) words += " " + one;
    throw Error(ErrorKind::bad_input, words);
  }
}

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\n") == std::string::npos) return cell;
  std::string text = "\"";
  for (const char c : cell) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

std::string as_csv(const SweepOptions& options, const std::vector<SweepRun>& runs,
                   const SweepTable& table) {
  std::string text = "run";
  for (const SweepAxis& axis : options.axes) text += "," + quoted(axis.key);
  text += ",status";
  for (const std::string& name : table.results) text += "," + quoted(name);
  text += "\n";
  for (std::size_t i = 0; i < runs.size(); ++i) {
    text += runs[i].name;
    for (const std::string& value : runs[i].values) text += "," + quoted(value);
    text += "," + table.rows[i].status;
    for (const std::string& cell : table.rows[i].cells) text += "," + cell;
    text += "\n";
  }
  return text;
}

double as_number(const std::string& text, double otherwise) {
  const Json value = Json::parse(text, nullptr, false);
  return value.is_number() ? value.get<double>() : otherwise;
}

/// Whether a result has two different values.
bool varies(const SweepTable& table, std::size_t column) {
  std::string first;
  for (const SweepRow& row : table.rows) {
    const std::string& cell = row.cells[column];
    if (cell.empty()) continue;
    if (!first.empty() && cell != first) return true;
    first = cell;
  }
  return false;
}

/// The result over the values of the first key, one curve for each combination of the others.
void draw_results(const SweepOptions& options, const std::vector<SweepRun>& runs,
                  SweepTable& table) {
  if (options.axes.empty() || options.axes[0].values.size() < 2) return;
  std::size_t column = 0;
  if (options.plot.empty()) {
    // How long it took is not what a sweep is made for.
    while (column < table.results.size() &&
           (table.results[column] == "wall_time" || !varies(table, column)))
      ++column;
    if (column == table.results.size()) return;
  } else {
    column = std::ranges::find(table.results, options.plot) - table.results.begin();
    if (column == table.results.size())
      throw Error(ErrorKind::usage, "--plot " + options.plot + " is not among the results");
  }
  const SweepAxis& axis = options.axes[0];
  std::vector<double> places;
  for (std::size_t i = 0; i < axis.values.size(); ++i)
    places.push_back(as_number(axis.values[i], static_cast<double>(i + 1)));
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const double place : places) low = std::min(low, place), high = std::max(high, place);
  const bool by_log = low > 0 && high > kWide * low;
  draw::LinePlot plot;
  plot.title = table.results[column] + " over " + axis.key;
  plot.x_label = by_log ? "log10 of " + axis.key : axis.key;
  plot.y_label = table.results[column];
  const std::size_t curves = runs.size() / axis.values.size();
  for (std::size_t c = 0; c < std::min<std::size_t>(curves, kMostCurves); ++c) {
    draw::Series series;
    for (std::size_t a = 1; a < options.axes.size(); ++a)
      series.name += (a > 1 ? ", " : "") + options.axes[a].key + "=" + runs[c].values[a];
    series.color = draw::series_color(static_cast<int>(c));
    for (std::size_t i = 0; i < places.size(); ++i) {
      const std::string& cell = table.rows[i * curves + c].cells[column];
      series.x.push_back(by_log ? std::log10(places[i]) : places[i]);
      series.y.push_back(cell.empty() ? std::nan("") : std::strtod(cell.c_str(), nullptr));
    }
    plot.series.push_back(std::move(series));
  }
  if (curves > kMostCurves)
    table.notices.push_back("sweep.png shows the first " + std::to_string(kMostCurves) + " of " +
                            std::to_string(curves) + " curves; sweep.csv has all");
  draw::write_png(fs::path(options.folder) / "sweep.png", draw::draw_plot(plot));
}

}  // namespace

SweepTable write_sweep_table(const SweepOptions& options, const std::vector<SweepRun>& runs) {
  std::vector<Left> all;
  for (const SweepRun& run : runs) all.push_back(left_by(run));
  SweepTable table;
  table.results = columns_of(options, runs, all);
  if (!options.results.empty()) require_known(table.results, all);
  for (const Left& left : all) {
    SweepRow row{left.status(), {}};
    for (const std::string& name : table.results) {
      const auto value = result_of(left, name);
      row.cells.push_back(value && std::isfinite(*value) ? record::shortest(*value) : "");
    }
    table.finished += left.finished();
    table.rows.push_back(std::move(row));
  }
  record::create_folder(options.folder);
  record::write_atomically(fs::path(options.folder) / "sweep.csv", as_csv(options, runs, table));
  if (table.finished > 0) draw_results(options, runs, table);
  return table;
}

}  // namespace conjac
