#include "draw/energy_plot.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "draw/plot.h"
#include "record/number_text.h"

namespace conjac::draw {

namespace {

bool all_zero(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return v == 0; });
}

}  // namespace

void write_energy_plot(const record::Path& path, const record::HistoryTable& history,
                       const std::string& title) {
  LinePlot plot;
  plot.title = title;
  plot.x_label = "time [s]";
  const auto column = [&](const char* name) {
    const auto values = history.column(name);
    return std::vector<double>(values.begin(), values.end());
  };
  const auto add = [&](const char* name, std::vector<double> values, Color color, double width,
                       bool dashed) {
    plot.series.push_back({name, column("time"), std::move(values), color, width, dashed, {}});
  };
  const auto kinetic = column("kinetic"), elastic = column("elastic"), contact = column("contact");
  auto gravity = column("gravity"), work = column("scripted_work");
  const double before = gravity.front();
  for (double& value : gravity) value -= before;
  std::vector<double> total(history.rows());
  for (std::size_t i = 0; i < total.size(); ++i)
    total[i] = kinetic[i] + elastic[i] + gravity[i] + contact[i];
  std::partial_sum(work.begin(), work.end(), work.begin());

  add("total", std::move(total), {0.16f, 0.17f, 0.19f}, 3, false);
  add("kinetic", kinetic, series_color(0), 2, false);
  add("elastic", elastic, series_color(1), 2, false);
  if (!all_zero(gravity))
    add("gravity, since the start", std::move(gravity), series_color(2), 2, false);
  if (!all_zero(contact)) add("contact", contact, series_color(3), 2, false);
  if (!all_zero(work)) add("work done on the body", std::move(work), series_color(4), 2, true);

  double largest = 0;
  for (const Series& s : plot.series)
    for (const double value : s.y)
      if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  const record::Scaled scaled = record::scaled_unit(largest, "J");
  for (Series& s : plot.series)
    for (double& value : s.y) value *= scaled.factor;
  plot.y_label = "energy [" + scaled.unit + "]";
  write_png(path, draw_plot(plot));
}

}  // namespace conjac::draw
