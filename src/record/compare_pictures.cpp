#include "record/compare_pictures.h"

#include <algorithm>
#include <cmath>

#include "record/bar_chart.h"
#include "record/contact_sheet.h"
#include "record/number_text.h"
#include "record/plot.h"

namespace conjac::record {
namespace {

constexpr double kLong = 1.5;  // width over height from which on bodies are stacked
constexpr int kMoments = 5;

Series curve(const std::string& name, std::span<const double> time, std::vector<double> values,
             Color color, bool dashed) {
  return {name, {time.begin(), time.end()}, std::move(values), color, dashed ? 2.0 : 2.5, dashed,
          {}};
}

std::vector<double> total_energy(const HistoryTable& history) {
  const auto kinetic = history.column("kinetic"), elastic = history.column("elastic"),
             gravity = history.column("gravity"), contact = history.column("contact");
  std::vector<double> total(kinetic.size());
  for (std::size_t i = 0; i < total.size(); ++i)
    total[i] = kinetic[i] + elastic[i] + (gravity[i] - gravity[0]) + contact[i];
  return total;
}

/// To a unit in which the largest value is a number people read.
void rescale(LinePlot& plot, const std::string& what, const std::string& unit) {
  double largest = 0;
  for (const Series& s : plot.series)
    for (const double value : s.y)
      if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  const Scaled scaled = scaled_unit(largest, unit);
  for (Series& s : plot.series)
    for (double& value : s.y) value *= scaled.factor;
  plot.y_label = what + " [" + scaled.unit + "]";
}

}  // namespace

Image side_by_side(const RunFolder& a, const RunFolder& b, const RunNames& names) {
  const double begin = std::max(a.first_time(), b.first_time());
  const double end = std::min(a.last_time(), b.last_time());
  std::vector<Skin> first, second;
  for (int k = 0; k < kMoments; ++k) {
    const double time = begin + (end - begin) * k / (kMoments - 1);
    first.push_back(skin_of(a.frame_near(time).view()));
    second.push_back(skin_of(b.frame_near(time).view()));
  }
  std::vector<Skin> all;
  std::vector<std::string> labels;
  const auto add = [&](const Skin& skin, const std::string& name) {
    labels.push_back(name + ", " + fixed_decimals(skin.time, 3) + " s");
    all.push_back(skin);
  };
  std::vector<Skin> both = first;
  both.insert(both.end(), second.begin(), second.end());
  const bool stacked = sheet_camera(both).aspect() > kLong;
  if (stacked) {
    for (int k = 0; k < kMoments; ++k) {
      add(first[static_cast<std::size_t>(k)], names.a);
      add(second[static_cast<std::size_t>(k)], names.b);
    }
  } else {
    for (const Skin& skin : first) add(skin, names.a);
    for (const Skin& skin : second) add(skin, names.b);
  }
  return contact_sheet(all,
                       {names.a + " and " + names.b, stacked ? "side by side" : "above each other"},
                       {labels, stacked ? 2 : kMoments});
}

Image distance_plot(std::span<const RunDistance> rows, const RunNames& names) {
  LinePlot plot;
  plot.title = "Distance between " + names.a + " and " + names.b;
  plot.x_label = "time [s]";
  std::vector<double> time, largest, mean;
  for (const RunDistance& row : rows) {
    time.push_back(row.time);
    largest.push_back(row.largest);
    mean.push_back(row.mean);
  }
  plot.series.push_back(curve("largest", time, std::move(largest), series_color(3), false));
  plot.series.push_back(curve("mean", time, std::move(mean), series_color(0), false));
  rescale(plot, "distance of nodes", "m");
  return draw_plot(plot);
}

Image energies_plot(const HistoryTable& a, const HistoryTable& b, const RunNames& names) {
  LinePlot plot;
  plot.title = "Energy of " + names.a + " (whole lines) and " + names.b + " (dashed)";
  plot.x_label = "time [s]";
  const auto add = [&](const HistoryTable& history, const std::string& name, bool dashed) {
    if (history.rows() == 0) return;
    const auto time = history.column("time");
    plot.series.push_back(
        curve("total, " + name, time, total_energy(history), {0.16f, 0.17f, 0.19f}, dashed));
    int color = 0;
    for (const char* kind : {"kinetic", "elastic"}) {
      const auto values = history.column(kind);
      plot.series.push_back(curve(kind + (", " + name), time, {values.begin(), values.end()},
                                  series_color(color++), dashed));
    }
  };
  add(a, names.a, false);
  add(b, names.b, true);
  rescale(plot, "energy", "J");
  return draw_plot(plot);
}

Image stages_chart(const RunFacts& a, const RunFacts& b, const RunNames& names) {
  BarChart chart;
  chart.title = "Time of a step, mean over the run";
  chart.y_label = "ms per step";
  chart.parts = {"Fill", "Factor", "Solve", "Other"};
  const auto add = [&](const RunFacts& run, const std::string& name) {
    const StageTimes& t = run.mean_stages;
    chart.bars.push_back({name + "\n" + fixed_decimals(run.wall_time, 1) + " s for " +
                              std::to_string(run.steps) + " steps",
                          {1e3 * t.fill, 1e3 * t.factor, 1e3 * t.solve, 1e3 * t.other},
                          ""});
  };
  add(a, names.a);
  add(b, names.b);
  return draw_bars(chart);
}

}  // namespace conjac::record
