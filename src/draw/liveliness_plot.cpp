#include "draw/liveliness_plot.h"

#include "draw/plot.h"
#include "record/number_text.h"

namespace conjac::draw {

namespace {

/// Stretches of rows in which `active` is not zero. A row tells of the step that ends at its time.
std::vector<std::pair<double, double>> awake(std::span<const double> time,
                                             std::span<const double> active) {
  std::vector<std::pair<double, double>> intervals;
  for (std::size_t i = 0; i < time.size(); ++i) {
    if (active[i] == 0) continue;
    const double begin = i == 0 ? time[i] : time[i - 1];
    if (intervals.empty() || intervals.back().second != begin) intervals.emplace_back(begin, begin);
    intervals.back().second = time[i];
  }
  return intervals;
}

}  // namespace

bool has_liveliness(const record::HistoryTable& history) {
  return history.has("metric_0") && history.has("active_0") && history.rows() > 0;
}

void write_liveliness_plot(const record::Path& path, const record::HistoryTable& history,
                           double threshold, const std::string& title) {
  LinePlot plot;
  plot.title = title;
  plot.x_label = "time [s]";
  plot.y_label = "liveliness [1/s]";
  plot.bands = true;
  if (threshold > 0)
    plot.thresholds.push_back({threshold, "threshold " + record::shortest(threshold)});
  const auto time = history.column("time");
  for (int i = 0; history.has("metric_" + std::to_string(i)); ++i) {
    const std::string number = std::to_string(i);
    const auto metric = history.column("metric_" + number);
    plot.series.push_back({number,
                           {time.begin(), time.end()},
                           {metric.begin(), metric.end()},
                           series_color(i),
                           2,
                           false,
                           awake(time, history.column("active_" + number))});
  }
  write_png(path, draw_plot(plot));
}

}  // namespace conjac::draw
