#include "record/energy_plot.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "record/number_text.h"
#include "record/plot.h"
#include "record/reader.h"

namespace conjac::record {

namespace {

bool all_zero(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return v == 0; });
}

}  // namespace

void write_energy_plot(const Path& path, const EnergyHistory& history, const std::string& title) {
  LinePlot plot;
  plot.title = title;
  plot.x_label = "time [s]";
  const auto add = [&](const char* name, std::vector<double> values, Color color, double width,
                       bool dashed) {
    plot.series.push_back({name, history.time, std::move(values), color, width, dashed, {}});
  };
  std::vector<double> gravity = history.gravity;
  for (double& value : gravity) value -= history.gravity.front();
  std::vector<double> total(history.time.size()), work(history.time.size());
  for (std::size_t i = 0; i < total.size(); ++i)
    total[i] = history.kinetic[i] + history.elastic[i] + gravity[i] + history.contact[i];
  std::partial_sum(history.scripted_work.begin(), history.scripted_work.end(), work.begin());

  add("total", std::move(total), {0.16f, 0.17f, 0.19f}, 3, false);
  add("kinetic", history.kinetic, series_color(0), 2, false);
  add("elastic", history.elastic, series_color(1), 2, false);
  if (!all_zero(gravity))
    add("gravity, since the start", std::move(gravity), series_color(2), 2, false);
  if (!all_zero(history.contact)) add("contact", history.contact, series_color(3), 2, false);
  if (!all_zero(work)) add("work done on the body", std::move(work), series_color(4), 2, true);

  double largest = 0;
  for (const Series& s : plot.series)
    for (const double value : s.y)
      if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  const Scaled scaled = scaled_unit(largest, "J");
  for (Series& s : plot.series)
    for (double& value : s.y) value *= scaled.factor;
  plot.y_label = "energy [" + scaled.unit + "]";
  write_png(path, draw_plot(plot));
}

void write_energy_plot(const Path& path, const HistoryTable& history, const std::string& title) {
  const auto copy = [&](const char* name) {
    const auto column = history.column(name);
    return std::vector<double>(column.begin(), column.end());
  };
  write_energy_plot(path,
                    EnergyHistory{copy("time"), copy("kinetic"), copy("elastic"), copy("gravity"),
                                  copy("contact"), copy("scripted_work")},
                    title);
}

}  // namespace conjac::record
